#pragma once

#include "core/spec/operations.h"
#include "core/spec/rules.h"
#include "core/spec/toml_reader.h"

namespace semcheck {

/// The rules that a table states: masks, empty where it says nothing, and where it says what.
struct StatedRules {
  Rules rules;
  std::array<Span, kRuleCount> keys{};
  std::array<Span, kRuleCount> values{};
  std::optional<Text> nan_canonical;
};

/// The tables of the rules of composed operations: `clamp`, `reduce`, …
std::vector<std::string_view> composite_tables();

/// Reads the rule keys of a table, and those of composed operations in tables within it. Keys that are neither rules
/// nor among `others` are reported, and so are unknown values.
StatedRules read_rules(const TomlReader& reader, const toml::table& table, std::string_view where,
                       std::span<const std::string_view> others);

/// Adds the rules of the composite tables that stand in `root`: [clamp], [reduce], …
void read_composites(const TomlReader& reader, const toml::table& root, StatedRules& stated);

/// Reports stated rules that have no meaning for the subject's dtype, and takes them out; resolves `nan_canonical`.
void restrict_rules(const TomlReader& reader, const RuleSubject& subject, StatedRules& stated);

/// `base` with what is stated in its place. A tie that can no longer be seen goes, unless it is stated.
Rules lay_over(const Rules& base, const StatedRules& stated);

/// Reports rules that contradict each other, at the one that is stated.
void check_rules(const TomlReader& reader, const RuleSubject& subject, const Rules& rules, const StatedRules& stated);

/// The rules without a tie that cannot be seen, so that equal rules are equal masks.
Rules normalized(Rules rules);

}  // namespace semcheck
