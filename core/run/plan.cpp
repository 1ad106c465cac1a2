#include "core/run/plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/run/feeds.h"
#include "core/run/workload.h"

namespace semcheck {

bool is_chosen(const std::vector<std::string>& names, const std::string& name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<const Variant*> chosen_variants(const Spec& spec, const std::vector<std::string>& names) {
  std::vector<const Variant*> variants;
  for (const Variant& variant : spec.variants)
    if (is_chosen(names, variant.name)) variants.push_back(&variant);
  return variants;
}

std::vector<Job> plan(const std::vector<Spec>& specs, const DeviceInfo& device, const RunOptions& options) {
  const std::size_t toolkits = std::max<std::size_t>(device.toolkits.size(), 1);
  std::vector<Job> jobs;
  for (std::size_t s = 0; s < specs.size(); ++s) {
    const std::vector<const Variant*> variants = chosen_variants(specs[s], options.variants);
    if (variants.empty()) continue;
    const std::vector<Feed> feeds = feeds_of(specs[s], supplies_of(specs[s], options));
    for (const Build& build : specs[s].builds)
      for (std::size_t t = 0; t < toolkits && is_chosen(options.builds, build.name); ++t)
        jobs.push_back({s, &build, t, variants, feeds});
  }
  return jobs;
}

std::string arch_of(const Build& build, const DeviceInfo& device) {
  return build.arch.empty() ? device.arch : build.arch;
}

std::string compiler_of(const Build& build, std::size_t toolkit, const DeviceInfo& device) {
  if (toolkit >= device.toolkits.size()) return "";
  const ToolkitInfo& info = device.toolkits[toolkit];
  const std::string& version = build.front_end == FrontEnd::nvcc ? info.nvcc : info.nvrtc;
  return fmt::format("{}{}{}", row(build.front_end).title, version.empty() ? "" : " ", version);
}

bool is_own_path(Path path, const DeviceInfo& device) {
  return std::find(device.paths.begin(), device.paths.end(), path) != device.paths.end();
}

Program program_of(const Job& job, const Spec& spec, const DeviceInfo& device) {
  std::vector<Path> paths = device.paths;
  if (!is_own_path(Path::ptx, device)) paths.push_back(Path::ptx);
  return {spec, *job.build, arch_of(*job.build, device), job.variants, job.feeds, job.toolkit, paths, Types::native};
}

}  // namespace semcheck
