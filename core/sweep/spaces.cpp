#include "core/sweep/spaces.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "core/sweep/cases.h"
#include "core/sweep/sweeps.h"

namespace semcheck {
namespace {

std::optional<Space> space_of(const Operation& operation, SpaceKind kind) {
  if (is_row_operation(operation.kind)) return std::nullopt;
  assert(operation.operands.size() <= kMostOperands);
  Space space;
  space.kind = kind;
  space.operands = static_cast<int>(operation.operands.size());
  std::transform(operation.operands.begin(), operation.operands.end(), space.formats, format);
  return space;
}

/// The case of a space without squares and operands by value that the operands of a case come from.
std::uint64_t drawn_as(const Space& space, std::uint64_t index) {
  if (space.side > 0) return index / (space.side * space.side) * space.side;
  return index / static_cast<std::uint64_t>(space.value_count);
}

}  // namespace

std::optional<Space> exhaustive_space(const Operation& operation) {
  if (input_bits(operation) > kMostInputBits) return std::nullopt;
  return space_of(operation, SpaceKind::exhaustive);
}

std::optional<Space> structured_space(const Operation& operation) {
  return space_of(operation, SpaceKind::structured);
}

std::optional<Space> random_space(const Operation& operation, std::uint64_t count, std::uint64_t seed) {
  std::optional<Space> space = space_of(operation, SpaceKind::random);
  if (!space) return space;
  space->drawn = count;
  space->seed = seed;
  return space;
}

Space with_values(Space space, std::size_t operand, std::span<const Bits> values) {
  assert(operand < static_cast<std::size_t>(space.operands) && space.side == 0);
  assert(!values.empty() && values.size() <= kMostSuppliedValues);
  space.by_value = static_cast<int>(operand);
  space.value_count = static_cast<int>(values.size());
  std::copy(values.begin(), values.end(), space.values);
  return space;
}

Space with_squares(Space space, std::uint64_t side) {
  assert(space.by_value < 0 && side > 0);
  space.side = side;
  return space;
}

std::string describe(const Space& space, std::uint64_t index) {
  const std::string_view kind = kSweeps[static_cast<std::size_t>(space.kind)].name;
  if (space.kind != SpaceKind::random) return std::string(kind);
  return fmt::format("{}, {}", kind, name(draw_of(drawn_as(space, index))));
}

}  // namespace semcheck
