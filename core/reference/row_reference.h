#pragma once

#include "core/reference/reference.h"

namespace semcheck {

/// What the permitted orders can give for one row of a row operation. Readings that differ in the rules of a single
/// combination (nan, nan_result, tie, …) may follow each other within one reduction; what they say about the whole of
/// it (reduce.order, reduce.identity, …) holds throughout.
///
/// Exact, but for rows of more than 12 elements (8 where any order is permitted) with NaNs under rules of which some
/// pick the first operand and others do not, or under snan = "propagate" beside nan = "ignore": there every element
/// counts as reachable.
/// @param row  the elements, in order
Expected row_outcomes(const Operation& operation, std::span<const Choice> readings, std::span<const Bits> row);

}  // namespace semcheck
