#include "core/run/plan.h"

#include <algorithm>

#include "core/run/feeds.h"
#include "core/run/workload.h"

namespace semcheck {
namespace {

bool chosen(const std::vector<std::string>& names, const std::string& name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::vector<Job> plan(const std::vector<Spec>& specs, const RunOptions& options) {
  std::vector<Job> jobs;
  for (std::size_t s = 0; s < specs.size(); ++s) {
    std::vector<const Variant*> variants;
    for (const Variant& variant : specs[s].variants)
      if (chosen(options.variants, variant.name)) variants.push_back(&variant);
    if (variants.empty()) continue;
    const std::vector<Feed> feeds = feeds_of(specs[s], supplies_of(specs[s], options));
    for (const Build& build : specs[s].builds)
      if (chosen(options.builds, build.name)) jobs.push_back({s, &build, variants, feeds});
  }
  return jobs;
}

std::string arch_of(const Build& build, const DeviceInfo& device) {
  return build.arch.empty() ? device.arch : build.arch;
}

}  // namespace semcheck
