#pragma once

#include <memory>
#include <mutex>

#include "device/arch.h"
#include "device/compile.h"
#include "device/gpu_session.h"
#include "device/inspect.h"
#include "device/ptx_runner.h"

namespace semcheck {

/// A GPU as a device: the toolkits compile to machine code and to PTX, and worker processes run both. Kernels of the
/// path `ptx` run on the interpreter.
class CudaDevice : public Device {
 public:
  /// @param session    a GPU whose worker is already starting; its facts are waited for here
  /// @param compilers  of one toolkit or more
  /// @param arch       what kernels are compiled for; "" for the newest that all compilers and the GPU share
  /// Throws EnvironmentError when the GPU cannot be used.
  CudaDevice(std::unique_ptr<GpuSession> session, std::vector<Compiler> compilers, const std::string& arch,
             const std::string& reason);
  /// A GPU that compiles nothing and runs what another one of the same compute capability has compiled.
  /// Throws EnvironmentError when the GPU cannot be used.
  CudaDevice(std::unique_ptr<GpuSession> session, const std::string& arch);

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
  /// Gives an error to kernels that neither the GPU nor the interpreter runs.
  void part_from_what_does_not_run(const Program& program, std::vector<Kernel>& kernels);

  std::mutex session_guard_;
  std::unique_ptr<GpuSession> session_;
  std::vector<Compiler> compilers_;
  Arch machine_;
  PtxRunner interpreter_;
  DeviceInfo info_;
  Inspector inspector_;
};

/// Opens every GPU of the machine but the first, all at once. Throws EnvironmentError when one of them cannot be used,
/// or is of another compute capability than the first.
/// @param command  that starts a worker
std::vector<std::unique_ptr<Device>> open_other_gpus(const std::vector<std::string>& command, const DeviceInfo& first);

}  // namespace semcheck
