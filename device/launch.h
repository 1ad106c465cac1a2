#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/run/device.h"

namespace semcheck {

/// Packs the patterns little-endian at the dtype's size, `bytes` = count × size_of(dtype).
void pack(Dtype dtype, std::span<const Bits> patterns, std::span<std::byte> bytes);
std::vector<Bits> unpack(Dtype dtype, std::span<const std::byte> bytes);
/// The same, into `bytes` / size_of(dtype) patterns.
void unpack(Dtype dtype, std::span<const std::byte> bytes, std::span<Bits> patterns);

/// What the kernels of one feed read and write. Their parameters are, in this order: a pointer to each array, the
/// scalar if there is one, a pointer to the results, and `count`.
struct LaunchData {
  struct Array {
    std::string name;
    std::vector<std::byte> bytes;
    std::size_t shift = 0;    ///< bytes from an aligned address to the first element
    std::size_t operand = 0;  ///< whose elements it holds; of elementwise operations
  };
  std::vector<Array> arrays;
  std::optional<Bits> scalar;
  Dtype result = Dtype::f32;
  std::size_t results = 0;
  std::size_t result_shift = 0;
  std::optional<std::size_t> in_place;  ///< the array that the results overwrite
  std::uint64_t count = 0;              ///< what the kernel is told: of elements of an array, of results, or of rows
  std::uint64_t threads = 0;            ///< that have work
};
LaunchData launch_data(const Operation& operation, const Cases& cases, const Feed& feed);

/// Elements of the array of an operand that serve so many results.
std::size_t elements_for(const Feed& feed, std::size_t operand, std::size_t results);

/// The same for so many results of an elementwise operation, with zeros for operands.
LaunchData launch_frame(const Operation& operation, const Feed& feed, std::size_t results);
/// Makes it a launch over fewer elements than the arrays hold: `count` is what the kernel is told.
void set_count(LaunchData& data, const Feed& feed, std::uint64_t count);

/// One parameter of a kernel: a value, or a place in the arena.
struct Parameter {
  std::uint64_t value = 0;
  bool is_offset = false;
};

struct Launch {
  std::vector<Parameter> parameters;
  std::uint32_t blocks = 1;
  std::uint32_t threads = 1;  ///< of a block
};

struct ArenaLayout;
Launch launch_of(const Operation& operation, const Kernel& kernel, const LaunchData& data, const ArenaLayout& layout);

}  // namespace semcheck
