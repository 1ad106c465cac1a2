#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "core/run/device.h"
#include "device/compile.h"
#include "device/ptx/interpreter.h"

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
                                 const Limits& limits) override;

 private:
  /// A parsed image, as long as the image is there.
  struct Parsed {
    std::weak_ptr<const Image> image;
    std::shared_ptr<const ptx::Module> module;
  };
  std::shared_ptr<const ptx::Module> module_of(const Kernel& kernel);
  void ask_the_assembler(const Program& program, std::vector<Kernel>& kernels) const;

  Compiler compiler_;
  DeviceInfo info_;
  std::mutex parsed_guard_;
  std::vector<Parsed> parsed_;
};

}  // namespace semcheck
