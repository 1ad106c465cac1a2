#pragma once

#include <string>

#include "core/judge/cases.h"

namespace semcheck {

/// The rows of a row operation, sizes in the order of the spec, then `random.count` random rows whose sizes take turns,
/// those up to 65 more often; equal rows once, where they come first. Of one element every value of the matrices; of
/// two every pair of the first matrix; of three and four every tuple of a few of its values; and of every size from two
/// on
///
///   * equal elements: each value that stands out (a NaN, a zero, an infinity, an end of the range), ordinary ones,
///     zeros of alternating sign, ascending and descending numbers
///   * an extremum at one place and ordinary numbers elsewhere, a NaN at one place and the extremum beside it, in front
///     or behind, two NaNs, two extrema, and each value that stands out at one place
///
/// Places are all of a row of up to 33 elements; of a longer one the ends, the middle and both sides of every boundary
/// of warps, blocks and powers of two. Rows of one size end where their elements become too many.
Cases make_row_cases(const Operation& operation, const Inputs& inputs);

/// A short row whole, `[1, qnan, -1]`; a long one by what stands out, `[1025 elements: qnan at 31, 1 at 1024, else
/// -2]`.
std::string row_name(const Operation& operation, std::span<const Bits> row);

}  // namespace semcheck
