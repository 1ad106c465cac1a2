#pragma once

/// @file
/// Arithmetic of bit patterns, correctly rounded by the reference, with the NaNs of NVIDIA's operations. Its functions
/// are never inlined: the compiler can fold nothing across them, and has each to compile only once.

#include "core/reference/root.h"
#include "exact/number.cuh"

namespace semcheck::exact {

/// The NaN that an operation with operands gives: `a` is taken before `b` and `b` before `c`.
// CUDA C++ Programming Guide, floating-point standard: of single precision always 0x7fffffff. Of double precision an
// H200 hands on a NaN operand, quieted; the manual leaves open which.
template <Kind K>
SEMCHECK_HD constexpr Bits operand_nan(Bits a, Bits b, Bits c) {
  if (K != Kind::f64) return Traits<K>::canonical_nan();
  constexpr Format f = format_of<K>();
  if (is_nan(f, a)) return quieted(f, a);
  if (is_nan(f, b)) return quieted(f, b);
  return is_nan(f, c) ? quieted(f, c) : made_nan<K>();
}

template <Kind K, Rounding R>
__noinline__ SEMCHECK_HD constexpr Bits sum_of(Bits x, Bits z) {
  const FloatResult result = add(format_of<K>(), R, x, z);
  return is_nan(result) ? operand_nan<K>(z, x, 0) : result.bits;
}

template <Kind K, Rounding R>
__noinline__ SEMCHECK_HD constexpr Bits difference_of(Bits x, Bits z) {
  const FloatResult result = subtract(format_of<K>(), R, x, z);
  return is_nan(result) ? operand_nan<K>(z, x, 0) : result.bits;
}

template <Kind K, Rounding R>
__noinline__ SEMCHECK_HD constexpr Bits product_of(Bits x, Bits z) {
  const FloatResult result = multiply(format_of<K>(), R, x, z);
  return is_nan(result) ? operand_nan<K>(z, x, 0) : result.bits;
}

template <Kind K, Rounding R>
__noinline__ SEMCHECK_HD constexpr Bits quotient_of(Bits x, Bits z) {
  const FloatResult result = divide(format_of<K>(), R, x, z);
  return is_nan(result) ? operand_nan<K>(x, z, 0) : result.bits;
}

template <Kind K, Rounding R>
__noinline__ SEMCHECK_HD constexpr Bits root_of(Bits x) {
  const FloatResult result = square_root(format_of<K>(), R, x);
  return is_nan(result) ? operand_nan<K>(x, 0, 0) : result.bits;
}

template <Kind K, Rounding R>
__noinline__ SEMCHECK_HD constexpr Bits fused_of(Bits x, Bits z, Bits w) {
  const FloatResult result = fused_multiply_add(format_of<K>(), R, x, z, w);
  return is_nan(result) ? operand_nan<K>(z, w, x) : result.bits;
}

// CUDA Math API, fmaxf: "treated as missing data"; PTX ISA, max: +0.0 > -0.0. Of two NaNs of double precision an H200
// gives the second, quieted.
template <Kind K>
SEMCHECK_HD constexpr Choice missing_data() {
  Choice choice;
  choice.nan = Nan::ignore;
  choice.nan_result = K == Kind::f64 ? NanResult::second : NanResult::canonical;
  choice.nan_canonical = Traits<K>::canonical_nan();
  return choice;
}

template <Kind K, Extremum E>
__noinline__ SEMCHECK_HD constexpr Bits extremum_of(Bits x, Bits z) {
  constexpr Format f = format_of<K>();
  constexpr Choice choice = missing_data<K>();
  return extremum(E, choice, f, f, f, x, z).bits;
}

// CUDA Math API, __hmax_nan: "If either of inputs is NaN, then canonical NaN is returned".
template <Kind K, Extremum E>
SEMCHECK_HD constexpr Bits nan_extremum_of(Bits x, Bits z) {
  constexpr Format f = format_of<K>();
  if (is_nan(f, x) || is_nan(f, z)) return Traits<K>::canonical_nan();
  return extremum_of<K, E>(x, z);
}

/// A number rounded to an integer of its own format, which has the sign of the number.
template <Kind K, Rounding R>
__noinline__ SEMCHECK_HD constexpr Bits whole_of(Bits x) {
  constexpr Format f = format_of<K>();
  if (is_nan(f, x)) return operand_nan<K>(x, 0, 0);
  if (is_infinite(f, x) || unpack<Bits>(f, x).exponent >= 0) return x;
  const WholeNumber whole = rounded_to_whole(f, R, x);
  const Unpacked<Bits> value{whole.negative, 0, whole.magnitude};
  return round_pack(f, Rounding::rn, Overflow::infinity, value).bits;
}

// CUDA Math API, fabs: "fabs(NaN) returns an unspecified NaN"; an H200 gives that of its arithmetic, of double
// precision with the sign it had.
template <Kind K>
SEMCHECK_HD constexpr Bits magnitude_of(Bits x) {
  constexpr Format f = format_of<K>();
  return is_nan(f, x) ? operand_nan<K>(x, 0, 0) : magnitude(f, x);
}

template <Kind K>
SEMCHECK_HD constexpr Bits with_sign_of(Bits x, Bits sign) {
  constexpr Format f = format_of<K>();
  return magnitude(f, x) | (sign & sign_mask(f));
}

// PTX ISA, cvt.sat: "clamps the result to [0.0, 1.0]. NaN results are flushed to +0.0f".
template <Kind K>
SEMCHECK_HD constexpr Bits saturated_of(Bits x) {
  constexpr Format f = format_of<K>();
  constexpr Bits one = low_mask(f.exponent_bits - 1) << f.fraction_bits;
  if (is_nan(f, x) || is_negative(f, x)) return 0;
  return x < one ? x : one;
}

// PTX ISA, fma.relu: "clamps the result to 0 if negative. NaN result is converted to canonical NaN".
template <Kind K>
SEMCHECK_HD constexpr Bits relu_of(Bits x) {
  constexpr Format f = format_of<K>();
  if (is_nan(f, x)) return Traits<K>::canonical_nan();
  return is_negative(f, x) ? 0 : x;
}

}  // namespace semcheck::exact
