#include <fmt/format.h>

#include <algorithm>

#include "core/spec/characters.h"
#include "core/spec/compiler_flags.h"
#include "core/spec/spec_parts.h"

namespace semcheck {
namespace {

constexpr std::size_t kMostBuilds = 64;
constexpr std::size_t kMostOptions = 64;
constexpr TextLimit kOptionLimit{1024, false};
constexpr std::array<std::string_view, 7> kBuildKeys = {"name",        "compiler",  "options", "arch",
                                                        "ptxas_level", "jit_level", "rules"};

std::vector<std::string> read_options(const TomlReader& reader, const toml::table& table) {
  std::vector<std::string> options;
  for (Text& text : read_strings(reader, table, "options", kOptionLimit, kMostOptions).value_or(std::vector<Text>())) {
    if (text.value.starts_with('-'))
      options.push_back(std::move(text.value));
    else
      reader.report(text.span, fmt::format("option \"{}\" does not begin with '-'", displayed(text.value)),
                    "one entry an option, its value after '=': \"--fmad=false\"");
  }
  return options;
}

/// The spec's rules with what a build's own table states in their place.
Rules read_build_rules(const TomlReader& reader, const toml::table& build, const Operation* operation,
                       const Rules& rules) {
  const toml::table* table = read_table(reader, build, "rules");
  if (table == nullptr) return rules;
  StatedRules stated = read_rules(reader, *table, "`rules`", {});
  if (operation == nullptr) return rules;
  const RuleSubject subject = subject_of(*operation);
  restrict_rules(reader, subject, stated);
  const Rules laid = lay_over(rules, stated);
  check_rules(reader, subject, laid, stated);
  return normalized(laid);
}

FrontEnd read_front_end(const TomlReader& reader, const toml::table& table) {
  const auto text = read_string(reader, table, "compiler", kNameLimit);
  if (!text) return FrontEnd::nvrtc;
  if (const auto front_end = find_front_end(text->value)) return *front_end;
  reader.report(text->span, fmt::format("unknown compiler \"{}\"", displayed(text->value)),
                suggest(text->value, names_of(kFrontEnds)));
  return FrontEnd::nvrtc;
}

std::optional<unsigned> read_level(const TomlReader& reader, const toml::table& table, std::string_view key,
                                   unsigned most) {
  const auto level = read_integer(reader, table, key, 0, most);
  if (!level) return std::nullopt;
  return static_cast<unsigned>(*level);
}

/// Reports a level for ptxas beside options that ask it for another.
void check_ptxas_level(const TomlReader& reader, const toml::table& table, const Build& build) {
  if (!build.ptxas_level) return;
  const Span span = span_of(*table.get("ptxas_level"));
  const std::vector<StatedFlag> stated = stated_flags(build.options);
  if (const auto other = stated_ptxas_level(stated); other && other->level != *build.ptxas_level)
    reader.report(span,
                  fmt::format("ptxas_level {} contradicts option \"{}\"", *build.ptxas_level, displayed(other->option)),
                  "state the level once");
  if (*build.ptxas_level > 0 && is_unoptimised(stated))
    reader.report(
        span,
        fmt::format("ptxas_level {} contradicts option \"{}\"", *build.ptxas_level,
                    displayed(last_stated(stated, CompilerFlag::device_debug)->option)),
        "ptxas takes code to debug at level 0 only; with \"--dopt=on\" it is optimised and keeps line numbers");
}

Build read_build(const TomlReader& reader, const toml::table& table, const Operation* operation, const Rules& rules,
                 std::vector<Text>& taken) {
  check_keys(reader, table, "[[build]]", kBuildKeys);
  Build build;
  build.name = read_entry_name(reader, table, "build", taken);
  if (is_architecture(build.name))
    reader.report(taken.back().span, fmt::format("build \"{}\" is named like an architecture", build.name),
                  "`breaks` could not tell them apart: choose another name, and set arch");
  if (find_path(build.name) || find_supply(build.name))
    reader.report(taken.back().span, fmt::format("build \"{}\" is named like a path or a supply", build.name),
                  "`breaks` could not tell them apart: choose another name");
  build.front_end = read_front_end(reader, table);
  build.options = read_options(reader, table);
  if (const toml::node* options = table.get("options")) build.options_span = span_of(*options);
  build.ptxas_level = read_level(reader, table, "ptxas_level", kMostPtxasLevel);
  build.jit_level = read_level(reader, table, "jit_level", kMostJitLevel);
  check_ptxas_level(reader, table, build);
  build.arch = read_architecture(reader, table, "arch");
  if (const toml::node* arch = table.get("arch")) build.arch_span = span_of(*arch);
  build.rules = read_build_rules(reader, table, operation, rules);
  return build;
}

}  // namespace

bool is_architecture(std::string_view text) {
  if (!text.starts_with("sm_")) return false;
  text.remove_prefix(3);
  if (text.ends_with('a') || text.ends_with('f')) text.remove_suffix(1);
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return (text.size() == 2 || text.size() == 3) && std::all_of(text.begin(), text.end(), is_digit);
}

std::string read_architecture(const TomlReader& reader, const toml::table& table, std::string_view key) {
  const auto text = read_string(reader, table, key, kNameLimit);
  if (!text) return "";
  if (is_architecture(text->value)) return text->value;
  reader.report(text->span, fmt::format("\"{}\" is not an architecture", displayed(text->value)),
                "expected one such as \"sm_90\"");
  return "";
}

std::string read_entry_name(const TomlReader& reader, const toml::table& table, std::string_view what,
                            std::vector<Text>& taken) {
  if (!table.contains("name")) report_missing(reader, table, fmt::format("[[{}]]", what), "name", "");
  const auto text = read_string(reader, table, "name", kNameLimit);
  if (!text || !check_name(reader, *text, fmt::format("a {}", what))) return "";
  const auto same = [&](const Text& other) { return other.value == text->value; };
  const auto first = std::find_if(taken.begin(), taken.end(), same);
  if (first != taken.end())
    reader.report(text->span, fmt::format("two {}s are named \"{}\"", what, text->value),
                  fmt::format("the other stands in line {}", first->span.line));
  taken.push_back(*text);
  return text->value;
}

std::vector<Build> read_builds(const SpecContext& context, const Operation* operation, const Rules& rules) {
  std::vector<Build> builds;
  std::vector<Text> taken;
  for (const toml::table* table : read_tables(context.reader, context.root, "build", kMostBuilds))
    builds.push_back(read_build(context.reader, *table, operation, rules, taken));
  if (builds.empty()) builds.emplace_back().rules = rules;
  return builds;
}

}  // namespace semcheck
