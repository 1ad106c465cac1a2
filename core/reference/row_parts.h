#pragma once

/// @file
/// The row operations, one function each; row_reference.h is their front.

#include <span>

#include "core/reference/outcome_set.h"
#include "core/spec/spec.h"

namespace semcheck {

/// reduce_max, reduce_min and softmax_max.
/// @param readings  agree on everything but the rules of a single combination
OutcomeSet reduction_outcomes(const Operation& operation, std::span<const Choice> readings, std::span<const Bits> row);

/// argmax and argmin.
OutcomeSet index_outcomes(const Operation& operation, const Choice& reading, std::span<const Bits> row);

/// norm_clip.
Outcome norm_clip_outcome(const Operation& operation, const Choice& reading, std::span<const Bits> row);

}  // namespace semcheck
