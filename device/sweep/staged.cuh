#pragma once

/// @file
/// Kernels that make the operands of cases in arrays, as the kernels of the supplies take them (supply_kernel.h), and
/// judge the results that those leave.

#include "device/sweep/fused.cuh"

namespace semcheck {

/// Cases that share the element of an array: by the values of an operand, or by the side of a square.
template <Space kSpace>
struct Elements {
  static constexpr bool kSquares = kSpace.side > 0;
  static constexpr Bits kGroup = kSquares ? kSpace.side : static_cast<Bits>(kSpace.value_count);
  Bits first;  ///< case
  Bits count;

  __forceinline__ Bits first_group() const { return first / kGroup; }
  __forceinline__ Bits groups() const { return (first + count - 1) / kGroup - first_group() + 1; }

  __forceinline__ Bits elements(int operand) const { return kSquares && operand % 2 == 1 ? kGroup : groups(); }
  /// A case that loads an element of an operand.
  __forceinline__ Bits case_of_element(int operand, Bits element) const {
    if (kSquares && operand % 2 == 1) return first / (kGroup * kGroup) * (kGroup * kGroup) + element;
    return (first_group() + element) * kGroup;
  }
  /// Where the result of a case stands.
  __forceinline__ Bits result(Bits index) const {
    if (kSquares) return index - first_group() * kGroup;
    return index % kGroup * groups() + index / kGroup - first_group();
  }
};

template <Space kSpace, int kOperand, class T>
__forceinline__ void make_elements(const Elements<kSpace>& elements, T* array) {
  const Bits threads = gridDim.x * blockDim.x;
  for (Bits e = blockIdx.x * blockDim.x + threadIdx.x; e < elements.elements(kOperand); e += threads) {
    Bits operands[kMostOperands] = {};
    case_of(KnownSpace<kSpace>{}, elements.case_of_element(kOperand, e), operands);
    array[e] = static_cast<T>(operands[kOperand]);
  }
}

/// Results that a kernel has left, words of the type T.
template <Space kSpace, class T>
struct Stored {
  const T* results;
  Elements<kSpace> elements;

  __forceinline__ void step(const ThreadCases& cases, unsigned place, const Bits (*)[kMostOperands],
                            Bits* of_step) const {
#pragma unroll
    for (unsigned j = 0; j < kCasesOfStep<kSpace>; ++j) of_step[j] = one(cases.base + place + j, nullptr);
  }
  __forceinline__ Bits one(Bits index, const Bits*) const { return results[elements.result(index)]; }
};

template <class Swept, Space kSpace, class T>
__forceinline__ void judge_results(const T* results, DeviceTally* tally, Bits first, Bits count) {
  judge_cases<Swept, kSpace>(tally, first, count, Stored<kSpace, T>{results, {first, count}});
}

template <class Swept, Space kSpace, class T>
__forceinline__ void collect_results(const T* all, Bits* results, Bits* twin, Bits origin, Bits first, Bits count) {
  const Elements<kSpace> elements{first, count};
  sample_cases<Swept, kSpace>(results, twin, origin, first, count,
                              [&](Bits index, const Bits*) { return Bits{all[elements.result(index)]}; });
}

}  // namespace semcheck
