#include "core/run/trial.h"

#include <algorithm>

namespace semcheck {
namespace {

class Collection {
 public:
  Collection(const Spec& spec, const Build& build, const DeviceInfo& device, const Workload& work,
             const Observations& seen)
      : spec_(spec), build_(build), device_(device), work_(work), seen_(seen) {}

  std::vector<Trial> trials() const {
    std::vector<Trial> all;
    for (std::size_t k = 0; k < seen_.kernels.size(); ++k) {
      if (seen_.kernels[k].feed.supply != Supply::array || !is_own_path(seen_.kernels[k].path, device_)) continue;
      all.push_back(of_array(k));
      for (std::size_t s = 0; s < work_.supplies.size(); ++s) all.push_back(of_supply(k, s));
    }
    return all;
  }

 private:
  Rules rules(const Kernel& kernel, Supply supply) const {
    return rules_at(spec_, {build_, arch_of(build_, device_), name(kernel.path), supply});
  }

  void add(Trial& trial, std::size_t k) const {
    const Execution& execution = seen_.executions[k];
    trial.unavailable = trial.unavailable || seen_.kernels[k].unavailable;
    trial.interrupted = trial.interrupted || execution.interrupted;
    if (trial.error.empty()) trial.error = seen_.kernels[k].error + execution.error;
    trial.bits.insert(trial.bits.end(), execution.results.begin(), execution.results.end());
  }

  Trial of_array(std::size_t k) const {
    Trial trial;
    trial.kernel = &seen_.kernels[k];
    trial.rules = rules(*trial.kernel, Supply::array);
    add(trial, k);
    return trial;
  }

  Trial of_supply(std::size_t array, std::size_t s) const {
    Trial trial;
    trial.kernel = &seen_.kernels[array];
    trial.supply = &work_.supplies[s];
    trial.rules = rules(*trial.kernel, trial.supplied());
    for (const Feed& feed : trial.supply->feeds)
      for (std::size_t k = 0; k < seen_.kernels.size(); ++k) {
        const Kernel& kernel = seen_.kernels[k];
        const bool wanted = kernel.variant == trial.kernel->variant && kernel.path == trial.kernel->path;
        if (wanted && kernel.feed == feed) add(trial, k);
      }
    if (!trial.error.empty()) trial.bits.clear();
    compare_with_array(trial, seen_.references[s][array]);
    return trial;
  }

  void compare_with_array(Trial& trial, const Execution& reference) const {
    trial.interrupted = trial.interrupted || reference.interrupted;
    if (rules(*trial.kernel, Supply::array) != trial.rules)
      trial.not_compared = "other rules hold for this supply";
    else if (reference.results.empty())
      trial.not_compared = "array gave no result to compare with";
    else
      trial.reference = reference.results;
  }

  const Spec& spec_;
  const Build& build_;
  const DeviceInfo& device_;
  const Workload& work_;
  const Observations& seen_;
};

}  // namespace

std::vector<Trial> trials_of(const Spec& spec, const Build& build, const DeviceInfo& device, const Workload& work,
                             const Observations& seen) {
  std::vector<Trial> trials = Collection(spec, build, device, work, seen).trials();
  std::erase_if(trials, [](const Trial& trial) { return trial.interrupted; });
  return trials;
}

}  // namespace semcheck
