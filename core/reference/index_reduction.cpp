#include <vector>

#include "core/reference/row_orders.h"
#include "core/reference/row_parts.h"

namespace semcheck {
namespace {

Outcome at_index(std::size_t i) {
  return {OutcomeKind::exactly, i};
}

/// A row as an index reduction compares it.
class IndexedRow {
 public:
  IndexedRow(const Operation& operation, const Choice& reading, std::span<const Bits> row) : tie_(reading.index_tie) {
    const Format& f = format(operation.operands.front());
    const bool flushes = reading.subnormal != Subnormal::preserve;
    for (Bits b : row) {
      is_nan_.push_back(is_nan(f, b));
      any_nan_ = any_nan_ || is_nan_.back();
      const Bits seen = flushes ? flushed(f, b) : b;
      const bool is_any_zero = is_floating(f) && is_zero(f, seen) && reading.signed_zero != SignedZero::ordered;
      const Bits key = order_key(f, is_any_zero ? 0 : seen);
      keys_.push_back(is_minimum(operation.kind) ? ~key : key);
    }
  }

  std::size_t size() const { return keys_.size(); }
  bool any_nan() const { return any_nan_; }
  bool is_nan_at(std::size_t i) const { return is_nan_[i]; }

  /// Of the indices that satisfy a test, those that the rule argmax.tie lets through.
  template <class Test>
  OutcomeSet among(const Test& test) const {
    OutcomeSet set;
    std::optional<Outcome> last;
    for (std::size_t i = 0; i < size(); ++i) {
      if (!test(i)) continue;
      last = at_index(i);
      if (tie_ == IndexTie::either || (tie_ == IndexTie::lowest_index && set.empty())) set.insert(*last);
    }
    if (tie_ == IndexTie::highest_index && last) set.insert(*last);
    return set;
  }

  /// The extrema among the numbers.
  OutcomeSet extrema() const {
    Bits best = 0;
    for (std::size_t i = 0; i < size(); ++i)
      if (!is_nan_[i] && keys_[i] > best) best = keys_[i];
    return among([&](std::size_t i) { return !is_nan_[i] && keys_[i] == best; });
  }

  /// Of two indices of numbers, that of the extremum.
  void combine(std::size_t i, std::size_t j, OutcomeSet& into) const {
    if (keys_[i] != keys_[j]) return into.insert(at_index(keys_[i] > keys_[j] ? i : j));
    if (tie_ != IndexTie::highest_index) into.insert(at_index(std::min(i, j)));
    if (tie_ != IndexTie::lowest_index) into.insert(at_index(std::max(i, j)));
  }

 private:
  IndexTie tie_;
  std::vector<Bits> keys_;  ///< greater for what comes out
  std::vector<bool> is_nan_;
  bool any_nan_ = false;
};

OutcomeSet all_indices(const IndexedRow& row) {
  OutcomeSet set;
  for (std::size_t i = 0; i < row.size(); ++i) set.insert(at_index(i));
  return set;
}

/// Every result where a comparison with a NaN leaves the operand on one side standing: `left`, or the right one.
OutcomeSet by_side(const IndexedRow& row, ReduceOrder order, bool left) {
  // A NaN can swallow all other elements, in an order of its own choosing.
  if (order == ReduceOrder::any) return all_indices(row);
  const bool reversed = order == ReduceOrder::tree && !left;
  std::vector<Outcome> leaves;
  for (std::size_t i = 0; i < row.size(); ++i) leaves.push_back(at_index(reversed ? row.size() - 1 - i : i));
  const Combination combine = [&](const Outcome& a, const Outcome& b, OutcomeSet& into) {
    const bool unordered = row.is_nan_at(a.bits) || row.is_nan_at(b.bits);
    if (unordered) return into.insert(left || reversed ? a : b);
    row.combine(a.bits, b.bits, into);
  };
  if (order == ReduceOrder::sequential) return fold(leaves, combine);
  return every_sticky_tree({leaves, [&](const Outcome& o) { return row.is_nan_at(o.bits); }, {}, combine});
}

// rule argmax.nan
OutcomeSet with_nans(const IndexedRow& row, const Choice& reading) {
  const auto is_nan_at = [&](std::size_t i) { return row.is_nan_at(i); };
  switch (reading.index_nan) {
    // NumPy, argmax: "In case of NaN the first one's index"; torch.argmax alike.
    case IndexNan::first_nan: return row.among(is_nan_at);
    case IndexNan::ignore: {
      const OutcomeSet numbers = row.extrema();
      return numbers.empty() ? all_indices(row) : numbers;
    }
    // C17 6.5.8: a relation with a NaN is false. Which operand the comparison then leaves is the implementation's: CUB
    // compares `b > a` and keeps a, Triton `a > b` and keeps b.
    case IndexNan::order_dependent: break;
  }
  OutcomeSet outcomes = by_side(row, reading.reduce_order, true);
  outcomes.insert(by_side(row, reading.reduce_order, false));
  return outcomes;
}

}  // namespace

OutcomeSet index_outcomes(const Operation& operation, const Choice& reading, std::span<const Bits> row) {
  // There is no index in an empty row.
  if (row.empty()) return OutcomeSet({OutcomeKind::anything, 0});
  const IndexedRow indexed(operation, reading, row);
  return indexed.any_nan() ? with_nans(indexed, reading) : indexed.extrema();
}

}  // namespace semcheck
