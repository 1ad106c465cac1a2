#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "device/gpu.h"
#include "device/ptx/interpreter.h"
#include "device/worker_protocol.h"

namespace semcheck::testing {

/// A GPU that is the PTX interpreter: it sweeps for real, and nothing else.
class InterpretedGpu : public Gpu {
 public:
  /// @param minor  of its compute capability 9.x
  InterpretedGpu(const std::string& name, int minor, int count) : facts_{name, 9, minor, 1, "1.2.3", count} {}

  GpuFacts facts() override { return facts_; }
  void create_context() override {}

  void load(std::size_t slot, std::span<const std::byte> image, std::optional<unsigned>) override {
    if (slot >= modules_.size()) modules_.resize(slot + 1);
    modules_[slot] = ptx::parse({reinterpret_cast<const char*>(image.data()), image.size() - 1});
  }

  void run(const GpuLaunch&, std::span<const std::byte>, std::span<std::byte>) override {
    throw DriverError("this GPU only sweeps", false);
  }
  GpuTimes measure(const GpuMeasurement&, std::span<const std::byte>) override {
    throw DriverError("this GPU only sweeps", false);
  }

  /// A launch takes a microsecond.
  double sweep(const StepPlan& plan, std::span<const std::byte> before, std::span<std::byte> after) override {
    ptx::Memory memory;
    const std::uint64_t address = memory.allocate(memory_of(plan));
    std::ranges::copy(before, memory.at(address).begin());
    double launches = 0;
    for_each_launch(plan, address, [&](const StepLaunch& launch) {
      run_step(plan.steps[launch.step], launch, memory);
      ++launches;
    });
    std::ranges::copy(memory.at(address).first(after.size()), after.begin());
    return launches;
  }

 private:
  void run_step(const LaunchStep& step, const StepLaunch& launch, ptx::Memory& memory) {
    const std::string entry = get(step.entry);
    try {
      ptx::launch(*modules_.at(step.slot),
                  {entry, {launch.blocks}, {launch.threads}, std::as_bytes(std::span(launch.parameters))}, memory);
    } catch (const std::exception& trouble) {
      throw DriverError(trouble.what(), true);
    }
  }

  GpuFacts facts_;
  std::vector<std::shared_ptr<const ptx::Module>> modules_;
};

}  // namespace semcheck::testing
