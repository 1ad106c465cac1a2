#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/sweep/space.h"
#include "core/sweep/stretch.h"
#include "device/launch.h"

namespace semcheck {

/// Consecutive cases of a space that the interpreter computes by one launch.
struct Piece {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

/// Cases of a launch: so many that beginning one costs little, and so few that a cache holds them.
inline constexpr std::uint64_t kMostOfPiece = std::uint64_t{1} << 16;

/// A stretch cut where a launch of a GPU ends, where a square of a broadcast ends, and at multiples of what is handy.
std::vector<Piece> pieces_of(const Space& space, const Stretch& stretch);

/// The elements that a launch has of an operand: number e is that of case `first + e * step`.
struct Column {
  std::uint64_t first = 0;
  std::uint64_t step = 1;
  std::uint64_t count = 0;
};
Column column_of(const Space& space, const Piece& piece, std::size_t operand);

/// What the kernel is told to compute, so that all cases of the piece are among its results.
std::uint64_t count_of(const Space& space, const Piece& piece);

/// Cases that the kernel computes together, if any of them is to be computed: those of all values, or of a row.
std::uint64_t group_of(const Space& space);
/// The most results of a launch for so many cases.
std::uint64_t most_results(const Space& space, std::uint64_t cases);

/// The results of a piece, in the order of its cases.
/// @param computed  all results of its launch, in the order of its kernel
void results_of(const Space& space, const Piece& piece, std::span<const Bits> computed, std::span<Bits> results);

}  // namespace semcheck
