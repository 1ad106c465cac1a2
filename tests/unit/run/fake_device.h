#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
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
    info_.paths = {Path::cubin, Path::jit};
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
  /// What a variant computes as it is compiled in one way, where that differs: "exact" for its source over exact types,
  /// "ptx", "cubin", "jit", and the last two at level 0 "cubin0" and "jit0".
  FakeDevice& computes_at(const std::string& variant, const std::string& way, Compute compute) {
    compute_at_[{variant, way}] = std::move(compute);
    return *this;
  }
  /// A variant whose source exact types cannot carry.
  FakeDevice& is_not_carried(const std::string& variant, const std::string& why) {
    not_carried_[variant] = why;
    return *this;
  }
  /// The paths by which its results come, instead of those of a GPU.
  FakeDevice& has_paths(std::vector<Path> paths) {
    info_.paths = std::move(paths);
    return *this;
  }
  /// What is read in the code of a variant, in the language of the facts.
  FakeDevice& reads(const std::string& variant, CodeFacts facts) {
    facts_[{variant, facts.language}] = std::move(facts);
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
        for (Path path : program.paths.empty() ? info_.paths : program.paths) {
          Kernel& kernel = kernels.emplace_back();
          kernel.variant = variant;
          kernel.feed = feed;
          kernel.path = path;
          kernel.unavailable = variant->name == lacking_;
          if (kernel.unavailable) kernel.error = "needs sm_100";
          if (!kernel.unavailable) kernel.image = std::make_shared<Image>();
          kernel.entry = way_of(program, path);
          kernel.toolchain = toolchain_of(program.build, path);
          if (kernel.entry == "exact" && not_carried_.contains(variant->name))
            kernel.error = not_carried_[variant->name];
        }
    const std::lock_guard lock(*guard_);
    if (program.types == Types::native) compiled.push_back(program.build.name);
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

  /// What the test put down for a variant and path.
  std::vector<Measurement> measure(std::span<const Kernel> kernels, const Operation&, const Cases& cases,
                                   const Limits&) override {
    std::vector<Measurement> given;
    for (const Kernel& kernel : kernels) {
      measured_cases.push_back(cases.size());
      given.push_back(measurements[{kernel.variant->name, kernel.path}]);
    }
    return given;
  }

  /// What the test put down for a variant and the language of the path; nothing for a disassembler that is missing.
  std::vector<SweepKernel> compile_sweep(const SweepProgram&) override { return {}; }  // see SweepingDevice
  Swept sweep(const SweepKernel&, const Stretch&, const Limits&) override { return {}; }
  Sample sample(const SweepKernel&, const Stretch&, const Limits&) override { return {}; }
  std::vector<Inspection> inspect(std::span<const Kernel> kernels) override {
    std::vector<Inspection> given;
    for (const Kernel& kernel : kernels) {
      const auto found =
          facts_.find({kernel.variant->name, kernel.path == Path::cubin ? CodeLanguage::sass : CodeLanguage::ptx});
      if (!kernel.image)
        given.emplace_back();
      else if (found == facts_.end())
        given.push_back({std::nullopt, "no nvdisasm was found", "install nvdisasm"});
      else
        given.push_back({found->second, "", ""});
    }
    return given;
  }

  std::vector<Kernel> compile_chains(const Probe&, Path) override { return {}; }
  Execution run_chain(const Kernel&, const ChainLaunch&, const Limits&) override { return {}; }

  std::vector<std::string> compiled;
  std::map<std::pair<std::string, Path>, Measurement> measurements;
  std::vector<std::size_t> measured_cases;  ///< of each kernel that was measured

 protected:
  /// What a variant gives for operands that come in some way.
  Bits result_of(const Kernel& kernel, Bits x, Bits z) const {
    const std::string& variant = kernel.variant->name;
    if (const auto at = compute_at_.find({variant, kernel.entry}); at != compute_at_.end()) return at->second(x, z);
    const auto by_feed = compute_by_feed_.find(variant);
    return by_feed != compute_by_feed_.end() ? by_feed->second(kernel.feed, x, z) : compute_.at(variant)(x, z);
  }

  std::shared_ptr<std::mutex> guard_ = std::make_shared<std::mutex>();  ///< movable, as the device is

 private:
  static std::shared_ptr<const Toolchain> toolchain_of(const Build& build, Path path) {
    Toolchain toolchain{"NVRTC 13.0", build.options, {}};
    if (path == Path::cubin)
      toolchain.in_effect.emplace_back(kPtxasLevelFlag, std::to_string(build.ptxas_level.value_or(kMostPtxasLevel)));
    if (path == Path::jit)
      toolchain.in_effect.emplace_back(kJitLevelFlag, std::to_string(build.jit_level.value_or(kMostJitLevel)));
    return std::make_shared<const Toolchain>(std::move(toolchain));
  }

  static std::string way_of(const Program& program, Path path) {
    if (program.types == Types::exact) return "exact";
    const auto level = path == Path::cubin ? program.build.ptxas_level : program.build.jit_level;
    return std::string(name(path)) + (path != Path::ptx && level == 0u ? "0" : "");
  }

  Execution execute(const Kernel& kernel, const Cases& cases) {
    const std::string& variant = kernel.variant->name;
    Execution execution;
    if (run_errors_.contains(variant)) execution.error = run_errors_[variant];
    if (const auto found = supply_errors_.find({variant, kernel.feed.supply}); found != supply_errors_.end())
      execution.error = found->second;
    if (!execution.error.empty()) return execution;
    for (std::size_t i = 0; i < cases.size(); ++i)
      execution.results.push_back(result_of(kernel, cases.operands[0][i], cases.operands[1][i]));
    return execution;
  }

  DeviceInfo info_;
  std::map<std::string, Compute> compute_;
  std::map<std::pair<std::string, std::string>, Compute> compute_at_;
  std::map<std::string, std::string> not_carried_;
  std::map<std::string, SuppliedCompute> compute_by_feed_;
  std::map<std::string, std::string> run_errors_;
  std::map<std::pair<std::string, Supply>, std::string> supply_errors_;
  std::string lacking_;
  std::map<std::pair<std::string, CodeLanguage>, CodeFacts> facts_;
};

}  // namespace semcheck::testing
