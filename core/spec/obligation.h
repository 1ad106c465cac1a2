#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace semcheck {

/// Everything a variant can break: the rules first (those with values, then those that always hold), then the laws.
enum class Obligation : std::uint8_t {
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

inline bool is_law(Obligation o) {
  return o >= Obligation::commutative;
}

inline constexpr std::size_t kObligationCount = static_cast<std::size_t>(Obligation::permutation_invariant) + 1;
/// The obligations that take a value; they come first in the enumeration.
inline constexpr std::size_t kRuleCount = static_cast<std::size_t>(Obligation::grad_zero) + 1;

/// A set of obligations, iterated and printed in the order of the enumeration.
class ObligationSet {
 public:
  ObligationSet() = default;
  ObligationSet(std::initializer_list<Obligation> list) {
    for (Obligation o : list) insert(o);
  }
  void insert(Obligation o) { bits_.set(static_cast<std::size_t>(o)); }
  bool contains(Obligation o) const { return bits_.test(static_cast<std::size_t>(o)); }
  bool empty() const { return bits_.none(); }
  std::vector<Obligation> items() const {
    std::vector<Obligation> list;
    for (std::size_t i = 0; i < kObligationCount; ++i)
      if (bits_.test(i)) list.push_back(static_cast<Obligation>(i));
    return list;
  }
  friend bool operator==(const ObligationSet&, const ObligationSet&) = default;
  friend ObligationSet operator|(ObligationSet a, const ObligationSet& b) {
    a.bits_ |= b.bits_;
    return a;
  }
  /// What is in `a` and not in `b`.
  friend ObligationSet operator-(ObligationSet a, const ObligationSet& b) {
    a.bits_ &= ~b.bits_;
    return a;
  }

 private:
  std::bitset<kObligationCount> bits_;
};

}  // namespace semcheck
