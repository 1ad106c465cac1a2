#pragma once

/// @file
/// Which obligation a wrong result of an elementwise operation breaks; classify.h tells what decides. Compiled by the
/// host compiler and by NVRTC.

#include "core/judge/suspect_clamp.h"
#include "core/judge/suspect_convert.h"
#include "core/judge/suspect_extremum.h"
#include "core/judge/suspect_fma_relu.h"
#include "core/judge/suspect_select.h"

namespace semcheck {

template <class Wrong>
SEMCHECK_HD constexpr Suspicion suspect_by_kind(const Wrong& wrong) {
  using enum OperationKind;
  constexpr OperationKind kKind = Wrong::kKind;
  if constexpr (kKind == clamp || kKind == grad_clip || kKind == saturate)
    return suspect_clamp(wrong);
  else if constexpr (kKind == relu_grad)
    return suspect_relu_grad(wrong);
  else if constexpr (kKind == select)
    return suspect_select(wrong);
  else if constexpr (kKind == compare)
    return suspect_compare(wrong);
  else if constexpr (kKind == convert)
    return suspect_convert(wrong);
  else if constexpr (kKind == fma_relu)
    return suspect_fma_relu(wrong);
  else
    return suspect_extremum(wrong);
}

/// A suspicion of what the operation has rules for: what it has none for is a wrong value.
/// @param applicable  as in Contract
SEMCHECK_HD constexpr Suspicion among_applicable(Suspicion suspicion, unsigned long long applicable) {
  const auto applies = [&](Obligation o) { return (applicable >> static_cast<unsigned>(o) & 1) != 0; };
  if (!applies(suspicion.likely)) return certainly(Obligation::value);
  if (!applies(suspicion.otherwise)) suspicion.otherwise = suspicion.likely;
  return suspicion;
}

SEMCHECK_HD constexpr bool has_signaling_operand(const Elementwise& op, const Bits* operands) {
  for (int k = 0; k < op.count; ++k)
    if (is_signaling(op.operands[k], operands[k])) return true;
  return false;
}

/// Which obligations a wrong result may break.
/// @tparam Operation  that of the contract, as far as it is known at compile time: OfKind or Known
template <class Operation>
SEMCHECK_HD constexpr Suspicion suspect_as(const Contract& contract, const Bits* operands, Bits actual) {
  return among_applicable(suspect_by_kind(WrongCase<Operation>{contract, operands, actual}), contract.applicable);
}

/// What a sweep counts a wrong result by.
/// @tparam kOperation  that of the contract
template <Elementwise kOperation>
SEMCHECK_NOINLINE SEMCHECK_HD constexpr SuspicionKey key_of_wrong(const Contract& contract, const Bits* operands,
                                                                  Bits actual) {
  return key_of(suspect_as<Known<kOperation>>(contract, operands, actual), has_signaling_operand(kOperation, operands));
}

#ifndef __CUDACC_RTC__
// Of operations known at run time only, which would have NVRTC compile every kind.

struct Attribution {
  const Contract& contract;
  const Bits* operands;
  Bits actual;
  template <OperationKind kKind>
  constexpr Suspicion of() const {
    return suspect_as<OfKind<kKind>>(contract, operands, actual);
  }
};

/// Which obligations a wrong result may break.
constexpr Suspicion suspect(const Contract& contract, const Bits* operands, Bits actual) {
  const Attribution attribution{contract, operands, actual};
  return ask_of_kind(contract.operation.kind, attribution, certainly(Obligation::value));
}
constexpr SuspicionKey key_of_wrong(const Contract& contract, const Bits* operands, Bits actual) {
  return key_of(suspect(contract, operands, actual), has_signaling_operand(contract.operation, operands));
}
#endif

}  // namespace semcheck
