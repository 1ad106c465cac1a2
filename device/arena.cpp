#include "device/arena.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>

#include "device/kernel_source.h"

namespace semcheck {
namespace {

static_assert(std::endian::native == std::endian::little, "patterns are packed by copying their low bytes");

constexpr std::size_t kGuard = 4096;
constexpr std::size_t kAlignment = 256;

constexpr std::size_t aligned(std::size_t size) {
  return (size + kAlignment - 1) / kAlignment * kAlignment;
}

/// The top byte of a multiplicative hash of the offset, so that a stray write of equal values is seen.
void poison_all(Poison poison, std::span<std::byte> arena) {
  const std::uint8_t flip = poison == Poison::plain ? 0x00 : 0xff;
  for (std::size_t i = 0; i < arena.size(); ++i)
    arena[i] = static_cast<std::byte>(static_cast<std::uint8_t>((i * 0x9e3779b97f4a7c15u) >> 56) ^ flip);
}

std::span<const std::byte> result_bytes(const ArenaLayout& layout, std::span<const std::byte> arena) {
  return arena.subspan(layout.result_offset, layout.count * size_of(layout.result));
}

/// The cases whose result is what it was before the launch.
std::vector<std::size_t> untouched(const ArenaLayout& layout, std::span<const std::byte> before,
                                   std::span<const std::byte> after) {
  const std::size_t size = size_of(layout.result);
  const auto old_bytes = result_bytes(layout, before);
  const auto new_bytes = result_bytes(layout, after);
  std::vector<std::size_t> cases;
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

void pack(Dtype dtype, std::span<const Bits> patterns, std::span<std::byte> bytes) {
  const std::size_t size = size_of(dtype);
  for (std::size_t i = 0; i < patterns.size(); ++i) std::memcpy(&bytes[i * size], &patterns[i], size);
}

std::vector<Bits> unpack(Dtype dtype, std::span<const std::byte> bytes) {
  const std::size_t size = size_of(dtype);
  std::vector<Bits> patterns(bytes.size() / size);
  for (std::size_t i = 0; i < patterns.size(); ++i) std::memcpy(&patterns[i], &bytes[i * size], size);
  return patterns;
}

ArenaLayout arena_layout(const Operation& operation, std::size_t count) {
  ArenaLayout layout{operation.operands, operation.dtype, count, {}, 0, kGuard};
  for (Dtype dtype : layout.operands) {
    layout.operand_offsets.push_back(layout.size);
    layout.size += aligned(count * size_of(dtype)) + kGuard;
  }
  layout.result_offset = layout.size;
  layout.size += aligned(count * size_of(layout.result)) + kGuard;
  return layout;
}

void fill_arena(const ArenaLayout& layout, const Cases& cases, Poison poison, std::span<std::byte> arena) {
  poison_all(poison, arena);
  for (std::size_t k = 0; k < layout.operands.size(); ++k)
    pack(layout.operands[k], cases.operands[k], arena.subspan(layout.operand_offsets[k]));
}

std::string check_arena(const ArenaLayout& layout, std::span<const std::byte> before,
                        std::span<const std::byte> after) {
  const auto same = [&](std::size_t from, std::size_t to) {
    return std::memcmp(before.data() + from, after.data() + from, to - from) == 0;
  };
  std::size_t checked = 0;
  for (std::size_t k = 0; k < layout.operands.size(); ++k) {
    const std::size_t start = layout.operand_offsets[k];
    const std::size_t end = start + layout.count * size_of(layout.operands[k]);
    if (!same(checked, start)) return "wrote out of bounds";
    if (!same(start, end)) return fmt::format("wrote to operand {}", kOperandNames.at(k));
    checked = end;
  }
  const std::size_t results_end = layout.result_offset + layout.count * size_of(layout.result);
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
