#include "core/run/replay.h"

#include <algorithm>
#include <utility>

#include "core/run/course.h"
#include "core/run/sweep_examples.h"
#include "core/run/sweep_plan.h"
#include "core/sweep/cases.h"
#include "core/sweep/spaces.h"

namespace semcheck {
namespace {

/// More than a supply has: each of them gets random cases.
constexpr std::uint64_t kMostFeeds = 1024;

/// The compilations whose space has the case, each with that space alone.
std::vector<PlannedProgram> programs_with(std::uint64_t index, const std::vector<Spec>& specs,
                                          const std::vector<Job>& jobs, const DeviceInfo& device,
                                          const RunOptions& options) {
  const SweepOptions& sweeps = options.sweeps;
  SpaceKind kind = SpaceKind::random;
  if (sweeps.structured) kind = SpaceKind::structured;
  if (sweeps.exhaustive) kind = SpaceKind::exhaustive;
  RunOptions any = options;
  any.sweeps.drawn = kMostFeeds;
  std::vector<PlannedProgram> planned = plan_sweeps(specs, jobs, device, any);
  for (PlannedProgram& p : planned) {
    std::erase_if(p.program.spaces, [&](const Space& space) { return space.kind != kind; });
    // A random case is the same however many are drawn.
    for (Space& space : p.program.spaces) space.drawn = kind == SpaceKind::random ? index + 1 : 0;
    std::erase_if(p.program.spaces, [&](const Space& space) { return case_count(space) <= index; });
  }
  std::vector<PlannedProgram> with;
  for (const PlannedProgram& p : planned)
    if (!p.program.spaces.empty()) with.push_back(p);
  return with;
}

/// The case by itself, as a kernel of the ordinary run takes it: with every value that is in its source.
Cases alone(const Replay& replay) {
  Cases cases;
  cases.operands.resize(replay.operands.size());
  for (int v = 0; v < replay.space.value_count; ++v)
    for (std::size_t k = 0; k < replay.operands.size(); ++k)
      cases.operands[k].push_back(static_cast<int>(k) == replay.space.by_value ? replay.space.values[v]
                                                                               : replay.operands[k]);
  cases.special = cases.size();
  return cases;
}

Program program_alone(const PlannedProgram& planned) {
  Program program = planned.program.program;
  if (planned.feed().supply == Supply::broadcast) program.feeds.front().columns = 1;
  return program;
}

/// What its kernels give, in the sweep and by themselves.
class Replayer {
 public:
  Replayer(const PlannedProgram& planned, Device& device, const RunOptions& options)
      : planned_(planned),
        held_(held_to(planned.program.program.spec.operation, planned.program.rules)),
        device_(device),
        limits_(options.timeout, options.interrupted) {}

  Replay replay(std::uint64_t index) {
    Replay replay = describe_case(index);
    const std::vector<SweepKernel> swept = device_.compile_sweep(planned_.program);
    const std::vector<Kernel> kernels = device_.compile(program_alone(planned_));
    for (std::size_t k = 0; k < kernels.size(); ++k) {
      ReplayedKernel& replayed = replay.kernels.emplace_back();
      replayed.variant = kernels[k].variant->name;
      replayed.path = kernels[k].path;
      run_in_sweep(swept.at(k), replay, replayed);
      run_alone(kernels[k], replay, replayed);
    }
    return replay;
  }

 private:
  Replay describe_case(std::uint64_t index) const {
    const Program& program = planned_.program.program;
    Replay replay;
    replay.spec = &program.spec;
    replay.build = program.build.name;
    replay.toolkit = program.toolkit;
    replay.supplied = supplied_by(program.spec.operation, planned_.feed());
    replay.space = planned_.program.spaces.front();
    replay.index = index;
    replay.operands = operands_at(replay.space, index);
    replay.drawn = describe(replay.space, index);
    replay.rules = planned_.program.rules;
    replay.expected = expected(program.spec.operation, held_.readings, replay.operands);
    return replay;
  }

  bool is_allowed(const Replay& replay, Bits actual) const {
    return allows(held_.contract, replay.operands.data(), actual);
  }

  void run_in_sweep(const SweepKernel& kernel, const Replay& replay, ReplayedKernel& replayed) {
    replayed.error = error_of(kernel);
    if (!replayed.error.empty()) return;
    const Sample sample = device_.sample(kernel, {0, replay.index, 1, false}, limits_);
    replayed.error = sample.error;
    if (sample.results.empty()) return;
    replayed.swept = sample.results.front();
    replayed.swept_is_allowed = is_allowed(replay, *replayed.swept);
  }

  void run_alone(const Kernel& kernel, const Replay& replay, ReplayedKernel& replayed) {
    if (replayed.error.empty()) replayed.error = kernel.error;
    if (!kernel.image) return;
    const Execution given = device_.execute({&kernel, 1}, replay.spec->operation, alone(replay), limits_).front();
    if (replayed.error.empty()) replayed.error = given.error;
    if (given.results.empty()) return;
    replayed.alone = given.results.at(replay.index % static_cast<std::uint64_t>(replay.space.value_count));
    replayed.alone_is_allowed = is_allowed(replay, *replayed.alone);
  }

  const PlannedProgram& planned_;
  const HeldTo held_;
  Device& device_;
  const Limits limits_;
};

}  // namespace

std::vector<Replay> replay(const std::vector<Spec>& specs, Device& device, const RunOptions& options) {
  const std::uint64_t index = options.sweeps.replay.value_or(0);
  const std::vector<Job> jobs = plan(specs, device.info(), options);
  std::vector<Replay> replays;
  for (const PlannedProgram& planned : programs_with(index, specs, jobs, device.info(), options)) {
    if (options.interrupted && *options.interrupted) break;
    replays.push_back(Replayer(planned, device, options).replay(index));
  }
  return replays;
}

}  // namespace semcheck
