#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "device/launch.h"

namespace semcheck {

/// Where the arrays of a launch stand in one block of memory: a guard zone, then each input and the results, a guard
/// zone after each of them. They begin at multiples of 256, or as many bytes behind them as they are shifted.
struct ArenaLayout {
  /// Bytes of the arena that a launch only reads.
  struct Part {
    std::string name;
    std::size_t offset = 0;
    std::size_t size = 0;
  };
  static constexpr std::size_t kAlignment = 256;

  std::vector<Part> inputs;
  Dtype result = Dtype::f32;
  std::size_t count = 0;  ///< of results
  std::size_t result_offset = 0;
  bool in_place = false;  ///< the results stand where an input stood, which is not among `inputs`
  std::size_t size = 0;

  std::size_t result_size() const { return count * size_of(result); }
};
ArenaLayout arena_layout(const LaunchData& data);

/// What stands where no operand does: bytes that differ from place to place, or their complements.
enum class Poison : std::uint8_t { plain, complement };

/// Fills an arena with the inputs, and guard zones and results with poison.
void fill_arena(const ArenaLayout& layout, const LaunchData& data, Poison poison, std::span<std::byte> arena);

/// What a launch did to an arena outside its results: "", "wrote out of bounds" or "wrote to operand x".
std::string check_arena(const ArenaLayout& layout, std::span<const std::byte> before, std::span<const std::byte> after);

/// Launches a kernel on an arena that holds the bytes of `before`, and puts those it then holds into `after`. Returns
/// what went wrong, or "".
using ArenaLaunch = std::function<std::string(std::span<const std::byte> before, std::span<std::byte> after)>;

/// Launches a kernel and takes its results. Where they look like poison (and do not stand on an input), a second launch
/// on the other poison tells a result that is so by chance from one that was never written.
/// @param plain, complement  arenas of the same cases with either poison
/// @param after              memory of the same size
Execution run_on_arena(const ArenaLayout& layout, std::span<const std::byte> plain,
                       std::span<const std::byte> complement, std::span<std::byte> after, const ArenaLaunch& launch);

/// "timed out after 10 s".
std::string timed_out_text(std::chrono::milliseconds timeout);

}  // namespace semcheck
