#include <fmt/format.h>

#include <memory>

#include "cli/commands/command.h"
#include "cli/load_specs.h"
#include "cli/options.h"
#include "core/judge/cases.h"
#include "core/report/wording.h"

namespace semcheck {

namespace {

std::string ok_line(const Spec& spec) {
  const std::size_t cases = make_cases(spec.operation, spec.inputs).size();
  return fmt::format("{}: ok ({}, {}, {})\n", spec.path, counted(spec.variants.size(), "variant"),
                     counted(spec.builds.size(), "build"), counted(cases, "case"));
}

std::string ok_line(const Probe& probe) {
  return fmt::format("{}: ok ({})\n", probe.path, counted(probe.roles.size(), "role"));
}

ExitCode check(const std::vector<std::string>& names, const Terminal& terminal) {
  const LoadedSpecs loaded = load_specs(names, terminal, SpecKind::any);
  for (const Spec& spec : loaded.specs) print(ok_line(spec));
  for (const Probe& probe : loaded.probes) print(ok_line(probe));
  return loaded.valid ? ExitCode::as_declared : ExitCode::bad_usage;
}

}  // namespace

Action add_check(CLI::App& command, CommonOptions& common) {
  const auto names = std::make_shared<std::vector<std::string>>();
  command.add_option("SPEC", *names, "specs to validate: files, or names of specs that come with semcheck")
      ->type_name("SPEC")
      ->required();
  add_color(command, common);
  return [names](const Terminal& terminal) { return check(*names, terminal); };
}

}  // namespace semcheck
