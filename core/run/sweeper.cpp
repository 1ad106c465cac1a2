#include "core/run/sweeper.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "core/run/audit.h"
#include "core/run/conclude.h"
#include "core/run/parallel.h"
#include "core/run/ranges.h"
#include "core/run/sweep_examples.h"
#include "core/run/sweep_inquiry.h"

namespace semcheck {
namespace {

bool needs_kernel(const Course& course, const RunOptions& options) {
  return !course.left.empty() || !missing_examples(course.sweep.part, options.max_mismatches).empty();
}

/// What the device makes of some cases of a sweep, and of those of its audit among them.
StretchOutcome sweep_stretch(const Course& course, Range range, Device& device, const Limits& limits, Audits& audits) {
  StretchOutcome outcome;
  const Stretch stretch{course.space, range.first, size_of(range), false};
  const auto add = [&](const Stretch& part, Tally& tally) {
    Swept swept = device.sweep(*course.kernel, part, limits);
    outcome.error = std::move(swept.error);
    outcome.interrupted = swept.interrupted;
    outcome.device_seconds += swept.device_seconds;
    tally = std::move(swept.tally);
    return outcome.error.empty() && !outcome.interrupted;
  };
  if (!add(stretch, outcome.rules)) return outcome;
  if (course.checks_laws() && !add({stretch.space, stretch.first, stretch.count, true}, outcome.laws)) return outcome;
  for (const Range& block : audited_blocks(course.sweep, range)) {
    AuditedBlock audited = audited_block(course, block, device, limits);
    outcome.error = audited.error();
    outcome.interrupted = audited.is_interrupted();
    if (!outcome.error.empty() || outcome.interrupted) break;
    audits.begin(course, std::move(audited));
    outcome.audited += size_of(block);
  }
  return outcome;
}

bool is_same_supply(const Course& course, const Result& result) {
  return name(course.program->planned.feed().supply) == result.supply;
}

}  // namespace

Sweeper::Sweeper(const std::vector<Spec>& specs, const std::vector<Job>& jobs, std::vector<Device*> devices,
                 const RunOptions& options)
    : jobs_(jobs),
      devices_(std::move(devices)),
      options_(options),
      planned_(plan_sweeps(specs, jobs, devices_.front()->info(), options)),
      courses_(courses_of(planned_, devices_.front()->info(), options)),
      queue_(courses_, devices_.size(), options) {
  if (!courses_.empty()) compilation_ = std::async(std::launch::async, [this] { compile(); });
}

Sweeper::~Sweeper() {
  if (compilation_.valid()) queue_.fail(nullptr);
}

void Sweeper::compile() {
  try {
    for_each_index(planned_.size(), [&](std::size_t p) {
      if (!queue_.is_ended()) compile(p);
    });
  } catch (...) {
    queue_.fail(std::current_exception());
  }
  queue_.close();
}

void Sweeper::compile(std::size_t p) {
  const PlannedProgram& planned = planned_[p];
  std::vector<Course*> of_program;
  for (Course& course : courses_)
    if (&course.program->planned == &planned) of_program.push_back(&course);
  if (std::none_of(of_program.begin(), of_program.end(), [&](const Course* c) { return needs_kernel(*c, options_); }))
    return;
  // Kernels come in the order of courses: variants, paths; but the courses go through several spaces by each.
  std::vector<SweepKernel> kernels;
  for (const SweepKernel& kernel : devices_.front()->compile_sweep(planned.program))
    kernels.insert(kernels.end(), planned.program.spaces.size(), kernel);
  queue_.open(of_program, kernels);
}

void Sweeper::work(Device& device) {
  const Limits limits(options_.timeout, options_.interrupted);
  try {
    Audits audits;
    while (const auto task = queue_.next())
      queue_.finish(*task, sweep_stretch(*task->course, task->range, device, limits, audits));
    audits.finish();
  } catch (...) {
    queue_.fail(std::current_exception());
  }
}

/// The result that a sweep belongs to, or null where an interrupt came before it.
Result* Sweeper::result_of(const Course& course, RunReport& report) const {
  const Job& job = *course.program->planned.job;
  std::vector<Result>& results = report.specs[job.spec].results;
  const auto found = std::find_if(results.begin(), results.end(), [&](const Result& result) {
    return result.variant == course.variant->name && result.build == job.build->name && result.toolkit == job.toolkit &&
           result.path == course.path && is_same_supply(course, result);
  });
  return found != results.end() ? &*found : nullptr;
}

/// What gave no result for special cases has none for others.
void Sweeper::skip_what_failed(RunReport& report) {
  for (Course& course : courses_) {
    const Result* result = result_of(course, report);
    if (!result || result->verdict == Verdict::error) queue_.skip(course, "its special cases gave no result");
    if (result && result->verdict == Verdict::unavailable) queue_.skip(course, result->error);
  }
}

/// Adds the sweeps to their results; the operations that are not swept say so.
void Sweeper::hand_over(RunReport& report) {
  for (Course& course : courses_)
    if (Result* result = result_of(course, report)) result->sweeps.push_back(course.sweep);
  for (SpecReport& spec : report.specs) {
    const std::vector<std::string> reasons = unsweepable(*spec.spec, options_.sweeps);
    for (Result& result : spec.results)
      for (const std::string& why : reasons)
        if (result.supply == name(Supply::array)) result.sweeps.emplace_back().not_swept = why;
  }
}

void Sweeper::sweep(RunReport& report) {
  skip_what_failed(report);
  {
    std::vector<std::jthread> workers;
    for (Device* device : devices_)
      if (!courses_.empty()) workers.emplace_back([this, device] { work(*device); });
  }
  if (compilation_.valid()) compilation_.get();
  queue_.rethrow();
  report.out_of_time = queue_.is_out_of_time();
  for (Course& course : courses_) add_examples(course, *devices_.front(), options_);
  hand_over(report);
  for (SpecReport& spec : report.specs) conclude(spec);
  for (const Job& job : jobs_) {
    Inquiry inquiry(*report.specs[job.spec].spec, job, *devices_.front(), options_);
    for (Result& result : report.specs[job.spec].results)
      if (result.build == job.build->name && result.toolkit == job.toolkit) inquiry.look_into(result);
  }
  for (SpecReport& spec : report.specs) conclude(spec);
}

}  // namespace semcheck
