#pragma once

/// @file
/// The launches of a sweep, as plain data: what a worker is asked to do, chunk after chunk, without being asked again.

#include <array>
#include <cstdint>
#include <functional>

namespace semcheck {

/// What a parameter of a step is.
enum class StepSource : std::uint32_t {
  value,    ///< `value`
  shared,   ///< a pointer to byte `value` of the memory that all chunks share
  own,      ///< a pointer to byte `value` of the memory that a chunk has for itself
  first,    ///< the index of the first case that is launched
  count,    ///< how many cases are launched
  groups,   ///< of the groups of `value` cases that begin at its multiples, how many have any of them
  grouped,  ///< how many cases these groups have
};
inline constexpr std::uint32_t kStepSourceCount = 7;

struct StepParameter {
  StepSource source = StepSource::value;
  std::uint64_t value = 0;
};

/// One launch of every chunk of a stretch.
struct LaunchStep {
  std::uint32_t slot = 0;  ///< of the image that holds the kernel
  std::array<char, 64> entry{};
  std::array<StepParameter, 8> parameters{};  ///< the first `parameter_count` of them
  std::uint32_t parameter_count = 0;
  std::uint32_t threads = 0;  ///< of a block; 0 for those that the chunk's number says
  std::uint32_t items = 1;    ///< cases of a thread
  std::uint64_t extra = 0;    ///< cases beyond those of the chunk that the blocks have room for
};

/// The launches of a stretch. A lane is a stream with memory of its own: chunks take the lanes in turns, so that short
/// launches overlap, and the steps of a chunk follow each other on its lane.
struct StepPlan {
  std::array<LaunchStep, 4> steps{};  ///< the first `step_count` of them
  std::uint32_t step_count = 0;
  std::uint32_t lanes = 1;
  std::uint32_t with_tails = 0;  ///< not 0: all steps are launched for the last cases of a chunk apart (tail_of_chunk)
  std::uint64_t first = 0;       ///< case of the stretch
  std::uint64_t count = 0;       ///< of its cases
  std::uint64_t shared = 0;      ///< bytes that all chunks share; they come first
  std::uint64_t own = 0;         ///< bytes that each lane has behind them
};

inline constexpr std::uint32_t kMostLanes = 8;

constexpr std::uint64_t memory_of(const StepPlan& plan) {
  return plan.shared + plan.lanes * plan.own;
}

/// Whether the counts of a plan are within its arrays, and its launches such as a machine makes.
bool is_sound(const StepPlan& plan);

/// One launch of a step.
struct StepLaunch {
  std::uint32_t step = 0;
  std::uint32_t lane = 0;
  std::uint32_t blocks = 1;
  std::uint32_t threads = 1;
  std::array<std::uint64_t, 8> parameters{};  ///< as the kernel takes them
};

/// Calls `launch` with every launch of a plan, in their order.
/// @param memory  the address that its memory begins at
void for_each_launch(const StepPlan& plan, std::uint64_t memory, const std::function<void(const StepLaunch&)>& launch);

}  // namespace semcheck
