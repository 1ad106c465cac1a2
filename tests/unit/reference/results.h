#pragma once

/// @file
/// What the reference says of operations with any number of operands.

#include <initializer_list>
#include <vector>

#include "core/reference/reference.h"
#include "tests/unit/operation.h"

namespace semcheck::known {

using Operands = std::initializer_list<Bits>;

inline Outcome outcome_of(const Operation& operation, const Choice& choice, Operands operands) {
  return evaluate(operation, choice, std::vector<Bits>(operands));
}

/// The result that one reading allows, which must be a single pattern.
inline Bits result_of(const Operation& operation, const Choice& choice, Operands operands) {
  const Outcome outcome = outcome_of(operation, choice, operands);
  return outcome.kind == OutcomeKind::exactly ? outcome.bits : ~Bits{0};
}

/// An operation over a dtype with all the operands it may have.
inline Operation whole(OperationKind kind, Dtype dtype) {
  Operation made = operation_over(kind, dtype);
  made.operands.resize(row(kind).operands.size(), dtype);
  return made;
}

inline Operation conversion(Dtype from, Dtype to) {
  Operation made = operation_over(OperationKind::convert, from);
  made.result = to;
  return made;
}

/// The rules that hold when a spec says nothing.
inline Choice default_choice(const Operation& operation) {
  return choices(default_rules(subject_of(operation))).front();
}

}  // namespace semcheck::known
