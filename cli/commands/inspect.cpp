#include "core/run/inspect.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/commands/command.h"
#include "cli/host.h"
#include "cli/interrupt.h"
#include "cli/known_names.h"
#include "cli/load_specs.h"
#include "cli/options.h"
#include "cli/progress_line.h"
#include "cli/report_file.h"
#include "cli/usage_error.h"
#include "core/report/inspect.h"
#include "core/run/environment_error.h"
#include "device/arch.h"
#include "device/devices.h"

namespace semcheck {

namespace {

constexpr const char* kCodeTypes = "ptx|sass|both";

struct Given {
  std::vector<std::string> specs, variants, builds, archs, toolkits;
  std::string code = "both", json;
  bool listing = false;
};

/// The architectures of --arch, several of which may stand in one value. Throws UsageError for what is none.
std::vector<std::string> parse_archs(const std::vector<std::string>& given) {
  std::vector<std::string> archs;
  for (const std::string& value : given)
    for (std::size_t begin = 0; begin <= value.size();) {
      const std::size_t end = std::min(value.find(',', begin), value.size());
      const std::string arch = value.substr(begin, end - begin);
      begin = end + 1;
      if (!parse_arch(arch))
        throw UsageError(fmt::format("--arch: \"{}\" is no architecture", arch), "write it as in sm_80,sm_90");
      if (std::ranges::find(archs, arch) == archs.end()) archs.push_back(arch);
    }
  return archs;
}

std::vector<CodeLanguage> parse_languages(const std::string& code) {
  require_choice("--code", code, kCodeTypes);
  if (code == "ptx") return {CodeLanguage::ptx};
  if (code == "sass") return {CodeLanguage::sass};
  return {CodeLanguage::ptx, CodeLanguage::sass};
}

/// The compilers as a device: what compiles needs no GPU.
std::unique_ptr<Device> open_compiling_device(const Given& given, const std::vector<std::string>& archs) {
  DeviceRequest request;
  request.name = "ptx";
  request.toolkits = given.toolkits;
  request.further_archs = archs;
  return open_device(request);
}

InspectionReport inspect_watched(const std::vector<Spec>& specs, Device& device, InspectOptions options,
                                 const Terminal& terminal) {
  ProgressLine line(terminal.progress);
  options.progress = [&](const Progress& progress) { line.update(progress); };
  return inspect(specs, device, options);
}

/// Throws EnvironmentError when SASS alone was asked for and nothing reads it.
void require_readable(const InspectionReport& report) {
  for (const SpecInspection& spec : report.specs)
    for (const InspectedCode& code : spec.codes)
      if (code.sass && !code.sass->facts && !code.sass->help.empty())
        throw EnvironmentError(code.sass->error, code.sass->help);
}

ExitCode exit_code(const InspectionReport& report) {
  if (!report.complete) return ExitCode::interrupted;
  return report.as_declared() ? ExitCode::as_declared : ExitCode::not_as_declared;
}

ExitCode inspect_specs(const Given& given, const Terminal& terminal) {
  InspectOptions options;
  options.variants = given.variants;
  options.builds = given.builds;
  options.archs = parse_archs(given.archs);
  options.languages = parse_languages(given.code);
  if (!given.json.empty()) require_writable("--json", given.json);
  options.interrupted = &watch_for_interrupt();
  const LoadedSpecs loaded = load_specs(given.specs, terminal);
  if (!loaded.valid) return ExitCode::bad_usage;
  require_known_names(given.variants, given.builds, loaded.specs);
  const std::unique_ptr<Device> device = open_compiling_device(given, options.archs);
  const InspectionReport report = inspect_watched(loaded.specs, *device, options, terminal);
  if (given.code == "sass") require_readable(report);
  if (!given.json.empty()) write_report(given.json, inspection_json(report, host_context().version));
  InspectionTextOptions shown{given.listing, terminal.color_out};
  if (terminal.columns > 0) shown.width = terminal.columns;
  if (given.json != "-") print(inspection_text(report, shown));
  return exit_code(report);
}

}  // namespace

Action add_inspect(CLI::App& command, CommonOptions& common) {
  const auto given = std::make_shared<Given>();
  command.add_option("SPEC", given->specs, "specs to inspect: files, or names of specs that come with semcheck")
      ->type_name("SPEC")
      ->required();
  add_values(command, "--arch", given->archs, "ARCH",
             "architectures to compile for, separated by commas, instead of that of each build; may be given several "
             "times");
  add_values(command, "--variant", given->variants, "NAME", "inspect only this variant; may be given several times");
  add_values(command, "--build", given->builds, "NAME", "inspect only this build; may be given several times");
  add_values(command, "--toolkit", given->toolkits, "DIR",
             "CUDA Toolkit or Python package that holds NVRTC; may be given several times: every build is compiled by "
             "each");
  add_value(command, "--code", given->code, kCodeTypes, "which code to read");
  command.add_flag("--listing", given->listing, "also print the code, PTX and SASS side by side");
  add_value(command, "--json", given->json, "FILE", "write JSON; - for stdout, and then nothing else there");
  add_color(command, common);
  return [given](const Terminal& terminal) { return inspect_specs(*given, terminal); };
}

}  // namespace semcheck
