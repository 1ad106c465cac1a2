#pragma once

#include <vector>

#include "core/run/run.h"

namespace semcheck {

/// One compilation of a run: a build of a spec with the variants to compile, by one toolkit.
struct Job {
  std::size_t spec = 0;  ///< index into the specs of the run
  const Build* build = nullptr;
  std::size_t toolkit = 0;  ///< index into the toolkits of the device
  std::vector<const Variant*> variants;
  std::vector<Feed> feeds;  ///< of every variant; `array` first
};

/// The compilations of a run, specs, builds and toolkits in order, after the options' choice of variants and builds. A
/// spec of which nothing was chosen has no job.
std::vector<Job> plan(const std::vector<Spec>& specs, const DeviceInfo& device, const RunOptions& options);

/// Whether a name is among those that options choose; no names choose all.
bool is_chosen(const std::vector<std::string>& names, const std::string& name);
std::vector<const Variant*> chosen_variants(const Spec& spec, const std::vector<std::string>& names);

/// The architecture a build is compiled for: its own, else the device's.
std::string arch_of(const Build& build, const DeviceInfo& device);

/// "NVRTC 13.0": what compiles a build by one of the device's toolkits; "" where that is not known.
std::string compiler_of(const Build& build, std::size_t toolkit, const DeviceInfo& device);

/// Whether results come by this path. Kernels of other paths are evidence of what a layer makes of the source.
bool is_own_path(Path path, const DeviceInfo& device);

/// What a job asks the device to compile: for its own paths, and PTX for the interpreter.
Program program_of(const Job& job, const Spec& spec, const DeviceInfo& device);

}  // namespace semcheck
