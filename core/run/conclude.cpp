#include "core/run/conclude.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/judge/settle.h"

namespace semcheck {
namespace {

Settlement settlement_of(const Operation& operation, const Result& result) {
  std::vector<SuspicionKey> keys;
  for (const Sweep& sweep : result.sweeps)
    for (const Tally* tally : {&sweep.part.rules, &sweep.part.laws})
      for (const auto& [key, entry] : tally->wrong) keys.push_back(key);
  return settle(operation, result.judgement.breaks(), keys);
}

void count(const Settlement& settlement, Sweep& sweep) {
  sweep.count = {};
  for (const Tally* tally : {&sweep.part.rules, &sweep.part.laws})
    for (const auto& [key, entry] : tally->wrong)
      sweep.count[static_cast<std::size_t>(settlement.at(key))] += entry.count;
  for (SweepExample& example : sweep.part.examples) example.mismatch.breaks = settlement.at(example.key);
}

/// The blame for what only sweeps show, by their examples: those of a layer for each rule, and where none was followed,
/// why not.
void blame(const SweepExample& example, std::vector<Blame>& blames) {
  const Obligation rule = example.mismatch.breaks;
  const auto same = std::find_if(blames.begin(), blames.end(), [&](const Blame& b) {
    return b.breaks == rule && b.layer == example.layer.value_or(Layer::unknown);
  });
  if (same != blames.end())
    ++same->mismatches;
  else if (!example.evidence.empty())
    blames.push_back({rule, example.layer.value_or(Layer::unknown), 1, example.evidence});
}

std::vector<Blame> blames_of(const Result& result, const ObligationSet& of_special_cases) {
  std::vector<Blame> blames;
  for (const Blame& known : result.blames)
    if (of_special_cases.contains(known.breaks)) blames.push_back(known);
  ObligationSet followed = of_special_cases;
  for (const bool by_layer : {true, false})
    for (const Sweep& sweep : result.sweeps)
      for (const SweepExample& example : sweep.part.examples) {
        const Obligation rule = example.mismatch.breaks;
        if (of_special_cases.contains(rule) || example.layer.has_value() != by_layer) continue;
        if (by_layer) followed.insert(rule);
        if (by_layer || !followed.contains(rule)) blame(example, blames);
      }
  return blames;
}

constexpr std::string_view kInASweep = "in a sweep: ";

Verdict verdict_of(const Result& result) {
  if (!result.error.empty()) return Verdict::error;
  if (!result.breaks.empty()) return Verdict::breaks;
  std::uint64_t checked = result.judgement.cases - result.judgement.unchecked;
  for (const Sweep& sweep : result.sweeps) checked += sweep.part.rules.cases - sweep.part.rules.unchecked;
  return checked == 0 ? Verdict::unchecked : Verdict::conforms;
}

}  // namespace

bool is_of_a_sweep(std::string_view error) {
  return error.starts_with(kInASweep);
}

void conclude(const Operation& operation, Result& result) {
  if (result.sweeps.empty() || result.verdict == Verdict::unavailable) return;
  const Settlement settlement = settlement_of(operation, result);
  result.breaks = result.judgement.breaks();
  if (is_of_a_sweep(result.error)) result.error.clear();
  for (Sweep& sweep : result.sweeps) {
    count(settlement, sweep);
    result.breaks = result.breaks | sweep.breaks();
    if (result.error.empty() && !sweep.error.empty()) result.error = fmt::format("{}{}", kInASweep, sweep.error);
  }
  result.blames = blames_of(result, result.judgement.breaks());
  result.verdict = verdict_of(result);
  result.as_declared = result.error.empty() && result.breaks == result.declared_breaks;
}

void conclude(SpecReport& spec) {
  for (Result& result : spec.results) conclude(spec.spec->operation, result);
  spec.as_declared =
      std::all_of(spec.results.begin(), spec.results.end(), [](const Result& r) { return r.as_declared; });
}

std::vector<const Mismatch*> telling_examples(const Result& result) {
  std::vector<const Mismatch*> examples;
  for (const Mismatch& example : result.judgement.examples) examples.push_back(&example);
  if (result.supply != name(Supply::array)) return examples;
  const ObligationSet of_special_cases = result.judgement.breaks();
  for (const Sweep& sweep : result.sweeps)
    for (const SweepExample& example : sweep.part.examples)
      if (!of_special_cases.contains(example.mismatch.breaks)) examples.push_back(&example.mismatch);
  return examples;
}

}  // namespace semcheck
