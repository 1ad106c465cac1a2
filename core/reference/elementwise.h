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

  SEMCHECK_HD friend constexpr bool operator==(const Elementwise&, const Elementwise&) = default;
};

SEMCHECK_HD constexpr Outcome of_extremum(Extremum which, const Elementwise& op, const Choice& choice,
                                          const Bits* operands) {
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

SEMCHECK_HD constexpr Outcome of_grad_clip(const Elementwise& op, const Choice& choice, const Bits* operands) {
  return grad_clip(choice, op.result, operands[0], op.has_constants ? op.constants[0] : operands[1]);
}

/// The outcome under one reading of an elementwise operation of that kind: NVRTC compiles nothing of the others.
/// @param operands  one pattern for each operand that comes with the cases, in order
template <OperationKind kKind>
SEMCHECK_HD constexpr Outcome evaluate(const Elementwise& op, const Choice& choice, const Bits* operands) {
  using enum OperationKind;
  const Bits* x = operands;
  const Format& f = op.result;
  if constexpr (kKind == max) return of_extremum(Extremum::max, op, choice, x);
  if constexpr (kKind == min) return of_extremum(Extremum::min, op, choice, x);
  if constexpr (kKind == relu) return of_relu(op, choice, x[0]);
  if constexpr (kKind == relu_grad) return semcheck::relu_grad(choice, op.gradient_from, f, x[0], x[1]);
  if constexpr (kKind == clamp) return of_clamp(op, choice, x);
  if constexpr (kKind == grad_clip) return of_grad_clip(op, choice, x);
  if constexpr (kKind == saturate) return semcheck::saturate(choice, f, x[0]);
  if constexpr (kKind == select) return semcheck::select(choice, f, op.operands[2], x[0], x[1], x[2]);
  if constexpr (kKind == compare)
    return semcheck::compare(choice, op.relation, op.operands[0], op.operands[1], x[0], x[1]);
  if constexpr (kKind == convert) return semcheck::convert(choice, op.operands[0], f, x[0]);
  if constexpr (kKind == fma_relu) return semcheck::fma_relu(choice, f, x[0], x[1], x[2]);
  return {OutcomeKind::anything, 0};  // an operation over rows
}

/// What a question answers of the kind of an elementwise operation, by its member template `of`, or `otherwise` for one
/// over rows.
template <class Question, class Answer>
SEMCHECK_HD constexpr Answer ask_of_kind(OperationKind kind, const Question& question, const Answer& otherwise) {
  switch (kind) {
    case OperationKind::max: return question.template of<OperationKind::max>();
    case OperationKind::min: return question.template of<OperationKind::min>();
    case OperationKind::relu: return question.template of<OperationKind::relu>();
    case OperationKind::relu_grad: return question.template of<OperationKind::relu_grad>();
    case OperationKind::clamp: return question.template of<OperationKind::clamp>();
    case OperationKind::grad_clip: return question.template of<OperationKind::grad_clip>();
    case OperationKind::saturate: return question.template of<OperationKind::saturate>();
    case OperationKind::select: return question.template of<OperationKind::select>();
    case OperationKind::compare: return question.template of<OperationKind::compare>();
    case OperationKind::convert: return question.template of<OperationKind::convert>();
    case OperationKind::fma_relu: return question.template of<OperationKind::fma_relu>();
    default: return otherwise;
  }
}

#ifndef __CUDACC_RTC__
// Of operations known at run time only, which would have NVRTC compile every kind.

struct Evaluation {
  const Elementwise& op;
  const Choice& choice;
  const Bits* operands;
  template <OperationKind kKind>
  constexpr Outcome of() const {
    return evaluate<kKind>(op, choice, operands);
  }
};

/// The outcome of an elementwise operation under one reading.
/// @param operands  one pattern for each operand that comes with the cases, in order
constexpr Outcome evaluate(const Elementwise& op, const Choice& choice, const Bits* operands) {
  return ask_of_kind(op.kind, Evaluation{op, choice, operands}, Outcome{OutcomeKind::anything, 0});
}
#endif

}  // namespace semcheck
