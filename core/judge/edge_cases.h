#pragma once

#include <array>

#include "core/judge/random_case.h"
#include "core/spec/spec.h"

namespace semcheck {

/// The operands of one case; those beyond the operation's are 0.
using Tuple = std::array<Bits, kMaxRandomOperands>;

/// Cases that an operation has besides those of the matrices, because its own operands or types make them special:
///
///   * clamp, grad_clip  the operand at each bound, and one pattern below and above it; with bounds that are operands
///                       for every pair (of limits: every one) of values of the first matrix
///   * convert           around every number at which the rounded result changes its ways (conversion_edges())
///   * fma_relu          products that are inexact with the addend that leaves their rounding error, which is 0 when
///                       they are rounded first, and products halfway between two numbers with a small addend
///
/// @param columns  the values of the first matrix for each operand, in its order
std::vector<Tuple> edge_cases(const Operation& operation, const std::vector<std::vector<Bits>>& columns);

/// The operands of a conversion around the ends of the result's range and its half range, around halves between small
/// integers and between neighbours of the result's type at the ends of every binade (of eight bits: between all
/// neighbours), each with the patterns next to it, of both signs.
std::vector<Bits> conversion_edges(Dtype from, Dtype to);

}  // namespace semcheck
