#pragma once

#include <memory>
#include <mutex>

#include "device/arch.h"
#include "device/compile.h"
#include "device/gpu_session.h"

namespace semcheck {

/// A GPU as a device: NVRTC compiles to machine code and to PTX, and worker processes run both.
class CudaDevice : public Device {
 public:
  /// @param session  a GPU whose worker is already starting; its facts are waited for here
  /// @param arch     what kernels are compiled for; "" for the newest that compiler and GPU share
  /// Throws EnvironmentError when the GPU cannot be used.
  CudaDevice(std::unique_ptr<GpuSession> session, Compiler compiler, const std::string& arch,
             const std::string& reason);

  const DeviceInfo& info() const override { return info_; }
  std::vector<Kernel> compile(const Program& program) override;
  std::vector<Execution> execute(std::span<const Kernel> kernels, const Operation& operation, const Cases& cases,
                                 const Limits& limits) override;

 private:
  std::mutex session_guard_;
  std::unique_ptr<GpuSession> session_;
  Compiler compiler_;
  Arch machine_;
  DeviceInfo info_;
};

}  // namespace semcheck
