#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/run/device.h"

namespace semcheck::testing {

/// A device whose kernels are functions of the test: every kernel computes what the table says for its variant.
class FakeDevice : public Device {
 public:
  using Compute = std::function<Bits(Bits x, Bits z)>;

  FakeDevice() {
    info_.kind = "cuda";
    info_.name = "fake";
    info_.arch = "sm_90";
  }

  FakeDevice& computes(const std::string& variant, Compute compute) {
    compute_[variant] = std::move(compute);
    return *this;
  }
  FakeDevice& fails_to_run(const std::string& variant, const std::string& error) {
    run_errors_[variant] = error;
    return *this;
  }
  FakeDevice& lacks(const std::string& variant) {
    lacking_ = variant;
    return *this;
  }

  const DeviceInfo& info() const override { return info_; }

  std::vector<Kernel> compile(const Program& program) override {
    std::vector<Kernel> kernels;
    for (const Variant* variant : program.variants)
      for (Path path : {Path::cubin, Path::jit}) {
        Kernel& kernel = kernels.emplace_back();
        kernel.variant = variant;
        kernel.path = path;
        kernel.unavailable = variant->name == lacking_;
        if (kernel.unavailable) kernel.error = "needs sm_100";
        if (!kernel.unavailable) kernel.image = std::make_shared<Image>();
      }
    compiled.push_back(program.build.name);
    return kernels;
  }

  std::vector<Execution> execute(std::span<const Kernel> kernels, const Operation&, const Cases& cases,
                                 std::chrono::milliseconds) override {
    std::vector<Execution> executions(kernels.size());
    for (std::size_t k = 0; k < kernels.size(); ++k) {
      if (!kernels[k].image) continue;
      const std::string& variant = kernels[k].variant->name;
      if (run_errors_.contains(variant)) {
        executions[k].error = run_errors_[variant];
        continue;
      }
      for (std::size_t i = 0; i < cases.size(); ++i)
        executions[k].results.push_back(compute_.at(variant)(cases.operands[0][i], cases.operands[1][i]));
    }
    return executions;
  }

  std::vector<std::string> compiled;

 private:
  DeviceInfo info_;
  std::map<std::string, Compute> compute_;
  std::map<std::string, std::string> run_errors_;
  std::string lacking_;
};

}  // namespace semcheck::testing
