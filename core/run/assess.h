#pragma once

#include <vector>

#include "core/judge/cases.h"
#include "core/run/run.h"

namespace semcheck {

/// The cases of a spec and the values its laws are checked on, those of its first matrix; the same for all of its
/// builds.
struct Workload {
  Cases cases;
  std::vector<Bits> values;
};

Workload make_workload(const Spec& spec, const RunOptions& options);

/// From bits to verdicts: a result for each kernel of one build, in their order. Kernels that gave the same bits are
/// judged once, and different bits side by side. Asks the device for the further cases that a law needs.
/// @param expectations  of the build's rules for the cases of `work`
/// @param executions    what each kernel gave for them
std::vector<Result> assess(const Spec& spec, const Build& build, const Workload& work, const Expectations& expectations,
                           const std::vector<Kernel>& kernels, std::vector<Execution> executions, Device& device,
                           const RunOptions& options);

}  // namespace semcheck
