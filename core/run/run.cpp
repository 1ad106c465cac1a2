#include "core/run/run.h"

#include <algorithm>
#include <deque>
#include <future>
#include <memory>
#include <utility>

#include "core/run/assess.h"
#include "core/run/code_check.h"
#include "core/run/differences.h"
#include "core/run/measure.h"
#include "core/run/observe.h"
#include "core/run/sweeper.h"

namespace semcheck {
namespace {

/// Jobs whose results may be waited for while the device goes on.
constexpr std::size_t kMostPending = 2;

bool is_interrupted(const RunOptions& options) {
  return options.interrupted && *options.interrupted;
}

/// Compiles the jobs of a run one ahead of their execution.
class Compiler {
 public:
  Compiler(const std::vector<Spec>& specs, const std::vector<Job>& jobs, Device& device)
      : specs_(specs), jobs_(jobs), device_(device) {
    start();
  }

  /// The kernels of the next job, while the one after it is started.
  std::vector<Kernel> next() {
    std::vector<Kernel> kernels = pending_.get();
    start();
    return kernels;
  }

 private:
  void start() {
    if (started_ == jobs_.size()) return;
    const Job& job = jobs_[started_++];
    pending_ = std::async(std::launch::async,
                          [this, &job] { return device_.compile(program_of(job, specs_[job.spec], device_.info())); });
  }

  const std::vector<Spec>& specs_;
  const std::vector<Job>& jobs_;
  Device& device_;
  std::size_t started_ = 0;
  std::future<std::vector<Kernel>> pending_;
};

/// What one job came to.
struct JobOutcome {
  std::vector<Result> results;
  JobRecord record;
};

/// What the job gave, for the comparison of builds.
JobRecord record_of(const Job& job, std::vector<Kernel> kernels, std::vector<Trial> trials,
                    const std::vector<Result>& results) {
  JobRecord record{&job, std::move(kernels), {}};
  for (Trial& trial : trials) {
    if (trial.bits.empty()) continue;
    const Variant& variant = *trial.kernel->variant;
    const auto result = std::find_if(results.begin(), results.end(), [&](const Result& r) {
      return r.variant == variant.name && r.path == trial.kernel->path && r.supply == name(trial.supplied());
    });
    if (result == results.end()) continue;
    record.given.push_back({&variant, trial.kernel->path, trial.supply,
                            static_cast<std::size_t>(result - results.begin()), std::move(trial.bits),
                            trial.kernel->toolchain});
  }
  return record;
}

JobOutcome finish(const Job& job, SpecWork& shared, Observations seen, Device& device, const RunOptions& options) {
  std::vector<Trial> trials = trials_of(shared.spec, *job.build, device.info(), shared.work, seen);
  JobOutcome outcome{assess(job, shared, seen, trials, device, options), {}};
  check_requirements({shared.spec, *job.build, arch_of(*job.build, device.info()), job.toolkit}, seen.kernels, device,
                     outcome.results);
  if (options.measure)
    measure(shared.spec.operation, shared.work.cases, seen, device, {options.timeout, options.interrupted},
            outcome.results);
  // The trials point to the kernels, which move but stay where they are.
  outcome.record = record_of(job, std::move(seen.kernels), std::move(trials), outcome.results);
  return outcome;
}

/// The jobs of one spec, one after the other, and what they came to.
class SpecRun {
 public:
  SpecRun(const Spec& spec, SpecReport& report, Device& device, const RunOptions& options)
      : shared_(spec, device, options),
        observer_(shared_, device, options),
        report_(report),
        device_(device),
        options_(options) {}

  /// The results of a job, assessed while the device is at work on the next.
  std::future<JobOutcome> start(const Job& job, Compiler& compiler, Steps& steps) {
    steps.show(job, shared_.spec, Supply::array);
    // The reference has its say while the compiler works and the device gets ready.
    if (shared_.spec.guards.empty())
      shared_.expectations.of(rules_at(shared_.spec, {*job.build, "", ""}), shared_.work.cases);
    Observations seen = observer_.observe(job, compiler.next(), steps);
    return std::async(std::launch::async, [this, &job, seen = std::move(seen)]() mutable {
      return finish(job, shared_, std::move(seen), device_, options_);
    });
  }

  void add(JobOutcome outcome) {
    for (JobRecord::Given& given : outcome.record.given) given.result += report_.results.size();
    records_.push_back(std::move(outcome.record));
    for (Result& result : outcome.results) {
      report_.as_declared = report_.as_declared && result.as_declared;
      report_.results.push_back(std::move(result));
    }
  }

  /// Compares the builds, once all their results are there.
  void conclude() {
    if (!is_interrupted(options_))
      report_.differences = differences_of(shared_.spec, shared_.work, records_, device_, options_);
    records_.clear();
  }

 private:
  SpecWork shared_;
  Observer observer_;
  SpecReport& report_;
  Device& device_;
  const RunOptions& options_;
  std::vector<JobRecord> records_;
};

/// Takes jobs in order and keeps a few of them waiting for their results.
class Queue {
 public:
  void push(std::shared_ptr<SpecRun> run, std::future<JobOutcome> outcome) {
    pending_.emplace_back(std::move(run), std::move(outcome));
    if (pending_.size() > kMostPending) finish_oldest();
  }
  void drain() {
    while (!pending_.empty()) finish_oldest();
    if (last_) last_->conclude();
    last_ = nullptr;
  }
  std::size_t finished() const { return finished_; }

 private:
  void finish_oldest() {
    auto [run, outcome] = std::move(pending_.front());
    pending_.pop_front();
    if (last_ && last_ != run) last_->conclude();
    run->add(outcome.get());
    last_ = std::move(run);
    ++finished_;
  }

  std::deque<std::pair<std::shared_ptr<SpecRun>, std::future<JobOutcome>>> pending_;
  std::shared_ptr<SpecRun> last_;
  std::size_t finished_ = 0;
};

}  // namespace

bool RunReport::as_declared() const {
  return std::all_of(specs.begin(), specs.end(), [](const SpecReport& spec) { return spec.as_declared; });
}

RunReport run(const std::vector<Spec>& specs, Device& device, const RunOptions& options,
              const std::vector<Device*>& further) {
  RunReport report;
  for (const Spec& spec : specs)
    report.specs.push_back({&spec, options.seed.value_or(spec.inputs.random.seed), true, {}, {}});

  const std::vector<Job> jobs = plan(specs, device.info(), options);
  Compiler compiler(specs, jobs, device);
  std::vector<Device*> devices = {&device};
  devices.insert(devices.end(), further.begin(), further.end());
  Sweeper sweeper(specs, jobs, std::move(devices), options);
  Steps steps(jobs, options);
  Queue queue;
  std::shared_ptr<SpecRun> current;
  for (std::size_t j = 0; j < jobs.size() && !is_interrupted(options); ++j) {
    const Job& job = jobs[j];
    if (j == 0 || jobs[j - 1].spec != job.spec)
      current = std::make_shared<SpecRun>(specs[job.spec], report.specs[job.spec], device, options);
    queue.push(current, current->start(job, compiler, steps));
  }
  queue.drain();
  sweeper.sweep(report);
  report.complete = queue.finished() == jobs.size() && !is_interrupted(options) && !report.out_of_time;
  report.max_mismatches = options.max_mismatches;
  report.device = device.info();
  return report;
}

}  // namespace semcheck
