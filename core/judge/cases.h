#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/spec/spec.h"

namespace semcheck {

/// The operand patterns of all cases, one array for each operand: `operands[k][i]` is operand k of case i. A case of a
/// row operation is a row: elements `starts[i]` to `starts[i + 1]` of `operands[0]`.
struct Cases {
  std::vector<std::vector<Bits>> operands;
  /// Cases below this index are chosen: those of matrices, simplest values first, and edge cases; the rest are random.
  std::size_t special = 0;
  std::vector<std::size_t> starts;  ///< one more than there are rows; empty for elementwise operations

  std::size_t size() const {
    if (!starts.empty()) return starts.size() - 1;
    return operands.empty() ? 0 : operands.front().size();
  }
  /// The operands of case i, or the elements of row i.
  std::vector<Bits> at(std::size_t i) const;
  /// The same, into memory that is used again.
  void get(std::size_t i, std::vector<Bits>& tuple) const;
};

/// The cases with these numbers, all of them special.
Cases cases_at(const Cases& all, const std::vector<std::size_t>& numbers);

/// The cases of a spec: every ordered tuple of each matrix, the edge cases of the operation (edge_cases.h), then
/// `random.count` seeded random patterns (random_case.h); equal cases once, where they come first. A matrix lists its
/// simplest values first, and a tuple comes before all tuples with a value further down the list. Where that would be
/// more than 50,000 tuples (of three operands: more than 36 values), a matrix gives every tuple of its first 16 values,
/// and each later value at each place with every pair of the first 8 as the others. Rows are told in row_cases.h.
Cases make_cases(const Operation& operation, const Inputs& inputs);

/// `(+0, -0)`: the operands' names, in order; of a long row its first and last elements and those that stand out.
/// Operands beyond those of the operation (the tuple of a law) have its dtype.
std::string case_name(const Operation& operation, std::span<const Bits> operands);

}  // namespace semcheck
