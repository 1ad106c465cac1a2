#pragma once

#include "core/run/device.h"
#include "device/compile.h"

namespace semcheck {

/// The PTX interpreter as a device: NVRTC compiles to PTX, which is executed on the host. Needs neither GPU nor driver.
class PtxDevice : public Device {
 public:
  /// @param arch    "sm_90": what kernels are compiled for unless a build says otherwise
  /// @param reason  why this device, when it was not asked for by name
  PtxDevice(Compiler compiler, const std::string& arch, const std::string& reason);

  const DeviceInfo& info() const override { return info_; }
  std::vector<Kernel> compile(const Program& program) override;
  std::vector<Execution> execute(std::span<const Kernel> kernels, const Operation& operation, const Cases& cases,
                                 std::chrono::milliseconds timeout) override;

 private:
  Compiler compiler_;
  DeviceInfo info_;
};

}  // namespace semcheck
