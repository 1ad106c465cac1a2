#include "core/reference/reference.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "core/reference/extremum.h"
#include "core/values/spelling.h"

namespace semcheck {
namespace {

constexpr Extremum extremum_of(OperationKind kind) {
  return kind == OperationKind::max ? Extremum::max : Extremum::min;
}

struct OutcomeWords {
  OutcomeKind kind;
  std::string_view words;
};

constexpr std::array kOutcomeWords = {
    OutcomeWords{OutcomeKind::exactly, ""},          OutcomeWords{OutcomeKind::any_quiet_nan, "any quiet NaN"},
    OutcomeWords{OutcomeKind::any_nan, "any NaN"},   OutcomeWords{OutcomeKind::any_zero, "a zero of either sign"},
    OutcomeWords{OutcomeKind::anything, "anything"},
};

constexpr bool outcome_words_in_order() {
  for (std::size_t i = 0; i < kOutcomeWords.size(); ++i)
    if (static_cast<std::size_t>(kOutcomeWords[i].kind) != i) return false;
  return true;
}
static_assert(outcome_words_in_order(), "row i of kOutcomeWords describes outcome kind i");

std::string spell_outcome(Dtype dtype, const Outcome& outcome) {
  if (outcome.kind == OutcomeKind::exactly) return hex(dtype, outcome.bits) + " (" + spell(dtype, outcome.bits) + ")";
  return std::string(kOutcomeWords[static_cast<std::size_t>(outcome.kind)].words);
}

}  // namespace

Outcome evaluate(const Operation& operation, const Choice& choice, std::span<const Bits> operands) {
  assert(operands.size() == 2 && operation.operands.size() == 2);
  return extremum(extremum_of(operation.kind), choice, format(operation.dtype), format(operation.operands[0]),
                  format(operation.operands[1]), operands[0], operands[1]);
}

Expected expected(const Operation& operation, std::span<const Choice> readings, std::span<const Bits> operands) {
  Expected outcomes;
  for (const Choice& reading : readings) {
    const Outcome outcome = evaluate(operation, reading, operands);
    if (std::find(outcomes.begin(), outcomes.end(), outcome) == outcomes.end()) outcomes.push_back(outcome);
  }
  return outcomes;
}

bool allows(const Format& format, const Expected& expected, Bits actual) {
  return std::any_of(expected.begin(), expected.end(),
                     [&](const Outcome& outcome) { return allows(format, outcome, actual); });
}

bool is_unchecked(const Expected& expected) {
  return std::any_of(expected.begin(), expected.end(),
                     [](const Outcome& outcome) { return outcome.kind == OutcomeKind::anything; });
}

std::string spell(Dtype dtype, const Expected& expected) {
  std::string text;
  for (const Outcome& outcome : expected) {
    if (!text.empty()) text += " or ";
    text += spell_outcome(dtype, outcome);
  }
  return text;
}

}  // namespace semcheck
