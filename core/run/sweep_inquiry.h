#pragma once

#include <vector>

#include "core/run/evidence.h"
#include "core/run/plan.h"

namespace semcheck {

/// Follows the sweeps' examples of what special cases do not show down to a layer, for the results of one job.
class Inquiry {
 public:
  Inquiry(const Spec& spec, const Job& job, Device& device, const RunOptions& options)
      : spec_(spec), job_(job), device_(device), options_(options), sources_(spec, device) {}

  /// Says of each example that layer, or why it cannot be followed.
  void look_into(Result& result);

 private:
  struct Rerun;

  std::vector<SweepExample*> examples_to_follow(Result& result) const;
  void run_again(const Result& result, Rerun& rerun);
  void follow(SweepExample& example, std::size_t number, const Rerun& rerun, Path path);

  const Spec& spec_;
  const Job& job_;
  Device& device_;
  const RunOptions& options_;
  SourceKernels sources_;
};

}  // namespace semcheck
