#include <fmt/format.h>

#include <algorithm>

#include "core/spec/characters.h"
#include "core/spec/spec_parts.h"

namespace semcheck {
namespace {

constexpr std::string_view kOtherwise = "default";

/// What a list of obligations is checked against.
struct BreakableBy {
  const TomlReader& reader;
  const Operation* operation;
  const ObligationSet& laws;
};

/// Why no variant can break this, or "".
std::string why_unbreakable(const BreakableBy& by, Obligation o) {
  if (by.operation != nullptr && !applies_to(o, by.operation->dtype))
    return fmt::format("rule `{}` does not apply to {}", name(o), name(by.operation->dtype));
  if (is_law(o) && !by.laws.contains(o))
    return fmt::format("law `{}` is not among [laws], so nothing can break it", name(o));
  return "";
}

void read_entry(const BreakableBy& by, const Text& word, ObligationSet& set) {
  const auto obligation = find_obligation(word.value);
  if (!obligation) {
    by.reader.report(word.span, fmt::format("unknown rule or law \"{}\"", displayed(word.value)),
                     suggest(word.value, names_of(obligations())));
    return;
  }
  const std::string why = why_unbreakable(by, *obligation);
  if (!why.empty())
    by.reader.report(word.span, why, is_law(*obligation) ? fmt::format("declare it: {} = true", word.value) : "");
  else if (set.contains(*obligation))
    by.reader.report(word.span, fmt::format("\"{}\" is listed twice", word.value));
  else
    set.insert(*obligation);
}

ObligationSet read_set(const BreakableBy& by, const toml::table& table, std::string_view key) {
  ObligationSet set;
  const auto words = read_strings(by.reader, table, key, kNameLimit, kObligationCount);
  for (const Text& word : words.value_or(std::vector<Text>())) read_entry(by, word, set);
  return set;
}

void check_target(const TomlReader& reader, const toml::key& key, const std::vector<Build>& builds) {
  std::vector<std::string_view> known = {kOtherwise};
  for (const Build& build : builds)
    if (!build.name.empty()) known.push_back(build.name);
  if (is_architecture(key.str()) || std::find(known.begin(), known.end(), key.str()) != known.end()) return;
  std::string help = did_you_mean(key.str(), known);
  if (help.empty()) help = fmt::format("expected an architecture such as \"sm_90\", or one of {}", list_of(known));
  reader.report(span_of(key), fmt::format("`{}` is neither a build nor an architecture", displayed(key.str())), help);
}

}  // namespace

Breaks read_breaks(const SpecContext& context, const toml::table& variant, const Operation* operation,
                   const ObligationSet& laws, const std::vector<Build>& builds) {
  Breaks breaks;
  const BreakableBy by{context.reader, operation, laws};
  const toml::node* node = variant.get("breaks");
  if (node == nullptr) return breaks;
  if (!node->is_table()) {
    breaks.otherwise = read_set(by, variant, "breaks");
    return breaks;
  }
  for (const auto& [key, entry] : *node->as_table()) {
    check_target(context.reader, key, builds);
    const ObligationSet set = read_set(by, *node->as_table(), key.str());
    if (key.str() == kOtherwise)
      breaks.otherwise = set;
    else
      breaks.by_target.emplace(key.str(), set);
  }
  return breaks;
}

const ObligationSet& declared_breaks(const Variant& variant, const Build& build, const std::string& arch) {
  for (const std::string& target : {build.name, arch})
    if (const auto found = variant.breaks.by_target.find(target); found != variant.breaks.by_target.end())
      return found->second;
  return variant.breaks.otherwise;
}

}  // namespace semcheck
