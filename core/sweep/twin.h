#pragma once

/// @file
/// The digest by which the reference of a device is compared with that of the host: of the operands of a case and of
/// what each reading allows for it. Compiled by the host compiler and by NVRTC.

#include "core/judge/contract.h"
#include "core/sweep/cases.h"
#include "core/sweep/digest.h"

namespace semcheck {

SEMCHECK_HD constexpr Bits operands_term(int count, const Bits* operands, Bits index) {
  Bits sum = 0;
  for (int k = 0; k < count; ++k) sum += digest_term(index + static_cast<Bits>(k), operands[k]);
  return sum;
}

SEMCHECK_HD constexpr Bits outcome_term(int reading, const Outcome& outcome, Bits index) {
  constexpr Bits kFirst = 16;
  constexpr Bits kKinds = 8;
  return digest_term(index + kFirst + static_cast<Bits>(reading),
                     outcome.bits * kKinds + static_cast<Bits>(outcome.kind));
}

/// What a case adds to the digest of the twin, where operation and readings are known at compile time.
template <Elementwise kOperation, Choice... kReadings>
SEMCHECK_HD constexpr Bits twin_term(const Bits* operands, Bits index) {
  Bits sum = operands_term(kOperation.count, operands, index);
  int reading = 0;
  ((sum += outcome_term(reading++, evaluate<kOperation.kind>(kOperation, kReadings, operands), index)), ...);
  return sum;
}

#ifndef __CUDACC_RTC__
/// What a case adds to the digest of the twin.
constexpr Bits twin_term(const Contract& contract, const Space& space, Bits index) {
  Bits operands[kMostOperands] = {};
  case_at(space, index, operands);
  Bits sum = operands_term(contract.operation.count, operands, index);
  for (int r = 0; r < contract.reading_count; ++r)
    sum += outcome_term(r, evaluate(contract.operation, contract.readings[r], operands), index);
  return sum;
}

/// The digest of the twin over the cases from `first` on.
constexpr Bits twin_digest(const Contract& contract, const Space& space, Bits first, Bits count) {
  Bits sum = 0;
  for (Bits i = 0; i < count; ++i) sum += twin_term(contract, space, first + i);
  return sum;
}
#endif

}  // namespace semcheck
