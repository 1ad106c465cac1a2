#include "core/run/assess.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "core/run/blames.h"
#include "core/run/invariance.h"
#include "core/run/law_check.h"
#include "core/run/parallel.h"

namespace semcheck {
namespace {

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

/// Judges findings of one build; several may be judged at once.
class Judge {
 public:
  Judge(SpecWork& shared, Device& device, const RunOptions& options)
      : shared_(shared), device_(device), options_(options) {}

  void operator()(Finding& finding) const {
    const Spec& spec = shared_.spec;
    const Trial& trial = *finding.trial;
    const Cases& cases = trial.supply ? trial.supply->cases : shared_.work.cases;
    finding.judgement = judge(spec.operation, trial.rules, cases, shared_.expectations.of(trial.rules, cases),
                              trial.bits, options_.max_mismatches);
    if (!trial.supply && !spec.laws.empty())
      check_laws_of(
          spec, shared_.work, trial.rules, trial.bits, [&](const Cases& more) { return results_of(more, finding); },
          options_.max_mismatches, finding.judgement);
    if (!trial.reference.empty())
      check_invariance(spec.operation, *trial.supply, trial.bits, trial.reference, options_.max_mismatches,
                       finding.judgement);
    if (finding.judgement.mismatches > 0) finding.behaves_as = observe(spec.operation, cases, trial.bits);
  }

 private:
  /// What the kernel gives for further cases; nothing when it fails, which the finding then says.
  std::optional<std::vector<Bits>> results_of(const Cases& cases, Finding& finding) const {
    Execution further = device_
                            .execute({finding.trial->kernel, 1}, shared_.spec.operation, cases,
                                     {options_.timeout, options_.interrupted})
                            .front();
    finding.error = further.error;
    finding.interrupted = further.interrupted;
    if (finding.interrupted || !finding.error.empty()) return std::nullopt;
    return std::move(further.results);
  }

  SpecWork& shared_;
  Device& device_;
  const RunOptions& options_;
};

/// The findings of some trials, and which of them belongs to each; one of none belongs to a trial without bits.
struct Findings {
  std::vector<Finding> all;
  std::vector<std::size_t> of_trial;
};

Findings sort_by_evidence(const std::vector<Trial>& trials) {
  Findings findings;
  findings.of_trial.resize(trials.size());
  for (std::size_t t = 0; t < trials.size(); ++t) {
    const auto same = std::find_if(findings.all.begin(), findings.all.end(),
                                   [&](const Finding& finding) { return same_evidence(*finding.trial, trials[t]); });
    findings.of_trial[t] = static_cast<std::size_t>(same - findings.all.begin());
    if (same == findings.all.end() && !trials[t].bits.empty()) findings.all.push_back({&trials[t], {}, {}, {}, false});
  }
  return findings;
}

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
Result result_of(const Trial& trial, const Finding* finding, const Job& job, const DeviceInfo& device) {
  const std::string arch = arch_of(*job.build, device);
  Result result;
  result.variant = trial.kernel->variant->name;
  result.build = job.build->name;
  result.arch = arch;
  result.toolkit = job.toolkit;
  result.compiler = compiler_of(*job.build, job.toolkit, device);
  result.toolchain = trial.kernel->toolchain;
  result.path = trial.kernel->path;
  result.supply = name(trial.supplied());
  result.not_compared = trial.not_compared;
  result.rules = trial.rules;
  result.error = trial.error;
  result.declared_breaks = declared(trial, {*job.build, arch, name(trial.kernel->path), trial.supplied()});
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

/// Finds out who is to blame for what each trial breaks, once for each variant and finding.
std::vector<std::vector<Blame>> blames_of(const std::vector<Trial>& trials, const Findings& findings, SpecWork& shared,
                                          Evidence& evidence) {
  std::vector<std::vector<Blame>> blames(trials.size());
  std::map<std::pair<const Variant*, std::size_t>, std::vector<std::size_t>> groups;
  for (std::size_t t = 0; t < trials.size(); ++t)
    if (!trials[t].bits.empty()) groups[{trials[t].kernel->variant, findings.of_trial[t]}].push_back(t);
  std::vector<const std::vector<std::size_t>*> order;
  order.reserve(groups.size());
  for (const auto& [key, members] : groups) order.push_back(&members);
  for_each_index(order.size(), [&](std::size_t g) {
    const std::vector<std::size_t>& members = *order[g];
    const Trial& trial = trials[members.front()];
    const Judgement& judgement = findings.all[findings.of_trial[members.front()]].judgement;
    std::vector<Blame> found = rule_blames(shared.spec, shared.work, trial, judgement, trials, evidence);
    for (Blame& blame : law_blames(shared.spec, shared.work, trial, judgement, evidence))
      found.push_back(std::move(blame));
    for (std::size_t t : members) blames[t] = found;
  });
  return blames;
}

}  // namespace

std::vector<Result> assess(const Job& job, SpecWork& shared, const Observations& observations,
                           const std::vector<Trial>& trials, Device& device, const RunOptions& options) {
  Findings findings = sort_by_evidence(trials);
  const Judge judge(shared, device, options);
  for_each_index(findings.all.size(), [&](std::size_t i) { judge(findings.all[i]); });
  Evidence evidence(job, shared.spec, shared.sources, observations, device, options);
  std::vector<std::vector<Blame>> blames(trials.size());
  const bool interrupted = options.interrupted && *options.interrupted;
  if (!interrupted) blames = blames_of(trials, findings, shared, evidence);

  std::vector<Result> results;
  for (std::size_t t = 0; t < trials.size(); ++t) {
    const Finding* finding = trials[t].bits.empty() ? nullptr : &findings.all[findings.of_trial[t]];
    if (finding && finding->interrupted) continue;
    results.push_back(result_of(trials[t], finding, job, device.info()));
    if (results.back().error.empty()) results.back().blames = std::move(blames[t]);
  }
  return results;
}

}  // namespace semcheck
