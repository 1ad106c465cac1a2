#pragma once

/// @file
/// The tables of a spec, one reader each. Every reader reports all mistakes of its table and returns what could be
/// read.

#include "core/spec/rule_reader.h"
#include "core/spec/spec.h"
#include "core/spec/toml_reader.h"

namespace semcheck {

/// What the readers of a spec's tables share.
struct SpecContext {
  const TomlReader& reader;
  const toml::table& root;
  const SearchPath& search;
  const std::vector<Profile>& profiles;
};

/// [operation]. True when its kind and dtype are known, so that what depends on them can be judged.
bool read_operation(const SpecContext& context, Operation& operation);

/// [rules] and the tables of composed operations; `operation` is null when it is not known.
Rules read_spec_rules(const SpecContext& context, const Operation* operation);

/// Reports bounds among the spec's values that the rules of a clamp forbid.
void check_bounds(const SpecContext& context, const Operation& operation, const Rules& rules);

/// `when` of [rules]. `rules` are those of the spec, `builds` all of its builds.
std::vector<Guard> read_guards(const SpecContext& context, const Operation* operation, const Rules& rules,
                               const std::vector<Build>& builds);

/// [laws]
ObligationSet read_laws(const SpecContext& context, const Operation* operation);

/// Reports rows without elements where the rules forbid them.
void check_empty_rows(const SpecContext& context, const Rules& rules);

/// The sweeps that [inputs] asks for; `inputs` is null without that table.
SweepInputs read_sweeps(const TomlReader& reader, const toml::table* inputs, const Operation* operation);

/// [inputs], or the default inputs.
Inputs read_inputs(const SpecContext& context, const Operation* operation);

/// [[build]], or the one default build. `rules` are those of the spec.
std::vector<Build> read_builds(const SpecContext& context, const Operation* operation, const Rules& rules);

/// [[variant]]
std::vector<Variant> read_variants(const SpecContext& context, const Operation* operation, const ObligationSet& laws,
                                   const std::vector<Build>& builds);

/// `breaks` of a variant: a list, or a table of lists by supply, build, path and architecture.
Breaks read_breaks(const SpecContext& context, const toml::table& variant, const Operation* operation,
                   const ObligationSet& laws, const std::vector<Build>& builds);

/// `inspect` of a variant: what its code must look like.
std::vector<CodeRequirement> read_inspect(const TomlReader& reader, const toml::table& variant);

/// Whether a text names an architecture: `sm_90`, `sm_90a`, `sm_100f`.
bool is_architecture(std::string_view text);

/// An architecture under `key`, or "" when there is none; anything else is reported.
std::string read_architecture(const TomlReader& reader, const toml::table& table, std::string_view key);

/// The `name` of an entry of [[what]], checked and not yet among `taken`, or "" when it has none.
std::string read_entry_name(const TomlReader& reader, const toml::table& table, std::string_view what,
                            std::vector<Text>& taken);

}  // namespace semcheck
