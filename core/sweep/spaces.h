#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/spec/spec.h"
#include "core/sweep/space.h"

namespace semcheck {

/// Every input of an operation; nothing for operations over rows, and for more than kMostInputBits bits of operands.
std::optional<Space> exhaustive_space(const Operation& operation);

/// Every pair of boundary patterns; nothing for operations over rows.
std::optional<Space> structured_space(const Operation& operation);

/// `count` random cases; nothing for operations over rows.
std::optional<Space> random_space(const Operation& operation, std::uint64_t count, std::uint64_t seed);

/// The space with one operand supplied by value.
/// @param values  1 to kMostSuppliedValues of them
Space with_values(Space space, std::size_t operand, std::span<const Bits> values);

/// The space in squares of a broadcast.
Space with_squares(Space space, std::uint64_t side);

/// Where a case comes from: "exhaustive", "structured", "random, near_equal".
std::string describe(const Space& space, std::uint64_t index);

}  // namespace semcheck
