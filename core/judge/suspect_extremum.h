#pragma once

/// @file
/// Which rule a wrong result of max, min or relu breaks. Compiled by the host compiler and by NVRTC.

#include "core/judge/suspect_floating.h"

namespace semcheck {

/// Where every pattern has its place, only what the other order treats in a way of its own tells that it was followed.
template <class Wrong>
SEMCHECK_HD constexpr bool breaks_total_order(const Wrong& wrong) {
  if (!excludes(wrong, Obligation::order, Order::ieee)) return false;
  return has_nan_operand(wrong) || only_zero_sign_is_wrong(wrong);
}

template <class Wrong>
SEMCHECK_HD constexpr Suspicion suspect_extremum(const Wrong& wrong) {
  if (is_floating(wrong.result()))
    return breaks_total_order(wrong) ? certainly(Obligation::order) : suspect_floating(wrong);
  const bool other_order = explained_by(wrong, &Choice::signedness, kAllSignednesses);
  return certainly(other_order ? Obligation::signedness : Obligation::value);
}

}  // namespace semcheck
