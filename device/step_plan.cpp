#include "device/step_plan.h"

#include <algorithm>

#include "core/sweep/chunks.h"

namespace semcheck {
namespace {

constexpr std::uint32_t kMostThreads = 1024;

/// Cases that are launched together.
struct Part {
  std::uint64_t first;
  std::uint64_t count;
};

bool is_sound(const StepParameter& parameter) {
  const bool by_groups = parameter.source == StepSource::groups || parameter.source == StepSource::grouped;
  return static_cast<std::uint32_t>(parameter.source) < kStepSourceCount && (!by_groups || parameter.value > 0);
}

bool is_sound(const LaunchStep& step) {
  const auto is_known = [](const StepParameter& parameter) { return is_sound(parameter); };
  return step.extra <= kChunk && step.parameter_count <= step.parameters.size() && step.threads <= kMostThreads &&
         step.items > 0 && std::ranges::all_of(step.parameters, is_known);
}

/// The groups of `size` cases that a part has any case of.
std::uint64_t groups(const Part& part, std::uint64_t size) {
  return (part.first + part.count - 1) / size - part.first / size + 1;
}

/// Launches the steps of one part of a chunk.
class Launcher {
 public:
  Launcher(const StepPlan& plan, std::uint64_t memory, const std::function<void(const StepLaunch&)>& launch)
      : plan_(plan), memory_(memory), launch_(launch) {}

  void chunk(std::uint64_t first, std::uint64_t count) const {
    const std::uint64_t tail = plan_.with_tails != 0 ? tail_of_chunk(first, count) : 0;
    part({first, count - tail});
    part({first + count - tail, tail});
  }

 private:
  void part(const Part& part) const {
    if (part.count == 0) return;
    for (std::uint32_t s = 0; s < plan_.step_count; ++s) {
      const LaunchStep& step = plan_.steps[s];
      StepLaunch launch{s, lane(part), 1, step.threads > 0 ? step.threads : threads_of_chunk(part.first), {}};
      const std::uint64_t cases_of_block = std::uint64_t{launch.threads} * step.items;
      launch.blocks = static_cast<std::uint32_t>((part.count + step.extra + cases_of_block - 1) / cases_of_block);
      for (std::uint32_t p = 0; p < step.parameter_count; ++p)
        launch.parameters[p] = value_of(step.parameters[p], part);
      launch_(launch);
    }
  }

  std::uint32_t lane(const Part& part) const { return static_cast<std::uint32_t>(part.first / kChunk % plan_.lanes); }

  std::uint64_t value_of(const StepParameter& parameter, const Part& part) const {
    switch (parameter.source) {
      case StepSource::shared: return memory_ + parameter.value;
      case StepSource::own: return memory_ + plan_.shared + lane(part) * plan_.own + parameter.value;
      case StepSource::first: return part.first;
      case StepSource::count: return part.count;
      case StepSource::groups: return groups(part, parameter.value);
      case StepSource::grouped: return groups(part, parameter.value) * parameter.value;
      default: return parameter.value;
    }
  }

  const StepPlan& plan_;
  std::uint64_t memory_;
  const std::function<void(const StepLaunch&)>& launch_;
};

}  // namespace

bool is_sound(const StepPlan& plan) {
  const auto end = plan.steps.begin() + std::min<std::size_t>(plan.step_count, plan.steps.size());
  return plan.step_count <= plan.steps.size() && plan.lanes > 0 && plan.lanes <= kMostLanes &&
         plan.own <= std::uint64_t{1} << 40 && plan.shared <= std::uint64_t{1} << 40 && plan.count <= ~plan.first &&
         std::all_of(plan.steps.begin(), end, [](const LaunchStep& s) { return is_sound(s); });
}

void for_each_launch(const StepPlan& plan, std::uint64_t memory, const std::function<void(const StepLaunch&)>& launch) {
  const Launcher launcher(plan, memory, launch);
  const std::uint64_t last = plan.first + plan.count;
  for (std::uint64_t first = plan.first; first < last;) {
    const std::uint64_t end = chunk_end(first, last);
    launcher.chunk(first, end - first);
    first = end;
  }
}

}  // namespace semcheck
