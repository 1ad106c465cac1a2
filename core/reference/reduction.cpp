#include <algorithm>
#include <cassert>
#include <optional>

#include "core/reference/row_orders.h"
#include "core/reference/row_pair.h"
#include "core/reference/row_parts.h"

namespace semcheck {
namespace {

/// Rows up to which every tree, and every order, is gone through.
constexpr std::size_t kMostLeavesOfTrees = 12;
constexpr std::size_t kMostLeavesOfOrders = 8;

/// What a NaN does to a reduction: nothing that depends on the order beyond which NaN or tied element is first or last
/// (`settled`), the left or the right operand wins over it, or what it does is not the same everywhere.
enum class NanEffect : unsigned char { settled, left_wins, right_wins, mixed };

/// Whether some combinations may flush subnormals of the row and others not.
bool flushes_at_will(const Format& f, std::span<const Choice> readings, std::span<const Bits> row) {
  const auto same = [&](const Choice& c) { return c.subnormal == readings.front().subnormal; };
  return !std::all_of(readings.begin(), readings.end(), same) &&
         std::any_of(row.begin(), row.end(), [&](Bits b) { return is_subnormal(f, b); });
}

bool has_signaling(const Format& f, std::span<const Bits> row) {
  return std::any_of(row.begin(), row.end(), [&](Bits b) { return is_signaling(f, b); });
}

NanEffect nan_effect(const Format& f, std::span<const Choice> readings, std::span<const Bits> row) {
  const auto all = [&](const auto& test) { return std::all_of(readings.begin(), readings.end(), test); };
  if (all([](const Choice& c) { return c.order == Order::total; })) return NanEffect::settled;
  if (std::none_of(row.begin(), row.end(), [&](Bits b) { return is_nan(f, b); })) return NanEffect::settled;
  const Nan nan = readings.front().nan;
  if (!all([&](const Choice& c) { return c.nan == nan && c.order == Order::ieee; })) return NanEffect::mixed;
  if (nan == Nan::propagate) return NanEffect::settled;
  const bool forces = !all([](const Choice& c) { return c.snan != Snan::propagate; });
  if (forces && has_signaling(f, row)) return NanEffect::mixed;
  if (nan != Nan::first && nan != Nan::second) return NanEffect::settled;
  const NanResult other = nan == Nan::first ? NanResult::second : NanResult::first;
  if (!all([&](const Choice& c) { return c.nan_result != other; })) return NanEffect::mixed;
  return nan == Nan::first ? NanEffect::left_wins : NanEffect::right_wins;
}

/// A reduction of one row with at least two leaves, the identity among them where it takes part.
struct Reduction {
  const Pair& pair;
  std::vector<Outcome> leaves;
  std::optional<Outcome> identity;
  bool flushes_at_will = false;

  Combination combine() const {
    if (flushes_at_will)
      return [this](const auto& a, const auto& b, OutcomeSet& into) { pair.combine_flushed_or_not(a, b, into); };
    return [this](const Outcome& a, const Outcome& b, OutcomeSet& into) { pair.combine(a, b, into); };
  }
  Combination mirrored() const {
    return [to = combine()](const Outcome& a, const Outcome& b, OutcomeSet& into) { to(b, a, into); };
  }
  bool is_nan_leaf(const Outcome& leaf) const { return is_nan(pair.element(), leaf.bits); }

