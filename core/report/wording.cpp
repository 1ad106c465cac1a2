#include "core/report/wording.h"

#include <fmt/format.h>

#include <algorithm>

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

std::string listed_as_toml(const ObligationSet& set) {
  return set.empty() ? "[]" : "[\"" + join(names(set), "\", \"") + "\"]";
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
  return text + against_declaration(result);
}

std::string behaviour_line(const Result& result, const Rules& rules, Dtype dtype) {
  if (result.verdict != Verdict::breaks) return "";
  if (!result.behaves_as.explained) return "no values of the rules explain every result";
  Rules stated{};
  for (const Choice& choice : choices(rules)) {
    const Rules one = rules_of(choice, dtype);
    for (std::size_t i = 0; i < kRuleCount; ++i) stated.allowed[i] |= one.allowed[i];
  }
  std::vector<std::string> differing;
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    const std::uint16_t seen = result.behaves_as.values.allowed[i];
    const bool agrees = (seen & (stated.allowed[i] | rules.allowed[i])) != 0;
    if (seen != 0 && !agrees) differing.push_back(spell_rule(result.behaves_as.values, static_cast<Obligation>(i)));
  }
  return differing.empty() ? "" : fmt::format("behaves as {}", fmt::join(differing, ", "));
}

std::string example_line(const Operation& operation, const Mismatch& mismatch) {
  const Dtype dtype = operation.dtype;
  return fmt::format("{}: {} ({}), {} {}", case_name(operation, mismatch.operands), hex(dtype, mismatch.actual),
                     spell(dtype, mismatch.actual), other_side(mismatch.breaks), spell(dtype, mismatch.expected));
}

std::string advice(std::span<const Result* const> results) {
  std::vector<std::pair<std::string_view, ObligationSet>> builds;
  bool any_break = false;
  for (const Result* result : results) {
    if (!was_judged(*result)) continue;
    any_break = any_break || !result->breaks.empty();
    const auto known =
        std::ranges::find(builds, std::string_view(result->build), [](const auto& b) { return b.first; });
    if (known == builds.end())
      builds.emplace_back(result->build, result->breaks);
    else if (known->second != result->breaks)
      return "fix the variant: the paths of build " + result->build + " disagree, and no declaration fits both";
  }
  if (builds.empty()) return "";
  if (!any_break) return "if it is meant to conform now, remove its breaks";
  const bool alike = std::ranges::all_of(builds, [&](const auto& b) { return b.second == builds.front().second; });
  if (alike) return "fix the variant, or declare breaks = " + listed_as_toml(builds.front().second);
  std::string table;
  for (const auto& [build, breaks] : builds)
    table += fmt::format("{}{} = {}", table.empty() ? "" : ", ", build, listed_as_toml(breaks));
  return "fix the variant, or declare breaks = { " + table + " }";
}

const Rules& rules_of_build(const Spec& spec, std::string_view build) {
  const auto found = std::ranges::find(spec.builds, build, &Build::name);
  return found == spec.builds.end() ? spec.rules : found->rules;
}

bool leaves_open(const Rules& rules, Obligation rule) {
  if (static_cast<std::size_t>(rule) >= kRuleCount) return false;
  const auto values = row(rule).values;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (((rules[rule] >> i) & 1) != 0 && (values[i].name == "any" || values[i].name == "undefined")) return true;
  return false;
}

}  // namespace semcheck
