#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/judge/held_to.h"
#include "core/judge/law_context.h"
#include "core/sweep/cases.h"
#include "core/sweep/chunks.h"
#include "core/sweep/judge_stretch.h"
#include "core/sweep/swept_laws.h"
#include "core/sweep/twin.h"
#include "tests/unit/run/fake_device.h"

namespace semcheck::testing {

/// A device that sweeps what the variants of the test compute, on the host.
class SweepingDevice : public FakeDevice {
 public:
  /// A variant whose result has its lowest bit turned over where the test says so.
  using IsWrong = std::function<bool(std::uint64_t index)>;
  SweepingDevice& errs_in_sweeps(const std::string& variant, IsWrong is_wrong) {
    is_wrong_[variant] = std::move(is_wrong);
    return *this;
  }
  /// A kernel that traps at an index.
  SweepingDevice& traps_at(const std::string& variant, std::uint64_t index) {
    traps_[variant] = index;
    return *this;
  }
  /// Long stretches come to what these indices give, and a digest that adds up; nothing else of them is computed.
  SweepingDevice& computes_only(std::set<std::uint64_t> indices) {
    only_ = std::move(indices);
    return *this;
  }

  bool lies_in_twin = false;
  bool lies_in_tally = false;
  std::string no_laws;                  ///< why it does not check them
  std::function<void()> after_stretch;  ///< called after each long stretch
  std::vector<Stretch> stretches;       ///< the long ones that were swept
  std::vector<Feed> compiled_feeds;     ///< of sweeps

  std::vector<SweepKernel> compile_sweep(const SweepProgram& program) override {
    const auto shared = std::make_shared<const SweepProgram>(program);
    std::vector<SweepKernel> kernels;
    for (const Kernel& kernel : compile(program.program)) {
      SweepKernel& swept = kernels.emplace_back();
      swept.program = shared;
      swept.kernel = kernel;
      if (!program.laws.empty() && no_laws.empty()) swept.laws.image = kernel.image;
      if (!program.laws.empty()) swept.laws.error = no_laws;
      swept.laws.unavailable = !no_laws.empty();
    }
    const std::lock_guard lock(*guard_);
    compiled_feeds.push_back(program.program.feeds.front());
    return kernels;
  }

  Swept sweep(const SweepKernel& kernel, const Stretch& stretch, const Limits& limits) override {
    Swept swept;
    swept.interrupted = limits.are_reached();
    if (swept.interrupted) return swept;
    if (const auto trap = traps_.find(kernel.kernel.variant->name); trap != traps_.end())
      if (stretch.first <= trap->second && trap->second < stretch.first + stretch.count)
        swept.error = "illegal address";
    if (!swept.error.empty()) return swept;
    const bool is_long = stretch.count > 4096;
    const HeldTo held = contract(kernel);
    if (stretch.laws)
      swept.tally = laws_of(kernel, stretch);
    else
      swept.tally = is_long && only_ ? sparse(kernel, held, stretch) : honest(kernel, held, stretch);
    if (lies_in_tally && !is_long) ++swept.tally.cases;
    if (is_long) note(stretch);
    return swept;
  }

  Sample sample(const SweepKernel& kernel, const Stretch& stretch, const Limits& limits) override {
    Sample sample;
    sample.interrupted = limits.are_reached();
    if (sample.interrupted) return sample;
    sample.results = results(kernel, stretch);
    const HeldTo held = contract(kernel);
    for (std::uint64_t i = 0; i < stretch.count; ++i)
      sample.twin += twin_term(held.contract, space(kernel, stretch), stretch.first + i);
    if (lies_in_twin) ++sample.twin;
    return sample;
  }

 private:
  static HeldTo contract(const SweepKernel& kernel) {
    return held_to(kernel.program->program.spec.operation, kernel.program->rules);
  }
  static const Space& space(const SweepKernel& kernel, const Stretch& stretch) {
    return kernel.program->spaces.at(stretch.space);
  }

  Bits result(const SweepKernel& kernel, const Stretch& stretch, std::uint64_t index) const {
    Bits operands[kMostOperands] = {};
    case_at(space(kernel, stretch), index, operands);
    const Bits right = result_of(kernel.kernel, operands[0], operands[1]);
    const auto wrong = is_wrong_.find(kernel.kernel.variant->name);
    return wrong != is_wrong_.end() && wrong->second(index) ? right ^ 1 : right;
  }

  std::vector<Bits> results(const SweepKernel& kernel, const Stretch& stretch) const {
    std::vector<Bits> all;
    for (std::uint64_t i = 0; i < stretch.count; ++i) all.push_back(result(kernel, stretch, stretch.first + i));
    return all;
  }

  Tally honest(const SweepKernel& kernel, const HeldTo& held, const Stretch& stretch) const {
    return judge_stretch(held.contract, space(kernel, stretch), stretch.first, results(kernel, stretch));
  }

  Tally sparse(const SweepKernel& kernel, const HeldTo& held, const Stretch& stretch) const {
    const std::uint64_t last = stretch.first + stretch.count;
    Tally tally;
    tally.cases = stretch.count;
    tally.digest = last * last - stretch.first * stretch.first;
    for (auto i = only_->lower_bound(stretch.first); i != only_->end() && *i < last; ++i) {
      const Tally one =
          judge_stretch(held.contract, space(kernel, stretch), *i, std::vector<Bits>{result(kernel, stretch, *i)});
      for (const auto& [key, entry] : one.wrong) tally.add(key, *i);
    }
    return tally;
  }

  Tally laws_of(const SweepKernel& kernel, const Stretch& stretch) const {
    const LawContext context = law_context(kernel.program->program.spec.operation, kernel.program->rules);
    const auto result = [&](Bits x, Bits z) { return result_of(kernel.kernel, x, z); };
    Tally tally;
    tally.cases = stretch.count;
    for (std::uint64_t i = stretch.first; i < stretch.first + stretch.count; ++i)
      for (Obligation law : kernel.program->laws.items())
        if (law_fault(law, context, result, law_operands(GivenSpace{space(kernel, stretch)}, i)).is_broken)
          tally.add(key_of(certainly(law), false), i);
    return tally;
  }

  void note(const Stretch& stretch) {
    const std::lock_guard lock(*guard_);
    stretches.push_back(stretch);
    if (after_stretch) after_stretch();
  }

  std::map<std::string, IsWrong> is_wrong_;
  std::map<std::string, std::uint64_t> traps_;
  std::optional<std::set<std::uint64_t>> only_;
};

}  // namespace semcheck::testing
