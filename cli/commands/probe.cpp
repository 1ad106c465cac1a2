#include "core/run/probe.h"
#include "core/run/environment_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/commands/command.h"
#include "cli/device_options.h"
#include "cli/host.h"
#include "cli/interrupt.h"
#include "cli/load_specs.h"
#include "cli/options.h"
#include "cli/progress_line.h"
#include "cli/report_file.h"
#include "cli/usage_error.h"
#include "core/report/probe.h"
#include "core/run/environment_error.h"

namespace semcheck {

namespace {

struct Given {
  std::string spec;
  std::vector<std::string> roles;
  DeviceRequest device;
  std::string repeats, timeout = "10";
  std::string json;
};

ProbeOptions probe_options(const Given& given) {
  ProbeOptions options;
  options.roles = given.roles;
  if (!given.repeats.empty())
    options.repeats = static_cast<std::uint32_t>(parse_count("--repeats", given.repeats, 1, 1000));
  options.timeout = parse_timeout(given.timeout);
  return options;
}

/// Throws UsageError unless every role that was asked for is one of the probe.
void require_known_roles(const Given& given, const Probe& probe) {
  std::vector<std::string_view> known;
  for (const Role& role : probe.roles) known.push_back(role.name);
  for (const std::string& name : given.roles)
    if (std::ranges::find(known, name) == known.end())
      throw UsageError(fmt::format("--role: the probe has no \"{}\"", name), suggest(name, known));
}

ExitCode exit_code(const ProbeReport& report) {
  if (!report.complete) return ExitCode::interrupted;
  return report.as_required() ? ExitCode::as_declared : ExitCode::not_as_declared;
}

/// Throws EnvironmentError when shapes are required and none could be read.
void require_read_shapes(const ProbeReport& report) {
  const auto is_unread = [](const RoleResult& result) { return !result.shape.help.empty(); };
  if (report.probe->require_shape && std::ranges::any_of(report.roles, is_unread))
    throw EnvironmentError("require_shape: machine code cannot be read here",
                           std::ranges::find_if(report.roles, is_unread)->shape.help);
}

ExitCode probe_chains(const Given& given, const Terminal& terminal) {
  ProbeOptions options = probe_options(given);
  require_sense(given.device);
  require_one_toolkit(given.device);
  if (!given.json.empty()) require_writable("--json", given.json);
  options.interrupted = &watch_for_interrupt();
  const LoadedSpecs loaded = load_specs({given.spec}, terminal, SpecKind::probe);
  if (!loaded.valid) return ExitCode::bad_usage;
  const Probe& probe = loaded.probes.front();
  require_known_roles(given, probe);
  const std::unique_ptr<Device> device = open_device(given.device);
  ProbeReport report;
  {
    ProgressLine line(terminal.progress);
    options.progress = [&](const Progress& progress) { line.update(progress); };
    report = run_probe(probe, *device, options);
  }
  if (!given.json.empty()) write_report(given.json, probe_json(report, host_context().version));
  if (given.json != "-") print(probe_text(report, terminal.color_out));
  require_read_shapes(report);
  return exit_code(report);
}

}  // namespace

Action add_probe(CLI::App& command, CommonOptions& common) {
  const auto given = std::make_shared<Given>();
  command.add_option("SPEC", given->spec, "spec of a probe: a file, or the name of one that comes with semcheck")
      ->type_name("SPEC")
      ->required();
  add_values(command, "--role", given->roles, "NAME", "run only this role; may be given several times");
  add_value(command, "--repeats", given->repeats, "N", "runs of each role, instead of the spec's");
  add_device_options(command, given->device);
  add_value(command, "--timeout", given->timeout, "SECONDS", "time one run of a role may take");
  add_value(command, "--json", given->json, "FILE", "write JSON; - for stdout, and then nothing else there");
  add_color(command, common);
  return [given](const Terminal& terminal) { return probe_chains(*given, terminal); };
}

}  // namespace semcheck
