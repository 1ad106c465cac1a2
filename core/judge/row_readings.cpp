#include "core/judge/reading_lists.h"

namespace semcheck {
namespace {

constexpr std::array kOrders = {ReduceOrder::sequential, ReduceOrder::tree, ReduceOrder::any};
constexpr std::array kIdentities = {Identity::infinity, Identity::lowest, Identity::nan, Identity::first};
constexpr std::array kParticipations = {InitParticipates::no, InitParticipates::yes};
constexpr std::array kEmpties = {Empty::identity, Empty::nan};
constexpr std::array kGuards = {SoftmaxGuard::none, SoftmaxGuard::zero};
constexpr std::array kSignedZeros = {SignedZero::equal, SignedZero::ordered};
constexpr std::array kSubnormals = {Subnormal::preserve, Subnormal::flush};
constexpr std::array kTies = {IndexTie::lowest_index, IndexTie::highest_index, IndexTie::either};
constexpr std::array kNans = {IndexNan::first_nan, IndexNan::ignore, IndexNan::order_dependent};
constexpr std::array kContractions = {Contraction::fused, Contraction::separate};

/// A maximum that is associative and commutative gives the same in every order, which is then `any`.
bool order_is_seen(const Choice& c) {
  const bool selects = c.nan == Nan::first || c.nan == Nan::second;
  const bool by_place = c.nan_result != NanResult::canonical || c.tie != Tie::none || c.snan == Snan::propagate;
  return selects || by_place || c.reduce_order == ReduceOrder::any;
}

/// The identity shows in an empty row and where it takes part. The first element is none for an empty row.
bool identity_is_seen(const Choice& c) {
  if (c.init_participates == InitParticipates::yes) return true;
  if (c.identity == Identity::first) return false;
  return c.empty == Empty::identity || c.identity == Identity::infinity;
}

/// A NaN that stands for an empty row is the identity or the rule of empty rows, not both.
bool empty_is_seen(const Choice& c) {
  return c.empty == Empty::identity || c.identity != Identity::nan;
}

std::vector<Choice> reduction_readings(const Operation& operation, const Choice& start) {
  const bool floating = is_floating(format(operation.dtype));
  std::vector<Choice> list = {start};
  if (floating) {
    list = with_binary_rules(list);
    list.push_back(start);
    list.back().order = Order::total;
  }
  list = with_each(list, &Choice::reduce_order, kOrders, order_is_seen);
  list = with_each(list, &Choice::init_participates, kParticipations);
  list = with_each(list, &Choice::identity, kIdentities,
                   [&](const Choice& c) { return floating || c.identity != Identity::nan; });
  list = with_each(list, &Choice::empty, kEmpties, [&](const Choice& c) {
    return identity_is_seen(c) && empty_is_seen(c) && (floating || c.empty == Empty::identity);
  });
  return operation.kind == OperationKind::softmax_max ? with_each(list, &Choice::softmax_guard, kGuards) : list;
}

bool index_order_is_seen(const Choice& c) {
  return c.index_nan == IndexNan::order_dependent || c.reduce_order == ReduceOrder::any;
}

std::vector<Choice> index_readings(const Operation& operation, const Choice& start) {
  std::vector<Choice> list = with_each({start}, &Choice::index_tie, kTies);
  if (is_floating(format(operation.dtype))) {
    list = with_each(list, &Choice::index_nan, kNans);
    list = with_each(list, &Choice::signed_zero, kSignedZeros);
    list = with_each(list, &Choice::subnormal, kSubnormals);
  }
  return with_each(list, &Choice::reduce_order, kOrders, index_order_is_seen);
}

}  // namespace

int row_mechanisms(const Choice& c) {
  const bool placed = c.nan == Nan::first || c.nan == Nan::second || c.nan_result != NanResult::canonical ||
                      c.tie != Tie::none || c.snan == Snan::propagate || c.index_nan == IndexNan::order_dependent;
  int count = placed ? static_cast<int>(c.reduce_order) : 0;
  // In any order a NaN that swallows its neighbours explains every element.
  const bool swallows = c.nan == Nan::first || c.nan == Nan::second || c.snan == Snan::propagate;
  count += swallows && c.reduce_order == ReduceOrder::any;
  count += c.init_participates == InitParticipates::yes;
  count += c.identity == Identity::first;
  count += c.index_tie == IndexTie::either;
  count += c.index_nan == IndexNan::order_dependent;
  return count;
}

std::vector<Choice> row_readings(const Operation& operation, const Choice& start) {
  switch (operation.kind) {
    case OperationKind::argmax:
    case OperationKind::argmin: return index_readings(operation, start);
    case OperationKind::norm_clip: return with_each(with_binary_rules({start}), &Choice::contract, kContractions);
    default: return reduction_readings(operation, start);
  }
}

}  // namespace semcheck
