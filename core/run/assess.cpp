#include "core/run/assess.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/judge/laws.h"
#include "core/judge/row_laws.h"
#include "core/run/invariance.h"
#include "core/run/parallel.h"
#include "core/run/plan.h"

namespace semcheck {
namespace {

/// What one variant gave down one path under one supply.
struct Trial {
  const Kernel* kernel = nullptr;      ///< of `array`, whatever the supply
  const SupplyWork* supply = nullptr;  ///< null for `array`
  Rules rules;
  std::vector<Bits> bits;       ///< one pattern for each case; empty where there is an error
  std::vector<Bits> reference;  ///< what `array` gives for the same cases; empty where that is not compared
  std::string not_compared;     ///< why it is not
  std::string error;
  bool unavailable = false;
  bool interrupted = false;

  Supply supplied() const { return supply ? supply->supply : Supply::array; }
};

/// What was found for trials of the same bits.
struct Finding {
  const Trial* trial = nullptr;  ///< the first of them
  Judgement judgement;
  Behaviour behaves_as;
  std::string error;  ///< of the device, while it computed the further cases of a law
  bool interrupted = false;
};

bool same_evidence(const Trial& a, const Trial& b) {
  return a.supply == b.supply && a.rules == b.rules && a.bits == b.bits && a.reference == b.reference;
}

/// Brings what the kernels of a build gave together by variant, path and supply.
class Collection {
 public:
  Collection(const Spec& spec, const Build& build, const std::string& arch, const Workload& work,
             const Observations& seen)
      : spec_(spec), build_(build), arch_(arch), work_(work), seen_(seen) {}

  std::vector<Trial> trials() const {
    std::vector<Trial> all;
    for (std::size_t k = 0; k < seen_.kernels.size(); ++k) {
      if (seen_.kernels[k].feed.supply != Supply::array) continue;
      all.push_back(of_array(k));
      for (std::size_t s = 0; s < work_.supplies.size(); ++s) all.push_back(of_supply(k, s));
    }
    return all;
  }

 private:
  Rules rules(const Kernel& kernel, Supply supply) const {
    return rules_at(spec_, {build_, arch_, name(kernel.path), supply});
  }

  void add(Trial& trial, std::size_t k) const {
    const Execution& execution = seen_.executions[k];
    trial.unavailable = trial.unavailable || seen_.kernels[k].unavailable;
    trial.interrupted = trial.interrupted || execution.interrupted;
    if (trial.error.empty()) trial.error = seen_.kernels[k].error + execution.error;
    trial.bits.insert(trial.bits.end(), execution.results.begin(), execution.results.end());
  }

  Trial of_array(std::size_t k) const {
    Trial trial;
    trial.kernel = &seen_.kernels[k];
    trial.rules = rules(*trial.kernel, Supply::array);
    add(trial, k);
    return trial;
  }

  Trial of_supply(std::size_t array, std::size_t s) const {
    Trial trial;
    trial.kernel = &seen_.kernels[array];
    trial.supply = &work_.supplies[s];
    trial.rules = rules(*trial.kernel, trial.supplied());
    for (const Feed& feed : trial.supply->feeds)
      for (std::size_t k = 0; k < seen_.kernels.size(); ++k) {
        const Kernel& kernel = seen_.kernels[k];
        const bool wanted = kernel.variant == trial.kernel->variant && kernel.path == trial.kernel->path;
        if (wanted && kernel.feed == feed) add(trial, k);
      }
    if (!trial.error.empty()) trial.bits.clear();
    compare_with_array(trial, seen_.references[s][array]);
    return trial;
  }

  void compare_with_array(Trial& trial, const Execution& reference) const {
    trial.interrupted = trial.interrupted || reference.interrupted;
    if (rules(*trial.kernel, Supply::array) != trial.rules)
      trial.not_compared = "other rules hold for this supply";
    else if (reference.results.empty())
      trial.not_compared = "array gave no result to compare with";
    else
      trial.reference = reference.results;
  }

  const Spec& spec_;
  const Build& build_;
  const std::string& arch_;
  const Workload& work_;
  const Observations& seen_;
};

/// Judges findings of one build; several may be judged at once.
class Judge {
 public:
  Judge(const Spec& spec, const Workload& work, ExpectationCache& expectations, Device& device,
        const RunOptions& options)
      : spec_(spec), work_(work), expectations_(expectations), device_(device), options_(options) {}

  void operator()(Finding& finding) const {
    const Trial& trial = *finding.trial;
    const Cases& cases = trial.supply ? trial.supply->cases : work_.cases;
    finding.judgement = judge(spec_.operation, trial.rules, cases, expectations_.of(trial.rules, cases), trial.bits,
                              options_.max_mismatches);
    if (!trial.supply && !spec_.laws.empty()) judge_laws(finding);
    if (!trial.reference.empty())
      check_invariance(spec_.operation, *trial.supply, trial.bits, trial.reference, options_.max_mismatches,
                       finding.judgement);
    if (finding.judgement.mismatches > 0) finding.behaves_as = observe(spec_.operation, cases, trial.bits);
  }

