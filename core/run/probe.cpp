#include "core/run/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "core/run/plan.h"
#include "core/values/spelling.h"

namespace semcheck {
namespace {

/// As many passes as show that a chain computes what it should; the interpreter takes them in no time.
constexpr std::uint64_t kInterpretedPasses = 16;
constexpr std::size_t kWarp = 32;
constexpr std::string_view kNeedsGpu = "not measured: needs a GPU";

/// What the threads of a warp left of one run.
struct Sample {
  double instructions = 0;
  double cycles = 0;
};

/// One probe on one device.
class Probing {
 public:
  Probing(const Probe& probe, Device& device, const ProbeOptions& options)
      : probe_(probe), device_(device), options_(options) {
    report_.probe = &probe;
    report_.device = device.info();
    report_.repeats = options.repeats.value_or(probe.repeats);
    on_gpu_ = report_.device.kind == "cuda";
  }

  ProbeReport run() {
    read_shapes();
    if (on_gpu_)
      measure();
    else
      interpret();
    compare();
    find_steps();
    report_.complete = !limits().are_reached();
    return std::move(report_);
  }

 private:
  Limits limits() const { return {options_.timeout, options_.interrupted}; }

  void tell(std::size_t done, std::size_t total, const std::string& what) const {
    if (options_.progress) options_.progress({done, total, what, 0});
  }

  /// The machine code of every role is read before any of them runs.
  void read_shapes() {
    tell(0, 1, probe_.name);
    const std::vector<Kernel> all = device_.compile_chains(probe_, Path::cubin);
    assert(all.size() == probe_.roles.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!is_chosen(options_.roles, probe_.roles[i].name)) continue;
      kernels_.push_back(all[i]);
      report_.roles.emplace_back().role = &probe_.roles[i];
      report_.roles.back().error = all[i].error;
    }
    const std::vector<Inspection> inspections = device_.inspect(kernels_);
    for (std::size_t i = 0; i < kernels_.size(); ++i)
      report_.roles[i].shape = kernels_[i].image ? chain_shape(probe_, *report_.roles[i].role, inspections[i])
                                                 : chain_shape(probe_, *report_.roles[i].role, {{}, "no code", ""});
  }

  /// Every role once in each round, so that what changes with time meets them all alike.
  void measure() {
    std::vector<std::vector<Sample>> samples(kernels_.size());
    const std::size_t total = report_.repeats * kernels_.size();
    for (std::size_t round = 0; round < report_.repeats; ++round)
      for (std::size_t i = 0; i < kernels_.size(); ++i) {
        if (limits().are_reached()) break;
        tell(round * kernels_.size() + i, total, report_.roles[i].role->name);
        if (report_.roles[i].error.empty()) run_once(i, kernels_[i], probe_.budget, samples[i]);
      }
    for (std::size_t i = 0; i < kernels_.size(); ++i)
      if (report_.roles[i].error.empty() && !samples[i].empty()) conclude(report_.roles[i], samples[i]);
  }

