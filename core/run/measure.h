#pragma once

#include <optional>
#include <vector>

#include "core/run/trial.h"

namespace semcheck {

/// Bytes of memory that an element of a composed operation moves; nothing for an operation of one step. What passes
/// between the steps has the dtype of the result.
std::optional<Traffic> traffic_of(const Operation& operation);

/// Measures the kernels of a build that are fed from arrays and came to an end, and says in their results what was
/// measured.
/// @param seen  what they gave for the cases
void measure(const Operation& operation, const Cases& cases, const Observations& seen, Device& device,
             const Limits& limits, std::vector<Result>& results);

}  // namespace semcheck
