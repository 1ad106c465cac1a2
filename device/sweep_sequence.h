#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "core/run/device.h"
#include "device/step_plan.h"

namespace semcheck {

/// Cases that a thread of a kernel which judges goes through: the first thread from the multiple of them on that lies
/// at the first case or before it.
inline constexpr std::uint32_t kCasesOfThread = 64;

/// The kernels that are made for one of the spaces of a program.
std::string entry_for(const Kernel& kernel, std::size_t space);
std::string cases_entry(const Kernel& twin, std::size_t space);
std::string judge_entry(const Kernel& twin, std::size_t space);

/// The launches of a stretch, for a worker or for the interpreter.
struct SweepSequence {
  StepPlan plan;                                     ///< without slots and lanes
  std::vector<std::shared_ptr<const Image>> images;  ///< of the plan's steps
  std::vector<std::byte> contents;  ///< what the memory begins with, and once it has run, what it ended with
};

/// What counts and judges the cases of a stretch, or checks the laws on them. By one kernel, where there is no twin:
///
///   kernel, laws  (DeviceTally*, first, count, number of the variant)
///
/// and of the others by the variant's own kernel between two others, over arrays of their own:
///
///   twin, cases   (a pointer to each array, first, count)
///   twin, judge   (results, DeviceTally*, first, count)
///
/// Cases stand in the arrays as the variant's kernel takes them: column_of() and results_of() of sweep_piece.h say
/// where. The first begins at the first group (group_of()) that has a case.
SweepSequence sweep_sequence(const SweepKernel& kernel, const Stretch& stretch);
/// What gives the results of a stretch: the result of case i at `sampled[i - origin]`, and the sum of twin_term() over
/// the cases added to `twin`.
///
///   sample  ([results,] Bits* sampled, Bits* twin, origin, first, count[, number of the variant])
SweepSequence sample_sequence(const SweepKernel& kernel, const Stretch& stretch);

/// What a sequence that has run came to.
Tally tally_of(const SweepSequence& sequence);
/// Why its tally is not to be relied on; "" where it is.
std::string trouble_of(const SweepSequence& sequence);
Sample sample_of(const SweepSequence& sequence);

}  // namespace semcheck
