#pragma once

#include <string>
#include <vector>

#include "core/run/plan.h"

namespace semcheck {

/// One compilation for the sweeps of a run: the variants of a job, fed in one way, down the paths for which the same
/// rules hold.
struct PlannedProgram {
  const Job* job = nullptr;
  SweepProgram program;

  const Feed& feed() const { return program.program.feeds.front(); }
};

/// What the sweeps of a run compile, those fed from arrays first. Nothing for operations over rows, and no exhaustive
/// sweep of more than kMostInputBits.
///
///     array, in_place, vector2, vector4, tail  every space that is asked for
///     argument, literal, constant              the same, with a few values for one of several operands
///     broadcast                                the same in squares, unless most of their cases would come again
///
/// Every supply goes through as many random cases as are asked for, which its feeds share.
/// @param jobs  of the run; they outlive the plan
std::vector<PlannedProgram> plan_sweeps(const std::vector<Spec>& specs, const std::vector<Job>& jobs,
                                        const DeviceInfo& device, const RunOptions& options);

/// The sweeps of a spec: those it asks for and those that the options add, where they draw another number of cases
/// theirs.
SweepInputs wanted_sweeps(const Spec& spec, const SweepOptions& options);

/// Why the options' sweeps of a spec cannot be made; empty where they can.
std::vector<std::string> unsweepable(const Spec& spec, const SweepOptions& options);
/// How many inputs an operation has that cannot be swept exhaustively, and what other sweeps would cover.
std::string too_many_inputs(const Operation& operation);

/// "literal z", "argument z = +0", "tail"; "" for arrays.
std::string supplied_by(const Operation& operation, const Feed& feed);

/// Tells one sweep from every other (SweepPart::identity).
std::string identity_of(const PlannedProgram& planned, const Variant& variant, Path path, const Space& space,
                        const DeviceInfo& device);

}  // namespace semcheck
