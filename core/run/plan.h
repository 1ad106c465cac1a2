#pragma once

#include <vector>

#include "core/run/run.h"

namespace semcheck {

/// One compilation of a run: a build of a spec with the variants to compile.
struct Job {
  std::size_t spec = 0;  ///< index into the specs of the run
  const Build* build = nullptr;
  std::vector<const Variant*> variants;
  std::vector<Feed> feeds;  ///< of every variant; `array` first
};

/// The compilations of a run, specs and builds in order, after the options' choice of variants and builds. A spec of
/// which nothing was chosen has no job.
std::vector<Job> plan(const std::vector<Spec>& specs, const RunOptions& options);

/// The architecture a build is compiled for: its own, else the device's.
std::string arch_of(const Build& build, const DeviceInfo& device);

}  // namespace semcheck
