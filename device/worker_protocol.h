#pragma once

/// @file
/// What a worker and its parent say to each other. Both are the same program, so a message is the bytes of a struct,
/// sent as one packet; images and arenas stand in memory that both map.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "device/large_launch.h"
#include "device/step_plan.h"

namespace semcheck {

inline constexpr std::uint32_t kProtocolMark = 0x73636b31;  // "sck1"

/// Bytes of the shared memory.
struct Region {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

enum class Command : std::uint32_t {
  load,     ///< `input` is an image for `slot`
  launch,   ///< runs `entry` of `slot` on the arena `input`, and leaves it in `output`
  measure,  ///< times `entry` of `slot` on `memory` bytes of the GPU, filled from `input`
  sweep,    ///< launches `plan` on memory that begins with `input`, and leaves the beginning of that in `output`
};

/// What the parent asks.
struct Request {
  std::uint32_t mark = kProtocolMark;
  std::uint32_t sequence = 0;
  Command command = Command::load;
  std::uint32_t slot = 0;
  Region input;
  Region output;
  std::array<char, 64> entry{};
  std::array<std::uint64_t, 8> parameters{};  ///< of the kernel, the first `parameter_count` of them
  std::uint32_t parameter_count = 0;
  std::uint32_t pointers = 0;  ///< bit k: parameter k is an offset into the arena
  std::uint32_t blocks = 1;
  std::uint32_t threads = 1;    ///< of a block
  std::int32_t jit_level = -1;  ///< of the driver's compiler, for `load`; negative for its own choice
  std::array<Tile, 4> tiles{};  ///< of `measure`, the first `tile_count` of them
  std::uint32_t tile_count = 0;
  std::uint64_t memory = 0;
  std::uint64_t copied = 0;  ///< bytes of a copy that is timed as well
  StepPlan plan;             ///< of `sweep`
};

enum class Status : std::uint32_t {
  facts,     ///< unasked, first: which GPU this is
  ready,     ///< unasked, second: the context is there
  done,      ///< the request was carried out
  failed,    ///< it was not, and `text` says why; the worker can go on
  poisoned,  ///< it was not, and the worker ends
  unusable,  ///< unasked: there is no such GPU; `text` says why and `help` what to do
};
inline constexpr std::uint32_t kStatusCount = 6;

/// What the worker answers.
struct Reply {
  std::uint32_t mark = kProtocolMark;
  std::uint32_t sequence = 0;
  Status status = Status::done;
  std::int32_t major = 0;
  std::int32_t minor = 0;
  std::int32_t multiprocessors = 0;
  std::int32_t gpus = 0;  ///< that the driver has
  double median_us = 0;   ///< of `measure`
  double least_us = 0;
  double most_us = 0;
  double copy_us = 0;
  double device_us = 0;  ///< of `sweep`
  std::uint32_t launches = 0;
  std::array<char, 128> name{};
  std::array<char, 64> driver{};
  std::array<char, 4096> text{};
  std::array<char, 512> help{};
};

static_assert(std::is_trivially_copyable_v<Request> && std::is_trivially_copyable_v<Reply>);

/// Puts a text into a field of a message, cut to fit, with a zero byte after it.
template <std::size_t N>
void put(std::array<char, N>& field, std::string_view text) {
  const std::size_t size = text.size() < N ? text.size() : N - 1;
  field.fill('\0');
  text.copy(field.data(), size);
}

/// The text of a field; a field without a zero byte is taken whole.
template <std::size_t N>
std::string get(const std::array<char, N>& field) {
  const std::string_view whole(field.data(), N);
  return std::string(whole.substr(0, whole.find('\0')));
}

}  // namespace semcheck
