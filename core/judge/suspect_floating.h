#pragma once

/// @file
/// The rules of NaNs, zeros and subnormals, over any floating result that comes from maxima and minima. Compiled by the
/// host compiler and by NVRTC.

#include "core/judge/explanation.h"

namespace semcheck {

/// True when the result is a NaN and none is allowed, or a number and only NaNs are.
template <class Wrong>
SEMCHECK_NOINLINE SEMCHECK_HD constexpr bool nan_for_number(const Wrong& wrong) {
  const Format f = wrong.result();
  if (is_nan(f, wrong.actual))
    return !wrong.expects_any([&](const Outcome& o) { return is_nan(f, o) || o.kind == OutcomeKind::anything; });
  return !wrong.expects_any([&](const Outcome& o) { return !is_nan(f, o); });
}

/// Whether one of the allowed patterns is the result with another sign.
template <class Wrong>
SEMCHECK_NOINLINE SEMCHECK_HD constexpr bool only_sign_is_wrong(const Wrong& wrong) {
  return expects(wrong, wrong.actual ^ sign_mask(wrong.result()));
}

/// True when one of the allowed results is the other zero.
template <class Wrong>
SEMCHECK_HD constexpr bool only_zero_sign_is_wrong(const Wrong& wrong) {
  const Format f = wrong.result();
  return is_floating(f) && is_zero(f, wrong.actual) && only_sign_is_wrong(wrong);
}

/// The rules that fix a NaN's bits, where a NaN came out and another one is right.
template <class Wrong>
SEMCHECK_NOINLINE SEMCHECK_HD constexpr Suspicion suspect_nan_bits(const Wrong& wrong) {
  const Format f = wrong.result();
  constexpr unsigned kSnans = values_of(Snan::quiet, Snan::verbatim, Snan::propagate);
  constexpr unsigned kNanResults = values_of(NanResult::canonical, NanResult::first, NanResult::second);
  const bool by_snan = explained_by(wrong, &Choice::snan, kSnans);
  if (by_snan && !explained_by(wrong, &Choice::nan_result, kNanResults)) return certainly(Obligation::snan);
  const bool quiet_bit_missing = is_signaling(f, wrong.actual) && expects(wrong, quieted(f, wrong.actual));
  if (by_snan || quiet_bit_missing) return {Obligation::snan, Obligation::nan_result};
  if (excludes(wrong, Obligation::nan_sign, NanSign::keep) && only_sign_is_wrong(wrong))
    return certainly(Obligation::nan_sign);
  if (excludes(wrong, Obligation::nan_payload, NanPayload::keep)) return certainly(Obligation::nan_payload);
  return certainly(Obligation::nan_result);
}

/// Two subnormals of unlike sign compare like zeros once they are flushed, so the rule of zeros must not stand in the
/// way.
template <class Wrong>
SEMCHECK_HD constexpr bool explained_by_flushing(const Wrong& wrong) {
  const auto gives_actual = [&](const Choice& reading) { return wrong.gives_actual(reading); };
  const auto with_any_zeros = [&](Choice& reading) {
    reading.signed_zero = SignedZero::ordered;
    if (wrong.gives_actual(reading)) return true;
    reading.signed_zero = SignedZero::equal;
    return with_some(reading, &Choice::tie, values_of(Tie::first, Tie::second), gives_actual);
  };
  SEMCHECK_ROLLED for (Choice reading : wrong.readings()) {
    if (with_some(reading, &Choice::subnormal, kAllSubnormals, with_any_zeros)) return true;
  }
  return false;
}

template <class Wrong>
SEMCHECK_HD constexpr Suspicion suspect_zero_sign(const Wrong& wrong) {
  const bool equal = allows_value(wrong, Obligation::signed_zero, SignedZero::equal) &&
                     !allows_value(wrong, Obligation::signed_zero, SignedZero::ordered);
  const Obligation rule = equal ? Obligation::tie : Obligation::signed_zero;
  const bool flushing = has_subnormal_operand(wrong) && explained_by(wrong, &Choice::subnormal, kAllSubnormals);
  return {rule, flushing ? Obligation::subnormal : rule};
}

template <class Wrong>
SEMCHECK_HD constexpr bool compares_magnitudes(const Wrong& wrong) {
  return allows_value(wrong, Obligation::abs, Abs::inputs) &&
         !allows_value(wrong, Obligation::sign, Sign::larger_magnitude);
}

template <class Wrong>
SEMCHECK_HD constexpr Suspicion suspect_number(const Wrong& wrong) {
  if (compares_magnitudes(wrong) && only_sign_is_wrong(wrong)) return certainly(Obligation::sign);
  if (only_zero_sign_is_wrong(wrong)) return suspect_zero_sign(wrong);
  if (!has_subnormal_operand(wrong)) return certainly(Obligation::value);
  if (explained_by(wrong, &Choice::tie, values_of(Tie::first, Tie::second))) return certainly(Obligation::tie);
  return certainly(explained_by_flushing(wrong) ? Obligation::subnormal : Obligation::value);
}

template <class Wrong>
SEMCHECK_NOINLINE SEMCHECK_HD constexpr Suspicion suspect_floating(const Wrong& wrong) {
  if (nan_for_number(wrong)) return certainly(Obligation::nan);
  return is_nan(wrong.result(), wrong.actual) ? suspect_nan_bits(wrong) : suspect_number(wrong);
}

}  // namespace semcheck
