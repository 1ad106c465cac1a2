#pragma once

#include <vector>

#include "core/run/plan.h"
#include "core/run/trial.h"

namespace semcheck {

/// What the variants of one job gave, kept until the last job of its spec is done.
struct JobRecord {
  /// The bits of one variant down one path under one supply.
  struct Given {
    const Variant* variant = nullptr;
    Path path = Path::ptx;
    const SupplyWork* supply = nullptr;  ///< null for `array`
    std::size_t result = 0;              ///< index into the results of the spec
    std::vector<Bits> bits;
    std::shared_ptr<const Toolchain> toolchain;
  };
  const Job* job = nullptr;
  std::vector<Kernel> kernels;
  std::vector<Given> given;
};

/// Where the builds, paths and toolkits of a variant disagree under one supply: of those that gave the same bits the
/// first is compared with the most alike of those before that gave others. Every layer is told by what the interpreter
/// makes of the PTX of both for the smallest case that differs.
std::vector<Difference> differences_of(const Spec& spec, const Workload& work, const std::vector<JobRecord>& records,
                                       Device& device, const RunOptions& options);

}  // namespace semcheck
