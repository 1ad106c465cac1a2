#include "core/judge/classify_row.h"

#include <algorithm>

#include "core/judge/suspect_floating.h"

namespace semcheck {
namespace {

constexpr unsigned kIdentities = values_of(Identity::infinity, Identity::lowest, Identity::first, Identity::nan);
constexpr unsigned kParticipations = values_of(InitParticipates::no, InitParticipates::yes);
constexpr unsigned kOrders = values_of(ReduceOrder::sequential, ReduceOrder::tree, ReduceOrder::any);
constexpr unsigned kGuards = values_of(SoftmaxGuard::none, SoftmaxGuard::zero);
constexpr unsigned kIndexTies = values_of(IndexTie::either);
constexpr unsigned kIndexNans = values_of(IndexNan::first_nan, IndexNan::ignore, IndexNan::order_dependent);
constexpr unsigned kSignedZeros = values_of(SignedZero::ordered, SignedZero::equal);

/// A wrong result as explanation.h asks about it.
struct WrongRow {
  const WrongResult& wrong;
  Bits actual = wrong.actual;

  std::span<const Choice> readings() const { return wrong.readings; }
  std::span<const Bits> operands() const { return wrong.operands; }
  Format result() const { return format(wrong.operation.result); }
  unsigned allowed(Obligation rule) const { return wrong.rules[rule]; }
  bool gives_actual(const Choice& reading) const { return gives(wrong.operation, reading, wrong.operands, actual); }
  template <class Is>
  bool expects_any(const Is& is) const {
    return std::any_of(wrong.expected.begin(), wrong.expected.end(), is);
  }
  template <class Is>
  bool has_operand(const Is& is) const {
    const Format& element = format(wrong.operation.operands.front());
    return std::any_of(wrong.operands.begin(), wrong.operands.end(), [&](Bits b) { return is(element, b); }) ||
           std::any_of(wrong.operation.constants.begin(), wrong.operation.constants.end(),
                       [&](const Constant& c) { return is(format(wrong.operation.dtype), c.bits); });
  }
};

/// Whether another identity that takes part explains the result.
bool explained_by_identity(const WrongRow& wrong) {
  return explained_by_both(wrong, &Choice::init_participates, values_of(InitParticipates::yes), &Choice::identity,
                           kIdentities);
}

/// Whether another treatment of NaNs explains the result, in whatever order.
bool explained_by_nans(const WrongRow& wrong) {
  return explained_by_both(wrong, &Choice::reduce_order, values_of(ReduceOrder::any), &Choice::nan, kAllNans);
}

Suspicion suspect_reduction(const WrongRow& wrong) {
  if (wrong.operands().empty()) return certainly(Obligation::reduce_empty);
  if (explained_by(wrong, &Choice::softmax_guard, kGuards)) return certainly(Obligation::softmax_guard);
  if (explained_by(wrong, &Choice::init_participates, kParticipations))
    return certainly(Obligation::reduce_init_participates);
  if (explained_by(wrong, &Choice::reduce_order, kOrders)) return certainly(Obligation::reduce_order);
  if (explained_by_identity(wrong)) return certainly(Obligation::reduce_identity);
  if (!is_floating(wrong.result())) return certainly(Obligation::value);
  const bool numbers = !is_nan(wrong.result(), wrong.actual) && !nan_for_number(wrong);
  if (numbers && has_nan_operand(wrong) && explained_by_nans(wrong)) return certainly(Obligation::nan);
  return suspect_floating(wrong);
}

Suspicion suspect_index(const WrongRow& wrong) {
  if (wrong.actual >= wrong.operands().size()) return certainly(Obligation::index);
  const bool by_tie = explained_by(wrong, &Choice::index_tie, kIndexTies);
  if (has_nan_operand(wrong)) {
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

Suspicion suspect_norm_clip(const WrongRow& wrong) {
  if (!nan_for_number(wrong) && explained_by(wrong, &Choice::contract, kBothContractions))
    return certainly(Obligation::fma_contract);
  return suspect_floating(wrong);
}

}  // namespace

Suspicion suspect_row(const WrongResult& wrong) {
  switch (wrong.operation.kind) {
    case OperationKind::argmax:
    case OperationKind::argmin: return suspect_index({wrong});
    case OperationKind::norm_clip: return suspect_norm_clip({wrong});
    default: return suspect_reduction({wrong});
  }
}

}  // namespace semcheck
