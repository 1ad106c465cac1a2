#include "device/launch.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "device/arena.h"
#include "device/kernel_source.h"
#include "device/supply_kernel.h"

namespace semcheck {
namespace {

static_assert(std::endian::native == std::endian::little, "patterns are packed by copying their low bytes");

LaunchData::Array packed(std::string name, Dtype dtype, std::span<const Bits> patterns) {
  LaunchData::Array array{std::move(name), std::vector<std::byte>(patterns.size() * size_of(dtype)), 0};
  pack(dtype, patterns, array.bytes);
  return array;
}

/// The elements of all rows one after the other, and where each row begins.
LaunchData rows_data(const Operation& operation, const Cases& cases) {
  LaunchData data;
  data.arrays.push_back(packed("x", operation.operands.front(), cases.operands.front()));
  const std::vector<Bits> starts(cases.starts.begin(), cases.starts.end());
  data.arrays.push_back(packed("starts", Dtype::u64, starts));
  data.result = operation.result;
  data.results = data.count = data.threads = cases.size();
  return data;
}

/// One column of cases, by the number of its first element, how many there are, and how far they are apart.
std::vector<Bits> strided(const std::vector<Bits>& column, std::size_t count, std::size_t stride) {
  std::vector<Bits> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = column[i * stride];
  return values;
}

/// The operands that come from arrays: the elements that the kernel loads, which other cases use again.
std::vector<Bits> elements_of(const Feed& feed, const Cases& cases, std::size_t operand) {
  const std::vector<Bits>& column = cases.operands[operand];
  if (feed.supply == Supply::broadcast)
    return is_by_row(operand) ? strided(column, cases.size() / feed.columns, feed.columns)
                              : strided(column, feed.columns, 1);
  return strided(column, cases.size() / std::max<std::size_t>(feed.values.size(), 1), 1);
}

void shift_by_one(const Operation& operation, LaunchData& data) {
  for (std::size_t k = 0; k < data.arrays.size(); ++k) data.arrays[k].shift = size_of(operation.operands[k]);
  data.result_shift = size_of(operation.result);
}

std::uint64_t threads_for(Supply supply, std::uint64_t count) {
  const std::uint64_t width = vector_width(supply);
  return count / width + count % width;
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

LaunchData launch_data(const Operation& operation, const Cases& cases, const Feed& feed) {
  if (is_row_operation(operation.kind)) return rows_data(operation, cases);
  LaunchData data;
  const std::vector<std::string_view> names = operand_names(operation);
  for (std::size_t k = 0; k < names.size(); ++k)
    if (!is_by_value(feed) || k != feed.operand)
      data.arrays.push_back(packed(std::string(names[k]), operation.operands[k], elements_of(feed, cases, k)));
  if (feed.supply == Supply::argument) data.scalar = feed.values.front();
  if (feed.supply == Supply::broadcast) data.scalar = feed.columns;
  if (feed.supply == Supply::in_place) data.in_place = feed.operand;
  if (feed.supply == Supply::tail) shift_by_one(operation, data);
  data.result = operation.result;
  data.results = cases.size();
  data.count = cases.size() / std::max<std::size_t>(feed.values.size(), 1);
  data.threads = threads_for(feed.supply, data.count);
  return data;
}

Launch launch_of(const Operation& operation, const Kernel& kernel, const LaunchData& data, const ArenaLayout& layout) {
  Launch launch;
  const std::size_t results = layout.result_offset;
  std::size_t input = 0;
  for (std::size_t k = 0; k < data.arrays.size(); ++k)
    launch.parameters.push_back({data.in_place == k ? results : layout.inputs[input++].offset, true});
  if (data.scalar) launch.parameters.push_back({*data.scalar, false});
  launch.parameters.push_back({results, true});
  launch.parameters.push_back({data.count, false});
  const bool rows = is_row_operation(operation.kind);
  launch.threads = rows ? threads_of(*kernel.variant) : kBlockSize;
  launch.blocks = rows ? static_cast<std::uint32_t>(data.count) : block_count(data.threads);
  return launch;
}

}  // namespace semcheck
