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

/// What the rules are about.
struct RuleSubject {
  OperationKind kind = OperationKind::max;
  Dtype dtype = Dtype::f32;
  bool mixed_signedness = false;
};

/// Reads the rule keys of a table. Keys that are neither rules nor among `others` are reported, and so are unknown
/// values.
StatedRules read_rules(const TomlReader& reader, const toml::table& table, std::string_view where,
                       std::span<const std::string_view> others);

/// Reports stated rules that have no meaning for the subject's dtype, and takes them out; resolves `nan_canonical`.
void restrict_rules(const TomlReader& reader, const RuleSubject& subject, StatedRules& stated);

/// `base` with what is stated in its place. A tie that can no longer be seen goes, unless it is stated.
Rules lay_over(const Rules& base, const StatedRules& stated);

/// Reports rules that contradict each other, at the one that is stated.
void check_rules(const TomlReader& reader, const RuleSubject& subject, const Rules& rules, const StatedRules& stated);

/// The rules without a tie that cannot be seen, so that equal rules are equal masks.
Rules normalized(Rules rules);

}  // namespace semcheck
