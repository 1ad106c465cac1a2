#include "core/spec/rule_checks.h"
#include "core/spec/spec_parts.h"

namespace semcheck {
namespace {

void report_nan_of_integers(const RuleSubject& subject, const Rules& rules, Obligation rule, Contradictions& found) {
  found.push_back({{rule},
                   fmt::format("`{}` does not apply to {}", spell_rule(rules, rule), name(subject.dtype)),
                   "an integer has no NaN"});
}

}  // namespace

void find_in_reductions(const RuleSubject& subject, const Rules& rules, Contradictions& found) {
  const auto identity = Obligation::reduce_identity;
  const auto empty = Obligation::reduce_empty;
  if (!is_floating(format(subject.dtype))) {
    if (rules.allows(identity, Identity::nan)) report_nan_of_integers(subject, rules, identity, found);
    if (rules.allows(empty, Empty::nan)) report_nan_of_integers(subject, rules, empty, found);
  }
  if (rules.allows(identity, Identity::first) && rules.allows(empty, Empty::identity))
    found.push_back({{identity, empty},
                     contradicts(rules, identity, empty),
                     "a row without elements has no first one: empty = \"error\" or \"nan\""});
}

void check_empty_rows(const SpecContext& context, const Rules& rules) {
  const auto only_error = mask_of(Empty::error);
  const toml::node_view<const toml::node> sizes = context.root["inputs"]["sizes"];
  if (rules[Obligation::reduce_empty] != only_error || !sizes.is_array()) return;
  for (const toml::node& size : *sizes.as_array())
    if (size.value<std::int64_t>() == 0)
      context.reader.report(span_of(size), "a row without elements contradicts `reduce.empty = \"error\"`",
                            "leave out the size 0, or say what an empty row gives");
}

}  // namespace semcheck
