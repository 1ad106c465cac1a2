#include "device/large_launch.h"

#include <algorithm>

#include "device/arena.h"

namespace semcheck {
namespace {

/// Blocks of a launch over rows, one for each.
constexpr std::uint64_t kMostRows = 1 << 20;

std::uint64_t aligned(std::uint64_t size) {
  return (size + ArenaLayout::kAlignment - 1) / ArenaLayout::kAlignment * ArenaLayout::kAlignment;
}

/// Lays arrays and results out one after the other.
class Builder {
 public:
  void add(const std::vector<std::byte>& bytes, std::uint64_t filled) {
    large_.tiles.push_back({large_.contents.size(), bytes.size(), large_.memory, filled});
    large_.contents.insert(large_.contents.end(), bytes.begin(), bytes.end());
    large_.launch.parameters.push_back({reserve(filled), true});
  }

  /// Adds the results and what the kernel is told to compute of them.
  LargeLaunch finish(std::uint64_t result_bytes, std::uint64_t count) {
    large_.launch.parameters.push_back({reserve(result_bytes), true});
    large_.launch.parameters.push_back({count, false});
    return std::move(large_);
  }

 private:
  std::uint64_t reserve(std::uint64_t bytes) {
    const std::uint64_t place = large_.memory;
    large_.memory += aligned(bytes);
    large_.moved += bytes;
    return place;
  }

  LargeLaunch large_;
};

void set_shape(const Operation& operation, const Kernel& kernel, std::uint64_t count, LargeLaunch& large) {
  LaunchData data;
  data.count = data.threads = count;
  const Launch shape = launch_of(operation, kernel, data, {});
  large.launch.blocks = shape.blocks;
  large.launch.threads = shape.threads;
}

std::uint64_t longest_row(const Cases& cases) {
  std::uint64_t longest = 0;
  for (std::size_t i = 0; i < cases.size(); ++i)
    longest = std::max<std::uint64_t>(longest, cases.starts[i + 1] - cases.starts[i]);
  return longest;
}

std::optional<LargeLaunch> large_rows(const Operation& operation, const Kernel& kernel, const Cases& cases,
                                      std::uint64_t operand_bytes) {
  const LaunchData data = launch_data(operation, cases, {});
  const std::uint64_t size = size_of(operation.operands.front()), length = longest_row(cases);
  if (length == 0) return std::nullopt;
  const std::uint64_t rows = std::clamp<std::uint64_t>(operand_bytes / (length * size), 1, kMostRows);
  std::vector<Bits> starts(rows + 1);
  for (std::uint64_t i = 0; i <= rows; ++i) starts[i] = i * length;
  std::vector<std::byte> start_bytes(starts.size() * size_of(Dtype::u64));
  pack(Dtype::u64, starts, start_bytes);

  Builder builder;
  builder.add(data.arrays.front().bytes, rows * length * size);
  builder.add(start_bytes, start_bytes.size());
  LargeLaunch large = builder.finish(rows * size_of(operation.result), rows);
  large.elements = rows * length;
  set_shape(operation, kernel, rows, large);
  return large;
}

}  // namespace

std::optional<LargeLaunch> large_launch(const Operation& operation, const Kernel& kernel, const Cases& cases,
                                        std::uint64_t operand_bytes) {
  if (is_row_operation(operation.kind)) return large_rows(operation, kernel, cases, operand_bytes);
  if (cases.size() == 0) return std::nullopt;
  const LaunchData data = launch_data(operation, cases, {});
  std::uint64_t widest = 1;
  for (const LaunchData::Array& array : data.arrays) widest = std::max<std::uint64_t>(widest, array.bytes.size());
  const std::uint64_t times = std::max<std::uint64_t>(operand_bytes / widest, 1);
  const std::uint64_t count = data.count * times;

  Builder builder;
  for (const LaunchData::Array& array : data.arrays) builder.add(array.bytes, array.bytes.size() * times);
  LargeLaunch large = builder.finish(count * size_of(operation.result), count);
  large.elements = count;
  set_shape(operation, kernel, count, large);
  return large;
}

}  // namespace semcheck
