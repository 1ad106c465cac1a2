#pragma once

/// @file
/// Kernels that check the laws on a variant.

#include "core/sweep/swept_laws.h"
#include "device/sweep/fused.cuh"

namespace semcheck {

template <class Variants>
__noinline__ Bits result_of_pair(unsigned variant, Bits x, Bits z) {
  const Bits operands[kMostOperands] = {x, z};
  return result_by<Variants>(variant, operands);
}

template <class Variants, Obligation kLaw>
__forceinline__ void check_law(WrongCases& wrong, const LawContext& context, const LawOperands& operands, Bits index,
                               unsigned variant) {
  const auto f = [variant](Bits x, Bits z) { return result_of_pair<Variants>(variant, x, z); };
  if (law_fault(kLaw, context, f, operands).is_broken) wrong.add(key_of(certainly(kLaw), false), index);
}

/// Checks laws on the cases of all threads. What is swept has the context of its laws as `kLawContext`.
template <class Swept, Space kSpace, class Variants, Obligation... kLaws>
__forceinline__ void sweep_laws(DeviceTally* tally, Bits first, Bits count, unsigned variant) {
  const Bits thread = blockIdx.x * blockDim.x + threadIdx.x;
  const ThreadCases cases{first / kCasesOfThread * kCasesOfThread + thread * kCasesOfThread, first, first + count};
  WrongCases wrong(tally);
#pragma unroll 1
  for (unsigned place = 0; place < kCasesOfThread; ++place) {
    const Bits index = cases.base + place;
    if (!cases.holds(index)) continue;
    const LawOperands operands = law_operands(KnownSpace<kSpace>{}, index);
    (check_law<Variants, kLaws>(wrong, Swept::kLawContext, operands, index, variant), ...);
  }
  wrong.flush();
}

}  // namespace semcheck
