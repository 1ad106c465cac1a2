#include "core/run/sweep_examples.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/judge/suspect.h"
#include "core/run/internal_error.h"
#include "core/run/swept_law.h"
#include "core/sweep/cases.h"

namespace semcheck {
namespace {

[[noreturn]] void disagree(const Course& course, const CountedCase& counted) {
  throw InternalError(fmt::format("the sweep counts case {} of {} as wrong, and the host does not", counted.index,
                                  course.sweep.part.identity));
}

/// A case that breaks a rule, as the device computes it in the sweep; nothing where the device failed, which the sweep
/// then says.
std::optional<Mismatch> wrong_case(Course& course, const CountedCase& counted, Device& device, const Limits& limits) {
  const Sample sample = device.sample(*course.kernel, {course.space, counted.index, 1, false}, limits);
  course.sweep.error = sample.error;
  if (!sample.error.empty() || sample.interrupted) return std::nullopt;
  const HeldTo& held = course.program->contract;
  std::vector<Bits> operands = operands_at(course.sweep.space, counted.index);
  const Bits actual = sample.results.at(0);
  if (allows(held.contract, operands.data(), actual)) disagree(course, counted);
  if (key_of_wrong(held.contract, operands.data(), actual) != counted.key) disagree(course, counted);
  Expected allowed = expected(course.program->spec().operation, held.readings, operands);
  return Mismatch{suspicion_of(counted.key).likely, std::move(operands), std::move(allowed), actual,
                  course.sweep.supplied};
}

bool comes_before(const SweepExample& a, const SweepExample& b) {
  return std::pair(a.index, a.key) < std::pair(b.index, b.key);
}

/// The first cases of each suspicion, at most so many.
std::vector<CountedCase> counted_cases(const SweepPart& part, std::size_t most) {
  std::vector<CountedCase> cases;
  for (const Tally* tally : {&part.rules, &part.laws})
    for (const auto& [key, entry] : tally->wrong)
      for (std::size_t i = 0; i < std::min(most, entry.lowest.size()); ++i) cases.push_back({key, entry.lowest[i]});
  return cases;
}

}  // namespace

std::vector<Bits> operands_at(const Space& space, std::uint64_t index) {
  std::array<Bits, kMostOperands> operands{};
  case_at(space, index, operands.data());
  return {operands.begin(), operands.begin() + space.operands};
}

std::vector<CountedCase> missing_examples(const SweepPart& part, std::size_t most) {
  std::vector<CountedCase> cases = counted_cases(part, most);
  std::erase_if(cases, [&](const CountedCase& counted) {
    return std::any_of(part.examples.begin(), part.examples.end(), [&](const SweepExample& example) {
      return example.key == counted.key && example.index == counted.index;
    });
  });
  return cases;
}

void add_examples(Course& course, Device& device, const RunOptions& options) {
  SweepPart& part = course.sweep.part;
  const std::vector<CountedCase> kept = counted_cases(part, options.max_mismatches);
  std::erase_if(part.examples, [&](const SweepExample& example) {
    return std::none_of(kept.begin(), kept.end(), [&](const CountedCase& counted) {
      return example.key == counted.key && example.index == counted.index;
    });
  });
  // An interrupt ends the sweep, and not the few cases that show what it found.
  const Limits limits(options.timeout);
  for (const CountedCase& counted : missing_examples(part, options.max_mismatches)) {
    if (!course.kernel || !course.sweep.error.empty()) break;
    std::optional<Mismatch> mismatch = is_law(suspicion_of(counted.key).likely)
                                           ? wrong_tuple(course, counted.index, counted.key, device, limits)
                                           : wrong_case(course, counted, device, limits);
    if (mismatch) part.examples.push_back({counted.key, counted.index, std::move(*mismatch)});
  }
  std::sort(part.examples.begin(), part.examples.end(), comes_before);
}

}  // namespace semcheck
