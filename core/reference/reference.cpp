#include "core/reference/reference.h"

#include <algorithm>
#include <array>

#include "core/reference/row_reference.h"
#include "core/values/spelling.h"

namespace semcheck {
namespace {

struct OutcomeWords {
  OutcomeKind kind;
  std::string_view words;
};

constexpr std::array kOutcomeWords = {
    OutcomeWords{OutcomeKind::exactly, ""},
    OutcomeWords{OutcomeKind::either_sign, " of either sign"},
    OutcomeWords{OutcomeKind::any_quiet_nan, "any quiet NaN"},
    OutcomeWords{OutcomeKind::quiet_nan_of_sign, " quiet NaN"},
    OutcomeWords{OutcomeKind::any_nan, "any NaN"},
    OutcomeWords{OutcomeKind::nan_of_sign, " NaN"},
    OutcomeWords{OutcomeKind::any_zero, "a zero of either sign"},
    OutcomeWords{OutcomeKind::anything, "anything"},
};

constexpr bool outcome_words_in_order() {
  for (std::size_t i = 0; i < kOutcomeWords.size(); ++i)
    if (static_cast<std::size_t>(kOutcomeWords[i].kind) != i) return false;
  return true;
}
static_assert(outcome_words_in_order(), "row i of kOutcomeWords describes outcome kind i");

/// Any of these, the pattern or the sign goes before the words.
std::string spell_outcome(Dtype dtype, const Outcome& outcome) {
  std::string words(kOutcomeWords[static_cast<std::size_t>(outcome.kind)].words);
  switch (outcome.kind) {
    case OutcomeKind::exactly:
    case OutcomeKind::either_sign: return hex(dtype, outcome.bits) + " (" + spell(dtype, outcome.bits) + ")" + words;
    case OutcomeKind::quiet_nan_of_sign:
    case OutcomeKind::nan_of_sign:
      return (is_negative(format(dtype), outcome.bits) ? "any negative" : "any positive") + words;
    default: return words;
  }
}

}  // namespace

bool gives(const Operation& operation, const Choice& choice, std::span<const Bits> operands, Bits actual) {
  const Format& f = format(operation.result);
  if (is_row_operation(operation.kind)) return allows(f, row_outcomes(operation, {&choice, 1}, operands), actual);
  return allows(f, evaluate(operation, choice, operands), actual);
}

Expected expected(const Operation& operation, std::span<const Choice> readings, std::span<const Bits> operands) {
  if (is_row_operation(operation.kind)) return row_outcomes(operation, readings, operands);
  Expected outcomes;
  const auto add = [&](const Outcome& outcome) {
    if (std::find(outcomes.begin(), outcomes.end(), outcome) == outcomes.end()) outcomes.push_back(outcome);
  };
  const Elementwise op = elementwise(operation);
  for (const Choice& reading : readings) add(evaluate(op, reading, operands.data()));
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
  // What a compare-select may make of a long row is most of its elements.
  constexpr std::size_t kMostSpelt = 6;
  std::string text;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (i == kMostSpelt) return text + " or one of " + std::to_string(expected.size() - i) + " more";
    if (i > 0) text += " or ";
    text += spell_outcome(dtype, expected[i]);
  }
  return text;
}

}  // namespace semcheck
