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

/// What the kernels of one feed read and write. Their parameters are, in this order: a pointer to each array, the
/// scalar if there is one, a pointer to the results, and `count`.
struct LaunchData {
  struct Array {
    std::string name;
    std::vector<std::byte> bytes;
    std::size_t shift = 0;  ///< bytes from an aligned address to the first element
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
