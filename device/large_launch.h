#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "device/launch.h"

namespace semcheck {

/// Bytes that are written over and over until they fill a part of a GPU's memory.
struct Tile {
  std::uint64_t from = 0;  ///< of what the host has
  std::uint64_t size = 0;
  std::uint64_t to = 0;  ///< of the GPU's memory
  std::uint64_t filled = 0;
};

/// A launch that is timed: over arrays so large that only the GPU holds them.
struct LargeLaunch {
  std::vector<std::byte> contents;  ///< of all arrays, one after the other, each once
  std::vector<Tile> tiles;          ///< one for each array
  std::uint64_t memory = 0;         ///< bytes of the GPU that arrays and results take
  Launch launch;                    ///< its offsets are into that memory
  std::uint64_t elements = 0;       ///< of each operand
  std::uint64_t moved = 0;          ///< bytes of operands and results
};

/// The cases, repeated as often as an operand fits into `operand_bytes`, but at least once. Of a row operation the
/// elements of all rows one after the other, cut into rows as long as the longest one; at least one row. Nothing where
/// there is no element.
/// @param kernel  one that is fed from arrays
std::optional<LargeLaunch> large_launch(const Operation& operation, const Kernel& kernel, const Cases& cases,
                                        std::uint64_t operand_bytes);

}  // namespace semcheck
