#pragma once

#include <initializer_list>
#include <vector>

#include "core/sweep/cases.h"
#include "core/values/dtype.h"

namespace semcheck {

inline Space space_over(SpaceKind kind, std::initializer_list<Dtype> dtypes) {
  Space space;
  space.kind = kind;
  space.operands = 0;
  for (Dtype dtype : dtypes) space.formats[space.operands++] = format(dtype);
  return space;
}

inline Space random_over(std::initializer_list<Dtype> dtypes, Bits drawn = Bits{1} << 40, Bits seed = 7) {
  Space space = space_over(SpaceKind::random, dtypes);
  space.drawn = drawn;
  space.seed = seed;
  return space;
}

using Operands = std::vector<Bits>;

inline Operands operands_at(const Space& space, Bits index) {
  Bits operands[kMostOperands] = {};
  case_at(space, index, operands);
  return {operands, operands + space.operands};
}

/// The first case that is drawn by a strategy.
constexpr Bits first_of(Draw draw) {
  Bits index = 0;
  while (draw_of(index) != draw) index += kDrawBlock;
  return index;
}

}  // namespace semcheck
