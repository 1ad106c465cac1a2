#include "core/run/sweep_inquiry.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/run/blames.h"
#include "core/values/spelling.h"

namespace semcheck {
namespace {

void append(Cases& cases, const std::vector<Bits>& operands) {
  cases.operands.resize(operands.size());
  for (std::size_t k = 0; k < operands.size(); ++k) cases.operands[k].push_back(operands[k]);
  cases.special = cases.size();
}

/// Whether special cases show all that an example may break.
bool is_shown(const SweepExample& example, const ObligationSet& shown) {
  const Suspicion suspicion = suspicion_of(example.key);
  const bool third = suspicion.third == Obligation::value || shown.contains(suspicion.third);
  return shown.contains(suspicion.likely) && shown.contains(suspicion.otherwise) && third;
}

/// Why the examples of a result are not followed at all; "" where they may be.
std::string why_not(const SweepExample& example, const Result& result) {
  if (is_law(suspicion_of(example.key).likely)) return "of sweeps only rules are followed to a layer";
  if (result.supply != name(Supply::array)) return "of sweeps only arrays are followed to a layer";
  return "";
}

}  // namespace

/// Examples as the ordinary jobs of a run would have them: cases from arrays, down every path.
struct Inquiry::Rerun {
  Workload work;
  Observations seen;
  std::vector<Trial> trials;  ///< one for each path that gave results

  const Trial* on(Path path) const {
    const auto found =
        std::find_if(trials.begin(), trials.end(), [&](const Trial& trial) { return trial.kernel->path == path; });
    return found != trials.end() ? &*found : nullptr;
  }
};

/// What an example breaks is known once all shards are there: in one of them all that may come to be broken by what
/// special cases do not show is followed.
std::vector<SweepExample*> Inquiry::examples_to_follow(Result& result) const {
  const ObligationSet shown = result.judgement.breaks();
  const bool whole = options_.sweeps.shards == 1;
  std::vector<SweepExample*> examples;
  for (Sweep& sweep : result.sweeps)
    for (SweepExample& example : sweep.part.examples) {
      if (whole ? shown.contains(example.mismatch.breaks) : is_shown(example, shown)) continue;
      example.evidence = why_not(example, result);
      if (example.evidence.empty()) examples.push_back(&example);
    }
  return examples;
}

/// Fills in everything but the cases.
void Inquiry::run_again(const Result& result, Rerun& rerun) {
  Program program = program_of(job_, spec_, device_.info());
  std::erase_if(program.variants, [&](const Variant* variant) { return variant->name != result.variant; });
  program.feeds = {Feed{}};
  rerun.seen.kernels = device_.compile(program);
  for (const Kernel& kernel : rerun.seen.kernels) {
    if (!is_own_path(kernel.path, device_.info()) || !kernel.image) continue;
    const Limits limits(options_.timeout, options_.interrupted);
    Trial trial;
    trial.kernel = &kernel;
    trial.rules = result.rules;
    trial.bits = device_.execute({&kernel, 1}, spec_.operation, rerun.work.cases, limits).front().results;
    if (!trial.bits.empty()) rerun.trials.push_back(std::move(trial));
  }
}

/// An example that comes out wrong by itself too is followed as special cases are.
/// @param number  of its case
void Inquiry::follow(SweepExample& example, std::size_t number, const Rerun& rerun, Path path) {
  const Trial* own = rerun.on(path);
  if (!own) {
    example.evidence = "by itself it gave no result";
    return;
  }
  const Mismatch& mismatch = example.mismatch;
  if (own->bits[number] != mismatch.actual) {
    example.evidence = fmt::format(
        "{} is {} at case {} of a sweep, {} by itself", case_name(spec_.operation, mismatch.operands),
        hex(spec_.operation.result, mismatch.actual), example.index, hex(spec_.operation.result, own->bits[number]));
    return;
  }
  Judgement judgement;
  judgement.faults = {{number, mismatch.breaks}};
  Evidence evidence(job_, spec_, sources_, rerun.seen, device_, options_);
  const Blame blame = rule_blames(spec_, rerun.work, *own, judgement, rerun.trials, evidence).front();
  example.layer = blame.layer;
  example.evidence = blame.evidence;
}

void Inquiry::look_into(Result& result) {
  if (options_.interrupted && *options_.interrupted) return;
  const std::vector<SweepExample*> examples = examples_to_follow(result);
  if (examples.empty()) return;
  Rerun rerun;
  for (const SweepExample* example : examples) append(rerun.work.cases, example->mismatch.operands);
  run_again(result, rerun);
  for (std::size_t e = 0; e < examples.size(); ++e) follow(*examples[e], e, rerun, result.path);
}

}  // namespace semcheck
