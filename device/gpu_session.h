#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/run/device.h"
#include "device/arena.h"
#include "device/shared_memory.h"
#include "device/sweep_sequence.h"
#include "device/toolkit/driver.h"
#include "device/worker_process.h"

namespace semcheck {

/// The program that is running, as a worker.
std::vector<std::string> own_worker_command();

/// A GPU used through worker processes: one at a time, and a fresh one after each that hung, died or lost its context.
class GpuSession {
 public:
  /// Starts the first worker and returns at once; it opens the driver and creates the context meanwhile.
  GpuSession(std::vector<std::string> command, int ordinal);

  /// Waits until the GPU is known. Throws EnvironmentError when there is none that can be used.
  const GpuFacts& facts();

  /// Runs every kernel of the machine's own paths that has an image and no error over the cases. Throws
  /// EnvironmentError when workers die one after the other without any kernel coming to an end.
  std::vector<Execution> execute(std::span<const Kernel> kernels, const Operation& operation, const Cases& cases,
                                 const Limits& limits);

  /// Times every kernel of the machine's own paths that has an image, each over large arrays made of the cases. What
  /// went wrong is in the measurement.
  std::vector<Measurement> measure(std::span<const Kernel> kernels, const Operation& operation, const Cases& cases,
                                   const Limits& limits);

  /// Sweeps a stretch by a kernel of one of the machine's own paths. Throws EnvironmentError as execute() does.
  Swept sweep(const SweepKernel& kernel, const Stretch& stretch, const Limits& limits);
  Sample sample(const SweepKernel& kernel, const Stretch& stretch, const Limits& limits);

  /// Runs the chain of a probe once.
  Execution run_chain(const Kernel& kernel, const ChainLaunch& chain, const Limits& limits);

 private:
  /// Times one launch. Returns what went wrong, or "".
  std::string time(const Kernel& kernel, const LargeLaunch& large, bool with_copy, const Limits& limits, Reply& reply);
  Measurement measure(const Kernel& kernel, const Operation& operation, const Cases& cases, const Limits& limits);

  /// Runs a sequence and puts into its contents what came of it. Returns what went wrong, or "".
  std::string launch(SweepSequence& sequence, const Limits& limits, double& device_seconds);
  std::string carry_out(SweepSequence& sequence, const Limits& limits, double& device_seconds);
  std::string load(SweepSequence& sequence, const Region& place);

  /// Where things stand in the shared memory during an execution.
  struct Places {
    Region plain, complement, after, image;
  };

  void start();
  void require_ready();
  bool introduce();
  void count_death(const std::string& error);
  std::string conclude(const Answer& answer, const std::string& timed_out);
  std::string load(const std::shared_ptr<const Image>& image, const Region& place, std::uint32_t& slot);
  std::string launch(const Kernel& kernel, const Launch& launch, const Places& places, const Region& before,
                     const Limits& limits);
  Places lay_out(std::span<const Kernel> kernels, const ArenaLayout& layout);
  std::span<std::byte> at(const Region& region) const { return memory_.bytes().subspan(region.offset, region.size); }

  std::vector<std::string> command_;
  int ordinal_;
  SharedMemory memory_;
  std::optional<WorkerProcess> worker_;
  bool ready_ = false;  ///< the worker has its context
  std::optional<GpuFacts> facts_;
  int deaths_ = 0;  ///< since a kernel last came to an end
  /// The images that the worker has loaded; a slot whose image is gone is used again.
  std::vector<std::weak_ptr<const Image>> slots_;
};

}  // namespace semcheck
