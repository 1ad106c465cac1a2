#pragma once

/// @file
/// Spaces as functions take them that are written once for two: those given at run time, which only the host uses, and
/// those that the compiler knows, of which nothing is left but the arithmetic of their kinds and formats. Compiled by
/// the host compiler and by NVRTC.

#include "core/sweep/space.h"

namespace semcheck {

// Drawn operands are all but the one supplied by value.

SEMCHECK_HD constexpr bool is_drawn(const Space& space, int operand) {
  return operand < space.operands && operand != space.by_value;
}
SEMCHECK_HD constexpr int drawn_operands(const Space& space) {
  return space.operands - (space.by_value < 0 ? 0 : 1);
}
/// The place of an operand among the drawn ones.
SEMCHECK_HD constexpr int place_of(const Space& space, int operand) {
  return operand - (space.by_value >= 0 && space.by_value < operand ? 1 : 0);
}

/// The products of a space: one, or of structured triples one for each two operands, which are dense in it.
inline constexpr int kMostProducts = kMostOperands * (kMostOperands - 1) / 2;
SEMCHECK_HD constexpr int product_count(const Space& space) {
  const int n = drawn_operands(space);
  return space.kind == SpaceKind::structured && n > 2 ? n * (n - 1) / 2 : 1;
}

/// A space that is given at run time.
struct GivenSpace {
  static constexpr bool kKnown = false;
  static constexpr int kOperands = kMostOperands;
  static constexpr int kProducts = kMostProducts;
  const Space& space;

  SEMCHECK_HD constexpr const Space& get() const { return space; }
  SEMCHECK_HD constexpr Bits seed() const { return space.seed; }
};

/// A space that the compiler knows, but for the seed.
template <Space kSpace>
struct KnownSpace {
  static constexpr bool kKnown = true;
  static constexpr Space kValue = kSpace;
  static constexpr int kOperands = kSpace.operands;
  static constexpr int kProducts = product_count(kSpace);
  Bits random_seed = kSpace.seed;

  SEMCHECK_HD constexpr const Space& get() const { return kValue; }
  SEMCHECK_HD constexpr Bits seed() const { return random_seed; }
};

/// What a function without captures makes of a space, when it is compiled if the space is known.
template <class S, class Function>
SEMCHECK_HD constexpr auto ask(const S& s, Function function) {
  if constexpr (S::kKnown) {
    constexpr auto kAnswer = function(S::kValue);
    return kAnswer;
  } else {
    return function(s.get());
  }
}

/// Calls one of two functions; where the space is known, only that one is compiled.
template <class S, class Condition, class Then, class Else>
SEMCHECK_HD constexpr void choose(const S& s, Condition condition, const Then& then, const Else& otherwise) {
  if constexpr (S::kKnown) {
    if constexpr (condition(S::kValue))
      then();
    else
      otherwise();
  } else {
    if (condition(s.get()))
      then();
    else
      otherwise();
  }
}

}  // namespace semcheck
