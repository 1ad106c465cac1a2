#include <fmt/format.h>

#include <algorithm>

#include "core/spec/characters.h"
#include "core/spec/spec_parts.h"

namespace semcheck {
namespace {

constexpr std::size_t kMostGuards = 64;
constexpr TextLimit kOptionLimit{1024, false};
constexpr std::array<std::string_view, 5> kGuardKeys = {"arch", "path", "build", "option", "supply"};

std::string read_word(const TomlReader& reader, const toml::table& table, std::string_view key,
                      const std::vector<std::string_view>& known) {
  const auto text = read_string(reader, table, key, kNameLimit);
  if (!text) return "";
  if (std::find(known.begin(), known.end(), text->value) != known.end()) return text->value;
  reader.report(text->span, fmt::format("unknown {} \"{}\"", key, displayed(text->value)), suggest(text->value, known));
  return "";
}

Guard read_guard(const SpecContext& context, const toml::table& table, const Operation* operation, const Rules& rules,
                 const std::vector<Build>& builds) {
  const TomlReader& reader = context.reader;
  Guard guard;
  guard.arch = read_architecture(reader, table, "arch");
  guard.path = read_word(reader, table, "path", names_of(kPaths));
  guard.build = read_word(reader, table, "build", names_of(builds));
  guard.supply = find_supply(read_word(reader, table, "supply", names_of(kSupplies)));
  if (const auto text = read_string(reader, table, "option", kOptionLimit)) guard.option = text->value;
  const auto is_stated = [&](std::string_view key) { return table.contains(key); };
  if (std::none_of(kGuardKeys.begin(), kGuardKeys.end(), is_stated))
    reader.report(span_of(table), "`when` says nothing about when its rules hold",
                  fmt::format("it names one or more of {}", list_of({kGuardKeys.begin(), kGuardKeys.end()})));
  StatedRules stated = read_rules(reader, table, "`when`", kGuardKeys);
  if (operation == nullptr) return guard;
  restrict_rules(reader, subject_of(*operation), stated);
  check_rules(reader, subject_of(*operation), lay_over(rules, stated), stated);
  guard.rules = stated.rules;
  return guard;
}

bool holds(const Guard& guard, const Target& target) {
  const auto& options = target.build.options;
  return (guard.arch.empty() || guard.arch == target.arch) && (guard.path.empty() || guard.path == target.path) &&
         (guard.build.empty() || guard.build == target.build.name) &&
         (guard.option.empty() || std::find(options.begin(), options.end(), guard.option) != options.end()) &&
         (!guard.supply || *guard.supply == target.supply);
}

}  // namespace

std::vector<Guard> read_guards(const SpecContext& context, const Operation* operation, const Rules& rules,
                               const std::vector<Build>& builds) {
  std::vector<Guard> guards;
  const toml::node* node = context.root.get("rules");
  if (node == nullptr || !node->is_table()) return guards;
  for (const toml::table* table : read_tables(context.reader, *node->as_table(), "when", kMostGuards))
    guards.push_back(read_guard(context, *table, operation, rules, builds));
  return guards;
}

Rules rules_at(const Spec& spec, const Target& target) {
  Rules rules = target.build.rules;
  for (const Guard& guard : spec.guards)
    if (holds(guard, target)) rules = lay_over(rules, {guard.rules, {}, {}, {}});
  return normalized(rules);
}

}  // namespace semcheck
