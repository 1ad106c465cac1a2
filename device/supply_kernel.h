#pragma once

#include <string>

#include "core/run/device.h"

namespace semcheck {

/// The kernel of a variant, which is number `index` of its program, that is fed otherwise than from arrays alone. Calls
/// the variant's device function. "" for the feeds that the kernel over arrays serves: `array`, `in_place`, `tail`.
///
/// Its parameters are pointers to the arrays, the scalar or the number of columns, a pointer to the results, and the
/// number of elements of each array (`broadcast`: of results). Under `literal` and `constant` one thread computes the
/// results of all values, those of value j from element j * n on.
std::string supply_kernel(const Operation& operation, const Feed& feed, std::size_t index);

/// What stands before all kernels of a program: a variable in constant memory, or a type that is loaded at once. A type
/// is declared once for all feeds that need it.
std::string supply_declarations(const Operation& operation, const std::vector<Feed>& feeds);

/// The name of the kernel that serves a feed.
std::string kernel_entry(std::size_t index, const Operation& operation, const Feed& feed);

/// Whether a kernel gets one operand by value, and no array of it.
constexpr bool is_by_value(const Feed& feed) {
  return feed.supply == Supply::argument || feed.supply == Supply::literal || feed.supply == Supply::constant;
}

/// Elements that a thread takes in one access.
constexpr std::uint32_t vector_width(Supply supply) {
  return supply == Supply::vector4 ? 4 : supply == Supply::vector2 ? 2 : 1;
}

/// Whether an operand of `broadcast` goes by the row of a result: the first and the third; the second goes by the
/// column.
constexpr bool is_by_row(std::size_t operand) {
  return operand % 2 == 0;
}

}  // namespace semcheck
