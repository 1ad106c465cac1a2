#pragma once

#include <future>
#include <vector>

#include "core/run/course.h"
#include "core/run/sweep_queue.h"

namespace semcheck {

/// The sweeps of a run. They are compiled from the beginning on, beside the ordinary jobs, and made once these have
/// their results. Every device takes stretch after stretch from one queue, in which all sweeps take turns.
class Sweeper {
 public:
  /// @param specs, jobs  of the run
  Sweeper(const std::vector<Spec>& specs, const std::vector<Job>& jobs, std::vector<Device*> devices,
          const RunOptions& options);
  Sweeper(const Sweeper&) = delete;
  Sweeper& operator=(const Sweeper&) = delete;
  ~Sweeper();

  /// Makes the sweeps, as far as interrupt and time limit let it, and adds them to the results they belong to.
  void sweep(RunReport& report);

 private:
  void compile();
  void compile(std::size_t p);
  void work(Device& device);
  void skip_what_failed(RunReport& report);
  void hand_over(RunReport& report);
  Result* result_of(const Course& course, RunReport& report) const;

  const std::vector<Job>& jobs_;
  const std::vector<Device*> devices_;
  const RunOptions& options_;
  const std::vector<PlannedProgram> planned_;
  std::vector<Course> courses_;
  SweepQueue queue_;
  std::future<void> compilation_;
};

}  // namespace semcheck
