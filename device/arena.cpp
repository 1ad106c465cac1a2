#include "device/arena.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace semcheck {
namespace {

constexpr std::size_t kGuard = 4096;

constexpr std::size_t aligned(std::size_t size) {
  return (size + ArenaLayout::kAlignment - 1) / ArenaLayout::kAlignment * ArenaLayout::kAlignment;
}

/// The top byte of a multiplicative hash of the offset, so that a stray write of equal values is seen.
void poison_all(Poison poison, std::span<std::byte> arena) {
  const std::uint8_t flip = poison == Poison::plain ? 0x00 : 0xff;
  for (std::size_t i = 0; i < arena.size(); ++i)
    arena[i] = static_cast<std::byte>(static_cast<std::uint8_t>((i * 0x9e3779b97f4a7c15u) >> 56) ^ flip);
}

std::span<const std::byte> result_bytes(const ArenaLayout& layout, std::span<const std::byte> arena) {
  return arena.subspan(layout.result_offset, layout.result_size());
}

/// The cases whose result is what it was before the launch.
std::vector<std::size_t> untouched(const ArenaLayout& layout, std::span<const std::byte> before,
                                   std::span<const std::byte> after) {
  const std::size_t size = size_of(layout.result);
  const auto old_bytes = result_bytes(layout, before);
  const auto new_bytes = result_bytes(layout, after);
  std::vector<std::size_t> cases;
  if (layout.in_place) return cases;
  for (std::size_t i = 0; i < layout.count; ++i)
    if (std::memcmp(&old_bytes[i * size], &new_bytes[i * size], size) == 0) cases.push_back(i);
  return cases;
}

/// Launches and checks; returns what went wrong, or "".
std::string launch_checked(const ArenaLayout& layout, std::span<const std::byte> before, std::span<std::byte> after,
                           const ArenaLaunch& launch) {
  std::string error = launch(before, after);
  return error.empty() ? check_arena(layout, before, after) : error;
}

}  // namespace

ArenaLayout arena_layout(const LaunchData& data) {
  ArenaLayout layout;
  layout.result = data.result;
  layout.count = data.results;
  layout.in_place = data.in_place.has_value();
  layout.size = kGuard;
  for (std::size_t k = 0; k < data.arrays.size(); ++k) {
    const LaunchData::Array& array = data.arrays[k];
    if (data.in_place == k) continue;
    layout.inputs.push_back({array.name, layout.size + array.shift, array.bytes.size()});
    layout.size += aligned(array.shift + array.bytes.size()) + kGuard;
  }
  layout.result_offset = layout.size + data.result_shift;
  layout.size += aligned(data.result_shift + layout.result_size()) + kGuard;
  return layout;
}

void fill_arena(const ArenaLayout& layout, const LaunchData& data, Poison poison, std::span<std::byte> arena) {
  poison_all(poison, arena);
  std::size_t input = 0;
  for (std::size_t k = 0; k < data.arrays.size(); ++k) {
    const std::size_t offset = data.in_place == k ? layout.result_offset : layout.inputs[input++].offset;
    std::copy(data.arrays[k].bytes.begin(), data.arrays[k].bytes.end(),
              arena.begin() + static_cast<std::ptrdiff_t>(offset));
  }
}

std::string check_arena(const ArenaLayout& layout, std::span<const std::byte> before,
                        std::span<const std::byte> after) {
  const auto same = [&](std::size_t from, std::size_t to) {
    return std::memcmp(before.data() + from, after.data() + from, to - from) == 0;
  };
  std::size_t checked = 0;
  for (const ArenaLayout::Part& input : layout.inputs) {
    if (!same(checked, input.offset)) return "wrote out of bounds";
    checked = input.offset + input.size;
    if (!same(input.offset, checked)) return fmt::format("wrote to operand {}", input.name);
  }
  const std::size_t results_end = layout.result_offset + layout.result_size();
  return same(checked, layout.result_offset) && same(results_end, layout.size) ? "" : "wrote out of bounds";
}

Execution run_on_arena(const ArenaLayout& layout, std::span<const std::byte> plain,
                       std::span<const std::byte> complement, std::span<std::byte> after, const ArenaLaunch& launch) {
  Execution execution;
  execution.error = launch_checked(layout, plain, after, launch);
  if (!execution.error.empty()) return execution;
  std::vector<std::size_t> missing = untouched(layout, plain, after);
  if (!missing.empty()) {
    execution.error = launch_checked(layout, complement, after, launch);
    if (!execution.error.empty()) return execution;
    const std::vector<std::size_t> again = untouched(layout, complement, after);
    std::vector<std::size_t> both;
    std::set_intersection(missing.begin(), missing.end(), again.begin(), again.end(), std::back_inserter(both));
    missing = std::move(both);
  }
  if (missing.empty())
    execution.results = unpack(layout.result, result_bytes(layout, after));
  else
    execution.error = fmt::format("wrote no result for {} of {} cases", missing.size(), layout.count);
  return execution;
}

std::string timed_out_text(std::chrono::milliseconds timeout) {
  return fmt::format("timed out after {:g} s", static_cast<double>(timeout.count()) / 1000);
}

}  // namespace semcheck
