#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/run/device.h"

namespace semcheck::testing {

/// A device whose compilers have a fault: what they make is changed before it runs.
class FaultyDevice : public Device {
 public:
  using Fault = std::function<void(const Program& program, Kernel& kernel)>;
  FaultyDevice(Device& sound, Fault fault) : sound_(sound), fault_(std::move(fault)) {}

  const DeviceInfo& info() const override { return sound_.info(); }
  std::vector<Kernel> compile(const Program& program) override {
    std::vector<Kernel> kernels = sound_.compile(program);
    for (Kernel& kernel : kernels)
      if (program.types == Types::native && kernel.image) fault_(program, kernel);
    return kernels;
  }
  std::vector<Execution> execute(std::span<const Kernel> kernels, const Operation& operation, const Cases& cases,
                                 const Limits& limits) override {
    return sound_.execute(kernels, operation, cases, limits);
  }
  std::vector<Measurement> measure(std::span<const Kernel> kernels, const Operation& operation, const Cases& cases,
                                   const Limits& limits) override {
    return sound_.measure(kernels, operation, cases, limits);
  }
  std::vector<SweepKernel> compile_sweep(const SweepProgram& program) override { return sound_.compile_sweep(program); }
  Swept sweep(const SweepKernel& kernel, const Stretch& stretch, const Limits& limits) override {
    return sound_.sweep(kernel, stretch, limits);
  }
  Sample sample(const SweepKernel& kernel, const Stretch& stretch, const Limits& limits) override {
    return sound_.sample(kernel, stretch, limits);
  }
  std::vector<Inspection> inspect(std::span<const Kernel> kernels) override { return sound_.inspect(kernels); }
  std::vector<Kernel> compile_chains(const Probe& probe, Path path) override {
    return sound_.compile_chains(probe, path);
  }
  Execution run_chain(const Kernel& kernel, const ChainLaunch& launch, const Limits& limits) override {
    return sound_.run_chain(kernel, launch, limits);
  }

 private:
  Device& sound_;
  Fault fault_;
};

/// The kernel with another image, whose digest is its own.
inline void replace_image(Kernel& kernel, std::string bytes) {
  Image image = *kernel.image;
  image.bytes = std::move(bytes);
  kernel.image = std::make_shared<const Image>(std::move(image));
  kernel.code.clear();
}

inline std::string with(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

}  // namespace semcheck::testing
