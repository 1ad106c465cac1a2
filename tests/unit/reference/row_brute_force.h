#pragma once

/// @file
/// What a row operation may give, found by walking through every permitted order one at a time: the judge of
/// row_reference.h. Nothing of it is clever.

#include <algorithm>
#include <set>

#include "core/reference/reference.h"

namespace semcheck::brute {

using Patterns = std::set<Bits>;

/// The binary operation of a reduction, as patterns.
class Binary {
 public:
  Binary(const Operation& operation, std::span<const Choice> readings)
      : operation_(
            operation_over(is_minimum(operation.kind) ? OperationKind::min : OperationKind::max, operation.dtype)),
        readings_(readings) {}

  void add(Bits x, Bits z, Patterns& into) const {
    const Bits operands[] = {x, z};
    for (const Choice& reading : readings_) {
      const Outcome outcome = evaluate(operation_, reading, operands);
      if (outcome.kind == OutcomeKind::exactly) {
        into.insert(outcome.bits);
      } else {
        into.insert(0);
        into.insert(sign_mask(format(operation_.dtype)));
      }
    }
  }

 private:
  Operation operation_;
  std::span<const Choice> readings_;
};

template <class Combine>
Patterns of_trees(const std::vector<Bits>& leaves, const Combine& combine) {
  if (leaves.size() == 1) return {leaves.front()};
  Patterns result;
  for (std::size_t cut = 1; cut < leaves.size(); ++cut) {
    const auto middle = leaves.begin() + static_cast<std::ptrdiff_t>(cut);
    for (Bits x : of_trees({leaves.begin(), middle}, combine))
      for (Bits z : of_trees({middle, leaves.end()}, combine)) combine(x, z, result);
  }
  return result;
}

template <class Combine>
Patterns of_sequence(const std::vector<Bits>& leaves, const Combine& combine) {
  Patterns reached = {leaves.front()};
  for (std::size_t i = 1; i < leaves.size(); ++i) {
    Patterns next;
    for (Bits x : reached) combine(x, leaves[i], next);
    reached = next;
  }
  return reached;
}

template <class Combine>
Patterns in_order(std::vector<Bits> leaves, ReduceOrder order, const Combine& combine) {
  if (order == ReduceOrder::sequential) return of_sequence(leaves, combine);
  if (order == ReduceOrder::tree) return of_trees(leaves, combine);
  Patterns result;
  std::sort(leaves.begin(), leaves.end());
  do {
    const Patterns more = of_trees(leaves, combine);
    result.insert(more.begin(), more.end());
  } while (std::next_permutation(leaves.begin(), leaves.end()));
  return result;
}

/// Every way to put `identity` into the gaps of a row, at least once and at most `most` times.
inline std::vector<std::vector<Bits>> with_identity(const std::vector<Bits>& row, Bits identity, int most) {
  std::set<std::vector<Bits>> rows = {row};
  std::set<std::vector<Bits>> all;
  for (int times = 0; times < most; ++times) {
    std::set<std::vector<Bits>> longer;
    for (const auto& r : rows)
      for (std::size_t i = 0; i <= r.size(); ++i) {
        auto next = r;
        next.insert(next.begin() + static_cast<std::ptrdiff_t>(i), identity);
        longer.insert(next);
      }
    all.insert(longer.begin(), longer.end());
    rows = longer;
  }
  return {all.begin(), all.end()};
}

}  // namespace semcheck::brute
