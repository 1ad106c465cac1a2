#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/spec/spec.h"

namespace semcheck {

/// The operand patterns of all cases, one array for each operand: `operands[k][i]` is operand k of case i.
struct Cases {
  std::vector<std::vector<Bits>> operands;
  /// Cases below this index come from matrices, simplest values first; the rest are random.
  std::size_t special = 0;

  std::size_t size() const { return operands.empty() ? 0 : operands.front().size(); }
  std::vector<Bits> at(std::size_t i) const;
};

/// The cases of a spec: every ordered tuple of each matrix, then `random.count` seeded random patterns (random_case.h);
/// equal cases once, where they come first. A matrix lists its simplest values first, and a tuple comes before all
/// tuples with a value further down the list.
Cases make_cases(const Operation& operation, const Inputs& inputs);

/// `(+0, -0)`: the operands' names, in order. Operands beyond those of the operation (the tuple of a law) have its
/// dtype.
std::string case_name(const Operation& operation, std::span<const Bits> operands);

}  // namespace semcheck
