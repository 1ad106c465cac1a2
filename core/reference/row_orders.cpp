#include "core/reference/row_orders.h"

#include <array>
#include <cassert>
#include <cstddef>
#include <vector>

namespace semcheck {
namespace {

/// Combines each of one set with each of another.
void combine_sets(const OutcomeSet& left, const OutcomeSet& right, const Combination& combine, OutcomeSet& into) {
  for (const Outcome& a : left.items())
    for (const Outcome& b : right.items()) combine(a, b, into);
}

void combine_with(const OutcomeSet& left, const Outcome& right, const Combination& combine, OutcomeSet& into) {
  for (const Outcome& a : left.items()) combine(a, right, into);
}

/// The partial results of a walk over a row, by whether the identity has taken part and whether what follows is being
/// swallowed by a NaN.
struct Walk {
  std::array<std::array<OutcomeSet, 2>, 2> reached;  ///< [identity has taken part][swallowing]

  OutcomeSet& at(bool identity, bool swallowing) { return reached[identity ? 1 : 0][swallowing ? 1 : 0]; }
};

/// A leaf that follows the walk's partial results; `as_identity` if it is the identity.
void step(const StickyRow& row, const Outcome& leaf, bool as_identity, Walk& from, Walk& to) {
  const bool nan = row.is_nan(leaf);
  for (const bool had_identity : {false, true}) {
    const bool identity = had_identity || as_identity;
    OutcomeSet combined;
    combine_with(from.at(had_identity, false), leaf, row.combine, combined);
    to.at(identity, false).insert(combined);
    if (nan) to.at(identity, true).insert(combined);
    to.at(identity, true).insert(from.at(had_identity, true));
    to.at(identity, false).insert(from.at(had_identity, true));
  }
}

/// The identity, taken in where the walk stands or not.
void offer_identity(const StickyRow& row, Walk& walk) {
  if (!row.identity) return;
  Walk with = walk;
  step(row, *row.identity, true, walk, with);
  walk = std::move(with);
}

OutcomeSet outcomes_from(const StickyRow& row, const Outcome& first, bool is_identity,
                         std::span<const Outcome> others) {
  OutcomeSet result;
  if (row.is_nan(first)) {
    row.combine(first, first, result);
    return result;
  }
  Walk walk;
  walk.at(is_identity || !row.identity, false).insert(first);
  offer_identity(row, walk);
  for (const Outcome& leaf : others) {
    Walk next;
    step(row, leaf, false, walk, next);
    walk = std::move(next);
    offer_identity(row, walk);
  }
  result = walk.at(true, false);
  result.insert(walk.at(true, true));
  return result;
}

}  // namespace

OutcomeSet fold(std::span<const Outcome> leaves, const Combination& combine) {
  OutcomeSet reached(leaves.front());
  OutcomeSet next;
  for (const Outcome& leaf : leaves.subspan(1)) {
    next.clear();
    combine_with(reached, leaf, combine, next);
    std::swap(reached, next);
  }
  return reached;
}

OutcomeSet every_tree(std::span<const Outcome> leaves, const Combination& combine) {
  const std::size_t n = leaves.size();
  std::vector<std::vector<OutcomeSet>> of(n, std::vector<OutcomeSet>(n + 1));  // [from][to)
  for (std::size_t i = 0; i < n; ++i) of[i][i + 1].insert(leaves[i]);
  for (std::size_t length = 2; length <= n; ++length)
    for (std::size_t from = 0; from + length <= n; ++from)
      for (std::size_t cut = from + 1; cut < from + length; ++cut)
        combine_sets(of[from][cut], of[cut][from + length], combine, of[from][from + length]);
  return of[0][n];
}

OutcomeSet every_order(std::span<const Outcome> leaves, const Combination& combine) {
  assert(leaves.size() < 16);
  const std::size_t subsets = std::size_t{1} << leaves.size();
  std::vector<OutcomeSet> of(subsets);
  for (std::size_t i = 0; i < leaves.size(); ++i) of[std::size_t{1} << i].insert(leaves[i]);
  for (std::size_t set = 1; set < subsets; ++set)
    for (std::size_t left = (set - 1) & set; left > 0; left = (left - 1) & set)
      combine_sets(of[left], of[set ^ left], combine, of[set]);
  return of[subsets - 1];
}

OutcomeSet every_sticky_tree(const StickyRow& row) {
  OutcomeSet result = outcomes_from(row, row.leaves.front(), false, row.leaves.subspan(1));
  if (row.identity) result.insert(outcomes_from(row, *row.identity, true, row.leaves));
  return result;
}

}  // namespace semcheck
