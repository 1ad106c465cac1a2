#pragma once

/// @file
/// The reference for `clamp`, `grad_clip` and `saturate`. Compiled by the host compiler and by NVRTC.

#include "core/reference/compare.h"

namespace semcheck {

/// The bounds of a clamp; one that is not there limits nothing.
struct Bounds {
  Bits lower = 0;
  Bits upper = 0;
  bool has_lower = true;
  bool has_upper = true;
};

SEMCHECK_HD constexpr Bits one_of(const Format& f) {
  return low_mask(f.exponent_bits - 1) << f.fraction_bits;
}

// rule clamp.form = "select_lo_first": C++20 27.8.9, clamp: "lo if v is less than lo, hi if hi is less than v,
// otherwise v", all by reference; a relation with a NaN is false.
SEMCHECK_HD constexpr Outcome clamp_by_selects(const Choice& choice, const Format& f, Bits x, const Bounds& bounds) {
  if (comparison(choice, f, f, x, bounds.lower) == kLess) return exactly(operand_seen(choice, f, bounds.lower));
  if (comparison(choice, f, f, bounds.upper, x) == kLess) return exactly(operand_seen(choice, f, bounds.upper));
  return exactly(operand_seen(choice, f, x));
}

SEMCHECK_HD constexpr Outcome raised_to_lower(const Choice& choice, const Format& f, const Outcome& x,
                                              const Bounds& bounds) {
  return bounds.has_lower ? next_extremum(Extremum::max, choice, f, f, x, bounds.lower) : x;
}
SEMCHECK_HD constexpr Outcome lowered_to_upper(const Choice& choice, const Format& f, const Outcome& x,
                                               const Bounds& bounds) {
  return bounds.has_upper ? next_extremum(Extremum::min, choice, f, f, x, bounds.upper) : x;
}

// rule clamp.form = "min_of_max": StableHLO, clamp: "minimum(maximum(operand, min), max)"; "max_of_min": HLSL, clamp in
// terms of min, then max.
SEMCHECK_HD constexpr Outcome clamp_by_form(const Choice& choice, const Format& f, Bits x, const Bounds& bounds) {
  const Outcome operand = exactly(operand_seen(choice, f, x));
  switch (choice.clamp_form) {
    case ClampForm::max_of_min: return raised_to_lower(choice, f, lowered_to_upper(choice, f, operand, bounds), bounds);
    case ClampForm::select_lo_first: return clamp_by_selects(choice, f, x, bounds);
    default: return lowered_to_upper(choice, f, raised_to_lower(choice, f, operand, bounds), bounds);
  }
}

/// Whether the lower bound is above the upper one, as the form compares: the order of zeros matters to it or not.
SEMCHECK_HD constexpr bool are_reversed(const Choice& choice, const Format& f, const Bounds& bounds) {
  const unsigned relation = comparison(choice, f, f, bounds.lower, bounds.upper);
  const bool orders_zeros =
      is_floating(f) && choice.signed_zero == SignedZero::ordered && choice.clamp_form != ClampForm::select_lo_first;
  if (!orders_zeros || relation != kEqual) return relation == kGreater;
  return order_key(f, seen_by_comparison(choice, f, bounds.lower)) >
         order_key(f, seen_by_comparison(choice, f, bounds.upper));
}

// rule clamp.bounds_reversed: PyTorch, clamp: "if min is greater than max, sets all elements to max" ("hi"); C++20
// 27.8.9, clamp: "preconditions: bool(comp(hi, lo)) is false" ("undefined"); Rust, f32::clamp: "panics if min > max"
// ("error"). A NaN operand is no number to be limited, so that the form decides.
SEMCHECK_HD constexpr Outcome clamp_to_reversed(const Choice& choice, const Format& f, Bits x, const Bounds& bounds) {
  const BoundsReversed rule = choice.bounds_reversed;
  if (rule == BoundsReversed::undefined || rule == BoundsReversed::error) return {OutcomeKind::anything, 0};
  if (rule == BoundsReversed::rule || is_nan(f, x)) return clamp_by_form(choice, f, x, bounds);
  return exactly(operand_seen(choice, f, rule == BoundsReversed::hi ? bounds.upper : bounds.lower));
}

// rule clamp.nan_bound: PyTorch, clamp of tensors: a NaN bound is the result ("propagate"); NumPy 1.24, clip with a NaN
// scalar: "no bound" ("ignore"); Triton, clamp: "behavior is undefined if either bound is NaN" ("undefined"); Rust,
// f32::clamp: "panics if min is NaN, or max is NaN" ("error").
SEMCHECK_HD constexpr Outcome clamp_to_nan(const Choice& choice, const Format& f, Bits x, Bounds bounds) {
  switch (choice.nan_bound) {
    case NanBound::rule: return clamp_by_form(choice, f, x, bounds);
    case NanBound::propagate: return nan_of_operands(choice, f, x, bounds.lower, bounds.upper);
    case NanBound::ignore:
      bounds.has_lower = !is_nan(f, bounds.lower);
      bounds.has_upper = !is_nan(f, bounds.upper);
      return clamp_by_form(choice, f, x, bounds);
    default: return {OutcomeKind::anything, 0};
  }
}

/// The outcome of clamp(x, lower, upper).
SEMCHECK_HD constexpr Outcome clamp(const Choice& choice, const Format& f, Bits x, Bits lower, Bits upper) {
  const Bounds bounds{lower, upper};
  if (is_nan(f, lower) || is_nan(f, upper)) return clamp_to_nan(choice, f, x, bounds);
  if (are_reversed(choice, f, bounds)) return clamp_to_reversed(choice, f, x, bounds);
  return clamp_by_form(choice, f, x, bounds);
}

/// The outcome of clamp(x, -limit, limit).
SEMCHECK_HD constexpr Outcome grad_clip(const Choice& choice, const Format& f, Bits x, Bits limit) {
  return clamp(choice, f, x, limit ^ sign_mask(f), limit);
}

// rule clamp.form = "sat01": PTX ISA, add.sat and cvt.sat: "clamps the result to [0.0, 1.0]. NaN results are flushed to
// +0.0f"; measured: -0 becomes +0.
SEMCHECK_HD constexpr Outcome sat01(const Choice& choice, const Format& f, Bits x) {
  const Bits seen = seen_by_comparison(choice, f, x);
  if (is_nan(f, seen) || is_zero(f, seen) || is_negative(f, seen)) return exactly(0);
  return exactly(seen < one_of(f) ? operand_seen(choice, f, x) : one_of(f));
}

/// The outcome of clamp(x, +0, 1).
SEMCHECK_HD constexpr Outcome saturate(const Choice& choice, const Format& f, Bits x) {
  return choice.clamp_form == ClampForm::sat01 ? sat01(choice, f, x) : clamp(choice, f, x, 0, one_of(f));
}

}  // namespace semcheck
