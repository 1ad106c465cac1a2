#pragma once

/// @file
/// Products of 32 bits by 32. Compiled by the host compiler and by NVRTC.

#include "core/values/format.h"

namespace semcheck {

SEMCHECK_HD constexpr Bits wide_product(unsigned a, unsigned b) {
#ifdef __CUDACC_RTC__
  // One instruction: the compiler loses sight of the factors' width when they come out of a shift of 64 bits.
  if (!__builtin_is_constant_evaluated()) {
    Bits product = 0;
    asm("mul.wide.u32 %0, %1, %2;" : "=l"(product) : "r"(a), "r"(b));
    return product;
  }
#endif
  return Bits{a} * b;
}

}  // namespace semcheck
