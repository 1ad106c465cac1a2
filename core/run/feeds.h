#pragma once

#include <vector>

#include "core/run/device.h"

namespace semcheck {

/// The feeds of a spec's operation under some supplies, in their order. Operands that are supplied by value take their
/// most telling special values, and the first values of the first matrix.
std::vector<Feed> feeds_of(const Spec& spec, const std::vector<Supply>& supplies);

/// The cases that a feed goes through, made of those of the spec:
///
///     array                        all of them
///     argument, literal, constant  the special ones and a few of the random ones, with the operand replaced
///     broadcast                    every combination of the values of two matrices
///     in_place                     the special ones and some of the random ones
///     vector2, vector4             the same, each in every place of a vector, and some in the scalar tail
///     tail                         the first ones, each in the last block, which is partial
Cases feed_cases(const Spec& spec, const Feed& feed, const Cases& cases);

/// Where case i of a feed is computed: "literal z", "vector4, element 2".
std::string describe(const Operation& operation, const Feed& feed, const Cases& cases, std::size_t i);

}  // namespace semcheck
