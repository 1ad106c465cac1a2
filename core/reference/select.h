#pragma once

/// @file
/// The reference for `select`. Compiled by the host compiler and by NVRTC.

#include "core/reference/extremum.h"

namespace semcheck {

// C17 6.5.15: the second operand is evaluated if the first compares unequal to 0, and the value is the result. A NaN
// compares unequal to 0.
// rule subnormal = "flush" and "flush_compare": PTX ISA, slct.ftz: a subnormal condition is flushed to zero.
SEMCHECK_HD constexpr bool is_true(const Choice& choice, const Format& condition, Bits w) {
  return is_floating(condition) ? !is_zero(condition, seen_by_comparison(choice, condition, w)) : w != 0;
}

/// The outcome of w ? x : z.
SEMCHECK_HD constexpr Outcome select(const Choice& choice, const Format& f, const Format& condition, Bits x, Bits z,
                                     Bits w) {
  return exactly(operand_seen(choice, f, is_true(choice, condition, w) ? x : z));
}

}  // namespace semcheck
