#pragma once

/// @file
/// The inputs of a sweep, by number. A case is its index: the host, the interpreter and the GPU make the same operands
/// of it. Compiled by the host compiler and by NVRTC.

#include "core/reference/elementwise.h"

namespace semcheck {

enum class SpaceKind : unsigned char {
  exhaustive,  ///< every input: the index is the operands' bits, the last operand lowest
  structured,  ///< every pair of a dense set of boundary patterns
  random       ///< drawn by a counter-based generator from the seed and the index, by several strategies in turn
};

/// Values that an operand supplied by value may have.
inline constexpr int kMostSuppliedValues = 16;

/// An indexed set of cases: indices 0 to size() - 1.
struct Space {
  SpaceKind kind = SpaceKind::random;
  int operands = 2;
  Format formats[kMostOperands];  ///< of the operands, the first `operands` of them
  Bits seed = 1;
  Bits drawn = 0;  ///< cases of `random`
  /// The operand that is supplied by value, or -1. Index i is then value i % value_count with the other operands of
  /// case i / value_count of a space without it.
  int by_value = -1;
  int value_count = 1;
  Bits values[kMostSuppliedValues] = {};
  /// Side of the squares that a broadcast takes its cases in, or 0: index i of a square is row i / side and column
  /// i % side. The operands of a row (the first and third) of a random space are those of case `square * side + row` of
  /// a space without squares, that of a column (the second) is that of case `square * side + column`. The others are
  /// products of rows and columns, and tiled with squares; the last squares go on from the beginning.
  Bits side = 0;
};

}  // namespace semcheck
