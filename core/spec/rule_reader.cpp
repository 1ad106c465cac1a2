#include "core/spec/rule_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/spec/characters.h"
#include "core/values/spelling.h"

namespace semcheck {
namespace {

constexpr std::size_t index_of(Obligation o) {
  return static_cast<std::size_t>(o);
}

std::optional<Obligation> find_rule(std::string_view key) {
  const auto obligation = find_obligation(key);
  return obligation && row(*obligation).kind == ObligationKind::rule ? obligation : std::nullopt;
}

/// The mask of a rule's value, one word or a list of words.
std::uint16_t read_mask(const TomlReader& reader, Obligation rule, const toml::node& node) {
  std::uint16_t mask = 0;
  if (node.is_array() && node.as_array()->empty())
    reader.report(span_of(node), fmt::format("rule `{}` needs at least one value", name(rule)));
  for (const Text& word : texts_of(reader, node, name(rule), kNameLimit)) {
    const auto value = find_value(rule, word.value);
    if (!value) {
      reader.report(word.span, fmt::format("unknown value \"{}\" for rule `{}`", displayed(word.value), name(rule)),
                    suggest(word.value, names_of(row(rule).values)));
    } else if ((mask >> *value) & 1) {
      reader.report(word.span, fmt::format("value \"{}\" of rule `{}` is listed twice", word.value, name(rule)));
    } else {
      mask = static_cast<std::uint16_t>(mask | (1u << *value));
    }
  }
  return mask;
}

void report_unknown(const TomlReader& reader, const toml::key& key, std::string_view where,
                    std::span<const std::string_view> others) {
  std::vector<std::string_view> known = names_of(obligations().first(kRuleCount));
  known.insert(known.end(), others.begin(), others.end());
  known.emplace_back("nan_canonical");
  const auto obligation = find_obligation(key.str());
  std::string help = suggest(key.str(), known);
  if (obligation && is_law(*obligation)) help = "laws stand in [laws]";
  if (obligation && row(*obligation).kind == ObligationKind::implicit_rule)
    help = "this rule always holds: leave it out";
  reader.report(span_of(key), fmt::format("unknown rule `{}` in {}", displayed(key.str()), where), help);
}

/// `signedness = "n/a"` says of a floating dtype what is so.
bool is_not_applicable(const Rules& rules, Obligation rule) {
  return rule == Obligation::signedness && rules[rule] == 1u << static_cast<unsigned>(Signedness::same);
}

std::string rules_for(Dtype dtype) {
  std::vector<std::string_view> names;
  for (const ObligationRow& r : obligations())
    if (r.kind == ObligationKind::rule && applies_to(r.obligation, dtype)) names.push_back(r.name);
  return fmt::format("rules of {}: {}", name(dtype), fmt::join(names, ", "));
}

void resolve_canonical(const TomlReader& reader, const RuleSubject& subject, StatedRules& stated) {
  const Text& text = *stated.nan_canonical;
  if (!is_floating(format(subject.dtype))) {
    reader.report(text.span, fmt::format("`nan_canonical` does not apply to {}", name(subject.dtype)));
    return;
  }
  const auto bits = parse_value(subject.dtype, text.value);
  if (bits && is_nan(format(subject.dtype), *bits)) {
    stated.rules.nan_canonical = *bits;
    return;
  }
  reader.report(text.span, fmt::format("\"{}\" is not a NaN of {}", displayed(text.value), name(subject.dtype)),
                fmt::format("write its bits, such as \"{}\"", hex(subject.dtype, row(subject.dtype).canonical_nan)));
}

}  // namespace

StatedRules read_rules(const TomlReader& reader, const toml::table& table, std::string_view where,
                       std::span<const std::string_view> others) {
  StatedRules stated;
  stated.nan_canonical = read_string(reader, table, "nan_canonical", kNameLimit);
  for (const auto& [key, node] : table) {
    if (key.str() == "nan_canonical" || std::find(others.begin(), others.end(), key.str()) != others.end()) continue;
    const auto rule = find_rule(key.str());
    if (!rule) {
      report_unknown(reader, key, where, others);
      continue;
    }
    stated.rules[*rule] = read_mask(reader, *rule, node);
    stated.keys[index_of(*rule)] = span_of(key);
    stated.values[index_of(*rule)] = span_of(node);
  }
  return stated;
}

void restrict_rules(const TomlReader& reader, const RuleSubject& subject, StatedRules& stated) {
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    const auto rule = static_cast<Obligation>(i);
    if (stated.keys[i].line == 0 || applies_to(rule, subject.dtype)) continue;
    if (!is_not_applicable(stated.rules, rule))
      reader.report(stated.keys[i], fmt::format("rule `{}` does not apply to {}", name(rule), name(subject.dtype)),
                    rules_for(subject.dtype));
    stated.rules[rule] = 0;
    stated.keys[i] = {};
  }
  if (stated.nan_canonical) resolve_canonical(reader, subject, stated);
}

Rules normalized(Rules rules) {
  const auto none = static_cast<std::uint16_t>(1u << static_cast<unsigned>(Tie::none));
  auto& tie = rules[Obligation::tie];
  tie = tie_is_observable(rules) ? static_cast<std::uint16_t>(tie & ~none) : std::uint16_t{0};
  return rules;
}

Rules lay_over(const Rules& base, const StatedRules& stated) {
  Rules rules = base;
  for (std::size_t i = 0; i < kRuleCount; ++i)
    if (i != index_of(Obligation::tie) && stated.rules.allowed[i] != 0) rules.allowed[i] = stated.rules.allowed[i];
  rules = normalized(rules);
  if (stated.rules[Obligation::tie] != 0) rules[Obligation::tie] = stated.rules[Obligation::tie];
  if (stated.rules.nan_canonical != 0) rules.nan_canonical = stated.rules.nan_canonical;
  return rules;
}

}  // namespace semcheck
