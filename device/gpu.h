#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "device/large_launch.h"
#include "device/step_plan.h"
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

/// A launch that is timed, on memory of its own.
struct GpuMeasurement {
  GpuLaunch launch;
  std::vector<Tile> tiles;   ///< what that memory holds
  std::uint64_t memory = 0;  ///< its bytes
  std::uint64_t copied = 0;  ///< bytes of a copy within it that is timed as well; 0 for none
};

struct GpuTimes {
  double median_us = 0;  ///< of a launch
  double least_us = 0;
  double most_us = 0;
  std::uint32_t launches = 0;
  double copy_us = 0;
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
  /// @param jit_level  of the driver's compiler, for PTX; nothing for its own choice
  virtual void load(std::size_t slot, std::span<const std::byte> image, std::optional<unsigned> jit_level) = 0;
  /// Copies `before` to the GPU, runs the kernel on it to its end and copies the memory back to `after`.
  virtual void run(const GpuLaunch& launch, std::span<const std::byte> before, std::span<std::byte> after) = 0;
  /// Times many launches after a few that are not timed.
  virtual GpuTimes measure(const GpuMeasurement& measurement, std::span<const std::byte> contents) = 0;
  /// Launches a plan on memory that begins with `before`, and copies the beginning of that back to `after`. Returns the
  /// microseconds that the launches took together, on the GPU's clock.
  /// @param plan  a sound one
  virtual double sweep(const StepPlan& plan, std::span<const std::byte> before, std::span<std::byte> after) = 0;
};

/// A GPU behind the CUDA driver.
std::unique_ptr<Gpu> open_gpu(int ordinal);

}  // namespace semcheck
