#include "core/judge/explanation.h"
#include "core/judge/suspects.h"

namespace semcheck {
namespace {

constexpr std::array kIdentities = {Identity::infinity, Identity::lowest, Identity::nan, Identity::first};
constexpr std::array kParticipations = {InitParticipates::no, InitParticipates::yes};
constexpr std::array kOrders = {ReduceOrder::sequential, ReduceOrder::tree, ReduceOrder::any};
constexpr std::array kGuards = {SoftmaxGuard::none, SoftmaxGuard::zero};
constexpr std::array kNans = {Nan::propagate, Nan::ignore, Nan::first, Nan::second, Nan::propagate_unless_dominant};
constexpr std::array kIndexTies = {IndexTie::either};
constexpr std::array kIndexNans = {IndexNan::first_nan, IndexNan::ignore, IndexNan::order_dependent};
constexpr std::array kSignedZeros = {SignedZero::ordered, SignedZero::equal};
constexpr std::array kContracts = {Contract::fused, Contract::separate};

bool has_nan(const WrongResult& wrong) {
  return has_operand(wrong, [](const Format& f, Bits b) { return is_nan(f, b); });
}

/// Whether another identity that takes part explains the result.
bool explained_by_identity(const WrongResult& wrong) {
  for (Choice reading : wrong.readings)
    for (Identity identity : kIdentities) {
      reading.identity = identity;
      reading.init_participates = InitParticipates::yes;
      if (gives_actual(wrong, reading)) return true;
    }
  return false;
}

/// Whether another treatment of NaNs explains the result, in whatever order.
bool explained_by_nans(const WrongResult& wrong) {
  for (Choice reading : wrong.readings)
    for (Nan nan : kNans) {
      reading.nan = nan;
      reading.reduce_order = ReduceOrder::any;
      if (gives_actual(wrong, reading)) return true;
    }
  return false;
}

Suspicion suspect_reduction(const WrongResult& wrong) {
  if (wrong.operands.empty()) return certainly(Obligation::reduce_empty);
  if (explained_by(wrong, &Choice::softmax_guard, kGuards)) return certainly(Obligation::softmax_guard);
  if (explained_by(wrong, &Choice::init_participates, kParticipations))
    return certainly(Obligation::reduce_init_participates);
  if (explained_by(wrong, &Choice::reduce_order, kOrders)) return certainly(Obligation::reduce_order);
  if (explained_by_identity(wrong)) return certainly(Obligation::reduce_identity);
  if (!is_floating(result_format(wrong))) return certainly(Obligation::value);
  const bool numbers = !is_nan(result_format(wrong), wrong.actual) && !nan_for_number(wrong);
  if (numbers && has_nan(wrong) && explained_by_nans(wrong)) return certainly(Obligation::nan);
  return suspect_floating(wrong);
}

Suspicion suspect_index(const WrongResult& wrong) {
  if (wrong.actual >= wrong.operands.size()) return certainly(Obligation::index);
  const bool by_tie = explained_by(wrong, &Choice::index_tie, kIndexTies);
  if (has_nan(wrong)) {
    if (explained_by(wrong, &Choice::reduce_order, kOrders)) return certainly(Obligation::reduce_order);
    const bool by_nan = explained_by(wrong, &Choice::index_nan, kIndexNans);
    if (by_tie) return {Obligation::argmax_tie, by_nan ? Obligation::argmax_nan : Obligation::argmax_tie};
    return certainly(by_nan ? Obligation::argmax_nan : Obligation::index);
  }
  // A wrong comparison of numbers goes wrong on equal, flushed and zero ones too.
  if (by_tie) return {Obligation::argmax_tie, Obligation::index};
  if (explained_by(wrong, &Choice::signed_zero, kSignedZeros)) return {Obligation::signed_zero, Obligation::index};
  if (explained_by(wrong, &Choice::subnormal, kAllSubnormals)) return {Obligation::subnormal, Obligation::index};
  return certainly(Obligation::index);
}

Suspicion suspect_norm_clip(const WrongResult& wrong) {
  if (!nan_for_number(wrong) && explained_by(wrong, &Choice::contract, kContracts))
    return certainly(Obligation::fma_contract);
  return suspect_floating(wrong);
}

}  // namespace

Suspicion suspect_row(const WrongResult& wrong) {
  switch (wrong.operation.kind) {
    case OperationKind::argmax:
    case OperationKind::argmin: return suspect_index(wrong);
    case OperationKind::norm_clip: return suspect_norm_clip(wrong);
    default: return suspect_reduction(wrong);
  }
}

}  // namespace semcheck
