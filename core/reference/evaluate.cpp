#include <algorithm>
#include <cassert>

#include "core/reference/reference.h"

namespace semcheck {

Elementwise elementwise(const Operation& operation) {
  assert(!is_row_operation(operation.kind) && operation.operands.size() <= kMostOperands);
  assert(operation.constants.size() <= std::size(Elementwise{}.constants));
  Elementwise op;
  op.kind = operation.kind;
  op.result = format(operation.result);
  op.count = static_cast<int>(operation.operands.size());
  for (std::size_t k = 0; k < operation.operands.size(); ++k) op.operands[k] = format(operation.operands[k]);
  op.has_constants = !operation.constants.empty();
  for (std::size_t k = 0; k < operation.constants.size(); ++k) op.constants[k] = operation.constants[k].bits;
  op.relation = operation.relation;
  op.gradient_from = operation.gradient_from;
  op.has_slope = operation.slope.has_value();
  op.slope = operation.slope.value_or(0);
  return op;
}

Outcome evaluate(const Operation& operation, const Choice& choice, std::span<const Bits> operands) {
  assert(operands.size() == operation.operands.size());
  return evaluate(elementwise(operation), choice, operands.data());
}

}  // namespace semcheck
