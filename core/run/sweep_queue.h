#pragma once

#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <vector>

#include "core/run/course.h"

namespace semcheck {

/// What a device made of some cases of a course.
struct StretchOutcome {
  Tally rules;
  Tally laws;
  std::uint64_t audited = 0;
  double device_seconds = 0;
  std::string error;
  bool interrupted = false;
};

/// The sweeps of a run on their way: hands stretches out, to each sweep in turn, and adds up what they come to. May be
/// used from several threads at once.
class SweepQueue {
 public:
  struct Task {
    Course* course = nullptr;
    Range range;
  };

  /// @param courses  stay where they are
  SweepQueue(std::vector<Course>& courses, std::size_t devices, const RunOptions& options);

  /// The kernels of some courses are there, one for each, or the reasons why there are none.
  void open(const std::vector<Course*>& courses, const std::vector<SweepKernel>& kernels);
  /// A course is not swept.
  void skip(Course& course, const std::string& why);
  /// No further kernels will come.
  void close();
  /// Ends the queue by an exception, which rethrow() throws again.
  void fail(std::exception_ptr why);
  void rethrow();

  /// The next stretch; waits for kernels to come. Nothing once all is done, or has to end.
  std::optional<Task> next();
  void finish(const Task& task, const StretchOutcome& outcome);
  /// Whether an interrupt, the time limit or an exception has ended the sweeps.
  bool is_ended();
  /// Whether the time limit has ended a sweep.
  bool is_out_of_time();

 private:
  bool ends();
  Course* next_course();
  void show(const Course& course);

  std::vector<Course>& courses_;
  const std::size_t devices_;
  const RunOptions& options_;
  std::mutex guard_;
  std::condition_variable changed_;
  std::size_t turn_ = 0;
  bool closed_ = false;
  bool ended_ = false;
  bool out_of_time_ = false;
  std::exception_ptr failure_;
};

}  // namespace semcheck
