#pragma once

#include <string>
#include <vector>

#include "core/run/plan.h"
#include "core/run/workload.h"

namespace semcheck {

/// What the kernels of one build gave.
struct Observations {
  std::vector<Kernel> kernels;
  std::vector<Execution> executions;  ///< of each kernel, over the cases of its feed
  /// For each supply of the workload, what each kernel of `array` gave for its cases; nothing for other kernels.
  std::vector<std::vector<Execution>> references;
};

/// What one variant gave down one path under one supply.
struct Trial {
  const Kernel* kernel = nullptr;      ///< of `array`, whatever the supply
  const SupplyWork* supply = nullptr;  ///< null for `array`
  Rules rules;
  std::vector<Bits> bits;       ///< one pattern for each case; empty where there is an error
  std::vector<Bits> reference;  ///< what `array` gives for the same cases; empty where that is not compared
  std::string not_compared;     ///< why it is not
  std::string error;
  bool unavailable = false;
  bool interrupted = false;

  Supply supplied() const { return supply ? supply->supply : Supply::array; }
};

/// Brings what the kernels of a build gave together by variant, path and supply, in that order, without
/// what an interrupt kept from its end. Kernels of other paths than the device's own are left out.
std::vector<Trial> trials_of(const Spec& spec, const Build& build, const DeviceInfo& device, const Workload& work,
                             const Observations& seen);

}  // namespace semcheck
