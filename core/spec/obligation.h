#pragma once

/// @file
/// Everything a variant can break. Compiled by the host compiler and by NVRTC.

#include "core/values/format.h"

namespace semcheck {

/// Everything a variant can break: the rules first (those with values, then those that always hold), then the laws.
enum class Obligation : unsigned char {
  // rules with values, the keys of [rules]
  nan,
  nan_result,
  snan,
  signed_zero,
  tie,
  subnormal,
  signedness,
  infinity,
  abs,
  sign,
  order,
  nan_sign,
  nan_payload,
  // rules with values of composed operations, the keys of [clamp], [reduce], …
  clamp_form,
  clamp_bounds_reversed,
  clamp_nan_bound,
  reduce_order,
  reduce_identity,
  reduce_init_participates,
  reduce_empty,
  argmax_tie,
  argmax_nan,
  softmax_guard,
  convert_round,
  convert_overflow,
  convert_nan,
  convert_stage,
  fma_contract,
  fma_post,
  grad_nan,
  grad_zero,
  // rules that always hold
  value,
  saturation,
  rounding,
  index,
  supply_invariant,
  inspect,
  // laws, the keys of [laws]
  commutative,
  associative,
  idempotent,
  absorbing,
  monotone,
  bounded,
  permutation_invariant,
};

SEMCHECK_HD constexpr bool is_law(Obligation o) {
  return o >= Obligation::commutative;
}

inline constexpr decltype(sizeof 0) kObligationCount =
    static_cast<decltype(sizeof 0)>(Obligation::permutation_invariant) + 1;
/// The obligations that take a value; they come first in the enumeration.
inline constexpr decltype(sizeof 0) kRuleCount = static_cast<decltype(sizeof 0)>(Obligation::grad_zero) + 1;

}  // namespace semcheck