  /// Without a GPU nothing is measured; that the chains compute what they should can be seen all the same.
  void interpret() {
    const std::vector<Kernel> all = device_.compile_chains(probe_, Path::ptx);
    std::size_t at = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!is_chosen(options_.roles, probe_.roles[i].name)) continue;
      RoleResult& result = report_.roles[at++];
      std::vector<Sample> ignored;
      tell(i, all.size(), result.role->name);
      if (result.error.empty()) result.error = all[i].error;
      if (result.error.empty() && !limits().are_reached()) run_once(at - 1, all[i], kInterpretedPasses, ignored);
      if (result.error.empty()) result.not_measured = kNeedsGpu;
    }
  }

  void run_once(std::size_t index, const Kernel& kernel, std::uint64_t budget, std::vector<Sample>& samples) {
    RoleResult& result = report_.roles[index];
    const Execution execution = device_.run_chain(kernel, {probe_, *result.role, budget}, limits());
    if (execution.interrupted) return;
    result.error = execution.error.empty() ? take(*result.role, execution.results, samples) : execution.error;
  }

  /// Checks what every thread computed, and takes a sample from the first of each warp: its lanes go together.
  std::string take(const Role& role, const std::vector<Bits>& words, std::vector<Sample>& samples) const {
    const std::size_t each = 2 + accumulators(role);
    assert(words.size() == each * probe_.blocks * probe_.threads);
    for (std::size_t thread = 0; thread * each < words.size(); ++thread) {
      const Bits passes = words[thread * each];
      const Bits expected = chain_result(probe_, role, passes);
      for (std::size_t i = 0; i < accumulators(role); ++i)
        if (const Bits bits = words[thread * each + 2 + i]; bits != expected)
          return fmt::format("computed {} in {} passes, where the chain makes {}", spell(probe_.dtype, bits), passes,
                             spell(probe_.dtype, expected));
      if (thread % probe_.threads % kWarp != 0) continue;
      samples.push_back(
          {static_cast<double>(passes) * instructions(probe_, role), static_cast<double>(words[thread * each + 1])});
    }
    return "";
  }

  static void conclude(RoleResult& result, const std::vector<Sample>& samples) {
    std::vector<double> progress, cycles;
    for (const Sample& sample : samples) {
      progress.push_back(sample.instructions);
      cycles.push_back(sample.cycles / sample.instructions);
    }
    result.samples = samples.size();
    result.progress = spread_of(std::move(progress));
    result.cycles = spread_of(std::move(cycles));
  }

  const RoleResult* find(const Role& role) const {
    const auto found =
        std::find_if(report_.roles.begin(), report_.roles.end(), [&](const RoleResult& r) { return r.role == &role; });
    return found == report_.roles.end() ? nullptr : &*found;
  }

  /// Why nothing can be drawn from a role, or "".
  static std::string obstacle(const RoleResult& result) {
    if (!result.error.empty()) return fmt::format("{} gave no result", result.role->name);
    if (result.shape.verdict == ShapeVerdict::differs) return fmt::format("the shape of {} differs", result.role->name);
    if (result.shape.verdict == ShapeVerdict::unchecked)
      return fmt::format("the shape of {} is unchecked", result.role->name);
    if (!result.measured()) return fmt::format("{} was not measured", result.role->name);
    return "";
  }

  void compare() {
    for (const RolePair& pair : probe_.compare) {
      const RoleResult* first = find(probe_.roles[pair.first]);
      const RoleResult* second = find(probe_.roles[pair.second]);
      if (!first || !second) continue;
      RoleComparison& comparison = report_.comparisons.emplace_back();
      comparison.first = first->role;
      comparison.second = second->role;
      comparison.not_drawn = obstacle(*first);
      if (comparison.not_drawn.empty()) comparison.not_drawn = obstacle(*second);
      if (!comparison.not_drawn.empty()) continue;
      const Spread &a = first->progress, &b = second->progress;
      comparison.ratio = {a.median / b.median, a.least / b.most, a.most / b.least};
    }
  }

  void find_steps() {
    for (const RoleResult& shorter : report_.roles) {
      const RoleResult* next = nullptr;
      for (const RoleResult& longer : report_.roles)
        if (longer.role->kind == shorter.role->kind && longer.role->ops == shorter.role->ops &&
            longer.role->length > shorter.role->length && (!next || longer.role->length < next->role->length))
          next = &longer;
      if (!next || !obstacle(shorter).empty() || !obstacle(*next).empty()) continue;
      const double less = instructions(probe_, *shorter.role), more = instructions(probe_, *next->role);
      report_.steps.push_back(
          {shorter.role, next->role, (next->cycles.median * more - shorter.cycles.median * less) / (more - less)});
    }
  }

  const Probe& probe_;
  Device& device_;
  const ProbeOptions& options_;
  bool on_gpu_ = false;
  std::vector<Kernel> kernels_;  ///< of the roles of the report, in their order
  ProbeReport report_;
};

}  // namespace

Spread spread_of(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const std::size_t middle = samples.size() / 2;
  const double median = samples.size() % 2 == 1 ? samples[middle] : (samples[middle - 1] + samples[middle]) / 2;
  return {median, samples.front(), samples.back()};
}

bool ProbeReport::as_required() const {
  return std::all_of(roles.begin(), roles.end(), [&](const RoleResult& result) {
    return result.error.empty() && (!probe->require_shape || result.shape.verdict == ShapeVerdict::clean);
  });
}

ProbeReport run_probe(const Probe& probe, Device& device, const ProbeOptions& options) {
  return Probing(probe, device, options).run();
}

}  // namespace semcheck
