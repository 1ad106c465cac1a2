#pragma once

#include <vector>

#include "core/run/workload.h"

namespace semcheck {

/// What the kernels of one build gave.
struct Observations {
  std::vector<Kernel> kernels;
  std::vector<Execution> executions;  ///< of each kernel, over the cases of its feed
  /// For each supply of the workload, what each kernel of `array` gave for its cases; nothing for other kernels.
  std::vector<std::vector<Execution>> references;
};

/// From bits to verdicts: a result for each variant, path and supply of one build, in that order, without those that an
/// interrupt kept from their end. Kernels that gave the same bits are judged once, and different bits side by side.
/// Asks the device for the further cases that a law needs.
std::vector<Result> assess(const Spec& spec, const Build& build, const Workload& work, ExpectationCache& expectations,
                           const Observations& observations, Device& device, const RunOptions& options);

}  // namespace semcheck
