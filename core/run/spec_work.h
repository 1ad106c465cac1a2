#pragma once

#include "core/run/evidence.h"
#include "core/run/workload.h"

namespace semcheck {

/// What the jobs of one spec share until their last result is there.
struct SpecWork {
  SpecWork(const Spec& of, Device& device, const RunOptions& options)
      : spec(of), work(make_workload(of, options)), expectations(of.operation), sources(of, device) {}
  const Spec& spec;
  Workload work;
  ExpectationCache expectations;
  SourceKernels sources;
};

}  // namespace semcheck
