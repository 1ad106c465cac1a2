#include "core/report/wording.h"

#include <fmt/format.h>

#include "core/report/blame.h"
#include "core/values/spelling.h"

namespace semcheck {

std::string with_separators(std::size_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t end = digits.size(); end > 3; end -= 3) digits.insert(end - 3, ",");
  return digits;
}

std::string counted(std::size_t n, std::string_view noun) {
  return fmt::format("{} {}{}", with_separators(n), noun, n == 1 ? "" : "s");
}

std::string join(std::span<const std::string_view> words, std::string_view separator) {
  return fmt::format("{}", fmt::join(words, separator));
}

std::string first_line(std::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

namespace {

std::string listed(const ObligationSet& set) {
  return join(names(set), ", ");
}

/// What is said behind the verdict: nothing, ` as declared`, or how it differs from the declaration.
std::string against_declaration(const Result& result) {
  const ObligationSet undeclared = result.breaks - result.declared_breaks;
  const ObligationSet missing = result.declared_breaks - result.breaks;
  if (undeclared.empty() && missing.empty()) return result.breaks.empty() ? "" : " as declared";
  std::string text;
  if (!undeclared.empty()) text += "; not declared";
  if (!undeclared.empty() && undeclared != result.breaks) text += ": " + listed(undeclared);
  if (!missing.empty()) text += "; declared to break " + listed(missing) + ", but did not";
  return text;
}

/// How the other side of a broken obligation is introduced.
std::string_view other_side(Obligation broken) {
  switch (broken) {
    case Obligation::commutative: return "swapped";
    case Obligation::associative: return "grouped the other way";
    case Obligation::supply_invariant: return "array gives";
    default: return "expected";
  }
}

}  // namespace

std::string device_line(const DeviceInfo& device) {
  std::string text = device.name;
  if (!device.reason.empty()) text += " (" + device.reason + ")";
  text += ", " + device.arch;
  if (!device.driver.empty() && device.kind == "cuda") text += ", driver " + device.driver;
  if (!device.nvrtc.empty()) text += ", NVRTC " + device.nvrtc;
  return text;
}

bool was_judged(const Result& result) {
  return result.verdict != Verdict::error && result.verdict != Verdict::unavailable;
}

std::string verdict_line(const Result& result) {
  std::string text(name(result.verdict));
  if (!was_judged(result)) return result.error.empty() ? text : text + ": " + first_line(result.error);
  if (!result.breaks.empty()) text += " " + listed(result.breaks);
  if (result.verdict == Verdict::unchecked) text += ": the rules allow any result";
  text += against_declaration(result);
  if (const std::string layers = layer_of(result); !layers.empty()) text += fmt::format(" ({})", layers);
  if (!result.not_compared.empty()) text += fmt::format("; supply_invariant not judged: {}", result.not_compared);
  if (!result.not_inspected.empty()) text += fmt::format("; inspect not judged: {}", result.not_inspected);
  return text;
}

std::string behaviour_line(const Result& result, const RuleSubject& subject) {
  // Requirements on code say nothing about results, and what only sweeps show is not looked into.
  const ObligationSet looked_into = result.sweeps.empty() ? result.breaks : result.judgement.breaks();
  if (result.verdict != Verdict::breaks || (looked_into - ObligationSet{Obligation::inspect}).empty()) return "";
  if (!result.behaves_as.explained) return "no values of the rules explain every result";
  Rules stated{};
  for (const Choice& choice : choices(result.rules)) {
    const Rules one = rules_of(choice, subject);
    for (std::size_t i = 0; i < kRuleCount; ++i) stated.allowed[i] |= one.allowed[i];
  }
  std::vector<std::string> differing;
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    const std::uint16_t seen = result.behaves_as.values.allowed[i];
    // Where zeros may be ordered as stated, they need not tie.
    const Obligation asked = static_cast<Obligation>(i) == Obligation::tie && stated[Obligation::tie] == 0
                                 ? Obligation::signed_zero
                                 : static_cast<Obligation>(i);
    const bool agrees = (result.behaves_as.values[asked] & (stated[asked] | result.rules[asked])) != 0;
    if (seen != 0 && !agrees) differing.push_back(spell_rule(result.behaves_as.values, static_cast<Obligation>(i)));
  }
  return differing.empty() ? "" : fmt::format("behaves as {}", fmt::join(differing, ", "));
}

std::string example_line(const Operation& operation, const Mismatch& mismatch) {
  const Dtype dtype = operation.result;
  const std::string supplied = mismatch.supplied.empty() ? "" : fmt::format(" [{}]", mismatch.supplied);
  return fmt::format("{}{}: {} ({}), {} {}", case_name(operation, mismatch.operands), supplied,
                     hex(dtype, mismatch.actual), spell(dtype, mismatch.actual), other_side(mismatch.breaks),
                     spell(dtype, mismatch.expected));
}

bool leaves_open(const Rules& rules, Obligation rule) {
  // Any order still has to give one of the results that some order gives.
  if (static_cast<std::size_t>(rule) >= kRuleCount || rule == Obligation::reduce_order) return false;
  const auto values = row(rule).values;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (((rules[rule] >> i) & 1) != 0 && (values[i].name == "any" || values[i].name == "undefined")) return true;
  return false;
}

}  // namespace semcheck
