#include "core/spec/rules.h"

#include <fmt/format.h>

#include <algorithm>

namespace semcheck {
namespace {

template <class Value>
std::uint16_t bit(Value v) {
  return static_cast<std::uint16_t>(1u << static_cast<unsigned>(v));
}

/// `Value::shorthand` of a mask replaced by the values it stands for.
template <class Value>
std::uint16_t expand(std::uint16_t mask, Value shorthand, std::initializer_list<Value> meaning) {
  if ((mask & bit(shorthand)) == 0) return mask;
  mask = static_cast<std::uint16_t>(mask & ~bit(shorthand));
  for (Value v : meaning) mask |= bit(v);
  return mask;
}

/// The readings so far, each multiplied by every value of a mask; an empty mask leaves the default.
template <class Value>
void multiply(std::vector<Choice>& readings, Value Choice::*member, std::uint16_t mask) {
  if (mask == 0) return;
  std::vector<Choice> product;
  for (const Choice& reading : readings)
    for (unsigned v = 0; v < 16; ++v)
      if ((mask >> v) & 1) product.emplace_back(reading).*member = static_cast<Value>(v);
  readings = std::move(product);
}

bool tie_is_observable(const Choice& c) {
  return c.signed_zero == SignedZero::equal || c.subnormal == Subnormal::flush_compare;
}

/// `tie` multiplied out where it can be seen, and `none` elsewhere. A tie that the rules leave open may go either way.
/// `signed_zero = "either"` is one of the two operands: zeros that tie, and a tie that goes either way.
std::vector<Choice> resolve_ties(const std::vector<Choice>& readings, const Rules& rules) {
  const std::uint16_t both = bit(Tie::first) | bit(Tie::second);
  std::uint16_t stated = expand(rules[Obligation::tie], Tie::either, {Tie::first, Tie::second});
  stated = static_cast<std::uint16_t>(stated & ~bit(Tie::none));
  std::vector<Choice> resolved;
  for (const Choice& reading : readings) {
    std::vector<Choice> ties = {reading};
    const bool open = stated == 0 || reading.signed_zero == SignedZero::either;
    if (reading.signed_zero == SignedZero::either) ties.front().signed_zero = SignedZero::equal;
    if (tie_is_observable(ties.front())) multiply(ties, &Choice::tie, open ? both : stated);
    for (const Choice& tie : ties)
      if (std::find(resolved.begin(), resolved.end(), tie) == resolved.end()) resolved.push_back(tie);
  }
  return resolved;
}

template <class Value>
void set_if_applies(Rules& rules, Obligation rule, Dtype dtype, Value value) {
  if (applies_to(rule, dtype)) rules.set(rule, value);
}

}  // namespace

std::optional<std::size_t> find_value(Obligation rule, std::string_view word) {
  if (rule == Obligation::signedness && word == "n/a") return static_cast<std::size_t>(Signedness::same);
  for (const RuleValue& value : row(rule).values)
    if (value.name == word) return value.index;
  return std::nullopt;
}

bool tie_is_observable(const Rules& rules) {
  return rules.allows(Obligation::signed_zero, SignedZero::equal) ||
         rules.allows(Obligation::subnormal, Subnormal::flush_compare) ||
         rules.allows(Obligation::subnormal, Subnormal::either);
}

Rules default_rules(Dtype dtype) {
  Choice choice;
  choice.nan_canonical = row(dtype).canonical_nan;
  return rules_of(choice, dtype);
}

std::string spell_rule(const Rules& rules, Obligation rule) {
  std::string text;
  std::size_t count = 0;
  for (const RuleValue& value : row(rule).values) {
    if (((rules[rule] >> value.index) & 1) == 0) continue;
    text += fmt::format("{}\"{}\"", count++ == 0 ? "" : ", ", value.name);
  }
  if (count == 0) return "";
  return count == 1 ? fmt::format("{} = {}", name(rule), text) : fmt::format("{} = [{}]", name(rule), text);
}

std::vector<Choice> choices(const Rules& rules) {
  Choice start;
  start.nan_canonical = rules.nan_canonical;
  std::vector<Choice> readings = {start};
  // The three rules that decide on ties come first: only they can give equal readings, which are few at this point.
  multiply(readings, &Choice::signed_zero, rules[Obligation::signed_zero]);
  multiply(readings, &Choice::subnormal,
           expand(rules[Obligation::subnormal], Subnormal::either,
                  {Subnormal::preserve, Subnormal::flush, Subnormal::flush_compare}));
  readings = resolve_ties(readings, rules);
  multiply(readings, &Choice::nan, rules[Obligation::nan]);
  multiply(readings, &Choice::nan_result,
           expand(rules[Obligation::nan_result], NanResult::operand, {NanResult::first, NanResult::second}));
  multiply(readings, &Choice::snan, expand(rules[Obligation::snan], Snan::either, {Snan::quiet, Snan::propagate}));
  multiply(readings, &Choice::signedness, rules[Obligation::signedness]);
  multiply(readings, &Choice::infinity, rules[Obligation::infinity]);
  multiply(readings, &Choice::abs, rules[Obligation::abs]);
  multiply(readings, &Choice::sign, rules[Obligation::sign]);
  return readings;
}

Rules rules_of(const Choice& choice, Dtype dtype) {
  Rules rules;
  rules.nan_canonical = is_floating(format(dtype)) ? choice.nan_canonical : 0;
  set_if_applies(rules, Obligation::nan, dtype, choice.nan);
  set_if_applies(rules, Obligation::nan_result, dtype, choice.nan_result);
  set_if_applies(rules, Obligation::snan, dtype, choice.snan);
  set_if_applies(rules, Obligation::signed_zero, dtype, choice.signed_zero);
  if (tie_is_observable(choice) && choice.tie != Tie::none) set_if_applies(rules, Obligation::tie, dtype, choice.tie);
  set_if_applies(rules, Obligation::subnormal, dtype, choice.subnormal);
  set_if_applies(rules, Obligation::signedness, dtype, choice.signedness);
  set_if_applies(rules, Obligation::infinity, dtype, choice.infinity);
  set_if_applies(rules, Obligation::abs, dtype, choice.abs);
  set_if_applies(rules, Obligation::sign, dtype, choice.sign);
  return rules;
}

}  // namespace semcheck
