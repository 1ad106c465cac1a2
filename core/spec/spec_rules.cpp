#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/spec/characters.h"
#include "core/spec/spec_parts.h"

namespace semcheck {
namespace {

constexpr std::array<std::string_view, 2> kOtherKeys = {"profile", "when"};

const Profile* find_profile(const SpecContext& context, const Text& word) {
  for (const Profile& profile : context.profiles)
    if (profile.name == word.value) return &profile;
  std::string help = did_you_mean(word.value, names_of(context.profiles));
  if (help.empty()) help = "`semcheck list profiles` shows all of them";
  context.reader.report(word.span, fmt::format("unknown profile \"{}\"", displayed(word.value)), help);
  return nullptr;
}

/// `max over f32 and f64`
std::string domain_of(const Profile& profile) {
  std::vector<std::string_view> operations, dtypes;
  operations.reserve(profile.operations.size());
  dtypes.reserve(profile.dtypes.size());
  for (OperationKind kind : profile.operations) operations.push_back(name(kind));
  for (Dtype dtype : profile.dtypes) dtypes.push_back(name(dtype));
  std::string text = fmt::format("{} over {}", fmt::join(operations, ", "), fmt::join(dtypes, ", "));
  if (profile.results.empty()) return text;
  std::vector<std::string_view> results;
  for (Dtype dtype : profile.results) results.push_back(name(dtype));
  return text + fmt::format(" to {}", fmt::join(results, ", "));
}

/// The rules that a profile states, if it is for this operation.
StatedRules read_profile(const SpecContext& context, const toml::table& table, const Operation* operation) {
  StatedRules stated;
  const auto word = read_string(context.reader, table, "profile", kNameLimit);
  const Profile* profile = word ? find_profile(context, *word) : nullptr;
  if (profile == nullptr || operation == nullptr) return stated;
  if (describes(*profile, *operation)) {
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
  const RuleSubject subject = subject_of(operation);
  if (subject.mixed_signedness && !applies_to(Obligation::signedness, subject))
    context.reader.report(key_span(*context.root["operation"].as_table(), "operands"),
                          fmt::format("{} takes operands of one type", name(operation.kind)));
  if (!subject.mixed_signedness || !rules.allows(Obligation::signedness, Signedness::same)) return;
  context.reader.report(key_span(*context.root["operation"].as_table(), "operands"),
                        "operands of mixed signedness need the rule `signedness`",
                        "say how they compare: signedness = \"promote\" or \"exact\"");
}

/// The laws of max and min are about two operands.
bool is_law_of(Obligation law, const Operation& operation) {
  return applies_to(law, subject_of(operation)) && (is_row_operation(operation.kind) || operation.operands.size() == 2);
}

/// ` of 3 operands`, where the operation may have another number of them.
std::string with_arity(const Operation& operation) {
  const OperationRow& r = row(operation.kind);
  const bool fixed = r.least_operands == r.operands.size() || operation.operands.size() == r.least_operands;
  return fixed ? "" : fmt::format(" of {} operands", operation.operands.size());
}

/// Rules that leave too much open to be multiplied out.
void check_readings(const SpecContext& context, const toml::table& table, const Rules& rules) {
  constexpr std::uint64_t kMostReadings = 1 << 16;
  std::uint64_t readings = 1;
  for (const std::uint16_t mask : rules.allowed) {
    readings *= static_cast<std::uint64_t>(std::max(1, std::popcount(mask)));
    if (readings <= kMostReadings) continue;
    context.reader.report(span_of(table), fmt::format("the rules allow more than {} readings", kMostReadings),
                          "leave fewer of them open: every list of values multiplies their number");
    return;
  }
}

}  // namespace

Rules read_spec_rules(const SpecContext& context, const Operation* operation) {
  const toml::table* table = read_table(context.reader, context.root, "rules");
  const toml::table nothing;
  if (table == nullptr) table = &nothing;
  StatedRules stated = read_rules(context.reader, *table, "[rules]", kOtherKeys);
  read_composites(context.reader, context.root, stated);
  const StatedRules profile = read_profile(context, *table, operation);
  if (operation == nullptr) return {};
  const RuleSubject subject = subject_of(*operation);
  restrict_rules(context.reader, subject, stated);
  const Rules rules = lay_over(lay_over(default_rules(subject), profile), stated);
  check_rules(context.reader, subject, rules, stated);
  if (stated.rules[Obligation::signedness] == 0) check_mixed_signedness(context, *operation, rules);
  check_bounds(context, *operation, rules);
  check_readings(context, *table, rules);
  return normalized(rules);
}

ObligationSet read_laws(const SpecContext& context, const Operation* operation) {
  ObligationSet laws;
  const toml::table* table = read_table(context.reader, context.root, "laws");
  if (table == nullptr) return laws;
  const auto rows = obligations().last(kObligationCount - static_cast<std::size_t>(Obligation::commutative));
  for (const ObligationRow& r : rows)
    if (read_bool(context.reader, *table, r.name).value_or(false)) {
      laws.insert(r.obligation);
      if (operation != nullptr && !is_law_of(r.obligation, *operation))
        context.reader.report(key_span(*table, r.name), fmt::format("law `{}` does not apply to {}{}", r.name,
                                                                    name(operation->kind), with_arity(*operation)));
    }
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
