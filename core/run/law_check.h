#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/run/workload.h"

namespace semcheck {

/// Computes further cases; nothing when that failed.
using Evaluate = std::function<std::optional<std::vector<Bits>>(const Cases&)>;

/// Adds the laws of the spec that results break to a judgement. Asks for the results of further cases that a law
/// needs; false when it could not have them.
/// @param known  the results of the workload's cases; empty where they are to be asked for as well
bool check_laws_of(const Spec& spec, const Workload& work, const Rules& rules, const std::vector<Bits>& known,
                   const Evaluate& evaluate, std::size_t max_examples, Judgement& judgement);

}  // namespace semcheck
