#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/run/device.h"

namespace semcheck {

/// Packs the patterns little-endian at the dtype's size, `bytes` = count × size_of(dtype).
void pack(Dtype dtype, std::span<const Bits> patterns, std::span<std::byte> bytes);
std::vector<Bits> unpack(Dtype dtype, std::span<const std::byte> bytes);

/// Where the arrays of a launch stand in one block of memory: a guard zone, then each operand and the results, a guard
/// zone after each of them. Offsets are multiples of 256.
struct ArenaLayout {
  std::vector<Dtype> operands;
  Dtype result = Dtype::f32;
  std::size_t count = 0;
  std::vector<std::size_t> operand_offsets;
  std::size_t result_offset = 0;
  std::size_t size = 0;
};
ArenaLayout arena_layout(const Operation& operation, std::size_t count);

/// What stands where no operand does: bytes that differ from place to place, or their complements.
enum class Poison : std::uint8_t { plain, complement };

/// Fills an arena with the operands of the cases, and guard zones and results with poison.
void fill_arena(const ArenaLayout& layout, const Cases& cases, Poison poison, std::span<std::byte> arena);

/// What a launch did to an arena outside its results: "", "wrote out of bounds" or "wrote to operand x".
std::string check_arena(const ArenaLayout& layout, std::span<const std::byte> before, std::span<const std::byte> after);

/// Launches a kernel on an arena that holds the bytes of `before`, and puts those it then holds into `after`. Returns
/// what went wrong, or "".
using ArenaLaunch = std::function<std::string(std::span<const std::byte> before, std::span<std::byte> after)>;

/// Launches a kernel and takes its results. Where they look like poison, a second launch on the other poison tells a
/// result that is so by chance from one that was never written.
/// @param plain, complement  arenas of the same cases with either poison
/// @param after              memory of the same size
Execution run_on_arena(const ArenaLayout& layout, std::span<const std::byte> plain,
                       std::span<const std::byte> complement, std::span<std::byte> after, const ArenaLaunch& launch);

/// "timed out after 10 s".
std::string timed_out_text(std::chrono::milliseconds timeout);

}  // namespace semcheck
