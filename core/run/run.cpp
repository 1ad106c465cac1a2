#include "core/run/run.h"

#include <algorithm>
#include <array>
#include <deque>
#include <future>
#include <memory>
#include <utility>

#include "core/run/assess.h"
#include "core/run/plan.h"

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
      return device_.compile({specs_[job.spec], *job.build, arch_of(*job.build, device_.info()), job.variants});
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
  const Spec& spec;
  Workload work;
};

/// The results of a job, assessed while the device is at work on the next.
std::future<std::vector<Result>> run_job(const Job& job, const std::shared_ptr<const SpecWork>& shared,
                                         Compiler& compiler, Device& device, const RunOptions& options) {
  const auto& [spec, work] = *shared;
  // The reference has its say while the compiler works and the device gets ready.
  Expectations expectations = expect(spec.operation, job.build->rules, work.cases);
  std::vector<Kernel> kernels = compiler.next();
  std::vector<Execution> executions = device.execute(kernels, spec.operation, work.cases, options.timeout);
  return std::async(std::launch::async,
                    [shared, &job, expectations = std::move(expectations), kernels = std::move(kernels),
                     executions = std::move(executions), &device, &options]() mutable {
                      return assess(shared->spec, *job.build, shared->work, expectations, kernels,
                                    std::move(executions), device, options);
                    });
}

void add_results(SpecReport& report, std::vector<Result> results) {
  for (Result& result : results) {
    report.as_declared = report.as_declared && result.as_declared;
    report.results.push_back(std::move(result));
  }
}

void show_progress(const RunOptions& options, std::size_t done, std::size_t total, const Job& job, const Spec& spec) {
  if (options.progress) options.progress({done, total, spec.operation.name + " [" + job.build->name + "]", job.spec});
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
  std::shared_ptr<const SpecWork> shared;
  std::deque<std::future<std::vector<Result>>> pending;
  std::size_t finished = 0;
  const auto finish_oldest = [&] {
    add_results(report.specs[jobs[finished++].spec], pending.front().get());
    pending.pop_front();
  };
  for (std::size_t j = 0; j < jobs.size() && !is_interrupted(options); ++j) {
    const Job& job = jobs[j];
    const Spec& spec = specs[job.spec];
    show_progress(options, j, jobs.size(), job, spec);
    if (j == 0 || jobs[j - 1].spec != job.spec)
      shared = std::make_shared<const SpecWork>(SpecWork{spec, make_workload(spec, options)});
    pending.push_back(run_job(job, shared, compiler, device, options));
    if (pending.size() > kMostPending) finish_oldest();
  }
  while (!pending.empty()) finish_oldest();
  report.complete = finished == jobs.size();
  report.device = device.info();
  return report;
}

}  // namespace semcheck