  std::vector<Outcome> all_leaves() const {
    std::vector<Outcome> all;
    if (identity) all.push_back(*identity);
    all.insert(all.end(), leaves.begin(), leaves.end());
    return all;
  }
};

/// The order of a number among the others, zeros and subnormals taken together: numbers that some reading may take for
/// equal have one place.
Bits place(const Format& f, Bits b) {
  const Bits seen = flushed(f, b);
  return order_key(f, is_floating(f) && is_zero(f, seen) ? 0 : seen);
}

/// The leaves that can be the result of an associative reduction or change it, equal ones at most twice: NaNs, the
/// numbers that may compare equal to the greatest, and one more.
std::vector<Outcome> candidates(const Reduction& reduction) {
  const Format& f = reduction.pair.element();
  std::vector<Outcome> sorted = reduction.all_leaves();
  const auto rank = [&](const Outcome& o) { return is_nan(f, o.bits) ? ~Bits{0} : place(f, o.bits); };
  std::sort(sorted.begin(), sorted.end(), [&](const Outcome& a, const Outcome& b) {
    const Bits x = rank(a);
    const Bits z = rank(b);
    return x != z ? x < z : a.bits < b.bits;
  });
  const auto nans = std::find_if(sorted.begin(), sorted.end(), [&](const Outcome& o) { return is_nan(f, o.bits); });
  std::vector<Outcome> kept;
  const auto keep = [&](const Outcome& o) {
    if (kept.size() < 2 || kept[kept.size() - 2] != o) kept.push_back(o);
  };
  if (nans != sorted.begin()) {
    const Bits best = rank(reduction.pair.finds_least() ? sorted.front() : *(nans - 1));
    const auto beaten = std::find_if(sorted.begin(), nans, [&](const Outcome& o) { return rank(o) != best; });
    if (beaten != nans) keep(*beaten);
    for (auto it = sorted.begin(); it != nans; ++it)
      if (rank(*it) == best) keep(*it);
  }
  for (auto it = nans; it != sorted.end(); ++it) keep(*it);
  return kept;
}

/// Every order of an associative reduction. It selects the first or the last of those that tie, so that each gets its
/// chance at either end.
OutcomeSet every_associative_order(const Reduction& reduction) {
  std::vector<Outcome> leaves = candidates(reduction);
  OutcomeSet outcomes;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (i > 0 && leaves[i] == leaves[i - 1]) continue;
    std::swap(leaves.front(), leaves[i]);
    outcomes.insert(fold(leaves, reduction.combine()));
    outcomes.insert(fold(leaves, reduction.mirrored()));
    std::swap(leaves.front(), leaves[i]);
  }
  return outcomes;
}

/// Every tree of an associative reduction gives what a fold gives; the identity may stand at either end.
OutcomeSet every_associative_tree(const Reduction& reduction) {
  std::vector<Outcome> leaves = reduction.all_leaves();
  OutcomeSet outcomes = fold(leaves, reduction.combine());
  if (!reduction.identity) return outcomes;
  std::rotate(leaves.begin(), leaves.begin() + 1, leaves.end());
  outcomes.insert(fold(leaves, reduction.combine()));
  return outcomes;
}

/// Every element, as a combination leaves it: more than any order gives, where the rules are too mixed to tell.
OutcomeSet every_element(const Reduction& reduction) {
  OutcomeSet outcomes;
  for (const Outcome& leaf : reduction.all_leaves()) reduction.pair.combine(leaf, leaf, outcomes);
  return outcomes;
}

/// Every order where the left operand wins over a NaN (or the right one, in `combine` mirrored), and there is one. Each
/// element is reachable: a NaN that comes first stays; a number that comes first stays if a NaN swallows all the
/// others.
OutcomeSet every_sticky_order(const Reduction& reduction, const Combination& combine) {
  const std::vector<Outcome> leaves = reduction.all_leaves();
  const Outcome nan =
      *std::find_if(leaves.begin(), leaves.end(), [&](const auto& o) { return reduction.is_nan_leaf(o); });
  OutcomeSet outcomes;
  std::optional<Outcome> zero;
  for (const Outcome& leaf : leaves) {
    combine(leaf, reduction.is_nan_leaf(leaf) ? leaf : nan, outcomes);
    if (!is_zero(reduction.pair.element(), leaf.bits)) continue;
    // rule signed_zero = "any": two zeros that meet may give either.
    if (zero) combine(*zero, leaf, outcomes);
    zero = leaf;
  }
  return outcomes;
}

OutcomeSet every_sticky(Reduction& reduction, ReduceOrder order, bool mirrored) {
  const Combination combine = mirrored ? reduction.mirrored() : reduction.combine();
  if (order == ReduceOrder::any) return every_sticky_order(reduction, combine);
  if (mirrored) std::reverse(reduction.leaves.begin(), reduction.leaves.end());
  const auto is_nan_leaf = [&](const Outcome& leaf) { return reduction.is_nan_leaf(leaf); };
  return every_sticky_tree({reduction.leaves, is_nan_leaf, reduction.identity, combine});
}

/// Every order one by one, of a row that is short enough.
std::optional<OutcomeSet> every_order_of_few(const Reduction& reduction, ReduceOrder order) {
  const Combination combine = [&](const auto& a, const auto& b, OutcomeSet& into) {
    reduction.pair.combine(a, b, into);
  };
  if (order == ReduceOrder::sequential) return fold(reduction.all_leaves(), combine);
  // The identity may take part more than once.
  const bool trees = order == ReduceOrder::tree;
  if (reduction.identity || reduction.leaves.size() > (trees ? kMostLeavesOfTrees : kMostLeavesOfOrders)) return {};
  return trees ? every_tree(reduction.leaves, combine) : every_order(reduction.leaves, combine);
}

OutcomeSet combined(Reduction& reduction, ReduceOrder order, NanEffect effect) {
  const bool unclear = effect == NanEffect::mixed || reduction.flushes_at_will;
  if (unclear || order == ReduceOrder::sequential)
    if (auto outcomes = every_order_of_few(reduction, order)) return *std::move(outcomes);
  switch (effect) {
    case NanEffect::settled:
      return order == ReduceOrder::tree ? every_associative_tree(reduction) : every_associative_order(reduction);
    case NanEffect::left_wins: return every_sticky(reduction, order, false);
    case NanEffect::right_wins: return every_sticky(reduction, order, true);
    case NanEffect::mixed: break;
  }
  return every_element(reduction);
}

// rule reduce.identity. The least number of a maximum is the greatest of a minimum.
std::optional<Bits> identity_of(const Pair& pair, const Choice& reading, std::span<const Bits> row) {
  const Format& f = pair.element();
  const Bits sign = pair.finds_least() ? 0 : sign_mask(f);
  if (reading.identity == Identity::first) return row.empty() ? std::nullopt : std::optional(row.front());
  if (!is_floating(f)) {
    const bool unsigned_kind = f.kind == NumberKind::unsigned_integer;
    const Bits greatest = unsigned_kind ? value_mask(f) : magnitude_mask(f);
    return pair.finds_least() ? greatest : greatest ^ value_mask(f);
  }
  switch (reading.identity) {
    case Identity::nan: return reading.nan_canonical;
    case Identity::lowest: return sign | (f.has_infinity ? exponent_mask(f) - 1 : largest_magnitude(f));
    default: return sign | largest_magnitude(f);
  }
}

// rule reduce.empty
Outcome of_empty_row(const Choice& reading, const std::optional<Bits>& identity) {
  if (reading.empty == Empty::nan) return exact(reading.nan_canonical);
  if (reading.empty == Empty::error || !identity) return {OutcomeKind::anything, 0};
  return exact(*identity);
}

// rule softmax.guard: a row maximum of -inf, of an empty row too, is replaced by zero.
OutcomeSet guarded(const Format& f, const OutcomeSet& outcomes) {
  OutcomeSet result;
  for (const Outcome& o : outcomes.items())
    result.insert(o == exact(sign_mask(f) | largest_magnitude(f)) ? exact(0) : o);
  return result;
}

OutcomeSet reduced(const Pair& pair, std::span<const Choice> readings, std::span<const Bits> row) {
  const Choice& frame = readings.front();
  const std::optional<Bits> identity = identity_of(pair, frame, row);
  if (row.empty()) return OutcomeSet(of_empty_row(frame, identity));
  const bool takes_part = frame.init_participates == InitParticipates::yes;
  // An element alone is combined with nothing, and returned as it is.
  if (row.size() == 1 && !takes_part) return OutcomeSet(exact(row.front()));
  Reduction reduction{pair, {}, {}, flushes_at_will(pair.element(), readings, row)};
  reduction.leaves.reserve(row.size());
  for (Bits b : row) reduction.leaves.push_back(exact(b));
  std::vector<Bits> seen(row.begin(), row.end());
  if (takes_part) {
    reduction.identity = exact(*identity);
    seen.push_back(*identity);
  }
  return combined(reduction, frame.reduce_order, nan_effect(pair.element(), readings, seen));
}

}  // namespace

OutcomeSet reduction_outcomes(const Operation& operation, std::span<const Choice> readings, std::span<const Bits> row) {
  const Pair pair(operation, readings);
  OutcomeSet outcomes = reduced(pair, readings, row);
  const bool guards =
      operation.kind == OperationKind::softmax_max && readings.front().softmax_guard == SoftmaxGuard::zero;
  return guards ? guarded(pair.element(), outcomes) : outcomes;
}

}  // namespace semcheck
