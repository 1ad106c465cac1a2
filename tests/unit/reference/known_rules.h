#pragma once

/// @file
/// Operations and readings of the rules that the tests name often, each with the text it is taken from.

#include "core/reference/reference.h"
#include "tests/unit/operation.h"

namespace semcheck::known {

inline Operation operation(OperationKind kind, Dtype dtype) {
  return given::operation("", kind, dtype, {dtype, dtype});
}
inline Operation max_of(Dtype dtype) {
  return operation(OperationKind::max, dtype);
}
inline Operation min_of(Dtype dtype) {
  return operation(OperationKind::min, dtype);
}

/// IEEE 754-2019 9.6, maximum and minimum, with the dtype's canonical NaN: PTX max.NaN.
inline Choice maximum(Dtype dtype) {
  Choice c;
  c.nan_canonical = row(dtype).canonical_nan;
  return c;
}

/// IEEE 754-2019 9.6, maximumNumber and minimumNumber, with the dtype's canonical NaN: CUDA's fmaxf, PTX max.
inline Choice maximum_number(Dtype dtype) {
  Choice c = maximum(dtype);
  c.nan = Nan::ignore;
  return c;
}

/// A comparison and a selection of one operand, bits and all (C17 6.5.15). `nan` and `tie` depend on the relation and
/// the order of the arms.
inline Choice compare_select(Dtype dtype, Nan nan, Tie tie) {
  Choice c = maximum(dtype);
  c.nan = nan;
  c.nan_result = NanResult::selected;
  c.snan = Snan::verbatim;
  c.signed_zero = SignedZero::equal;
  c.tie = tie;
  return c;
}

/// The result that one reading allows, which must be a single pattern.
inline Bits only_result(const Operation& operation, const Choice& choice, Bits x, Bits z) {
  const Bits operands[] = {x, z};
  const Outcome outcome = evaluate(operation, choice, operands);
  return outcome.kind == OutcomeKind::exactly ? outcome.bits : ~Bits{0};
}

inline OutcomeKind kind_of(const Operation& operation, const Choice& choice, Bits x, Bits z) {
  const Bits operands[] = {x, z};
  return evaluate(operation, choice, operands).kind;
}

}  // namespace semcheck::known
