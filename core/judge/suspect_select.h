#pragma once

/// @file
/// Which rule a wrong result of relu_grad, select or compare breaks. Compiled by the host compiler and by NVRTC.

#include "core/judge/explanation.h"

namespace semcheck {

template <class Wrong>
SEMCHECK_HD constexpr bool explained_by_subnormals(const Wrong& wrong) {
  return has_subnormal_operand(wrong) && explained_by(wrong, &Choice::subnormal, kAllSubnormals);
}

template <class Wrong>
SEMCHECK_HD constexpr Suspicion suspect_relu_grad(const Wrong& wrong) {
  constexpr unsigned kPasses = values_of(Pass::zero, Pass::pass);
  const bool nan_input = is_nan(wrong.result(), wrong.operands[0]);
  const bool of_output = wrong.operation().gradient_from == GradientFrom::output;
  const bool by_nan =
      of_output && nan_input && explained_by(wrong, &Choice::nan, values_of(Nan::propagate, Nan::ignore));
  if (nan_input && explained_by(wrong, &Choice::grad_nan, kPasses))
    return {Obligation::grad_nan, by_nan ? Obligation::nan : Obligation::grad_nan};
  if (by_nan) return certainly(Obligation::nan);
  if (explained_by_subnormals(wrong)) return certainly(Obligation::subnormal);
  if (nan_input) return certainly(of_output ? Obligation::nan : Obligation::grad_nan);
  return certainly(explained_by(wrong, &Choice::grad_zero, kPasses) ? Obligation::grad_zero : Obligation::value);
}

template <class Wrong>
SEMCHECK_HD constexpr Suspicion suspect_select(const Wrong& wrong) {
  return certainly(explained_by_subnormals(wrong) ? Obligation::subnormal : Obligation::value);
}

template <class Wrong>
SEMCHECK_HD constexpr Suspicion suspect_compare(const Wrong& wrong) {
  if (explained_by_subnormals(wrong)) return certainly(Obligation::subnormal);
  if (is_floating(wrong.operation().operands[0])) {
    const bool other_order = explained_by(wrong, &Choice::order, values_of(Order::ieee, Order::total));
    return {other_order ? Obligation::order : Obligation::value, Obligation::value};
  }
  const bool other_order = explained_by(wrong, &Choice::signedness, kAllSignednesses);
  return certainly(other_order ? Obligation::signedness : Obligation::value);
}

}  // namespace semcheck
