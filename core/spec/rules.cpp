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

/// Calls `visit(rule, member of Choice)` for every rule.
template <class Visit>
void for_each_rule(const Visit& visit) {
  using O = Obligation;
  visit(O::nan, &Choice::nan);
  visit(O::nan_result, &Choice::nan_result);
  visit(O::snan, &Choice::snan);
  visit(O::signed_zero, &Choice::signed_zero);
  visit(O::tie, &Choice::tie);
  visit(O::subnormal, &Choice::subnormal);
  visit(O::signedness, &Choice::signedness);
  visit(O::infinity, &Choice::infinity);
  visit(O::abs, &Choice::abs);
  visit(O::sign, &Choice::sign);
  visit(O::order, &Choice::order);
  visit(O::nan_sign, &Choice::nan_sign);
  visit(O::nan_payload, &Choice::nan_payload);
  visit(O::clamp_form, &Choice::clamp_form);
  visit(O::clamp_bounds_reversed, &Choice::bounds_reversed);
  visit(O::clamp_nan_bound, &Choice::nan_bound);
  visit(O::reduce_order, &Choice::reduce_order);
  visit(O::reduce_identity, &Choice::identity);
  visit(O::reduce_init_participates, &Choice::init_participates);
  visit(O::reduce_empty, &Choice::empty);
  visit(O::argmax_tie, &Choice::index_tie);
  visit(O::argmax_nan, &Choice::index_nan);
  visit(O::softmax_guard, &Choice::softmax_guard);
  visit(O::convert_round, &Choice::round);
  visit(O::convert_overflow, &Choice::overflow);
  visit(O::convert_nan, &Choice::convert_nan);
  visit(O::convert_stage, &Choice::stage);
  visit(O::fma_contract, &Choice::contract);
  visit(O::fma_post, &Choice::post);
  visit(O::grad_nan, &Choice::grad_nan);
  visit(O::grad_zero, &Choice::grad_zero);
}

/// The values of a rule with those words replaced that stand for several others.
std::uint16_t spelt_out(const Rules& rules, Obligation rule) {
  const std::uint16_t mask = rules[rule];
  switch (rule) {
    case Obligation::nan_result: return expand(mask, NanResult::operand, {NanResult::first, NanResult::second});
    case Obligation::snan: return expand(mask, Snan::either, {Snan::quiet, Snan::propagate});
    case Obligation::fma_contract:
      return expand(mask, Contraction::either, {Contraction::fused, Contraction::separate});
    case Obligation::subnormal:
      return expand(mask, Subnormal::either, {Subnormal::preserve, Subnormal::flush, Subnormal::flush_compare});
    default: return mask;
  }
}

/// The rules that decide on ties, which are multiplied out first: only they can give equal readings, which are few at
/// that point.
bool decides_on_ties(Obligation rule) {
  return rule == Obligation::signed_zero || rule == Obligation::subnormal || rule == Obligation::tie;
}

/// The values that hold when a spec says nothing.
Choice default_choice(const RuleSubject& subject) {
  Choice choice;
  choice.nan_canonical = row(subject.result).canonical_nan;
  choice.reduce_order = ReduceOrder::any;
  if (is_floating(format(subject.result))) choice.convert_nan = ConvertNan::nan;
  if (subject.result == Dtype::e4m3)
    choice.overflow = Overflow::saturate;
  else if (is_floating(format(subject.result)))
    choice.overflow = Overflow::infinity;
  if (subject.kind == OperationKind::saturate) choice.clamp_form = ClampForm::sat01;
  return choice;
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

Rules default_rules(const RuleSubject& subject) {
  return rules_of(default_choice(subject), subject);
}

std::string spell_rule(const Rules& rules, Obligation rule) {
  std::string text;
  std::size_t count = 0;
  for (const RuleValue& value : row(rule).values) {
    if (((rules[rule] >> value.index) & 1) == 0) continue;
    const bool is_bool = value.name == "true" || value.name == "false";
    text += fmt::format(fmt::runtime(is_bool ? "{}{}" : "{}\"{}\""), count++ == 0 ? "" : ", ", value.name);
  }
  if (count == 0) return "";
  return count == 1 ? fmt::format("{} = {}", name(rule), text) : fmt::format("{} = [{}]", name(rule), text);
}

std::vector<Choice> choices(const Rules& rules) {
  Choice start;
  start.nan_canonical = rules.nan_canonical;
  std::vector<Choice> readings = {start};
  multiply(readings, &Choice::signed_zero, rules[Obligation::signed_zero]);
  multiply(readings, &Choice::subnormal, spelt_out(rules, Obligation::subnormal));
  readings = resolve_ties(readings, rules);
  for_each_rule([&](Obligation rule, auto member) {
    if (!decides_on_ties(rule)) multiply(readings, member, spelt_out(rules, rule));
  });
  return readings;
}

Rules rules_of(const Choice& choice, const RuleSubject& subject) {
  Rules rules;
  rules.nan_canonical = is_floating(format(subject.result)) ? choice.nan_canonical : 0;
  for_each_rule([&](Obligation rule, auto member) {
    if (applies_to(rule, subject)) rules.set(rule, choice.*member);
  });
  if (!tie_is_observable(choice) || choice.tie == Tie::none) rules[Obligation::tie] = 0;
  return rules;
}

}  // namespace semcheck