 private:
  /// What the kernel gives for further cases; nothing when it fails, which the finding then says.
  std::optional<std::vector<Bits>> results_of(const Cases& cases, Finding& finding) const {
    if (cases.size() == 0) return std::vector<Bits>();
    Execution further =
        device_.execute({finding.trial->kernel, 1}, spec_.operation, cases, {options_.timeout, options_.interrupted})
            .front();
    finding.error = further.error;
    finding.interrupted = further.interrupted;
    if (finding.interrupted || !finding.error.empty()) return std::nullopt;
    return std::move(further.results);
  }

  void judge_row_laws(Finding& finding) const {
    const Trial& trial = *finding.trial;
    const PermutedRows permuted = permuted_rows(spec_.laws, work_.cases);
    if (const auto results = results_of(permuted.cases, finding))
      check_row_laws(spec_.laws, spec_.operation, trial.rules, work_.cases, trial.bits, permuted, *results,
                     options_.max_mismatches, finding.judgement);
  }

  void judge_laws(Finding& finding) const {
    if (is_row_operation(spec_.operation.kind)) return judge_row_laws(finding);
    const Trial& trial = *finding.trial;
    ResultTable table;
    table.add(work_.cases, trial.bits);
    for (;;) {
      const Cases missing = missing_pairs(spec_.laws, spec_.operation, work_.values, table);
      if (missing.size() == 0) break;
      const auto further = results_of(missing, finding);
      if (!further) return;
      table.add(missing, *further);
    }
    check_laws(spec_.laws, spec_.operation, trial.rules, work_.values, table, options_.max_mismatches,
               finding.judgement);
  }

  const Spec& spec_;
  const Workload& work_;
  ExpectationCache& expectations_;
  Device& device_;
  const RunOptions& options_;
};

/// What the variant is declared to break, without what is not judged under this supply.
ObligationSet declared(const Trial& trial, const Target& target) {
  ObligationSet set = declared_breaks(*trial.kernel->variant, target);
  if (trial.reference.empty()) set = set - ObligationSet{Obligation::supply_invariant};
  if (!trial.supply) return set;
  for (const ObligationRow& r : obligations())
    if (is_law(r.obligation)) set = set - ObligationSet{r.obligation};
  return set;
}

Verdict verdict_of(const Result& result) {
  if (!result.error.empty()) return Verdict::error;
  if (result.judgement.mismatches > 0) return Verdict::breaks;
  return result.judgement.unchecked == result.judgement.cases ? Verdict::unchecked : Verdict::conforms;
}

/// @param finding  null where there are no bits
Result result_of(const Trial& trial, const Finding* finding, const Build& build, const std::string& arch) {
  Result result;
  result.variant = trial.kernel->variant->name;
  result.build = build.name;
  result.arch = arch;
  result.path = trial.kernel->path;
  result.supply = name(trial.supplied());
  result.not_compared = trial.not_compared;
  result.rules = trial.rules;
  result.error = trial.error;
  result.declared_breaks = declared(trial, {build, arch, name(trial.kernel->path), trial.supplied()});
  if (finding) {
    result.error = finding->error;
    result.judgement = finding->judgement;
    result.behaves_as = finding->behaves_as;
    result.breaks = finding->judgement.breaks();
  }
  result.verdict = trial.unavailable ? Verdict::unavailable : verdict_of(result);
  result.as_declared = trial.unavailable || (result.error.empty() && result.breaks == result.declared_breaks);
  return result;
}

}  // namespace

std::vector<Result> assess(const Spec& spec, const Build& build, const Workload& work, ExpectationCache& expectations,
                           const Observations& observations, Device& device, const RunOptions& options) {
  const std::string arch = arch_of(build, device.info());
  std::vector<Trial> trials = Collection(spec, build, arch, work, observations).trials();
  std::erase_if(trials, [](const Trial& trial) { return trial.interrupted; });

  std::vector<Finding> findings;
  std::vector<std::size_t> finding_of(trials.size());
  for (std::size_t t = 0; t < trials.size(); ++t) {
    if (trials[t].bits.empty()) continue;
    const auto same = std::find_if(findings.begin(), findings.end(),
                                   [&](const Finding& finding) { return same_evidence(*finding.trial, trials[t]); });
    finding_of[t] = static_cast<std::size_t>(same - findings.begin());
    if (same == findings.end()) findings.push_back({&trials[t], {}, {}, {}, false});
  }
  const Judge judge(spec, work, expectations, device, options);
  for_each_index(findings.size(), [&](std::size_t i) { judge(findings[i]); });

  std::vector<Result> results;
  for (std::size_t t = 0; t < trials.size(); ++t) {
    const Finding* finding = trials[t].bits.empty() ? nullptr : &findings[finding_of[t]];
    if (!finding || !finding->interrupted) results.push_back(result_of(trials[t], finding, build, arch));
  }
  return results;
}

}  // namespace semcheck
