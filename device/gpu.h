#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "device/toolkit/driver.h"

namespace semcheck {

/// One launch of a kernel on an arena.
struct GpuLaunch {
  std::size_t slot = 0;  ///< of the image that holds the kernel
  std::string entry;
  std::vector<std::uint64_t> parameters;
  std::uint32_t pointers = 0;  ///< bit k: parameter k is an offset into the arena
  std::uint32_t blocks = 1;
  std::uint32_t threads = 1;  ///< of a block
};

/// What a worker asks of a GPU. The seam between the worker's protocol, which is tested without a GPU, and the driver.
/// Every function but facts() throws DriverError.
class Gpu {
 public:
  virtual ~Gpu() = default;
  /// Throws EnvironmentError when there is no such GPU.
  virtual GpuFacts facts() = 0;
  virtual void create_context() = 0;
  /// Loads a cubin, or PTX ended by a zero byte, in the place of what the slot held.
  virtual void load(std::size_t slot, std::span<const std::byte> image) = 0;
  /// Copies `before` to the GPU, runs the kernel on it to its end and copies the memory back to `after`.
  virtual void run(const GpuLaunch& launch, std::span<const std::byte> before, std::span<std::byte> after) = 0;
};

/// A GPU behind the CUDA driver.
std::unique_ptr<Gpu> open_gpu(int ordinal);

}  // namespace semcheck
