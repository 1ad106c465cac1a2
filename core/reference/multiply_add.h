#pragma once

/// @file
/// The reference for `fma_relu`. Compiled by the host compiler and by NVRTC.

#include "core/reference/extremum.h"
#include "core/reference/soft_float.h"

namespace semcheck {

/// An arithmetic result as the next step sees it: rule subnormal = "flush": PTX ISA, fma.ftz, mul.ftz and add.ftz flush
/// subnormal results too.
SEMCHECK_HD constexpr Bits settled(const Choice& choice, const Format& f, const FloatResult& result, Bits nan) {
  return operand_seen(choice, f, is_nan(result) ? nan : result.bits);
}

/// A normal number or a zero times two; what would leave the format stays as it is.
SEMCHECK_HD constexpr Bits doubled(const Format& f, Bits b) {
  const Bits least_normal = Bits{1} << f.fraction_bits;
  const Bits m = magnitude(f, b);
  return m < least_normal || m >= exponent_mask(f) - least_normal ? b : b + least_normal;
}

/// x * z + w, rounded once. With subnormal = "flush" it is a zero where it stays below the least normal number when it
/// is rounded with the precision of a normal one: measured on an H200 (tests/recordings/h200/ptx_forms.txt), for the
/// PTX manual does not say whether a result is rounded or flushed first. Twice the result has that precision.
SEMCHECK_HD constexpr FloatResult rounded_once(const Choice& choice, const Format& f, Bits x, Bits z, Bits w) {
  FloatResult result = fused_multiply_add(f, choice.round, x, z, w);
  const Bits least_normal = Bits{1} << f.fraction_bits;
  if (choice.subnormal != Subnormal::flush || is_nan(result) || magnitude(f, result.bits) != least_normal)
    return result;
  const bool x_is_less = magnitude(f, x) < magnitude(f, z);
  const FloatResult twice =
      fused_multiply_add(f, choice.round, x_is_less ? doubled(f, x) : x, x_is_less ? z : doubled(f, z), doubled(f, w));
  if (magnitude(f, twice.bits) < 2 * least_normal) result.bits &= sign_mask(f);
  return result;
}

// rule fma.contract = "fused": IEEE 754-2019 5.4.1, fusedMultiplyAdd: "as if with unbounded range and precision, with
// only one rounding".
SEMCHECK_HD constexpr Bits fused(const Choice& choice, const Format& f, Bits x, Bits z, Bits w) {
  return settled(choice, f, rounded_once(choice, f, x, z, w), arithmetic_nan(choice, f, x, z, w));
}

// rule fma.contract = "separate": CUDA programming guide, __fmul_rn and __fadd_rn: "never merged into a single
// multiply-add". The product is that of a multiply-add of a zero with its sign. A sum below the normal numbers is
// exact.
SEMCHECK_HD constexpr Bits separate(const Choice& choice, const Format& f, Bits x, Bits z, Bits w) {
  const Bits no_addend = (x ^ z) & sign_mask(f);
  const Bits product = settled(choice, f, rounded_once(choice, f, x, z, no_addend), arithmetic_nan(choice, f, x, z, 0));
  return settled(choice, f, add(f, choice.round, product, w), arithmetic_nan(choice, f, product, w, 0));
}

/// x * z + w.
SEMCHECK_HD constexpr Bits multiply_add(const Choice& choice, const Format& f, Bits x, Bits z, Bits w) {
  const Bits a = operand_seen(choice, f, x);
  const Bits b = operand_seen(choice, f, z);
  const Bits c = operand_seen(choice, f, w);
  return choice.contract == Contraction::separate ? separate(choice, f, a, b, c) : fused(choice, f, a, b, c);
}

/// The outcome of relu(x * z + w).
SEMCHECK_HD constexpr Outcome fma_relu(const Choice& choice, const Format& f, Bits x, Bits z, Bits w) {
  const Bits y = multiply_add(choice, f, x, z, w);
  // rule fma.post = "max": whatever the binary rules say of max(y, +0).
  if (choice.post == Post::max) return extremum(Extremum::max, choice, f, f, f, y, 0);
  // rule fma.post = "relu": PTX ISA, fma: ".relu clamps the result to 0 if negative. NaN result is converted to
  // canonical NaN"; measured: -0 becomes +0.
  if (is_nan(f, y)) return exactly(choice.nan_canonical);
  return exactly(is_negative(f, y) ? 0 : y);
}

}  // namespace semcheck
