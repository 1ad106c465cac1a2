#pragma once

#include <vector>

#include "core/run/device.h"
#include "device/compile.h"
#include "device/inspect.h"
#include "device/ptx_runner.h"

namespace semcheck {

/// The PTX interpreter as a device: the toolkits compile to PTX, which is executed on the host. Needs neither GPU nor
/// driver. Kernels of other paths are compiled to be read, and are not run.
class PtxDevice : public Device {
 public:
  /// @param compilers  of one toolkit or more
  /// @param arch       "sm_90": what kernels are compiled for unless a build says otherwise
  /// @param reason     why this device, when it was not asked for by name
  PtxDevice(std::vector<Compiler> compilers, const std::string& arch, const std::string& reason);
  PtxDevice(Compiler compiler, const std::string& arch, const std::string& reason);

  const DeviceInfo& info() const override { return info_; }
  std::vector<Kernel> compile(const Program& program) override;
  std::vector<Execution> execute(std::span<const Kernel> kernels, const Operation& operation, const Cases& cases,
                                 const Limits& limits) override;
  std::vector<Measurement> measure(std::span<const Kernel> kernels, const Operation& operation, const Cases& cases,
                                   const Limits& limits) override;
  std::vector<SweepKernel> compile_sweep(const SweepProgram& program) override;
  Swept sweep(const SweepKernel& kernel, const Stretch& stretch, const Limits& limits) override;
  Sample sample(const SweepKernel& kernel, const Stretch& stretch, const Limits& limits) override;
  std::vector<Inspection> inspect(std::span<const Kernel> kernels) override;
  std::vector<Kernel> compile_chains(const Probe& probe, Path path) override;
  Execution run_chain(const Kernel& kernel, const ChainLaunch& launch, const Limits& limits) override;

 private:
  /// Gives an error to kernels that the interpreter does not run.
  void part_from_what_does_not_run(const Program& program, std::vector<Kernel>& kernels);
  void ask_the_assembler(const Program& program, std::vector<Kernel>& kernels) const;

  std::vector<Compiler> compilers_;
  DeviceInfo info_;
  Inspector inspector_;
  PtxRunner runner_;
};

}  // namespace semcheck
