#include <algorithm>

#include "core/spec/rule_checks.h"

namespace semcheck {
namespace {

/// `"saturate", "wrap" or "undefined"`
std::string alternatives(Obligation rule, std::uint16_t mask) {
  std::vector<std::string> words;
  for (const RuleValue& value : row(rule).values)
    if ((mask >> value.index) & 1) words.push_back(fmt::format("\"{}\"", value.name));
  const std::string last = words.back();
  words.pop_back();
  return words.empty() ? last : fmt::format("{} or {}", fmt::join(words, ", "), last);
}

/// Reports the values of a rule that what it is about cannot have.
void restrict_to(const Rules& rules, Obligation rule, std::uint16_t mask, const std::string& what,
                 Contradictions& found) {
  if (!exceeds(rules, rule, mask)) return;
  Rules faulty;
  faulty[rule] = static_cast<std::uint16_t>(rules[rule] & ~mask);
  found.push_back({{rule},
                   fmt::format("`{}` does not apply to {}", spell_rule(faulty, rule), what),
                   "expected " + alternatives(rule, mask)});
}

std::string result_of(const RuleSubject& subject) {
  return fmt::format("a result of type {}", name(subject.result));
}

void find_form(const RuleSubject& subject, const Rules& rules, Contradictions& found) {
  if (subject.kind == OperationKind::saturate) return;
  restrict_to(rules, Obligation::clamp_form,
              mask_of(ClampForm::min_of_max, ClampForm::max_of_min, ClampForm::select_lo_first),
              std::string(name(subject.kind)), found);
}

void find_overflow(const RuleSubject& subject, const Rules& rules, Contradictions& found) {
  const Format& f = format(subject.result);
  std::uint16_t mask = mask_of(Overflow::saturate, Overflow::wrap, Overflow::indefinite, Overflow::undefined);
  if (is_floating(f)) mask = mask_of(Overflow::saturate, Overflow::infinity, Overflow::nan, Overflow::undefined);
  if (is_floating(f) && !f.has_infinity) mask = mask_of(Overflow::saturate, Overflow::nan, Overflow::undefined);
  restrict_to(rules, Obligation::convert_overflow, mask, result_of(subject), found);
}

void find_nan(const RuleSubject& subject, const Rules& rules, Contradictions& found) {
  const bool floating = is_floating(format(subject.result));
  restrict_to(rules, Obligation::convert_nan,
              floating ? mask_of(ConvertNan::nan, ConvertNan::max_finite, ConvertNan::undefined)
                       : mask_of(ConvertNan::zero, ConvertNan::min, ConvertNan::max, ConvertNan::top_bit,
                                 ConvertNan::undefined),
              result_of(subject), found);
}

void find_stage(const RuleSubject& subject, const Rules& rules, Contradictions& found) {
  const auto stage = Obligation::convert_stage;
  const auto nan = Obligation::convert_nan;
  if (is_floating(format(subject.result)))
    restrict_to(rules, stage, mask_of(Stage::native), result_of(subject), found);
  else if (rules[stage] == mask_of(Stage::clamp_then_convert) && exceeds(rules, nan, mask_of(ConvertNan::min)))
    found.push_back(
        {{nan}, contradicts(rules, nan, stage), "the clamp makes the least integer of a NaN: leave it out"});
}

void find_post(const RuleSubject&, const Rules& rules, Contradictions& found) {
  const auto post = Obligation::fma_post;
  if (rules[post] != mask_of(Post::relu)) return;
  if (exceeds(rules, Obligation::nan, mask_of(Nan::propagate)))
    found.push_back({{Obligation::nan},
                     contradicts(rules, Obligation::nan, post),
                     "a NaN comes out of .relu, whatever the binary rules say: leave it out"});
  if (exceeds(rules, Obligation::nan_result, mask_of(NanResult::canonical)))
    found.push_back({{Obligation::nan_result},
                     contradicts(rules, Obligation::nan_result, post),
                     "the NaN that comes out of .relu is the canonical one: leave it out"});
}

constexpr std::array kChecks = {find_form, find_overflow, find_nan, find_stage, find_post};

}  // namespace

void find_in_composites(const RuleSubject& subject, const Rules& rules, Contradictions& found) {
  for (const auto& check : kChecks) check(subject, rules, found);
}

}  // namespace semcheck
