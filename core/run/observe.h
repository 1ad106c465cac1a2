#pragma once

#include <map>
#include <string>
#include <tuple>

#include "core/run/spec_work.h"
#include "core/run/trial.h"

namespace semcheck {

/// Counts and shows the steps of a run: the executions of each feed of each job.
class Steps {
 public:
  Steps(const std::vector<Job>& jobs, const RunOptions& options);
  void show(const Job& job, const Spec& spec, Supply supply);

 private:
  const RunOptions& options_;
  Progress progress_;
};

/// Runs the kernels of one spec over their cases, one job after the other. What executes the same code over the same
/// cases as an earlier kernel is not run again.
class Observer {
 public:
  Observer(const SpecWork& shared, Device& device, const RunOptions& options)
      : shared_(shared), device_(device), options_(options) {}

  Observations observe(const Job& job, std::vector<Kernel> kernels, Steps& steps);

 private:
  /// What decides an execution: the path, the digest of the code, the threads of a block, and the cases.
  using Deed = std::tuple<Path, std::string, std::uint32_t, const Cases*>;

  void execute(const Feed& feed, const Cases& cases, std::vector<Execution>& executions);
  Deed deed_of(std::size_t k, const Cases& cases) const;
  bool is_pointless(std::size_t k);
  void add_reference(const Cases& cases);

  const SpecWork& shared_;
  Device& device_;
  const RunOptions& options_;
  Observations seen_;
  std::size_t jobs_ = 0;
  std::map<Deed, Execution> done_;
};

}  // namespace semcheck
