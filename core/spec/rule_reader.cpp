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

/// The rule that a key of a table names: `form` of [clamp] is the rule `clamp.form`; "" is [rules] itself.
std::optional<Obligation> find_rule(std::string_view table, std::string_view key) {
  const bool plain = table.empty() && key.find('.') == std::string_view::npos;
  const auto obligation = plain ? find_obligation(key) : find_obligation(fmt::format("{}.{}", table, key));
  return obligation && row(*obligation).kind == ObligationKind::rule ? obligation : std::nullopt;
}

/// The keys that `table` knows, those of [rules] for "".
std::vector<std::string_view> keys_of(std::string_view table) {
  std::vector<std::string_view> keys;
  for (const ObligationRow& r : obligations().first(kRuleCount)) {
    const std::size_t dot = r.name.find('.');
    const std::string_view before = dot == std::string_view::npos ? "" : r.name.substr(0, dot);
    if (before == table) keys.push_back(r.name.substr(dot == std::string_view::npos ? 0 : dot + 1));
  }
  return keys;
}

Text word_of_bool(const toml::node& node) {
  return {node.as_boolean()->get() ? "true" : "false", span_of(node)};
}

/// The words of a rule's value; `true` and `false` are written as TOML has them.
std::vector<Text> words_of(const TomlReader& reader, Obligation rule, const toml::node& node) {
  if (row(rule).values.front().name != "false") return texts_of(reader, node, name(rule), kNameLimit);
  if (node.is_boolean()) return {word_of_bool(node)};
  const toml::array* list = node.as_array();
  std::vector<Text> words;
  if (list != nullptr && std::all_of(list->begin(), list->end(), [](const auto& entry) { return entry.is_boolean(); }))
    for (const toml::node& entry : *list) words.push_back(word_of_bool(entry));
  else
    reader.report(span_of(node), fmt::format("`{}` must be true or false", name(rule)));
  return words;
}

/// The mask of a rule's value, one word or a list of words.
std::uint16_t read_mask(const TomlReader& reader, Obligation rule, const toml::node& node) {
  std::uint16_t mask = 0;
  if (node.is_array() && node.as_array()->empty())
    reader.report(span_of(node), fmt::format("rule `{}` needs at least one value", name(rule)));
  for (const Text& word : words_of(reader, rule, node)) {
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
                    const std::vector<std::string_view>& known) {
  const auto obligation = find_obligation(key.str());
  std::string help = suggest(key.str(), known);
  if (obligation && is_law(*obligation)) help = "laws stand in [laws]";
  if (obligation && row(*obligation).kind == ObligationKind::implicit_rule)
    help = "this rule always holds: leave it out";
  reader.report(span_of(key), fmt::format("unknown rule `{}` in {}", displayed(key.str()), where), help);
}

void read_rule(const TomlReader& reader, Obligation rule, const toml::key& key, const toml::node& node,
               StatedRules& stated) {
  if (stated.keys[index_of(rule)].line != 0) {
    reader.report(span_of(key), fmt::format("rule `{}` is stated twice", name(rule)),
                  fmt::format("the other stands in line {}", stated.keys[index_of(rule)].line));
    return;
  }
  stated.rules[rule] = read_mask(reader, rule, node);
  stated.keys[index_of(rule)] = span_of(key);
  stated.values[index_of(rule)] = span_of(node);
}

/// The rules of one composite table.
void read_composite(const TomlReader& reader, std::string_view name, const toml::table& table, StatedRules& stated) {
  for (const auto& [key, node] : table) {
    if (const auto rule = find_rule(name, key.str()))
      read_rule(reader, *rule, key, node, stated);
    else
      report_unknown(reader, key, fmt::format("[{}]", name), keys_of(name));
  }
}

bool contains(std::span<const std::string_view> list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// `signedness = "n/a"` says of a floating dtype what is so.
bool is_not_applicable(const Rules& rules, Obligation rule) {
  return rule == Obligation::signedness && rules[rule] == 1u << static_cast<unsigned>(Signedness::same);
}

std::string rules_for(const RuleSubject& subject) {
  std::vector<std::string_view> names;
  for (const ObligationRow& r : obligations())
    if (r.kind == ObligationKind::rule && applies_to(r.obligation, subject)) names.push_back(r.name);
  return fmt::format("rules of {} over {}: {}", name(subject.kind), name(subject.dtype), fmt::join(names, ", "));
}

/// `relu`, where the operation has no such rule over any dtype, else `s32`.
std::string_view what_lacks(Obligation rule, const RuleSubject& subject) {
  const auto& rules = row(subject.kind).rules;
  const bool has = std::find(rules.begin(), rules.end(), rule) != rules.end();
  return has ? name(subject.dtype) : name(subject.kind);
}

void resolve_canonical(const TomlReader& reader, const RuleSubject& subject, StatedRules& stated) {
  const Text& text = *stated.nan_canonical;
  if (!is_floating(format(subject.result))) {
    reader.report(text.span, fmt::format("`nan_canonical` does not apply to {}", name(subject.result)));
    return;
  }
  const auto bits = parse_value(subject.result, text.value);
  if (bits && is_nan(format(subject.result), *bits)) {
    stated.rules.nan_canonical = *bits;
    return;
  }
  reader.report(text.span, fmt::format("\"{}\" is not a NaN of {}", displayed(text.value), name(subject.result)),
                fmt::format("write its bits, such as \"{}\"", hex(subject.result, row(subject.result).canonical_nan)));
}

}  // namespace

std::vector<std::string_view> composite_tables() {
  std::vector<std::string_view> tables;
  for (const ObligationRow& r : obligations().first(kRuleCount)) {
    const std::size_t dot = r.name.find('.');
    if (dot != std::string_view::npos && !contains(tables, r.name.substr(0, dot)))
      tables.push_back(r.name.substr(0, dot));
  }
  return tables;
}

StatedRules read_rules(const TomlReader& reader, const toml::table& table, std::string_view where,
                       std::span<const std::string_view> others) {
  StatedRules stated;
  stated.nan_canonical = read_string(reader, table, "nan_canonical", kNameLimit);
  const std::vector<std::string_view> composites = composite_tables();
  std::vector<std::string_view> known = keys_of("");
  known.insert(known.end(), others.begin(), others.end());
  known.insert(known.end(), composites.begin(), composites.end());
  known.emplace_back("nan_canonical");
  for (const auto& [key, node] : table) {
    if (key.str() == "nan_canonical" || contains(others, key.str()) || contains(composites, key.str())) continue;
    if (const auto rule = find_rule("", key.str()))
      read_rule(reader, *rule, key, node, stated);
    else
      report_unknown(reader, key, where, known);
  }
  read_composites(reader, table, stated);
  return stated;
}

void read_composites(const TomlReader& reader, const toml::table& root, StatedRules& stated) {
  for (std::string_view name : composite_tables())
    if (const toml::table* table = read_table(reader, root, name)) read_composite(reader, name, *table, stated);
}

void restrict_rules(const TomlReader& reader, const RuleSubject& subject, StatedRules& stated) {
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    const auto rule = static_cast<Obligation>(i);
    if (stated.keys[i].line == 0 || applies_to(rule, subject)) continue;
    if (!is_not_applicable(stated.rules, rule))
      reader.report(stated.keys[i],
                    fmt::format("rule `{}` does not apply to {}", name(rule), what_lacks(rule, subject)),
                    rules_for(subject));
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
