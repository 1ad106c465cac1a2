#include <array>
#include <cassert>

#include "core/reference/clamp.h"
#include "core/reference/conversion.h"
#include "core/reference/multiply_add.h"
#include "core/reference/reference.h"
#include "core/reference/relu.h"
#include "core/reference/select.h"

namespace semcheck {
namespace {

using Operands = std::span<const Bits>;

const Format& format_of(const Operation& operation, std::size_t operand) {
  return format(operation.operands[operand]);
}

Outcome of_extremum(const Operation& operation, const Choice& choice, Operands operands) {
  const Extremum which = is_minimum(operation.kind) ? Extremum::min : Extremum::max;
  const Format& f = format(operation.result);
  Outcome outcome =
      extremum(which, choice, f, format_of(operation, 0), format_of(operation, 1), operands[0], operands[1]);
  for (std::size_t k = 2; k < operands.size(); ++k)
    outcome = next_extremum(which, choice, f, format_of(operation, k), outcome, operands[k]);
  return outcome;
}

Outcome of_relu(const Operation& operation, const Choice& choice, Operands operands) {
  const Format& f = format(operation.result);
  const Bits other = operation.slope ? scaled(choice, f, operands[0], *operation.slope) : 0;
  return relu(choice, f, operands[0], other);
}

Outcome of_relu_grad(const Operation& operation, const Choice& choice, Operands operands) {
  return relu_grad(choice, operation.gradient_from, format(operation.result), operands[0], operands[1]);
}

Outcome of_clamp(const Operation& operation, const Choice& choice, Operands operands) {
  const bool constant = !operation.constants.empty();
  const Bits lower = constant ? operation.constants[0].bits : operands[1];
  const Bits upper = constant ? operation.constants[1].bits : operands[2];
  return clamp(choice, format(operation.result), operands[0], lower, upper);
}

Outcome of_grad_clip(const Operation& operation, const Choice& choice, Operands operands) {
  const Bits limit = operation.constants.empty() ? operands[1] : operation.constants[0].bits;
  return grad_clip(choice, format(operation.result), operands[0], limit);
}

Outcome of_saturate(const Operation& operation, const Choice& choice, Operands operands) {
  return saturate(choice, format(operation.result), operands[0]);
}

Outcome of_select(const Operation& operation, const Choice& choice, Operands operands) {
  return select(choice, format(operation.result), format_of(operation, 2), operands[0], operands[1], operands[2]);
}

Outcome of_compare(const Operation& operation, const Choice& choice, Operands operands) {
  return compare(choice, operation.relation, format_of(operation, 0), format_of(operation, 1), operands[0],
                 operands[1]);
}

Outcome of_convert(const Operation& operation, const Choice& choice, Operands operands) {
  return convert(choice, format_of(operation, 0), format(operation.result), operands[0]);
}

Outcome of_fma_relu(const Operation& operation, const Choice& choice, Operands operands) {
  return fma_relu(choice, format(operation.result), operands[0], operands[1], operands[2]);
}

struct ReferenceRow {
  OperationKind kind;
  Outcome (*evaluate)(const Operation&, const Choice&, Operands);
};

constexpr std::array kReferences = {
    ReferenceRow{OperationKind::max, of_extremum},      ReferenceRow{OperationKind::min, of_extremum},
    ReferenceRow{OperationKind::relu, of_relu},         ReferenceRow{OperationKind::relu_grad, of_relu_grad},
    ReferenceRow{OperationKind::clamp, of_clamp},       ReferenceRow{OperationKind::grad_clip, of_grad_clip},
    ReferenceRow{OperationKind::saturate, of_saturate}, ReferenceRow{OperationKind::select, of_select},
    ReferenceRow{OperationKind::compare, of_compare},   ReferenceRow{OperationKind::convert, of_convert},
    ReferenceRow{OperationKind::fma_relu, of_fma_relu},
};

constexpr bool rows_in_order() {
  for (std::size_t i = 0; i < kReferences.size(); ++i)
    if (static_cast<std::size_t>(kReferences[i].kind) != i) return false;
  return true;
}
static_assert(rows_in_order(), "row i of kReferences computes operation i, an elementwise one");

}  // namespace

Outcome evaluate(const Operation& operation, const Choice& choice, std::span<const Bits> operands) {
  assert(operands.size() == operation.operands.size());
  assert(!is_row_operation(operation.kind));
  return kReferences[static_cast<std::size_t>(operation.kind)].evaluate(operation, choice, operands);
}

}  // namespace semcheck
