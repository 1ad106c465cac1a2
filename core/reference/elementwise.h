#pragma once

/// @file
/// The reference of every elementwise operation, as plain data and one function. Compiled by the host compiler and by
/// NVRTC; with a constant operation and constant rules everything but the operation's own algorithm folds away.

#include "core/reference/clamp.h"
#include "core/reference/conversion.h"
#include "core/reference/multiply_add.h"
#include "core/reference/relu.h"
#include "core/reference/select.h"

namespace semcheck {

/// Operands that one case of an elementwise operation may have.
inline constexpr int kMostOperands = 4;

/// An elementwise operation, as the reference sees it.
struct Elementwise {
  OperationKind kind = OperationKind::max;
  Format result;
  Format operands[kMostOperands];  ///< those that come with the cases, the first `count` of them
  int count = 2;
  bool has_constants = false;
  Bits constants[2] = {};  ///< the bounds of a clamp, the limit of a clipped gradient
  Relation relation = Relation::lt;
  GradientFrom gradient_from = GradientFrom::input;
  bool has_slope = false;
  Bits slope = 0;  ///< of a leaky `relu`
};

SEMCHECK_HD constexpr Outcome of_extremum(const Elementwise& op, const Choice& choice, const Bits* operands) {
  const Extremum which = is_minimum(op.kind) ? Extremum::min : Extremum::max;
  Outcome outcome = extremum(which, choice, op.result, op.operands[0], op.operands[1], operands[0], operands[1]);
  for (int k = 2; k < op.count; ++k)
    outcome = next_extremum(which, choice, op.result, op.operands[k], outcome, operands[k]);
  return outcome;
}

SEMCHECK_HD constexpr Outcome of_relu(const Elementwise& op, const Choice& choice, Bits x) {
  return relu(choice, op.result, x, op.has_slope ? scaled(choice, op.result, x, op.slope) : 0);
}

SEMCHECK_HD constexpr Outcome of_clamp(const Elementwise& op, const Choice& choice, const Bits* operands) {
  const Bits* bounds = op.has_constants ? op.constants : operands + 1;
  return clamp(choice, op.result, operands[0], bounds[0], bounds[1]);
}

/// The outcome of an elementwise operation under one reading.
/// @param operands  one pattern for each operand that comes with the cases, in order
SEMCHECK_HD constexpr Outcome evaluate(const Elementwise& op, const Choice& choice, const Bits* operands) {
  switch (op.kind) {
    case OperationKind::max:
    case OperationKind::min: return of_extremum(op, choice, operands);
    case OperationKind::relu: return of_relu(op, choice, operands[0]);
    case OperationKind::relu_grad: return relu_grad(choice, op.gradient_from, op.result, operands[0], operands[1]);
    case OperationKind::clamp: return of_clamp(op, choice, operands);
    case OperationKind::grad_clip:
      return grad_clip(choice, op.result, operands[0], op.has_constants ? op.constants[0] : operands[1]);
    case OperationKind::saturate: return saturate(choice, op.result, operands[0]);
    case OperationKind::select: return select(choice, op.result, op.operands[2], operands[0], operands[1], operands[2]);
    case OperationKind::compare:
      return compare(choice, op.relation, op.operands[0], op.operands[1], operands[0], operands[1]);
    case OperationKind::convert: return convert(choice, op.operands[0], op.result, operands[0]);
    case OperationKind::fma_relu: return fma_relu(choice, op.result, operands[0], operands[1], operands[2]);
    default: break;  // an operation over rows
  }
  return {OutcomeKind::anything, 0};
}

}  // namespace semcheck
