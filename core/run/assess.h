#pragma once

#include <vector>

#include "core/run/spec_work.h"
#include "core/run/trial.h"

namespace semcheck {

/// From bits to verdicts: a result for each variant, path and supply of one job, in that order, without those that an
/// interrupt kept from the end of their laws. Kernels that gave the same bits are judged once, and different bits side
/// by side. Asks the device for the further cases that a law needs, and for the evidence of who is to blame.
/// @param trials  what trials_of() made of the observations
std::vector<Result> assess(const Job& job, SpecWork& shared, const Observations& observations,
                           const std::vector<Trial>& trials, Device& device, const RunOptions& options);

}  // namespace semcheck
