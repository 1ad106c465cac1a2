#pragma once

/// @file
/// Kernels that compute the results of variants and judge them at once. The variants of a program are a type with a
/// function `of` that computes cases by the variant of a number: one kernel serves them all, so that what stands about
/// them is compiled once.

#include "device/sweep/judge.cuh"

namespace semcheck {

/// The results of some cases by a variant, which is a type with a function `of` of one case's operands.
template <class Variant, unsigned kCount>
__forceinline__ void results_by(const Bits (*operands)[kMostOperands], Bits* results) {
#pragma unroll
  for (unsigned j = 0; j < kCount; ++j) results[j] = Variant::of(operands[j]);
}

template <class Variants>
__forceinline__ Bits result_by(unsigned variant, const Bits* operands) {
  Bits of_case[1][kMostOperands], result = 0;
  for (int k = 0; k < kMostOperands; ++k) of_case[0][k] = operands[k];
  Variants::template of<1>(variant, of_case, &result);
  return result;
}

/// Results that a variant gives.
template <Space kSpace, class Variants>
struct Computed {
  unsigned variant;

  __forceinline__ void step(const ThreadCases&, unsigned, const Bits (*operands)[kMostOperands], Bits* results) const {
    Variants::template of<kCasesOfStep<kSpace>>(variant, operands, results);
  }
  __forceinline__ Bits one(Bits, const Bits* operands) const { return result_by<Variants>(variant, operands); }
};

template <class Swept, Space kSpace, class Variants>
__forceinline__ void sweep(DeviceTally* tally, Bits first, Bits count, unsigned variant) {
  judge_cases<Swept, kSpace>(tally, first, count, Computed<kSpace, Variants>{variant});
}

/// Makes a case, and returns what it adds to the digest of the twin.
template <class Swept, Space kSpace>
__noinline__ Bits twin_case(Bits index, Bits* operands) {
  case_of(KnownSpace<kSpace>{}, index, operands);
  return Swept::twin_term(operands, index);
}

/// Leaves the result of case i at `results[i - origin]`, and adds the terms of the twin to a digest.
/// @param result  gives the result of a case: by its index and its operands
template <class Swept, Space kSpace, class Result>
__forceinline__ void sample_cases(Bits* results, Bits* twin, Bits origin, Bits first, Bits count,
                                  const Result& result) {
  const Bits i = blockIdx.x * blockDim.x + threadIdx.x;
  Bits term = 0;
  if (i < count) {
    Bits operands[kMostOperands] = {};
    term = twin_case<Swept, kSpace>(first + i, operands);
    results[first + i - origin] = result(first + i, operands);
  }
  add_up(twin, term);
}

template <class Swept, Space kSpace, class Variants>
__forceinline__ void sample(Bits* results, Bits* twin, Bits origin, Bits first, Bits count, unsigned variant) {
  sample_cases<Swept, kSpace>(results, twin, origin, first, count,
                              [variant](Bits, const Bits* operands) { return result_by<Variants>(variant, operands); });
}

}  // namespace semcheck
