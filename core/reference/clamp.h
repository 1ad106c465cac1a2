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

/// An outcome raised to the lower bound by a maximum, or lowered to the upper one by a minimum.
SEMCHECK_HD constexpr Outcome limited(Extremum which, const Choice& choice, const Format& f, const Outcome& x,
                                      const Bounds& bounds) {
  const bool raises = which == Extremum::max;
  if (!(raises ? bounds.has_lower : bounds.has_upper)) return x;
  return next_extremum(which, choice, f, f, x, raises ? bounds.lower : bounds.upper);
}

// rule clamp.form = "min_of_max": StableHLO, clamp: "minimum(maximum(operand, min), max)"; "max_of_min": HLSL, clamp in
// terms of min, then max.
SEMCHECK_HD constexpr Extremum inner_extremum(ClampForm form) {
  switch (form) {
    case ClampForm::max_of_min: return Extremum::min;
    default: return Extremum::max;
  }
}

SEMCHECK_HD constexpr Outcome clamp_by_form(const Choice& choice, const Format& f, Bits x, const Bounds& bounds) {
  if (choice.clamp_form == ClampForm::select_lo_first) return clamp_by_selects(choice, f, x, bounds);
  const Extremum inner = inner_extremum(choice.clamp_form);
  const Extremum outer = inner == Extremum::max ? Extremum::min : Extremum::max;
  return limited(outer, choice, f, limited(inner, choice, f, exactly(operand_seen(choice, f, x)), bounds), bounds);
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

/// What unusual bounds come to: an outcome, or else the bounds that the form of the clamp goes by.
struct Limitation {
  Bounds bounds;
  bool is_settled = false;
  Outcome outcome{};
};

SEMCHECK_HD constexpr Limitation settled_by(const Outcome& outcome) {
  return {{}, true, outcome};
}

// rule clamp.bounds_reversed: PyTorch, clamp: "if min is greater than max, sets all elements to max" ("hi"); C++20
// 27.8.9, clamp: "preconditions: bool(comp(hi, lo)) is false" ("undefined"); Rust, f32::clamp: "panics if min > max"
// ("error"). A NaN operand is no number to be limited, so that the form decides.
SEMCHECK_HD constexpr Limitation limited_by_reversed(const Choice& choice, const Format& f, Bits x,
                                                     const Bounds& bounds) {
  const BoundsReversed rule = choice.bounds_reversed;
  if (rule == BoundsReversed::undefined || rule == BoundsReversed::error) return settled_by({OutcomeKind::anything, 0});
  if (rule == BoundsReversed::rule || is_nan(f, x)) return {bounds};
  return settled_by(exactly(operand_seen(choice, f, rule == BoundsReversed::hi ? bounds.upper : bounds.lower)));
}

// rule clamp.nan_bound: PyTorch, clamp of tensors: a NaN bound is the result ("propagate"); NumPy 1.24, clip with a NaN
// scalar: "no bound" ("ignore"); Triton, clamp: "behavior is undefined if either bound is NaN" ("undefined"); Rust,
// f32::clamp: "panics if min is NaN, or max is NaN" ("error").
SEMCHECK_HD constexpr Limitation limited_by_nan(const Choice& choice, const Format& f, Bits x, Bounds bounds) {
  switch (choice.nan_bound) {
    case NanBound::rule: return {bounds};
    case NanBound::propagate: return settled_by(nan_of_operands(choice, f, x, bounds.lower, bounds.upper));
    case NanBound::ignore:
      bounds.has_lower = !is_nan(f, bounds.lower);
      bounds.has_upper = !is_nan(f, bounds.upper);
      return {bounds};
    default: return settled_by({OutcomeKind::anything, 0});
  }
}

/// The outcome of clamp(x, lower, upper).
SEMCHECK_HD constexpr Outcome clamp(const Choice& choice, const Format& f, Bits x, Bits lower, Bits upper) {
  const Bounds bounds{lower, upper};
  Limitation limitation{bounds};
  if (is_nan(f, lower) || is_nan(f, upper))
    limitation = limited_by_nan(choice, f, x, bounds);
  else if (are_reversed(choice, f, bounds))
    limitation = limited_by_reversed(choice, f, x, bounds);
  // The form stands here alone: compilers inline it wherever it stands, and NVRTC would take long.
  return limitation.is_settled ? limitation.outcome : clamp_by_form(choice, f, x, limitation.bounds);
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
