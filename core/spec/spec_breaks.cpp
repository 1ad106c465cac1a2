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
  bool inspected;  ///< the variant states what its code must look like
};

/// Why no variant can break this, or "".
std::string why_unbreakable(const BreakableBy& by, Obligation o) {
  if (by.operation != nullptr && !applies_to(o, subject_of(*by.operation)))
    return fmt::format("{} `{}` does not apply to {} over {}", is_law(o) ? "law" : "rule", name(o),
                       name(by.operation->kind), name(by.operation->dtype));
  if (is_law(o) && !by.laws.contains(o))
    return fmt::format("law `{}` is not among [laws], so nothing can break it", name(o));
  if (o == Obligation::inspect && !by.inspected)
    return "the variant has no table [variant.inspect], so nothing can break `inspect`";
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

/// The parts of a key such as `literal/cubin`.
std::vector<std::string_view> parts_of(std::string_view key) {
  std::vector<std::string_view> parts;
  for (std::size_t slash = key.find('/'); slash != std::string_view::npos; slash = key.find('/')) {
    parts.push_back(key.substr(0, slash));
    key.remove_prefix(slash + 1);
  }
  parts.push_back(key);
  return parts;
}

void check_target(const TomlReader& reader, const toml::key& key, const std::vector<Build>& builds) {
  if (key.str() == kOtherwise) return;
  std::vector<std::string_view> known = {kOtherwise};
  for (const Build& build : builds)
    if (!build.name.empty()) known.push_back(build.name);
  for (std::string_view part : parts_of(key.str())) {
    const bool is_build = part != kOtherwise && std::find(known.begin(), known.end(), part) != known.end();
    if (is_build || is_architecture(part) || find_path(part) || find_supply(part)) continue;
    std::string help = did_you_mean(part, known);
    if (help.empty()) help = fmt::format("expected an architecture such as \"sm_90\", or one of {}", list_of(known));
    reader.report(span_of(key), fmt::format("`{}` is no build, architecture, path or supply", displayed(part)), help);
  }
}

/// How well a key fits a target: 0 when one of its parts names something else; more parts fit better, and of as many a
/// supply better than a build, that better than a path, that better than an architecture.
int fit(std::string_view key, const Target& target) {
  const std::array<std::string_view, 4> names = {target.arch, target.path, target.build.name, name(target.supply)};
  int total = 0;
  for (std::string_view part : parts_of(key)) {
    const auto found = std::find(names.begin(), names.end(), part);
    if (found == names.end()) return 0;
    total += 16 + (1 << (found - names.begin()));
  }
  return total;
}

}  // namespace

Breaks read_breaks(const SpecContext& context, const toml::table& variant, const Operation* operation,
                   const ObligationSet& laws, const std::vector<Build>& builds) {
  Breaks breaks;
  const BreakableBy by{context.reader, operation, laws, variant.contains("inspect")};
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

const ObligationSet& declared_breaks(const Variant& variant, const Target& target) {
  const ObligationSet* best = &variant.breaks.otherwise;
  int best_fit = 0;
  for (const auto& [key, set] : variant.breaks.by_target) {
    const int how_well = fit(key, target);
    if (how_well <= best_fit) continue;
    best_fit = how_well;
    best = &set;
  }
  return *best;
}

}  // namespace semcheck
