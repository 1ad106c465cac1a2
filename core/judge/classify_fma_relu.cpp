#include <optional>

#include "core/judge/explanation.h"
#include "core/judge/suspects.h"

namespace semcheck {
namespace {

constexpr std::array kContracts = {Contract::fused, Contract::separate};
constexpr std::array kPosts = {Post::max, Post::relu};

bool explained_by_both(const WrongResult& wrong) {
  for (Choice reading : wrong.readings)
    for (Contract contract : kContracts)
      for (Subnormal subnormal : kAllSubnormals) {
        reading.contract = contract;
        reading.subnormal = subnormal;
        if (gives_actual(wrong, reading)) return true;
      }
  return false;
}

/// The rules of what happens before the ReLU, or nothing where they do not explain the result.
std::optional<Suspicion> suspect_arithmetic(const WrongResult& wrong) {
  const bool by_contract = explained_by(wrong, &Choice::contract, kContracts);
  const bool by_subnormal = explained_by(wrong, &Choice::subnormal, kAllSubnormals);
  const bool by_rounding = explained_by(wrong, &Choice::round, kAllRoundings);
  const Obligation subnormal = by_subnormal ? Obligation::subnormal : Obligation::value;
  if (by_contract && by_rounding) return Suspicion{Obligation::fma_contract, Obligation::rounding, subnormal};
  if (by_contract) return Suspicion{Obligation::fma_contract, by_subnormal ? subnormal : Obligation::fma_contract};
  if (by_subnormal) return Suspicion{Obligation::subnormal, by_rounding ? Obligation::rounding : Obligation::subnormal};
  if (by_rounding) return certainly(Obligation::rounding);
  if (explained_by_both(wrong)) return Suspicion{Obligation::fma_contract, Obligation::subnormal};
  return std::nullopt;
}

/// The binary rule of NaNs has no effect beside .relu, and explains what a maximum in its place gives.
bool explained_by_nan(const WrongResult& wrong) {
  for (Choice reading : wrong.readings)
    for (Post post : kPosts)
      for (Nan nan : kAllNans) {
        reading.post = post;
        reading.nan = nan;
        if (gives_actual(wrong, reading)) return true;
      }
  return false;
}

/// A NaN instead of a number, or the reverse. A product that overflows may make one, if it is rounded by itself.
Suspicion suspect_nan(const WrongResult& wrong, bool relu_only) {
  const Obligation rule = relu_only && !explained_by_nan(wrong) ? Obligation::fma_post : Obligation::nan;
  return explained_by(wrong, &Choice::contract, kContracts) ? Suspicion{Obligation::fma_contract, rule}
                                                            : certainly(rule);
}

}  // namespace

Suspicion suspect_fma_relu(const WrongResult& wrong) {
  // The binary rules say nothing of PTX's .relu.
  const bool relu_only = excludes(wrong, Obligation::fma_post, Post::max);
  if (nan_for_number(wrong)) return suspect_nan(wrong, relu_only);
  const Suspicion floating = suspect_floating(wrong);
  if (is_nan(result_format(wrong), wrong.actual)) return relu_only ? certainly(Obligation::fma_post) : floating;
  if (floating.likely == Obligation::signed_zero || floating.likely == Obligation::tie) {
    if (relu_only) return certainly(Obligation::fma_post);
    const bool by_post = explained_by(wrong, &Choice::post, kPosts);
    return by_post && floating.certain() ? Suspicion{floating.likely, Obligation::fma_post} : floating;
  }
  return suspect_arithmetic(wrong).value_or(floating);
}

}  // namespace semcheck
