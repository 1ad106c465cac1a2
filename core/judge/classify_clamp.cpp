#include "core/judge/explanation.h"
#include "core/judge/suspects.h"
#include "core/reference/clamp.h"

namespace semcheck {
namespace {

constexpr std::array kComposedForms = {ClampForm::min_of_max, ClampForm::max_of_min};
constexpr std::array kOtherForms = {ClampForm::select_lo_first, ClampForm::sat01};
constexpr std::array kNanBounds = {NanBound::rule, NanBound::propagate, NanBound::ignore};

Bounds bounds_of(const WrongResult& wrong) {
  const Format& f = result_format(wrong);
  const auto operand = [&](std::size_t k) {
    const auto& constants = wrong.operation.constants;
    return constants.empty() ? wrong.operands[k + 1] : constants[k].bits;
  };
  switch (wrong.operation.kind) {
    case OperationKind::clamp: return {operand(0), operand(1)};
    case OperationKind::grad_clip: return {operand(0) ^ sign_mask(f), operand(0)};
    default: return {0, one_of(f)};
  }
}

bool has_nan_bound(const WrongResult& wrong) {
  const Bounds bounds = bounds_of(wrong);
  return is_nan(result_format(wrong), bounds.lower) || is_nan(result_format(wrong), bounds.upper);
}

bool has_reversed_bounds(const WrongResult& wrong) {
  return are_reversed(wrong.readings.front(), result_format(wrong), bounds_of(wrong));
}

/// The rules other than those of unusual bounds that explain a number.
std::vector<Obligation> ordinary_rules(const WrongResult& wrong) {
  std::vector<Obligation> rules;
  if (only_zero_sign_is_wrong(wrong)) rules.push_back(suspect_floating(wrong).likely);
  if (has_subnormal_operand(wrong) && explained_by(wrong, &Choice::subnormal, kAllSubnormals))
    rules.push_back(Obligation::subnormal);
  if (has_nan_bound(wrong) && explained_by(wrong, &Choice::nan, kAllNans)) rules.push_back(Obligation::nan);
  if (explained_by(wrong, &Choice::clamp_form, kComposedForms)) rules.push_back(Obligation::clamp_form);
  return rules;
}

/// A number, limited by a NaN.
Suspicion suspect_nan_bound(const WrongResult& wrong) {
  std::vector<Obligation> rules = ordinary_rules(wrong);
  rules.insert(rules.begin() + (only_zero_sign_is_wrong(wrong) ? 1 : 0), Obligation::clamp_nan_bound);
  return in_order(rules);
}

/// A number, limited by numbers of which the lower is the upper bound.
Suspicion suspect_reversed_bounds(const WrongResult& wrong) {
  std::vector<Obligation> rules = ordinary_rules(wrong);
  rules.insert(rules.begin(), Obligation::clamp_bounds_reversed);
  return in_order(rules);
}

bool explained_by_nan_bound(const WrongResult& wrong) {
  return has_nan_bound(wrong) && explained_by(wrong, &Choice::nan_bound, kNanBounds);
}

/// A NaN instead of another one. A bound that is not ignored makes a new NaN where the operand should stay as it is.
Suspicion suspect_bits(const WrongResult& wrong) {
  const Suspicion bits = suspect_nan_bits(wrong);
  if (!explained_by_nan_bound(wrong)) return bits;
  return {bits.certain() ? bits.likely : bits.otherwise, Obligation::clamp_nan_bound};
}

/// A NaN. Where a number is right and another one came out, it is the other bound, or nothing that a rule gives.
Suspicion suspect_nan_operand(const WrongResult& wrong) {
  const Suspicion floating = suspect_floating(wrong);
  const bool by_form = explained_by(wrong, &Choice::clamp_form, kComposedForms);
  std::vector<Obligation> rules;
  if (explained_by_nan_bound(wrong)) rules.push_back(Obligation::clamp_nan_bound);
  if (floating.likely != Obligation::value) rules.push_back(floating.likely);
  if (by_form) rules.push_back(Obligation::clamp_form);
  if (rules.empty()) rules.push_back(Obligation::nan);
  if (!nan_for_number(wrong) && has_reversed_bounds(wrong)) rules.push_back(Obligation::clamp_bounds_reversed);
  return in_order(rules);
}

/// Selects copy a subnormal that compares as a zero, so that it takes both rules to explain it.
bool explained_by_form_and_flushing(const WrongResult& wrong) {
  for (Choice reading : wrong.readings)
    for (Subnormal subnormal : kAllSubnormals) {
      reading.subnormal = subnormal;
      reading.clamp_form = ClampForm::select_lo_first;
      if (gives_actual(wrong, reading)) return true;
    }
  return false;
}

/// A number, limited by numbers in their order.
Suspicion suspect_ordinary(const WrongResult& wrong) {
  const Suspicion suspicion = is_floating(result_format(wrong)) ? suspect_floating(wrong) : Suspicion();
  if (suspicion.likely != Obligation::value) return suspicion;
  if (explained_by(wrong, &Choice::clamp_form, kComposedForms) || explained_by(wrong, &Choice::clamp_form, kOtherForms))
    return certainly(Obligation::clamp_form);
  if (has_subnormal_operand(wrong) && explained_by_form_and_flushing(wrong))
    return {Obligation::subnormal, Obligation::clamp_form};
  return certainly(Obligation::value);
}

}  // namespace

Suspicion suspect_clamp(const WrongResult& wrong) {
  const Format& f = result_format(wrong);
  if (is_nan(f, wrong.actual) && !nan_for_number(wrong)) return suspect_bits(wrong);
  if (is_nan(f, wrong.operands[0])) return suspect_nan_operand(wrong);
  if (has_nan_bound(wrong)) return suspect_nan_bound(wrong);
  if (has_reversed_bounds(wrong)) return suspect_reversed_bounds(wrong);
  return suspect_ordinary(wrong);
}

}  // namespace semcheck
