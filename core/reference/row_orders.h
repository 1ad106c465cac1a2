#pragma once

#include <functional>
#include <optional>
#include <span>

#include "core/reference/outcome_set.h"

namespace semcheck {

/// Adds to `into` every outcome that the combination of two partial results can have, `left` standing before `right`.
using Combination = std::function<void(const Outcome& left, const Outcome& right, OutcomeSet& into)>;

/// What the elements can give, combined from the first to the last. At least one element.
OutcomeSet fold(std::span<const Outcome> leaves, const Combination& combine);

/// What every binary tree over the elements in their order gives, found interval by interval: the cube of their number.
OutcomeSet every_tree(std::span<const Outcome> leaves, const Combination& combine);

/// What every order and association of the elements gives, found subset by subset: 3 to the power of their number.
OutcomeSet every_order(std::span<const Outcome> leaves, const Combination& combine);

/// A row whose combination is that of numbers where both operands are numbers (associative), and its left operand where
/// one of them is a NaN.
struct StickyRow {
  std::span<const Outcome> leaves;
  std::function<bool(const Outcome&)> is_nan;
  std::optional<Outcome> identity;  ///< combined at least once, at any places
  const Combination& combine;
};

/// What every binary tree over such a row in its order gives.
///
/// A subtree whose leftmost leaf is a NaN gives that NaN, whatever else it holds: by induction its left child gives the
/// NaN, and the left operand wins. A subtree whose leftmost leaf is a number gives a number, the greatest of those that
/// no NaN swallows: a right child that starts with a NaN gives way to its sibling, with all that it holds. So a tree
/// amounts to disjoint intervals that start at a NaN and together hold every NaN; their numbers are left out. Every
/// such choice of intervals is some tree: combine each into one subtree, then go from left to right.
OutcomeSet every_sticky_tree(const StickyRow& row);

}  // namespace semcheck
