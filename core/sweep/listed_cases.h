#pragma once

/// @file
/// The cases of exhaustive and structured spaces: products of a list for each operand, one or several after the other.
/// Compiled by the host compiler and by NVRTC.

#include "core/sweep/known_space.h"
#include "core/sweep/patterns.h"

namespace semcheck {

/// Whether an operand takes the dense set in a product, and not the short list.
SEMCHECK_HD constexpr bool is_dense(const Space& space, int product, int operand) {
  const int n = drawn_operands(space);
  if (n <= 2) return true;
  const int place = place_of(space, operand);
  int pair = 0;
  for (int a = 0; a < n; ++a)
    for (int b = a + 1; b < n; ++b)
      if (pair++ == product) return place == a || place == b;
  return false;
}

SEMCHECK_HD constexpr Bits list_size(const Space& space, int product, int operand) {
  const Format& f = space.formats[operand];
  if (space.kind == SpaceKind::exhaustive) return value_mask(f) + 1;
  return is_dense(space, product, operand) ? dense_count(f) : kShortList;
}

SEMCHECK_HD constexpr Bits list_pattern(const Space& space, int product, int operand, Bits number) {
  const Format& f = space.formats[operand];
  return is_dense(space, product, operand) ? dense_pattern(f, number) : short_pattern_of(f, number);
}

/// Operands of a product that are numbered together: all of them, or of squares those of rows or of columns.
enum class Side : unsigned char { both, rows, columns };

SEMCHECK_HD constexpr bool is_of_side(const Space& space, Side side, int operand) {
  return is_drawn(space, operand) && (side == Side::both || (operand % 2 == 0) == (side == Side::rows));
}

/// Combinations of the operands of a side.
SEMCHECK_HD constexpr Bits product_size(const Space& space, int product, Side side) {
  Bits size = 1;
  for (int k = 0; k < kMostOperands; ++k)
    if (is_of_side(space, side, k)) size *= list_size(space, product, k);
  return size;
}

/// Squares that cover a side of a product; the last of them goes on from the beginning.
SEMCHECK_HD constexpr Bits squares_along(const Space& space, int product, Side side) {
  return (product_size(space, product, side) + space.side - 1) / space.side;
}

SEMCHECK_HD constexpr Bits product_cases(const Space& space, int product) {
  if (space.side == 0) return product_size(space, product, Side::both);
  return squares_along(space, product, Side::rows) * squares_along(space, product, Side::columns) * space.side *
         space.side;
}

/// The operands of a side in combination `number`, the last operand lowest; from number kOperand on downwards.
template <int kProduct, int kOperand, class S>
SEMCHECK_HD constexpr void product_case(const S& s, Side side, Bits number, Bits* operands) {
  if constexpr (kOperand >= 0) {
    if (is_of_side(s.get(), side, kOperand)) {
      if (s.get().kind == SpaceKind::exhaustive) {
        operands[kOperand] = number & value_mask(s.get().formats[kOperand]);
        number >>= s.get().formats[kOperand].width;
      } else {
        const Bits size = ask(s, [](const Space& space) { return list_size(space, kProduct, kOperand); });
        operands[kOperand] = list_pattern(s.get(), kProduct, kOperand, number % size);
        number /= size;
      }
    }
    product_case<kProduct, kOperand - 1>(s, side, number, operands);
  }
}

/// Operands of a product at a place of a square.
template <int kProduct, class S>
SEMCHECK_HD constexpr void square_case(const S& s, Bits index, Bits* operands) {
  const Bits side = s.get().side, square = index / (side * side);
  const Bits rows = ask(s, [](const Space& space) { return product_size(space, kProduct, Side::rows); });
  const Bits columns = ask(s, [](const Space& space) { return product_size(space, kProduct, Side::columns); });
  const Bits across = (columns + side - 1) / side;
  product_case<kProduct, S::kOperands - 1>(s, Side::rows, (square / across * side + index / side % side) % rows,
                                           operands);
  product_case<kProduct, S::kOperands - 1>(s, Side::columns, (square % across * side + index % side) % columns,
                                           operands);
}

/// The operands of a case of products kProduct and following.
template <int kProduct = 0, class S>
SEMCHECK_HD constexpr void listed_case(const S& s, Bits index, Bits* operands) {
  if constexpr (kProduct + 1 < S::kProducts) {
    if (kProduct + 1 < product_count(s.get())) {
      const Bits cases = ask(s, [](const Space& space) { return product_cases(space, kProduct); });
      if (index >= cases) return listed_case<kProduct + 1>(s, index - cases, operands);
    }
  }
  choose(
      s, [](const Space& space) { return space.side == 0; },
      [&] { product_case<kProduct, S::kOperands - 1>(s, Side::both, index, operands); },
      [&] { square_case<kProduct>(s, index, operands); });
}

}  // namespace semcheck
