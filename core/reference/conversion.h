#pragma once

/// @file
/// The reference for `convert`. Compiled by the host compiler and by NVRTC.

#include "core/reference/convert.h"
#include "core/reference/extremum.h"

namespace semcheck {

/// A NaN in another format: its sign, and of its payload the leading bits that both have.
// IEEE 754-2019 6.2.3: "conversion of a quiet NaN to a floating-point format of wider precision and back should not
// change the quiet NaN payload in any way".
SEMCHECK_HD constexpr Bits carried_nan(const Format& from, const Format& to, Bits b) {
  const Bits sign = sign_of(to, is_negative(from, b));
  if (!to.has_infinity) return sign | magnitude_mask(to);
  const int wider = to.fraction_bits - from.fraction_bits;
  const Bits fraction = b & fraction_mask(from);
  return sign | exponent_mask(to) | (wider >= 0 ? fraction << wider : fraction >> -wider);
}

/// `nan` unless its payload was cut down to nothing, which would make an infinity of it.
SEMCHECK_HD constexpr Bits kept_nan(const Format& f, Bits nan) {
  return is_nan(f, nan) ? nan : quieted(f, nan);
}

// rule nan_payload = "canonical_if_inputs_canonical": an operand is canonical when its payload is the canonical one and
// nothing is cut off.
SEMCHECK_HD constexpr bool carries_canonical(const Choice& choice, const Format& from, const Format& to, Bits b) {
  const int narrower = from.fraction_bits - to.fraction_bits;
  const bool cut = narrower > 0 && (b & low_mask(narrower)) != 0;
  return !cut && magnitude(to, carried_nan(from, to, b)) == magnitude(to, choice.nan_canonical);
}

// rule convert.nan = "max_finite": PTX ISA, cvt to e2m1 and the like, which have no NaN: "positive MAX_NORM".
SEMCHECK_HD constexpr Outcome nan_to_float(const Choice& choice, const Format& from, const Format& to, Bits b) {
  if (choice.convert_nan == ConvertNan::undefined) return {OutcomeKind::anything, 0};
  if (choice.convert_nan == ConvertNan::max_finite) return exactly(largest_finite(to));
  const bool canonical = carries_canonical(choice, from, to, b);
  if (choice.nan_result == NanResult::canonical || choice.nan_result == NanResult::any)
    return nan_outcome(choice, to, choice.nan_canonical, canonical);
  const Bits nan = carried_nan(from, to, b);
  return nan_outcome(choice, to, choice.snan == Snan::verbatim ? kept_nan(to, nan) : quieted(to, nan), canonical);
}

/// A floating result that is a NaN because the number was too large.
// rule convert.overflow = "nan": ONNX, Cast to float8e4m3fn with saturate = 0: a number out of range becomes a NaN;
// CUDA Math API, __nv_cvt_float_to_fp8 with __NV_NOSAT: the sign is kept.
SEMCHECK_HD constexpr Outcome overflowed_to_nan(const Choice& choice, const Format& to, Bits sign) {
  // rule convert.overflow = "undefined": C17 6.3.1.5: "outside the range of values that can be represented, the
  // behavior is undefined".
  if (choice.overflow == Overflow::undefined) return {OutcomeKind::anything, 0};
  return nan_outcome(choice, to, sign | magnitude(to, choice.nan_canonical), true);
}

// rule convert.round: PTX ISA, cvt: .rn, .rz, .rm, .rp, and .rna for ties away from zero.
// rule subnormal = "flush": PTX ISA, cvt.ftz: subnormal inputs and results are flushed to sign-preserving zero.
SEMCHECK_HD constexpr Outcome to_float(const Choice& choice, const Format& from, const Format& to, Bits b) {
  if (is_nan(from, b)) return nan_to_float(choice, from, to, b);
  const bool leaves_open = choice.overflow == Overflow::undefined;
  // An infinity is within the range of a format that has it.
  const bool infinite = leaves_open && is_infinite(from, b) && to.has_infinity;
  const Overflow overflow = infinite ? Overflow::infinity : leaves_open ? Overflow::nan : choice.overflow;
  const FloatResult result = is_floating(from) ? float_to_float(from, to, choice.round, overflow, b)
                                               : integer_to_float(from, to, choice.round, overflow, b);
  if (is_nan(result)) return overflowed_to_nan(choice, to, result.bits);
  return exactly(operand_seen(choice, to, result.bits));
}

/// A conversion to an integer in one step, by `overflow`.
// rule convert.nan: PTX ISA, cvt: a NaN becomes 0 in up to 32 bits and only the top bit otherwise ("zero", "top_bit");
// RISC-V unprivileged ISA, FCVT: the greatest integer ("max"); Intel SDM, CVTTSS2SI: the least ("min").
SEMCHECK_HD constexpr Outcome to_integer(const Choice& choice, const Format& from, const Format& to, Overflow overflow,
                                         Bits b) {
  if (is_nan(from, b)) {
    if (choice.convert_nan == ConvertNan::undefined) return {OutcomeKind::anything, 0};
    return exactly(pack_nan_as_integer(to, choice.convert_nan));
  }
  const WholeNumber number = is_floating(from) ? rounded_to_whole(from, choice.round, b) : whole_number(from, b);
  // rule convert.overflow = "undefined": C17 6.3.1.4: "if the value of the integral part cannot be represented by the
  // integer type, the behavior is undefined".
  if (overflow == Overflow::undefined && !fits(to, number)) return {OutcomeKind::anything, 0};
  return exactly(pack_integer(to, overflow, number));
}

/// An end of an integer's range in the type it is converted from.
SEMCHECK_HD constexpr Bits bound_in(const Format& from, const Format& to, Bits end) {
  const Overflow overflow = from.has_infinity ? Overflow::infinity : Overflow::saturate;
  return integer_to_float(to, from, Rounding::rn, overflow, end).bits;
}

// rule convert.stage = "clamp_then_convert": CUDA, __float2int_rn(fminf(fmaxf(x, least), greatest)): fmaxf drops a NaN.
SEMCHECK_HD constexpr Bits clamped_to_range(const Format& from, const Format& to, Bits b) {
  const Bits lower = bound_in(from, to, least_integer(to));
  const Bits upper = bound_in(from, to, greatest_integer(to));
  if (is_nan(from, b) || order_key(from, b) < order_key(from, lower)) return lower;
  return order_key(from, b) > order_key(from, upper) ? upper : b;
}

/// A conversion to s32, which saturates, and from there to the result by `overflow`.
// rule convert.stage = "convert_then_clamp": CUDA, max(least, min(greatest, __float2int_rn(x))); "through_s32":
// (signed char)x in CUDA C++: PTX cvt.rzi.s32.f32, and a store of the low byte.
SEMCHECK_HD constexpr Outcome by_way_of_s32(const Choice& choice, const Format& from, const Format& to,
                                            Overflow overflow, Bits b) {
  constexpr Format s32 = {NumberKind::signed_integer, 32, 0, 0, false};
  const Outcome middle = to_integer(choice, from, s32, Overflow::saturate, b);
  if (middle.kind == OutcomeKind::anything) return middle;
  return to_integer(choice, s32, to, overflow, middle.bits);
}

/// The outcome of a conversion.
SEMCHECK_HD constexpr Outcome convert(const Choice& choice, const Format& from, const Format& to, Bits x) {
  const Bits b = operand_seen(choice, from, x);
  if (is_floating(to)) return to_float(choice, from, to, b);
  switch (choice.stage) {
    case Stage::native: return to_integer(choice, from, to, choice.overflow, b);
    case Stage::convert_then_clamp: return by_way_of_s32(choice, from, to, Overflow::saturate, b);
    case Stage::through_s32: return by_way_of_s32(choice, from, to, choice.overflow, b);
    case Stage::clamp_then_convert: break;
  }
  if (!is_floating(from)) return to_integer(choice, from, to, Overflow::saturate, b);
  return to_integer(choice, from, to, choice.overflow, clamped_to_range(from, to, b));
}

}  // namespace semcheck
