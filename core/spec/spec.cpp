#include "core/spec/spec.h"

#include "core/spec/spec_parts.h"

namespace semcheck {
namespace {

std::vector<std::string_view> known_tables() {
  std::vector<std::string_view> tables = {"operation", "rules", "laws", "inputs", "variant", "build"};
  const std::vector<std::string_view> composites = composite_tables();
  tables.insert(tables.end(), composites.begin(), composites.end());
  return tables;
}

/// Reads every table, those first that others refer to.
void read_spec(const SpecContext& context, Spec& spec) {
  check_keys(context.reader, context.root, "", known_tables());
  const Operation* operation = read_operation(context, spec.operation) ? &spec.operation : nullptr;
  spec.rules = read_spec_rules(context, operation);
  spec.laws = read_laws(context, operation);
  spec.inputs = read_inputs(context, operation);
  check_empty_rows(context, spec.rules);
  spec.builds = read_builds(context, operation, spec.rules);
  spec.guards = read_guards(context, operation, spec.rules, spec.builds);
  spec.variants = read_variants(context, operation, spec.laws, spec.builds);
}

}  // namespace

std::uint32_t threads_of(const Variant& variant) {
  constexpr std::uint32_t kWarp = 32;
  if (variant.form == VariantForm::body) return variant.block;
  const bool one_warp = variant.strategy == Strategy::sequential || variant.strategy == Strategy::shuffle;
  return one_warp ? kWarp : variant.block;
}

std::optional<Spec> parse_spec(const SourceFile& file, const SearchPath& search, const std::vector<Profile>& profiles,
                               std::vector<Diagnostic>& diagnostics) {
  std::vector<Diagnostic> found;
  const TomlReader reader{file, found};
  Spec spec;
  spec.path = file.path;
  spec.text = file.text;
  const auto root = parse_toml(reader);
  if (root && root->contains("probe") && !root->contains("operation"))
    reader.report(key_span(*root, "probe"), "this is the spec of a probe, not of an operation",
                  "run it with `semcheck probe`");
  else if (root)
    read_spec({reader, *root, search, profiles}, spec);
  append_in_order(reader, diagnostics);
  return found.empty() ? std::optional(std::move(spec)) : std::nullopt;
}

}  // namespace semcheck
