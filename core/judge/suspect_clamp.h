#pragma once

/// @file
/// Which rule a wrong result of clamp, grad_clip or saturate breaks. Compiled by the host compiler and by NVRTC.

#include "core/judge/suspect_floating.h"

namespace semcheck {

inline constexpr unsigned kComposedForms = values_of(ClampForm::min_of_max, ClampForm::max_of_min);

template <class Wrong>
SEMCHECK_HD constexpr Bounds bounds_of(const Wrong& wrong) {
  constexpr OperationKind kKind = Wrong::kKind;
  const Elementwise& op = wrong.operation();
  const Bits* bounds = op.has_constants ? op.constants : wrong.operands + 1;
  if constexpr (kKind == OperationKind::clamp) return {bounds[0], bounds[1]};
  if constexpr (kKind == OperationKind::grad_clip) return {bounds[0] ^ sign_mask(op.result), bounds[0]};
  return {0, one_of(op.result)};
}

template <class Wrong>
SEMCHECK_HD constexpr bool has_nan_bound(const Wrong& wrong) {
  const Bounds bounds = bounds_of(wrong);
  return is_nan(wrong.result(), bounds.lower) || is_nan(wrong.result(), bounds.upper);
}

template <class Wrong>
SEMCHECK_HD constexpr bool has_reversed_bounds(const Wrong& wrong) {
  return are_reversed(wrong.contract.readings[0], wrong.result(), bounds_of(wrong));
}

/// Adds the rules, other than those of unusual bounds and of zeros, that explain a number.
template <class Wrong>
SEMCHECK_HD constexpr void add_ordinary_rules(const Wrong& wrong, Explanations& rules) {
  if (has_subnormal_operand(wrong) && explained_by(wrong, &Choice::subnormal, kAllSubnormals))
    rules.add(Obligation::subnormal);
  if (has_nan_bound(wrong) && explained_by(wrong, &Choice::nan, kAllNans)) rules.add(Obligation::nan);
  if (explained_by(wrong, &Choice::clamp_form, kComposedForms)) rules.add(Obligation::clamp_form);
}

/// A number, limited by bounds for which there is a rule of their own.
template <class Wrong>
SEMCHECK_HD constexpr Suspicion suspect_unusual_bounds(const Wrong& wrong, Obligation rule, const Suspicion& floating) {
  const bool by_zero = only_zero_sign_is_wrong(wrong);
  Explanations rules;
  if (by_zero && rule == Obligation::clamp_nan_bound) rules.add(floating.likely);
  rules.add(rule);
  if (by_zero && rule != Obligation::clamp_nan_bound) rules.add(floating.likely);
  add_ordinary_rules(wrong, rules);
  return rules.suspicion();
}

/// A NaN instead of another one. A bound that is not ignored makes a new NaN where the operand should stay as it is.
SEMCHECK_HD constexpr Suspicion suspect_bits(const Suspicion& floating, bool by_nan_bound) {
  if (!by_nan_bound) return floating;
  return {floating.certain() ? floating.likely : floating.otherwise, Obligation::clamp_nan_bound};
}

/// A NaN. Where a number is right and another one came out, it is the other bound, or nothing that a rule gives.
template <class Wrong>
SEMCHECK_HD constexpr Suspicion suspect_nan_operand(const Wrong& wrong, const Suspicion& floating, bool by_nan_bound) {
  Explanations rules;
  if (by_nan_bound) rules.add(Obligation::clamp_nan_bound);
  if (floating.likely != Obligation::value) rules.add(floating.likely);
  if (explained_by(wrong, &Choice::clamp_form, kComposedForms)) rules.add(Obligation::clamp_form);
  if (rules.count == 0) rules.add(Obligation::nan);
  if (floating.likely != Obligation::nan && has_reversed_bounds(wrong)) rules.add(Obligation::clamp_bounds_reversed);
  return rules.suspicion();
}

/// A number, limited by numbers in their order.
template <class Wrong>
SEMCHECK_HD constexpr Suspicion suspect_ordinary(const Wrong& wrong, const Suspicion& floating) {
  constexpr unsigned kSelects = values_of(ClampForm::select_lo_first);
  constexpr unsigned kAllForms = kComposedForms | kSelects | values_of(ClampForm::sat01);
  if (floating.likely != Obligation::value) return floating;
  if (explained_by(wrong, &Choice::clamp_form, kAllForms)) return certainly(Obligation::clamp_form);
  // Selects copy a subnormal that compares as a zero, so that it takes both rules to explain it.
  if (has_subnormal_operand(wrong) &&
      explained_by_both(wrong, &Choice::clamp_form, kSelects, &Choice::subnormal, kAllSubnormals))
    return {Obligation::subnormal, Obligation::clamp_form};
  return certainly(Obligation::value);
}

/// The rules of NaNs, zeros and subnormals are asked once for all the cases that look at them.
template <class Wrong>
SEMCHECK_HD constexpr Suspicion suspect_clamp(const Wrong& wrong) {
  constexpr unsigned kNanBounds = values_of(NanBound::rule, NanBound::propagate, NanBound::ignore);
  const Format f = wrong.result();
  const Suspicion floating = is_floating(f) ? suspect_floating(wrong) : Suspicion();
  const bool nan_bound = has_nan_bound(wrong);
  const bool by_nan_bound = nan_bound && explained_by(wrong, &Choice::nan_bound, kNanBounds);
  if (is_nan(f, wrong.actual) && floating.likely != Obligation::nan) return suspect_bits(floating, by_nan_bound);
  if (is_nan(f, wrong.operands[0])) return suspect_nan_operand(wrong, floating, by_nan_bound);
  if (!nan_bound && !has_reversed_bounds(wrong)) return suspect_ordinary(wrong, floating);
  const Obligation rule = nan_bound ? Obligation::clamp_nan_bound : Obligation::clamp_bounds_reversed;
  return suspect_unusual_bounds(wrong, rule, floating);
}

}  // namespace semcheck
