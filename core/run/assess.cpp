#include "core/run/assess.h"

#include <algorithm>
#include <utility>

#include "core/judge/laws.h"
#include "core/run/parallel.h"
#include "core/run/plan.h"

namespace semcheck {
namespace {

/// What was found for one set of result bits.
struct Finding {
  const Kernel* kernel = nullptr;  ///< the first that gave these bits
  std::vector<Bits> bits;
  Judgement judgement;
  Behaviour behaves_as;
  std::string error;  ///< of the device, while it computed the further cases of a law
};

/// The executions of a build by their bits: each different set once, and which set each kernel gave.
struct Groups {
  std::vector<Finding> findings;
  std::vector<std::size_t> finding_of;  ///< by kernel; meaningless for a kernel without results
};

Groups group(const std::vector<Kernel>& kernels, std::vector<Execution>& executions) {
  Groups groups;
  groups.finding_of.resize(kernels.size());
  for (std::size_t k = 0; k < kernels.size(); ++k) {
    if (executions[k].results.empty()) continue;
    const auto same = std::find_if(groups.findings.begin(), groups.findings.end(),
                                   [&](const Finding& finding) { return finding.bits == executions[k].results; });
    groups.finding_of[k] = static_cast<std::size_t>(same - groups.findings.begin());
    if (same == groups.findings.end())
      groups.findings.push_back({&kernels[k], std::move(executions[k].results), {}, {}, {}});
  }
  return groups;
}

/// The values of the first matrix: laws go through every triple of them.
std::vector<Bits> law_values(const Spec& spec) {
  std::vector<Bits> values;
  if (spec.inputs.matrices.empty()) return values;
  for (const NamedValue& value : resolve(spec.inputs.matrices.front(), spec.operation.dtype))
    values.push_back(value.bits);
  return values;
}

/// Judges findings of one build; several may be judged at once.
class Judge {
 public:
  Judge(const Spec& spec, const Build& build, const Workload& work, const Expectations& expectations, Device& device,
        const RunOptions& options)
      : spec_(spec), build_(build), work_(work), expectations_(expectations), device_(device), options_(options) {}

  void operator()(Finding& finding) const {
    finding.judgement =
        judge(spec_.operation, build_.rules, work_.cases, expectations_, finding.bits, options_.max_mismatches);
    if (!spec_.laws.empty()) judge_laws(finding);
    if (finding.judgement.mismatches > 0) finding.behaves_as = observe(spec_.operation, work_.cases, finding.bits);
  }

 private:
  void judge_laws(Finding& finding) const {
    ResultTable table;
    table.add(work_.cases, finding.bits);
    for (;;) {
      const Cases missing = missing_pairs(spec_.laws, spec_.operation, work_.values, table);
      if (missing.size() == 0) break;
      const Execution further =
          device_.execute({finding.kernel, 1}, spec_.operation, missing, options_.timeout).front();
      finding.error = further.error;
      if (!finding.error.empty()) return;
      table.add(missing, further.results);
    }
    check_laws(spec_.laws, spec_.operation, build_.rules, work_.values, table, options_.max_mismatches,
               finding.judgement);
  }

  const Spec& spec_;
  const Build& build_;
  const Workload& work_;
  const Expectations& expectations_;
  Device& device_;
  const RunOptions& options_;
};

Result without_verdict(const Kernel& kernel, const Build& build, const std::string& arch) {
  Result result;
  result.variant = kernel.variant->name;
  result.build = build.name;
  result.arch = arch;
  result.path = kernel.path;
  result.declared_breaks = declared_breaks(*kernel.variant, build, arch);
  return result;
}

Verdict verdict_of(const Result& result) {
  if (!result.error.empty()) return Verdict::error;
  if (result.judgement.mismatches > 0) return Verdict::breaks;
  return result.judgement.unchecked == result.judgement.cases ? Verdict::unchecked : Verdict::conforms;
}

void conclude(Result& result, const Finding& finding) {
  result.error = finding.error;
  result.judgement = finding.judgement;
  result.behaves_as = finding.behaves_as;
  result.breaks = finding.judgement.breaks();
}

}  // namespace

Workload make_workload(const Spec& spec, const RunOptions& options) {
  Inputs inputs = spec.inputs;
  if (options.seed) inputs.random.seed = *options.seed;
  return {make_cases(spec.operation, inputs), law_values(spec)};
}

std::vector<Result> assess(const Spec& spec, const Build& build, const Workload& work, const Expectations& expectations,
                           const std::vector<Kernel>& kernels, std::vector<Execution> executions, Device& device,
                           const RunOptions& options) {
  Groups groups = group(kernels, executions);
  const Judge judge(spec, build, work, expectations, device, options);
  for_each_index(groups.findings.size(), [&](std::size_t i) { judge(groups.findings[i]); });

  const std::string arch = arch_of(build, device.info());
  std::vector<Result> results;
  for (std::size_t k = 0; k < kernels.size(); ++k) {
    Result& result = results.emplace_back(without_verdict(kernels[k], build, arch));
    result.error = kernels[k].error + executions[k].error;
    if (result.error.empty()) conclude(result, groups.findings[groups.finding_of[k]]);
    result.verdict = kernels[k].unavailable ? Verdict::unavailable : verdict_of(result);
    result.as_declared = kernels[k].unavailable || (result.error.empty() && result.breaks == result.declared_breaks);
  }
  return results;
}

}  // namespace semcheck
