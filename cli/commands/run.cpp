#include "core/run/run.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>

#include "cli/commands/command.h"
#include "cli/device_options.h"
#include "cli/host.h"
#include "cli/interrupt.h"
#include "cli/known_names.h"
#include "cli/load_specs.h"
#include "cli/log.h"
#include "cli/options.h"
#include "cli/progress_line.h"
#include "cli/report_file.h"
#include "cli/sweep_options.h"
#include "cli/usage_error.h"
#include "core/report/json.h"
#include "core/report/junit.h"
#include "core/report/printable.h"
#include "core/report/replay.h"
#include "core/report/resume.h"
#include "core/report/text.h"
#include "core/report/wording.h"
#include "device/devices.h"
#include "device/reproducer.h"

namespace semcheck {

namespace {

/// The options of `run` as they were given.
struct Given {
  std::vector<std::string> specs, variants, builds, supplies;
  DeviceRequest device;
  std::string seed, timeout = "10", max_mismatches = "3";
  std::string junit, json, reproducer;
  bool measure = false, quiet = false, verbose = false;
  SweepRequest sweeps;
};

/// Throws UsageError when the options cannot be meant, before anything is read or run.
void require_sense(const Given& given) {
  require_sense(given.device);
  require_sense(given.sweeps);
  if (given.quiet && given.verbose) throw UsageError("--quiet and --verbose contradict each other");
  if (!given.reproducer.empty() && given.max_mismatches == "0")
    throw UsageError("--reproducer shows kept examples, and --max-mismatches 0 keeps none");
  if (!given.junit.empty() && given.junit == given.json)
    throw UsageError(fmt::format("--junit and --json both write to {}", given.junit == "-" ? "stdout" : given.junit));
  if (given.measure && !given.sweeps.shard.empty())
    throw UsageError("--measure and --shard: times are not the same in every shard, and then they cannot be merged");
  if (!given.sweeps.replay.empty() && !(given.junit + given.json + given.reproducer).empty())
    throw UsageError("--replay shows one case, and writes no report");
  if (!given.junit.empty()) require_writable("--junit", given.junit);
  if (!given.json.empty()) require_writable("--json", given.json);
  if (!given.reproducer.empty()) require_folder("--reproducer", given.reproducer);
}

/// Throws UsageError when there is no such supply.
Supply parse_supply(const std::string& text) {
  if (const auto supply = find_supply(text)) return *supply;
  std::vector<std::string_view> known;
  known.reserve(kSupplies.size());
  for (const SupplyRow& row : kSupplies) known.push_back(row.name);
  const std::string help = did_you_mean(text, known);
  throw UsageError(fmt::format("--supply: unknown supply \"{}\"", text),
                   help.empty() ? fmt::format("one of {}", fmt::join(known, ", ")) : help);
}

RunOptions run_options(const Given& given) {
  RunOptions options;
  options.variants = given.variants;
  options.builds = given.builds;
  for (const std::string& supply : given.supplies) options.supplies.push_back(parse_supply(supply));
  if (!given.seed.empty()) options.seed = parse_count("--seed", given.seed, 0, UINT64_MAX);
  options.max_mismatches = parse_count("--max-mismatches", given.max_mismatches, 0, 1000000);
  options.timeout = parse_timeout(given.timeout);
  options.measure = given.measure;
  options.sweeps = sweep_options(given.sweeps, std::getenv);
  return options;
}

void log_device(const DeviceInfo& info, const Stopwatch& since) {
  spdlog::info("device {}, NVRTC {} from {}, open after {:.0f} ms", info.name, info.nvrtc, info.nvrtc_path,
               since.seconds() * 1000);
}

/// The device that a run asks for, and those that take part in its sweeps.
struct OpenDevices {
  std::unique_ptr<Device> first;
  std::vector<std::unique_ptr<Device>> further{};

  std::vector<Device*> others() const {
    std::vector<Device*> pointers;
    pointers.reserve(further.size());
    for (const auto& device : further) pointers.push_back(device.get());
    return pointers;
  }
};

/// Adds the time since the last call to the spec that was worked on until now.
class SpecTimes {
 public:
  explicit SpecTimes(std::vector<double>& seconds) : seconds_(seconds) {}
  void now_at(std::size_t spec) {
    const double now = watch_.seconds();
    seconds_[current_] += now - last_;
    current_ = spec;
    last_ = now;
  }

