#pragma once

/// @file
/// The reference for `max` and `min`, derived from the rules alone and computed with integer operations. Compiled by
/// the host compiler and by NVRTC. One function holds one rule; with constant rules and formats all of them fold away.

#include "core/reference/nan_result.h"

namespace semcheck {

enum class Extremum : unsigned char { max, min };

// rule subnormal = "flush": PTX ISA, .ftz: subnormal inputs and results are flushed to sign-preserving zero. The result
// is one of the flushed inputs, so flushing those is enough.
// rule abs = "inputs": PTX ISA, max: ".abs: the magnitude of d is the maximum of the absolute values of both inputs".
// IEEE 754-2008 5.3.1, maxNumMag returns an operand with its sign, so there only the comparison drops it.
SEMCHECK_HD constexpr Bits operand_seen(const Choice& choice, const Format& f, Bits b) {
  const Bits seen = choice.subnormal == Subnormal::flush ? flushed(f, b) : b;
  return choice.abs == Abs::inputs && choice.sign != Sign::larger_magnitude ? magnitude(f, seen) : seen;
}

// rule subnormal = "flush_compare": PTX ISA, setp.ftz compares flushed inputs; selp copies the chosen one as it is.
SEMCHECK_HD constexpr Bits operand_compared(const Choice& choice, const Format& f, Bits b) {
  return choice.subnormal == Subnormal::flush_compare ? flushed(f, b) : b;
}

/// An operand as a comparison sees it.
SEMCHECK_HD constexpr Bits seen_by_comparison(const Choice& choice, const Format& f, Bits b) {
  return operand_compared(choice, f, operand_seen(choice, f, b));
}

// rule sign = "xor": PTX ISA, max: ".xorsign: the sign bit of d is the XOR of the sign bits of both inputs", of a NaN
// input too, but not of a NaN result.
SEMCHECK_HD constexpr Outcome number_result(const Choice& choice, const Format& f, Bits x, Bits z, Bits chosen) {
  if (choice.abs == Abs::inputs && choice.sign == Sign::exclusive_or)
    return exactly((chosen & magnitude_mask(f)) | ((x ^ z) & sign_mask(f)));
  return exactly(chosen);
}

// rule nan_result = "first" or "second": the payload and sign of that operand if it is a NaN, else of the other.
// "selected": C17 6.5.15 and PTX ISA, selp: the operand that `nan` picked comes out.
// `operand` stands for "first" and "second" and is split into them before it gets here.
SEMCHECK_HD constexpr Bits nan_operand(const Choice& choice, const Format& f, Bits x, Bits z) {
  const bool prefers_second =
      choice.nan_result == NanResult::second || (choice.nan_result == NanResult::selected && choice.nan == Nan::second);
  if (prefers_second) return is_nan(f, z) ? z : x;
  return is_nan(f, x) ? x : z;
}

// rule nan_result = "canonical": CUDA programming guide, floating-point standard: an operation whose result is a NaN
// returns the canonical one; PTX ISA, max.NaN: "the result is canonical NaN". "any": the rule leaves the bits open.
// rule snan = "verbatim": C17 6.5.15, the value of an operand is copied. Otherwise IEEE 754-2019 6.2: an operation
// delivers a quiet NaN.
SEMCHECK_HD constexpr Outcome nan_result(const Choice& choice, const Format& f, Bits x, Bits z) {
  const bool inputs_canonical = is_canonical_if_nan(choice, f, x) && is_canonical_if_nan(choice, f, z);
  if (choice.nan_result == NanResult::canonical || choice.nan_result == NanResult::any)
    return nan_outcome(choice, f, choice.nan_canonical, inputs_canonical);
  const bool verbatim = choice.snan == Snan::verbatim;
  const Bits operand = nan_operand(choice, f, x, z);
  return nan_outcome(choice, f, verbatim ? operand : quieted(f, operand), inputs_canonical);
}

// rule nan: exactly one operand is a NaN; says whether the number is the result.
SEMCHECK_HD constexpr bool number_wins(Extremum which, const Choice& choice, const Format& f, bool first_is_nan,
                                       Bits number) {
  switch (choice.nan) {
    // IEEE 754-2019 9.6, maximum: "a quiet NaN if either operand is a NaN".
    case Nan::propagate: return false;
    // IEEE 754-2019 9.6, maximumNumber: "if one operand is a number and the other a NaN, the number".
    case Nan::ignore: return true;
    // C17 6.5.8: every relation with a NaN is false, so that a compare-select takes the same operand each time.
    case Nan::first: return !first_is_nan;
    case Nan::second: return first_is_nan;
    // Go, math.Max: "Max(x, +Inf) = Max(+Inf, x) = +Inf", looked at before the NaNs; math.Min alike with -Inf.
    case Nan::propagate_unless_dominant:
      return is_infinite(f, number) && is_negative(f, number) == (which == Extremum::min);
    case Nan::undefined: break;
  }
  return false;
}

// rule snan = "propagate": IEEE 754-2008 6.2, maxNum of a signaling NaN and a number is a quiet NaN, although maxNum of
// a quiet NaN and a number is the number.
SEMCHECK_HD constexpr Outcome with_nan(Extremum which, const Choice& choice, const Format& f, Bits x, Bits z) {
  // rule nan = "undefined": OpenCL C 6.15.4, max: "if x or y are infinite or NaN, the return values are undefined".
  if (choice.nan == Nan::undefined) return {OutcomeKind::anything, 0};
  const bool forced = choice.snan == Snan::propagate && (is_signaling(f, x) || is_signaling(f, z));
  const bool first_is_nan = is_nan(f, x);
  const bool both = first_is_nan && is_nan(f, z);
  const Bits number = first_is_nan ? z : x;
  if (!forced && !both && number_wins(which, choice, f, first_is_nan, number))
    return number_result(choice, f, x, z, operand_seen(choice, f, number));
  return nan_result(choice, f, x, z);
}

// rule signed_zero = "ordered": IEEE 754-2019 9.6, maximum: "+0 compares greater than -0"; "equal": IEEE 754-2019 5.11,
// comparison ignores the sign of zero. Subnormals that the comparison flushes tie in both.
// rule order = "total": IEEE 754-2019 5.10: "totalOrder(-0, +0) is true" and "totalOrder(+0, -0) is false".
SEMCHECK_HD constexpr bool ties(const Choice& choice, const Format& f, Bits a, Bits b) {
  const bool zeros_differ = choice.signed_zero == SignedZero::ordered || choice.order == Order::total;
  return zeros_differ ? a == b : equal_numbers(f, a, b);
}

// rule sign = "larger_magnitude": IEEE 754-2008 5.3.1, maxNumMag: "x if |x| > |y|, y if |y| > |x|, otherwise
// maxNum(x, y)"; minNumMag with the relations turned round.
// rule tie: which of two operands that compare equal comes out; the first index is the first operand.
SEMCHECK_HD constexpr bool takes_first(Extremum which, const Choice& choice, const Format& f, Bits a, Bits b) {
  const bool by_magnitude = choice.abs == Abs::inputs && choice.sign == Sign::larger_magnitude;
  if (by_magnitude && magnitude(f, a) != magnitude(f, b))
    return (magnitude(f, a) > magnitude(f, b)) == (which == Extremum::max);
  if (choice.tie != Tie::none && ties(choice, f, a, b))
    return choice.tie == Tie::first || choice.tie == Tie::lowest_index;
  return is_above(f, order_key(f, a), order_key(f, b)) == (which == Extremum::max);
}

SEMCHECK_HD constexpr Outcome of_numbers(Extremum which, const Choice& choice, const Format& f, Bits x, Bits z) {
  const Bits a = operand_seen(choice, f, x);
  const Bits b = operand_seen(choice, f, z);
  // rule signed_zero = "any": the sign of a zero result is left open (LLVM language reference, nsz).
  if (choice.signed_zero == SignedZero::any && choice.order == Order::ieee && is_zero(f, a) && is_zero(f, b))
    return {OutcomeKind::any_zero, 0};
  const bool first = takes_first(which, choice, f, operand_compared(choice, f, a), operand_compared(choice, f, b));
  return number_result(choice, f, x, z, first ? a : b);
}

SEMCHECK_HD constexpr Outcome floating_extremum(Extremum which, const Choice& choice, const Format& f, Bits x, Bits z) {
  // rule infinity = "undefined": OpenCL C 6.15.4, max: "if x or y are infinite or NaN, the return values are
  // undefined".
  if (choice.infinity == Infinity::undefined && (is_infinite(f, x) || is_infinite(f, z)))
    return {OutcomeKind::anything, 0};
  // rule order = "total": IEEE 754-2019 5.10, totalOrder: NaNs of positive sign lie above every number and those of
  // negative sign below, a quiet one further out than a signaling one, larger payloads further out than smaller ones.
  const Outcome of_places = of_numbers(which, choice, f, x, z);
  if (choice.order == Order::total) return of_places;
  // Made in any case, so that neither the threads of a warp nor the lanes of a vector part.
  const Outcome of_nans = with_nan(which, choice, f, x, z);
  return is_nan(f, x) || is_nan(f, z) ? of_nans : of_places;
}

SEMCHECK_HD constexpr bool is_negative_integer(const Format& f, Bits b) {
  return f.kind == NumberKind::signed_integer && is_negative(f, b);
}
/// An integer's value in 64 bits of two's complement.
SEMCHECK_HD constexpr Bits extended(const Format& f, Bits b) {
  return is_negative_integer(f, b) ? b | ~value_mask(f) : b;
}

// rule signedness = "signed" and "unsigned": PTX ISA, max: .s32 and .u32 say how the bits of both operands are read.
SEMCHECK_HD constexpr Format compared_format(const Choice& choice, Format f) {
  if (choice.signedness == Signedness::as_signed) f.kind = NumberKind::signed_integer;
  if (choice.signedness == Signedness::as_unsigned) f.kind = NumberKind::unsigned_integer;
  return f;
}

// rule signedness = "promote": C17 6.3.1.8: what is narrower than int becomes int; of two wider operands the unsigned
// one gives the common type unless the signed one is wider.
SEMCHECK_HD constexpr bool converts_to_unsigned(const Format& x, const Format& z) {
  const bool x_unsigned = x.kind == NumberKind::unsigned_integer && x.width >= 32;
  const bool z_unsigned = z.kind == NumberKind::unsigned_integer && z.width >= 32;
  return (x_unsigned && x.width >= z.width) || (z_unsigned && z.width >= x.width);
}

// rule signedness = "exact": PTX ISA, vmax: operands are sign- or zero-extended to 33 bits and compared there. "same":
// the operands have one type and its order.
SEMCHECK_HD constexpr bool integer_greater(const Choice& choice, const Format& xf, const Format& zf, Bits x, Bits z) {
  if (xf == zf) return is_above(xf, order_key(xf, x), order_key(zf, z));
  const Bits a = extended(xf, x);
  const Bits b = extended(zf, z);
  if (choice.signedness == Signedness::promote && converts_to_unsigned(xf, zf)) {
    const Bits common = low_mask(xf.width > zf.width ? xf.width : zf.width);
    return (a & common) > (b & common);
  }
  const bool x_negative = is_negative_integer(xf, x);
  const bool z_negative = is_negative_integer(zf, z);
  return x_negative == z_negative ? a > b : z_negative;
}

SEMCHECK_HD constexpr Outcome integer_extremum(Extremum which, const Choice& choice, const Format& result,
                                               const Format& x_format, const Format& z_format, Bits x, Bits z) {
  const Format xf = compared_format(choice, x_format);
  const Format zf = compared_format(choice, z_format);
  const bool first = integer_greater(choice, xf, zf, x, z) == (which == Extremum::max);
  if (xf == zf && xf.width == result.width) return exactly(first ? x : z);
  return exactly((first ? extended(xf, x) : extended(zf, z)) & value_mask(result));
}

/// The outcome of max(x, z) or min(x, z) under one reading of the rules.
/// @param result  format of the result; `x_format` and `z_format` those of the operands. They differ only for integers
///                of mixed signedness, where `choice.signedness` says how the operands compare.
SEMCHECK_HD constexpr Outcome extremum(Extremum which, const Choice& choice, const Format& result,
                                       const Format& x_format, const Format& z_format, Bits x, Bits z) {
  if (is_floating(result)) return floating_extremum(which, choice, result, x, z);
  return integer_extremum(which, choice, result, x_format, z_format, x, z);
}

/// A NaN of another payload than the canonical one, to stand for a class of NaNs.
SEMCHECK_HD constexpr Bits other_nan(const Choice& choice, const Format& f) {
  const Bits nan = exponent_mask(f) | quiet_bit(f) | 1;
  return magnitude(f, choice.nan_canonical) == nan ? nan + 1 : nan;
}

/// A pattern that stands for an outcome, up to its sign.
SEMCHECK_HD constexpr Bits representative(const Choice& choice, const Format& f, const Outcome& outcome) {
  const bool named = outcome.kind == OutcomeKind::exactly || outcome.kind == OutcomeKind::either_sign;
  return !named && is_nan(f, outcome) ? outcome.bits | other_nan(choice, f) : outcome.bits;
}

SEMCHECK_HD constexpr bool sign_is_open(OutcomeKind kind) {
  return kind == OutcomeKind::either_sign || kind == OutcomeKind::any_quiet_nan || kind == OutcomeKind::any_nan ||
         kind == OutcomeKind::any_zero;
}

/// One outcome or the other, which differ in the sign of a number if at all.
SEMCHECK_HD constexpr Outcome joined(const Format& f, const Outcome& a, const Outcome& b) {
  if (a == b) return a;
  if (is_zero(f, a.bits)) return {OutcomeKind::any_zero, 0};
  return {OutcomeKind::either_sign, magnitude(f, a.bits)};
}

/// The extremum of an outcome, which has the result's format, and one operand more: the next step of a left fold.
// PTX ISA, max with three inputs: d = max(max(a, b), c).
SEMCHECK_HD constexpr Outcome next_extremum(Extremum which, const Choice& choice, const Format& result,
                                            const Format& z_format, const Outcome& so_far, Bits z) {
  if (so_far.kind == OutcomeKind::anything) return so_far;
  const Bits x = representative(choice, result, so_far);
  const Outcome outcome = extremum(which, choice, result, result, z_format, x, z);
  if (!sign_is_open(so_far.kind)) return outcome;
  return joined(result, outcome, extremum(which, choice, result, result, z_format, x ^ sign_mask(result), z));
}

}  // namespace semcheck
