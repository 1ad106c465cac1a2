#pragma once

/// @file
/// Which rule a wrong result of fma_relu breaks. Compiled by the host compiler and by NVRTC.

#include "core/judge/suspect_floating.h"

namespace semcheck {

inline constexpr unsigned kPosts = values_of(Post::max, Post::relu);

/// The rules of what happens before the ReLU, or `otherwise` where they do not explain the result.
template <class Wrong>
SEMCHECK_HD constexpr Suspicion suspect_arithmetic(const Wrong& wrong, const Suspicion& otherwise) {
  const bool by_contract = explained_by(wrong, &Choice::contract, kBothContractions);
  const bool by_subnormal = explained_by(wrong, &Choice::subnormal, kAllSubnormals);
  const bool by_rounding = explained_by(wrong, &Choice::round, kAllRoundings);
  const Obligation subnormal = by_subnormal ? Obligation::subnormal : Obligation::value;
  if (by_contract && by_rounding) return {Obligation::fma_contract, Obligation::rounding, subnormal};
  if (by_contract) return {Obligation::fma_contract, by_subnormal ? subnormal : Obligation::fma_contract};
  if (by_subnormal) return {Obligation::subnormal, by_rounding ? Obligation::rounding : Obligation::subnormal};
  if (by_rounding) return certainly(Obligation::rounding);
  if (explained_by_both(wrong, &Choice::contract, kBothContractions, &Choice::subnormal, kAllSubnormals))
    return {Obligation::fma_contract, Obligation::subnormal};
  return otherwise;
}

/// A NaN instead of a number, or the reverse. A product that overflows may make one, if it is rounded by itself.
template <class Wrong>
SEMCHECK_HD constexpr Suspicion suspect_nan_of_sum(const Wrong& wrong, bool relu_only) {
  // The binary rule of NaNs has no effect beside .relu, and explains what a maximum in its place gives.
  const bool by_post = relu_only && !explained_by_both(wrong, &Choice::post, kPosts, &Choice::nan, kAllNans);
  const Obligation rule = by_post ? Obligation::fma_post : Obligation::nan;
  const bool by_contract = explained_by(wrong, &Choice::contract, kBothContractions);
  return {by_contract ? Obligation::fma_contract : rule, rule};
}

template <class Wrong>
SEMCHECK_HD constexpr Suspicion suspect_fma_relu(const Wrong& wrong) {
  // The binary rules say nothing of PTX's .relu.
  const bool relu_only = excludes(wrong, Obligation::fma_post, Post::max);
  if (nan_for_number(wrong)) return suspect_nan_of_sum(wrong, relu_only);
  const Suspicion floating = suspect_floating(wrong);
  if (is_nan(wrong.result(), wrong.actual)) return relu_only ? certainly(Obligation::fma_post) : floating;
  if (floating.likely == Obligation::signed_zero || floating.likely == Obligation::tie) {
    if (relu_only) return certainly(Obligation::fma_post);
    const bool by_post = explained_by(wrong, &Choice::post, kPosts);
    return by_post && floating.certain() ? Suspicion{floating.likely, Obligation::fma_post} : floating;
  }
  return suspect_arithmetic(wrong, floating);
}

}  // namespace semcheck
