#pragma once

/// @file
/// What the results of an elementwise operation are held to, as plain data. Compiled by the host compiler and by NVRTC.

#include "core/judge/suspicion.h"
#include "core/reference/elementwise.h"

namespace semcheck {

/// An operation and its rules. A result is right when one of the readings allows it.
struct Contract {
  Elementwise operation;
  const Choice* readings = nullptr;  ///< of the rules, the first `reading_count`
  int reading_count = 0;
  unsigned short allowed[kRuleCount] = {};  ///< the rules themselves: a bit for each allowed value (Rules::allowed)
  unsigned long long applicable = 0;        ///< bit i: obligation i has a meaning for the operation
};

// Where the operation is known at compile time, it is a template argument, so that NVRTC compiles nothing of the other
// kinds; with the readings as well all of the rules fold away.

/// Whether one of the readings allows a result.
template <Elementwise kOperation, Choice... kReadings>
SEMCHECK_HD constexpr bool allows(const Bits* operands, Bits actual) {
  return (allows(kOperation.result, evaluate<kOperation.kind>(kOperation, kReadings, operands), actual) || ...);
}

/// Whether one of the readings allows anything for the case, so that it checks nothing.
template <Elementwise kOperation, Choice... kReadings>
SEMCHECK_HD constexpr bool is_unchecked(const Bits* operands) {
  return ((evaluate<kOperation.kind>(kOperation, kReadings, operands).kind == OutcomeKind::anything) || ...);
}

#ifndef __CUDACC_RTC__
constexpr bool allows(const Contract& contract, const Bits* operands, Bits actual) {
  for (int r = 0; r < contract.reading_count; ++r)
    if (allows(contract.operation.result, evaluate(contract.operation, contract.readings[r], operands), actual))
      return true;
  return false;
}

constexpr bool is_unchecked(const Contract& contract, const Bits* operands) {
  for (int r = 0; r < contract.reading_count; ++r)
    if (evaluate(contract.operation, contract.readings[r], operands).kind == OutcomeKind::anything) return true;
  return false;
}
#endif

}  // namespace semcheck
