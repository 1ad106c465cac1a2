#include "core/report/resume.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/report/printable.h"
#include "core/report/sweep_json.h"
#include "core/run/course.h"
#include "core/values/sha256.h"

namespace semcheck {
namespace {

void require_same(std::string_view what, std::string_view then, std::string_view now) {
  if (then != now)
    throw ReportFault(
        fmt::format("it is of another run: {} was \"{}\" and is \"{}\"", what, printable(then), printable(now)));
}

void require_same_machine(const Json& document, const DeviceInfo& device, std::string_view version) {
  require_same("the version of semcheck", string_at(member(document, "tool"), "version"), version);
  const Json& then = member(document, "device");
  require_same("the kind of device", string_at(then, "kind"), device.kind);
  require_same("the device", string_at(then, "name"), printable(device.name));
  require_same("the compute capability", string_at(then, "compute_capability"), device.compute_capability);
  require_same("the driver", string_at(then, "driver"), device.driver);
  require_same("NVRTC", string_at(member(document, "compiler"), "nvrtc"), device.nvrtc);
}

void require_same_specs(const Json& list, const std::vector<Spec>& specs, const RunOptions& options) {
  require_same("the number of specs", std::to_string(list.size()), std::to_string(specs.size()));
  for (std::size_t s = 0; s < specs.size(); ++s) {
    const std::string& name = specs[s].operation.name;
    require_same("the name of a spec", string_at(list[s], "name"), name);
    require_same("the digest of " + name, string_at(list[s], "sha256"), sha256(specs[s].text));
    require_same("the seed of " + name, std::to_string(count_at(list[s], "seed")),
                 std::to_string(options.seed.value_or(specs[s].inputs.random.seed)));
  }
}

/// The shares of the sweeps that a run makes, by their identity.
std::map<std::string, Range> shares_of(const std::vector<Spec>& specs, const DeviceInfo& device, RunOptions options) {
  options.sweeps.resumed.clear();
  const std::vector<Job> jobs = plan(specs, device, options);
  const std::vector<PlannedProgram> planned = plan_sweeps(specs, jobs, device, options);
  std::map<std::string, Range> shares;
  for (const Course& course : courses_of(planned, device, options))
    shares.emplace(course.sweep.part.identity, course.sweep.share);
  return shares;
}

/// What has been swept; the examples are made again of what is counted.
void read_part(const Json& json, const std::map<std::string, Range>& shares, std::vector<SweepPart>& parts) {
  Sweep sweep = read_sweep(json).sweep;
  if (sweep.part.done.empty()) return;
  const auto now = shares.find(sweep.part.identity);
  if (now == shares.end())
    throw ReportFault(fmt::format("it has a sweep that this run does not make: {}", printable(sweep.part.identity)));
  if (now->second != sweep.share)
    throw ReportFault(fmt::format("it has another share of {}: cases {} to {}, and this run {} to {}",
                                  printable(sweep.part.identity), sweep.share.first, sweep.share.last,
                                  now->second.first, now->second.last));
  sweep.part.examples.clear();
  parts.push_back(std::move(sweep.part));
}

}  // namespace

std::vector<SweepPart> read_resumed(std::string_view text, const std::vector<Spec>& specs, const DeviceInfo& device,
                                    const RunOptions& options, std::string_view version) {
  const Json document = parse_run_report(text);
  require_same_machine(document, device, version);
  const Json& list = list_at(document, "specs");
  require_same_specs(list, specs, options);
  const std::map<std::string, Range> shares = shares_of(specs, device, options);
  std::vector<SweepPart> parts;
  for (const Json& spec : list)
    for (const Json& result : list_at(spec, "results"))
      if (result.is_object() && result.contains("sweeps"))
        for (const Json& sweep : list_at(result, "sweeps")) read_part(sweep, shares, parts);
  return parts;
}

}  // namespace semcheck
