#include "core/run/observe.h"

#include <fmt/format.h>

#include <utility>

namespace semcheck {

Steps::Steps(const std::vector<Job>& jobs, const RunOptions& options) : options_(options) {
  for (const Job& job : jobs) progress_.total += job.feeds.size();
}

void Steps::show(const Job& job, const Spec& spec, Supply supply) {
  progress_.spec = job.spec;
  progress_.what = spec.operation.name + " [" + job.build->name;
  if (supply != Supply::array) progress_.what += ", " + std::string(name(supply));
  progress_.what += "]";
  if (options_.progress) options_.progress(progress_);
  ++progress_.done;
}

Observations Observer::observe(const Job& job, std::vector<Kernel> kernels, Steps& steps) {
  ++jobs_;
  seen_ = {};
  seen_.executions.resize(kernels.size());
  seen_.kernels = std::move(kernels);
  execute({}, shared_.work.cases, seen_.executions);
  for (const SupplyWork& supply : shared_.work.supplies) {
    for (std::size_t f = 0; f < supply.feeds.size(); ++f) {
      steps.show(job, shared_.spec, supply.supply);
      execute(supply.feeds[f], supply.by_feed[f], seen_.executions);
    }
    add_reference(supply.cases);
  }
  return std::exchange(seen_, {});
}

/// Runs the kernels of a feed, and puts what they gave where they stand.
void Observer::execute(const Feed& feed, const Cases& cases, std::vector<Execution>& executions) {
  std::map<Deed, Execution> fresh;
  std::vector<std::size_t> wanted, places;
  std::vector<Kernel> kernels;
  for (std::size_t k = 0; k < seen_.kernels.size(); ++k) {
    const Kernel& kernel = seen_.kernels[k];
    if (kernel.feed != feed || !is_own_path(kernel.path, device_.info()) || is_pointless(k)) continue;
    if (!seen_.executions[k].error.empty()) continue;
    wanted.push_back(k);
    const Deed deed = deed_of(k, cases);
    if (done_.contains(deed) || !fresh.try_emplace(deed).second) continue;
    places.push_back(k);
    kernels.push_back(kernel);
  }
  std::vector<Execution> given;
  if (!kernels.empty())
    given = device_.execute(kernels, shared_.spec.operation, cases, {options_.timeout, options_.interrupted});
  for (std::size_t i = 0; i < places.size(); ++i) fresh[deed_of(places[i], cases)] = std::move(given[i]);
  done_.merge(fresh);
  for (std::size_t k : wanted) executions[k] = done_.at(deed_of(k, cases));
}

/// A kernel whose code is not known does what no other does.
Observer::Deed Observer::deed_of(std::size_t k, const Cases& cases) const {
  const Kernel& kernel = seen_.kernels[k];
  const std::string unknown = fmt::format("kernel {} of job {}", k, jobs_);
  return {kernel.path, kernel.code.empty() ? unknown : kernel.code, threads_of(*kernel.variant), &cases};
}

/// A variant that hangs or traps does so however its operands come: what would follow its first error is not run.
bool Observer::is_pointless(std::size_t k) {
  const Kernel& kernel = seen_.kernels[k];
  for (std::size_t other = 0; other < k; ++other) {
    const Kernel& earlier = seen_.kernels[other];
    const bool related = earlier.feed.supply == Supply::array || earlier.feed.supply == kernel.feed.supply;
    if (!related || earlier.variant != kernel.variant || earlier.path != kernel.path) continue;
    if (seen_.executions[other].error.empty()) continue;
    seen_.executions[k].error = fmt::format("not run, since {} gave no result", name(earlier.feed.supply));
    return true;
  }
  return false;
}

/// What `array` gives for the cases of the next supply; several supplies have the same ones.
void Observer::add_reference(const Cases& cases) {
  const std::vector<SupplyWork>& supplies = shared_.work.supplies;
  for (std::size_t s = 0; s < seen_.references.size(); ++s)
    if (supplies[s].cases.operands == cases.operands) {
      seen_.references.push_back(seen_.references[s]);
      return;
    }
  std::vector<Execution> executions(seen_.kernels.size());
  execute({}, cases, executions);
  seen_.references.push_back(std::move(executions));
}

}  // namespace semcheck