 private:
  std::vector<double>& seconds_;
  Stopwatch watch_;
  std::size_t current_ = 0;
  double last_ = 0;
};

/// Runs the specs while the terminal shows how far they are; the time of each goes to the context.
RunReport run_watched(const std::vector<Spec>& specs, const OpenDevices& devices, RunOptions options,
                      const Terminal& terminal, JunitContext& context) {
  ProgressLine line(terminal.progress);
  const Stopwatch watch;
  context.seconds.assign(specs.size(), 0);
  SpecTimes times(context.seconds);
  options.progress = [&](const Progress& progress) {
    spdlog::debug("{} after {:.0f} ms", progress.what, watch.seconds() * 1000);
    times.now_at(progress.spec);
    line.update(progress);
  };
  RunReport report = run(specs, *devices.first, options, devices.others());
  times.now_at(0);
  spdlog::info("ran in {:.0f} ms", watch.seconds() * 1000);
  return report;
}

/// Writes the reproducers, and returns what to say of them.
std::string write_reproducers(const std::string& folder, const RunReport& report) {
  const std::vector<Reproducer> files = reproducers(report);
  for (const Reproducer& file : files) write_report((std::filesystem::path(folder) / file.file).string(), file.text);
  if (files.empty()) return "no kept example to reproduce\n";
  return fmt::format("{} in {}\n", counted(files.size(), "reproducer"), folder);
}

void write_reports(const Given& given, const RunReport& report, const JunitContext& context, const Terminal& terminal) {
  if (!given.json.empty()) write_report(given.json, json_report(report, context.version));
  if (!given.junit.empty()) write_report(given.junit, junit_report(report, context));
  const std::string reproduced = given.reproducer.empty() ? "" : write_reproducers(given.reproducer, report);
  if (given.json == "-" || given.junit == "-") return;
  const Detail detail = given.quiet ? Detail::problems : given.verbose ? Detail::all : Detail::normal;
  print(text_report(report, {detail, terminal.color_out}) + reproduced);
}

ExitCode exit_code(const RunReport& report) {
  if (!report.complete && !report.out_of_time) return ExitCode::interrupted;
  return report.as_declared() ? ExitCode::as_declared : ExitCode::not_as_declared;
}

/// What an earlier run has swept. Throws UsageError where it was another run.
std::vector<SweepPart> resumed_parts(const std::string& file, const std::vector<Spec>& specs, const DeviceInfo& device,
                                     const RunOptions& options, const JunitContext& context) {
  if (file.empty()) return {};
  try {
    return read_resumed(read_report("--resume", file), specs, device, options, context.version);
  } catch (const ReportFault& fault) {
    throw UsageError(fmt::format("--resume {}: {}", file, fault.what()));
  }
}

ExitCode replay_case(const std::vector<Spec>& specs, Device& device, const RunOptions& options) {
  const std::vector<Replay> replays = replay(specs, device, options);
  if (replays.empty())
    throw UsageError(fmt::format("--replay: no sweep of these specs has a case {}", *options.sweeps.replay));
  print(printable(device_line(device.info())) + "\n" + replay_text(replays));
  return is_right(replays) ? ExitCode::as_declared : ExitCode::not_as_declared;
}

ExitCode run_specs(const Given& given, const Terminal& terminal) {
  open_log(terminal, given.verbose);
  RunOptions options = run_options(given);
  require_sense(given);
  options.interrupted = &watch_for_interrupt();
  JunitContext context = host_context();

  // A GPU takes a while to open; the specs are read meanwhile.
  const Stopwatch watch;
  auto opening = std::async(std::launch::async, open_device, std::cref(given.device));
  const LoadedSpecs loaded = load_specs(given.specs, terminal);
  if (!loaded.valid) return ExitCode::bad_usage;
  require_known_names(given.variants, given.builds, loaded.specs);
  require_sweeps(given.sweeps, options.sweeps, loaded.specs);
  OpenDevices devices{opening.get()};
  log_device(devices.first->info(), watch);
  if (options.sweeps.replay) return replay_case(loaded.specs, *devices.first, options);

  devices.further = open_further_devices(given.device, devices.first->info());
  options.sweeps.resumed = resumed_parts(given.sweeps.resume, loaded.specs, devices.first->info(), options, context);
  const RunReport report = run_watched(loaded.specs, devices, options, terminal, context);
  write_reports(given, report, context, terminal);
  return exit_code(report);
}

void add_choice_options(CLI::App& command, Given& given) {
  add_values(command, "--variant", given.variants, "NAME", "run only this variant; may be given several times");
  add_values(command, "--build", given.builds, "NAME", "run only this build; may be given several times");
  add_values(command, "--supply", given.supplies, "SUPPLY",
             "how operands come, besides from arrays, instead of the spec's; may be given several times");
  add_value(command, "--seed", given.seed, "N", "seed of the random cases, instead of the spec's");
  add_value(command, "--timeout", given.timeout, "SECONDS", "time a variant may take");
  add_value(command, "--max-mismatches", given.max_mismatches, "K", "examples to keep for each broken rule");
}

void add_report_options(CLI::App& command, Given& given) {
  add_value(command, "--junit", given.junit, "FILE", "write JUnit XML; - for stdout, and then nothing else there");
  add_value(command, "--json", given.json, "FILE", "write JSON; - for stdout, and then nothing else there");
  add_value(
      command, "--reproducer", given.reproducer, "DIR",
      "write a .cu file that nvcc compiles for each result that breaks a rule undeclared; where none does, for each "
      "declared break");
  command.add_flag("--measure", given.measure,
                   "also count instructions and branches and, on a GPU, time the kernels; for information, no verdict "
                   "depends on it");
  command.add_flag("-q,--quiet", given.quiet, "print only what is not as declared, and the summary");
  command.add_flag("-v,--verbose", given.verbose, "print every kept example, counts, rules, and a log on stderr");
}

}  // namespace

Action add_run(CLI::App& command, CommonOptions& common) {
  const auto given = std::make_shared<Given>();
  command.add_option("SPEC", given->specs, "specs to run: files, or names of specs that come with semcheck")
      ->type_name("SPEC")
      ->required();
  add_device_options(command, given->device);
  add_choice_options(command, *given);
  add_sweep_options(command, given->sweeps);
  add_report_options(command, *given);
  add_color(command, common);
  return [given](const Terminal& terminal) { return run_specs(*given, terminal); };
}

}  // namespace semcheck
