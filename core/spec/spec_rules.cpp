#include <fmt/format.h>

#include <algorithm>

#include "core/spec/characters.h"
#include "core/spec/spec_parts.h"

namespace semcheck {
namespace {

constexpr std::array<std::string_view, 1> kOtherKeys = {"profile"};

const Profile* find_profile(const SpecContext& context, const Text& word) {
  for (const Profile& profile : context.profiles)
    if (profile.name == word.value) return &profile;
  std::string help = did_you_mean(word.value, names_of(context.profiles));
  if (help.empty()) help = "`semcheck list profiles` shows all of them";
  context.reader.report(word.span, fmt::format("unknown profile \"{}\"", displayed(word.value)), help);
  return nullptr;
}

template <class Value>
bool contains(const std::vector<Value>& list, Value value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

/// `max over f32 and f64`
std::string domain_of(const Profile& profile) {
  std::vector<std::string_view> operations, dtypes;
  operations.reserve(profile.operations.size());
  dtypes.reserve(profile.dtypes.size());
  for (OperationKind kind : profile.operations) operations.push_back(name(kind));
  for (Dtype dtype : profile.dtypes) dtypes.push_back(name(dtype));
  return fmt::format("{} over {}", fmt::join(operations, ", "), fmt::join(dtypes, ", "));
}

/// The rules that a profile states, if it is for this operation.
StatedRules read_profile(const SpecContext& context, const toml::table& table, const Operation* operation) {
  StatedRules stated;
  const auto word = read_string(context.reader, table, "profile", kNameLimit);
  const Profile* profile = word ? find_profile(context, *word) : nullptr;
  if (profile == nullptr || operation == nullptr) return stated;
  if (contains(profile->operations, operation->kind) && contains(profile->dtypes, operation->dtype)) {
    stated.rules = profile->rules;
    return stated;
  }
  context.reader.report(word->span,
                        fmt::format("profile \"{}\" does not describe {} over {}", profile->name, name(operation->kind),
                                    name(operation->dtype)),
                        fmt::format("it describes {}", domain_of(*profile)));
  return stated;
}

void check_mixed_signedness(const SpecContext& context, const Operation& operation, const Rules& rules) {
  if (!subject_of(operation).mixed_signedness || !rules.allows(Obligation::signedness, Signedness::same)) return;
  context.reader.report(key_span(*context.root["operation"].as_table(), "operands"),
                        "operands of mixed signedness need the rule `signedness`",
                        "say how they compare: signedness = \"promote\" or \"exact\"");
}

}  // namespace

Rules read_spec_rules(const SpecContext& context, const Operation* operation) {
  const toml::table* table = read_table(context.reader, context.root, "rules");
  const toml::table nothing;
  if (table == nullptr) table = &nothing;
  StatedRules stated = read_rules(context.reader, *table, "[rules]", kOtherKeys);
  const StatedRules profile = read_profile(context, *table, operation);
  if (operation == nullptr) return {};
  const RuleSubject subject = subject_of(*operation);
  restrict_rules(context.reader, subject, stated);
  const Rules rules = lay_over(lay_over(default_rules(operation->dtype), profile), stated);
  check_rules(context.reader, subject, rules, stated);
  if (stated.rules[Obligation::signedness] == 0) check_mixed_signedness(context, *operation, rules);
  return normalized(rules);
}

ObligationSet read_laws(const SpecContext& context) {
  ObligationSet laws;
  const toml::table* table = read_table(context.reader, context.root, "laws");
  if (table == nullptr) return laws;
  const auto rows = obligations().last(kObligationCount - static_cast<std::size_t>(Obligation::commutative));
  for (const ObligationRow& r : rows)
    if (read_bool(context.reader, *table, r.name).value_or(false)) laws.insert(r.obligation);
  const std::vector<std::string_view> known = names_of(rows);
  for (const auto& [key, node] : *table) {
    if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
    const bool is_rule = find_obligation(key.str()).has_value();
    context.reader.report(span_of(key), fmt::format("unknown law `{}`", displayed(key.str())),
                          is_rule ? "rules stand in [rules]" : suggest(key.str(), known));
  }
  return laws;
}

}  // namespace semcheck
