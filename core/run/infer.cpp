#include "core/run/infer.h"

#include <algorithm>

#include "core/run/plan.h"
#include "core/run/workload.h"

namespace semcheck {
namespace {

bool has_one_value(std::uint16_t mask) {
  return (mask & (mask - 1)) == 0;
}

/// The deterministic values that rules allow, with words such as `either` replaced by what they stand for.
Rules spelt_out(const Rules& rules, const RuleSubject& subject) {
  Rules result;
  for (const Choice& reading : choices(rules)) {
    const Rules one = rules_of(reading, subject);
    for (std::size_t i = 0; i < kRuleCount; ++i) result.allowed[i] |= one.allowed[i];
    result.nan_canonical = one.nan_canonical;
  }
  return result;
}

/// Where the selected NaN comes out, it is the first or the second, as `nan` says: an observation may be told in either
/// way.
void name_selected(Rules& rules) {
  if (!rules.allows(Obligation::nan_result, NanResult::selected)) return;
  const auto add = [&](Nan nan, NanResult result) {
    if (rules.allows(Obligation::nan, nan))
      rules[Obligation::nan_result] |= static_cast<std::uint16_t>(1u << static_cast<unsigned>(result));
  };
  add(Nan::first, NanResult::first);
  add(Nan::second, NanResult::second);
}

/// The rules of a profile; what it does not state is as the default has it.
Rules rules_of_profile(const Profile& profile, const RuleSubject& subject) {
  Rules rules = default_rules(subject);
  for (std::size_t i = 0; i < kRuleCount; ++i)
    if (profile.rules.allowed[i] != 0) rules.allowed[i] = profile.rules.allowed[i];
  if (profile.rules.nan_canonical != 0) rules.nan_canonical = profile.rules.nan_canonical;
  rules = spelt_out(rules, subject);
  name_selected(rules);
  return rules;
}

/// The rules of which no observed value is one that the profile allows.
ObligationSet differences(const Rules& observed, const Rules& profile) {
  ObligationSet differs;
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    const bool comparable = observed.allowed[i] != 0 && profile.allowed[i] != 0;
    if (comparable && (observed.allowed[i] & profile.allowed[i]) == 0) differs.insert(static_cast<Obligation>(i));
  }
  const bool canonical = observed.allows(Obligation::nan_result, NanResult::canonical) &&
                         profile.allows(Obligation::nan_result, NanResult::canonical);
  if (canonical && observed.nan_canonical != profile.nan_canonical) differs.insert(Obligation::nan_result);
  return differs;
}

void compare_profiles(const Operation& operation, const std::vector<Profile>& profiles, Inference& inference) {
  for (const Profile& profile : profiles) {
    if (!describes(profile, operation)) continue;
    const Rules rules = rules_of_profile(profile, subject_of(operation));
    Likeness likeness{profile.name, differences(inference.behaviour.values, rules)};
    if (likeness.differs.empty())
      inference.equals.push_back(profile.name);
    else
      inference.nearest.push_back(std::move(likeness));
  }
  std::stable_sort(inference.nearest.begin(), inference.nearest.end(), [](const Likeness& a, const Likeness& b) {
    return a.differs.items().size() < b.differs.items().size();
  });
}

}  // namespace

Inference infer(const Spec& spec, const Variant& variant, const std::vector<Profile>& profiles, Device& device,
                const RunOptions& options) {
  Inference inference;
  const Workload work = make_workload(spec, options);
  const Build& build = spec.builds.front();
  const Kernel kernel = device.compile({spec, build, arch_of(build, device.info()), {&variant}}).front();
  inference.error = kernel.error;
  if (!inference.error.empty()) return inference;
  const Execution execution =
      device.execute({&kernel, 1}, spec.operation, work.cases, {options.timeout, options.interrupted}).front();
  inference.error = execution.error;
  if (!inference.error.empty()) return inference;

  inference.cases = work.cases.size();
  inference.behaviour = observe(spec.operation, work.cases, execution.results);
  if (!inference.behaviour.explained) return inference;
  for (std::size_t i = 0; i < kRuleCount; ++i)
    if (!has_one_value(inference.behaviour.values.allowed[i])) inference.undecided.insert(static_cast<Obligation>(i));
  compare_profiles(spec.operation, profiles, inference);
  return inference;
}

}  // namespace semcheck
