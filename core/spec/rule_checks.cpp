#include "core/spec/rule_checks.h"

#include <array>

#include "core/spec/rule_reader.h"

namespace semcheck {
namespace {

void find_tie(const RuleSubject& subject, const Rules& rules, Contradictions& found) {
  const auto tie = Obligation::tie;
  const auto zero = Obligation::signed_zero;
  const auto only_none = mask_of(Tie::none);
  if (!applies_to(tie, subject)) return;
  if (exceeds(rules, tie, mask_of(Tie::none, Tie::first, Tie::second, Tie::either)))
    found.push_back(
        {{tie},
         fmt::format("`{}` does not apply to {}", spell_rule(rules, tie), name(subject.kind)),
         "an index decides only in operations that return one: expected \"first\", \"second\" or \"either\""});
  else if (rules.allows(zero, SignedZero::equal) && !exceeds(rules, tie, only_none))
    found.push_back({{zero, tie},
                     fmt::format("`{}` needs the rule `tie`", spell_rule(rules, zero)),
                     "say which of two equal operands is returned: tie = \"first\", \"second\" or \"either\""});
  else if (!tie_is_observable(rules) && !rules.allows(zero, SignedZero::any) && exceeds(rules, tie, only_none) &&
           !(rules.allows(zero, SignedZero::either) && rules[tie] == mask_of(Tie::either)))
    found.push_back({{tie, zero}, contradicts(rules, tie, zero), "leave out `tie`, or set signed_zero = \"equal\""});
}

void find_selected(const RuleSubject&, const Rules& rules, Contradictions& found) {
  const auto nan = Obligation::nan;
  const auto result = Obligation::nan_result;
  if (rules.allows(result, NanResult::selected) && exceeds(rules, nan, mask_of(Nan::first, Nan::second)))
    found.push_back({{result, nan},
                     contradicts(rules, result, nan),
                     "\"selected\" is the operand that nan = \"first\" or \"second\" picks"});
}

void find_sign(const RuleSubject&, const Rules& rules, Contradictions& found) {
  const auto sign = Obligation::sign;
  const auto abs = Obligation::abs;
  if (exceeds(rules, sign, mask_of(Sign::value)) && exceeds(rules, abs, mask_of(Abs::inputs)))
    found.push_back(
        {{sign, abs}, contradicts(rules, sign, abs), "a sign other than that of the value needs abs = \"inputs\""});
}

void find_signedness(const RuleSubject& subject, const Rules& rules, Contradictions& found) {
  const auto signedness = Obligation::signedness;
  if (subject.mixed_signedness && rules.allows(signedness, Signedness::same))
    found.push_back({{signedness},
                     "operands of mixed signedness need the rule `signedness`",
                     "say how they compare: signedness = \"promote\" or \"exact\""});
}

constexpr std::array kChecks = {find_tie,        find_selected,      find_sign,
                                find_signedness, find_in_composites, find_in_reductions};

}  // namespace

void check_rules(const TomlReader& reader, const RuleSubject& subject, const Rules& rules, const StatedRules& stated) {
  Contradictions found;
  for (const auto& check : kChecks) check(subject, rules, found);
  for (const Contradiction& contradiction : found)
    for (Obligation rule : contradiction.between) {
      const Span& span = stated.values[static_cast<std::size_t>(rule)];
      if (span.line == 0) continue;
      reader.report(span, contradiction.message, contradiction.help);
      break;
    }
}

}  // namespace semcheck
