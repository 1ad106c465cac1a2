#include "core/run/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <future>
#include <memory>
#include <utility>

#include "core/run/assess.h"
#include "core/run/plan.h"
#include "core/run/workload.h"

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
    pending_ = std::async(std::launch::async, [this, &job] {
      return device_.compile(
          {specs_[job.spec], *job.build, arch_of(*job.build, device_.info()), job.variants, job.feeds});
    });
  }

  const std::vector<Spec>& specs_;
  const std::vector<Job>& jobs_;
  Device& device_;
  std::size_t started_ = 0;
  std::future<std::vector<Kernel>> pending_;
};

/// What the jobs of one spec need until their last result is there.
struct SpecWork {
  SpecWork(const Spec& of, const RunOptions& options)
      : spec(of), work(make_workload(of, options)), expectations(of.operation) {}
  const Spec& spec;
  Workload work;
  ExpectationCache expectations;
};

/// Counts and shows the steps of a run: the executions of each feed of each job.
class Steps {
 public:
  Steps(const std::vector<Job>& jobs, const RunOptions& options) : options_(options) {
    for (const Job& job : jobs) progress_.total += job.feeds.size();
  }
  void show(const Job& job, const Spec& spec, Supply supply) {
    progress_.spec = job.spec;
    progress_.what = spec.operation.name + " [" + job.build->name;
    if (supply != Supply::array) progress_.what += ", " + std::string(name(supply));
    progress_.what += "]";
    if (options_.progress) options_.progress(progress_);
    ++progress_.done;
  }

 private:
  const RunOptions& options_;
  Progress progress_;
};

/// Runs the kernels of one build over their cases.
class Observer {
 public:
  Observer(const Job& job, const SpecWork& shared, Device& device, const RunOptions& options, Steps& steps)
      : job_(job), shared_(shared), device_(device), options_(options), steps_(steps) {}

  Observations observe(std::vector<Kernel> kernels) {
    seen_.executions.resize(kernels.size());
    seen_.kernels = std::move(kernels);
    execute({}, shared_.work.cases, seen_.executions);
    for (const SupplyWork& supply : shared_.work.supplies) {
      for (std::size_t f = 0; f < supply.feeds.size(); ++f) {
        steps_.show(job_, shared_.spec, supply.supply);
        execute(supply.feeds[f], supply.by_feed[f], seen_.executions);
      }
      add_reference(supply.cases);
    }
    return std::move(seen_);
  }

 private:
  /// Runs the kernels of a feed, and puts what they gave where they stand.
  void execute(const Feed& feed, const Cases& cases, std::vector<Execution>& executions) {
    std::vector<std::size_t> places;
    std::vector<Kernel> kernels;
    for (std::size_t k = 0; k < seen_.kernels.size(); ++k) {
      if (seen_.kernels[k].feed != feed || is_pointless(k) || !seen_.executions[k].error.empty()) continue;
      places.push_back(k);
      kernels.push_back(seen_.kernels[k]);
    }
    if (kernels.empty()) return;
    std::vector<Execution> given =
        device_.execute(kernels, shared_.spec.operation, cases, {options_.timeout, options_.interrupted});
    for (std::size_t i = 0; i < places.size(); ++i) executions[places[i]] = std::move(given[i]);
  }

  /// A variant that hangs or traps does so however its operands come: what would follow its first error is not run.
  bool is_pointless(std::size_t k) {
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
  void add_reference(const Cases& cases) {
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

  const Job& job_;
  const SpecWork& shared_;
  Device& device_;
  const RunOptions& options_;
  Steps& steps_;
  Observations seen_;
};

/// The results of a job, assessed while the device is at work on the next.
std::future<std::vector<Result>> run_job(const Job& job, const std::shared_ptr<SpecWork>& shared, Compiler& compiler,
                                         Device& device, const RunOptions& options, Steps& steps) {
  const Spec& spec = shared->spec;
  steps.show(job, spec, Supply::array);
  // The reference has its say while the compiler works and the device gets ready.
  if (spec.guards.empty()) shared->expectations.of(rules_at(spec, {*job.build, "", ""}), shared->work.cases);
  Observations seen = Observer(job, *shared, device, options, steps).observe(compiler.next());
  return std::async(std::launch::async, [shared, &job, seen = std::move(seen), &device, &options] {
    return assess(shared->spec, *job.build, shared->work, shared->expectations, seen, device, options);
  });
}

void add_results(SpecReport& report, std::vector<Result> results) {
  for (Result& result : results) {
    report.as_declared = report.as_declared && result.as_declared;
    report.results.push_back(std::move(result));
  }
}

}  // namespace

std::string_view name(Path path) {
  constexpr std::array<std::string_view, 3> names = {"cubin", "jit", "ptx"};
  return names[static_cast<std::size_t>(path)];
}

bool RunReport::as_declared() const {
  return std::all_of(specs.begin(), specs.end(), [](const SpecReport& spec) { return spec.as_declared; });
}

RunReport run(const std::vector<Spec>& specs, Device& device, const RunOptions& options) {
  RunReport report;
  for (const Spec& spec : specs)
    report.specs.push_back({&spec, options.seed.value_or(spec.inputs.random.seed), true, {}});

  const std::vector<Job> jobs = plan(specs, options);
  Compiler compiler(specs, jobs, device);
  Steps steps(jobs, options);
  std::shared_ptr<SpecWork> shared;
  std::deque<std::future<std::vector<Result>>> pending;
  std::size_t finished = 0;
  const auto finish_oldest = [&] {
    add_results(report.specs[jobs[finished++].spec], pending.front().get());
    pending.pop_front();
  };
  for (std::size_t j = 0; j < jobs.size() && !is_interrupted(options); ++j) {
    const Job& job = jobs[j];
    const Spec& spec = specs[job.spec];
    if (j == 0 || jobs[j - 1].spec != job.spec) shared = std::make_shared<SpecWork>(spec, options);
    pending.push_back(run_job(job, shared, compiler, device, options, steps));
    if (pending.size() > kMostPending) finish_oldest();
  }
  while (!pending.empty()) finish_oldest();
  report.complete = finished == jobs.size() && !is_interrupted(options);
  report.device = device.info();
  return report;
}

}  // namespace semcheck
