#include "core/judge/explanation.h"
#include "core/judge/suspects.h"

namespace semcheck {
namespace {

constexpr std::array kPasses = {Pass::zero, Pass::pass};
constexpr std::array kNans = {Nan::propagate, Nan::ignore};

bool explained_by_subnormals(const WrongResult& wrong) {
  return has_subnormal_operand(wrong) && explained_by(wrong, &Choice::subnormal, kAllSubnormals);
}

}  // namespace

Suspicion suspect_relu_grad(const WrongResult& wrong) {
  const bool nan_input = is_nan(result_format(wrong), wrong.operands[0]);
  const bool by_nan =
      wrong.operation.gradient_from == GradientFrom::output && nan_input && explained_by(wrong, &Choice::nan, kNans);
  if (nan_input && explained_by(wrong, &Choice::grad_nan, kPasses))
    return {Obligation::grad_nan, by_nan ? Obligation::nan : Obligation::grad_nan};
  if (by_nan) return certainly(Obligation::nan);
  if (explained_by_subnormals(wrong)) return certainly(Obligation::subnormal);
  if (nan_input)
    return certainly(wrong.operation.gradient_from == GradientFrom::output ? Obligation::nan : Obligation::grad_nan);
  return certainly(explained_by(wrong, &Choice::grad_zero, kPasses) ? Obligation::grad_zero : Obligation::value);
}

Suspicion suspect_select(const WrongResult& wrong) {
  return certainly(explained_by_subnormals(wrong) ? Obligation::subnormal : Obligation::value);
}

Suspicion suspect_compare(const WrongResult& wrong) {
  if (explained_by_subnormals(wrong)) return certainly(Obligation::subnormal);
  const bool floating = is_floating(format(wrong.operation.operands.front()));
  if (floating)
    return {explained_by(wrong, &Choice::order, kBothOrders) ? Obligation::order : Obligation::value,
            Obligation::value};
  const bool other_order = explained_by(wrong, &Choice::signedness, kAllSignednesses);
  return certainly(other_order ? Obligation::signedness : Obligation::value);
}

}  // namespace semcheck
