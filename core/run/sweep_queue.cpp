#include "core/run/sweep_queue.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/run/ranges.h"

namespace semcheck {

SweepQueue::SweepQueue(std::vector<Course>& courses, std::size_t devices, const RunOptions& options)
    : courses_(courses), devices_(devices), options_(options) {}

void SweepQueue::open(const std::vector<Course*>& courses, const std::vector<SweepKernel>& kernels) {
  const std::lock_guard lock(guard_);
  for (std::size_t c = 0; c < courses.size(); ++c) {
    Course& course = *courses[c];
    const std::string error = error_of(kernels.at(c));
    course.sweep.no_laws = kernels[c].laws.error;
    if (error.empty())
      course.kernel = kernels[c];
    else
      (kernels[c].kernel.unavailable ? course.sweep.not_swept : course.sweep.error) = error;
  }
  changed_.notify_all();
}

void SweepQueue::skip(Course& course, const std::string& why) {
  const std::lock_guard lock(guard_);
  course.sweep.not_swept = why;
}

void SweepQueue::close() {
  const std::lock_guard lock(guard_);
  closed_ = true;
  changed_.notify_all();
}

void SweepQueue::fail(std::exception_ptr why) {
  const std::lock_guard lock(guard_);
  if (!failure_) failure_ = std::move(why);
  ended_ = true;
  changed_.notify_all();
}

void SweepQueue::rethrow() {
  const std::lock_guard lock(guard_);
  if (failure_) std::rethrow_exception(failure_);
}

bool SweepQueue::is_ended() {
  const std::lock_guard lock(guard_);
  return ended_ || (options_.interrupted && *options_.interrupted);
}

bool SweepQueue::is_out_of_time() {
  const std::lock_guard lock(guard_);
  return out_of_time_ && std::any_of(courses_.begin(), courses_.end(), [](const Course& course) {
           const Sweep& sweep = course.sweep;
           return sweep.error.empty() && sweep.not_swept.empty() && !sweep.is_finished();
         });
}

bool SweepQueue::ends() {
  const SweepOptions& sweeps = options_.sweeps;
  if (options_.interrupted && *options_.interrupted) ended_ = true;
  if (!ended_ && sweeps.is_out_of_time && sweeps.is_out_of_time()) out_of_time_ = ended_ = true;
  if (ended_) changed_.notify_all();
  return ended_;
}

/// The course whose turn it is, or null where none has cases left to hand out.
Course* SweepQueue::next_course() {
  for (std::size_t i = 0; i < courses_.size(); ++i) {
    Course& course = courses_[(turn_ + i) % courses_.size()];
    if (!course.is_under_way()) continue;
    turn_ = (turn_ + i + 1) % courses_.size();
    return &course;
  }
  return nullptr;
}

std::optional<SweepQueue::Task> SweepQueue::next() {
  std::unique_lock lock(guard_);
  while (!ends()) {
    if (Course* course = next_course()) return Task{course, take_stretch(*course, devices_)};
    if (closed_) return std::nullopt;
    changed_.wait(lock);
  }
  return std::nullopt;
}

void SweepQueue::finish(const Task& task, const StretchOutcome& outcome) {
  const std::lock_guard lock(guard_);
  Course& course = *task.course;
  if (!outcome.error.empty()) {
    // Of several the first in the space, whoever came first.
    if (course.sweep.error.empty() || task.range.first < course.failed_at) {
      course.sweep.error = outcome.error;
      course.failed_at = task.range.first;
    }
    return;
  }
  if (outcome.interrupted) return;
  SweepPart& part = course.sweep.part;
  part.rules.add(outcome.rules);
  part.laws.add(outcome.laws);
  part.audited += outcome.audited;
  add(part.done, task.range);
  fit_pace(course, outcome.device_seconds);
  show(course);
}

void SweepQueue::show(const Course& course) {
  if (!options_.progress) return;
  const Program& program = course.program->planned.program.program;
  Progress progress;
  for (const Course& c : courses_) {
    if (!c.sweep.not_swept.empty()) continue;
    progress.swept += size_of(c.sweep.part.done);
    progress.to_sweep += size_of(c.sweep.share);
  }
  progress.spec = course.program->planned.job->spec;
  progress.what = fmt::format("{} [{}]", program.spec.operation.name, program.build.name);
  options_.progress(progress);
}

}  // namespace semcheck
