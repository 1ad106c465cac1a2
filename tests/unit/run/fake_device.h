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
  using SuppliedCompute = std::function<Bits(const Feed& feed, Bits x, Bits z)>;

  FakeDevice() {
    info_.kind = "cuda";
    info_.name = "fake";
    info_.arch = "sm_90";
  }

  FakeDevice& computes(const std::string& variant, Compute compute) {
    compute_[variant] = std::move(compute);
    return *this;
  }
  /// A variant whose result depends on how its operands come.
  FakeDevice& computes_by_feed(const std::string& variant, SuppliedCompute compute) {
    compute_by_feed_[variant] = std::move(compute);
    return *this;
  }
  /// A variant that fails under one supply.
  FakeDevice& fails_under(const std::string& variant, Supply supply, const std::string& error) {
    supply_errors_[{variant, supply}] = error;
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
      for (const Feed& feed : program.feeds)
        for (Path path : {Path::cubin, Path::jit}) {
          Kernel& kernel = kernels.emplace_back();
          kernel.variant = variant;
          kernel.feed = feed;
          kernel.path = path;
          kernel.unavailable = variant->name == lacking_;
          if (kernel.unavailable) kernel.error = "needs sm_100";
          if (!kernel.unavailable) kernel.image = std::make_shared<Image>();
        }
    compiled.push_back(program.build.name);
    return kernels;
  }

  std::vector<Execution> execute(std::span<const Kernel> kernels, const Operation&, const Cases& cases,
                                 const Limits& limits) override {
    std::vector<Execution> executions(kernels.size());
    for (std::size_t k = 0; k < kernels.size(); ++k) {
      executions[k].interrupted = limits.are_reached();
      if (kernels[k].image && !executions[k].interrupted) executions[k] = execute(kernels[k], cases);
    }
    return executions;
  }

  std::vector<std::string> compiled;

 private:
  Execution execute(const Kernel& kernel, const Cases& cases) {
    const std::string& variant = kernel.variant->name;
    Execution execution;
    if (run_errors_.contains(variant)) execution.error = run_errors_[variant];
    if (const auto found = supply_errors_.find({variant, kernel.feed.supply}); found != supply_errors_.end())
      execution.error = found->second;
    if (!execution.error.empty()) return execution;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const Bits x = cases.operands[0][i];
      const Bits z = cases.operands[1][i];
      const auto by_feed = compute_by_feed_.find(variant);
      execution.results.push_back(by_feed != compute_by_feed_.end() ? by_feed->second(kernel.feed, x, z)
                                                                    : compute_.at(variant)(x, z));
    }
    return execution;
  }

  DeviceInfo info_;
  std::map<std::string, Compute> compute_;
  std::map<std::string, SuppliedCompute> compute_by_feed_;
  std::map<std::string, std::string> run_errors_;
  std::map<std::pair<std::string, Supply>, std::string> supply_errors_;
  std::string lacking_;
};

}  // namespace semcheck::testing
