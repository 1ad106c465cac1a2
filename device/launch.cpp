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

LaunchData::Array array_of(std::string_view name, Dtype dtype, std::size_t elements, std::size_t operand = 0) {
  return {std::string(name), std::vector<std::byte>(elements * size_of(dtype)), 0, operand};
}

/// The elements of all rows one after the other, and where each row begins.
LaunchData rows_data(const Operation& operation, const Cases& cases) {
  LaunchData data;
  const std::vector<Bits> starts(cases.starts.begin(), cases.starts.end());
  data.arrays.push_back(array_of("x", operation.operands.front(), cases.operands.front().size()));
  data.arrays.push_back(array_of("starts", Dtype::u64, starts.size()));
  pack(operation.operands.front(), cases.operands.front(), data.arrays[0].bytes);
  pack(Dtype::u64, starts, data.arrays[1].bytes);
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

void shift_by_one(const Operation& operation, LaunchData& data) {
  for (LaunchData::Array& array : data.arrays) array.shift = size_of(operation.operands[array.operand]);
  data.result_shift = size_of(operation.result);
}

/// The operands that come from arrays: the elements that the kernel loads, which other cases use again.
std::vector<Bits> elements_of(const Feed& feed, const Cases& cases, std::size_t operand) {
  const bool by_row = feed.supply == Supply::broadcast && is_by_row(operand);
  return strided(cases.operands[operand], elements_for(feed, operand, cases.size()), by_row ? feed.columns : 1);
}

std::uint64_t threads_for(Supply supply, std::uint64_t count) {
  const std::uint64_t width = vector_width(supply);
  return count / width + count % width;
}

template <class Word>
void pack_words(std::span<const Bits> patterns, std::byte* bytes) {
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const auto word = static_cast<Word>(patterns[i]);
    std::memcpy(bytes + i * sizeof word, &word, sizeof word);
  }
}

template <class Word>
void unpack_words(const std::byte* bytes, std::span<Bits> patterns) {
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    Word word = 0;
    std::memcpy(&word, bytes + i * sizeof word, sizeof word);
    patterns[i] = word;
  }
}

}  // namespace

void pack(Dtype dtype, std::span<const Bits> patterns, std::span<std::byte> bytes) {
  switch (size_of(dtype)) {
    case 1: return pack_words<std::uint8_t>(patterns, bytes.data());
    case 2: return pack_words<std::uint16_t>(patterns, bytes.data());
    case 4: return pack_words<std::uint32_t>(patterns, bytes.data());
    default: return pack_words<std::uint64_t>(patterns, bytes.data());
  }
}

void unpack(Dtype dtype, std::span<const std::byte> bytes, std::span<Bits> patterns) {
  switch (size_of(dtype)) {
    case 1: return unpack_words<std::uint8_t>(bytes.data(), patterns);
    case 2: return unpack_words<std::uint16_t>(bytes.data(), patterns);
    case 4: return unpack_words<std::uint32_t>(bytes.data(), patterns);
    default: return unpack_words<std::uint64_t>(bytes.data(), patterns);
  }
}

std::vector<Bits> unpack(Dtype dtype, std::span<const std::byte> bytes) {
  std::vector<Bits> patterns(bytes.size() / size_of(dtype));
  unpack(dtype, bytes, patterns);
  return patterns;
}

std::size_t elements_for(const Feed& feed, std::size_t operand, std::size_t results) {
  if (feed.supply != Supply::broadcast) return results / std::max<std::size_t>(feed.values.size(), 1);
  return is_by_row(operand) ? results / feed.columns : feed.columns;
}

LaunchData launch_frame(const Operation& operation, const Feed& feed, std::size_t results) {
  LaunchData data;
  const std::vector<std::string_view> names = operand_names(operation);
  for (std::size_t k = 0; k < names.size(); ++k)
    if (!is_by_value(feed) || k != feed.operand)
      data.arrays.push_back(array_of(names[k], operation.operands[k], elements_for(feed, k, results), k));
  if (feed.supply == Supply::argument) data.scalar = feed.values.front();
  if (feed.supply == Supply::broadcast) data.scalar = feed.columns;
  if (feed.supply == Supply::in_place) data.in_place = feed.operand;
  if (feed.supply == Supply::tail) shift_by_one(operation, data);
  data.result = operation.result;
  data.results = results;
  set_count(data, feed, results / std::max<std::size_t>(feed.values.size(), 1));
  return data;
}

void set_count(LaunchData& data, const Feed& feed, std::uint64_t count) {
  data.count = count;
  data.threads = threads_for(feed.supply, count);
}

LaunchData launch_data(const Operation& operation, const Cases& cases, const Feed& feed) {
  if (is_row_operation(operation.kind)) return rows_data(operation, cases);
  LaunchData data = launch_frame(operation, feed, cases.size());
  for (LaunchData::Array& array : data.arrays)
    pack(operation.operands[array.operand], elements_of(feed, cases, array.operand), array.bytes);
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
