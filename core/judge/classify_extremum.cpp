#include "core/judge/explanation.h"
#include "core/judge/suspects.h"

namespace semcheck {
namespace {

bool allows_nan(const WrongResult& wrong) {
  return std::any_of(wrong.expected.begin(), wrong.expected.end(), [&](const Outcome& o) {
    return is_nan(result_format(wrong), o) || o.kind == OutcomeKind::anything;
  });
}

bool allows_number(const WrongResult& wrong) {
  return std::any_of(wrong.expected.begin(), wrong.expected.end(),
                     [&](const Outcome& o) { return !is_nan(result_format(wrong), o); });
}

/// Whether one of the allowed patterns is the result with another sign.
bool only_sign_is_wrong(const WrongResult& wrong) {
  const Format& f = result_format(wrong);
  return allows(f, wrong.expected, wrong.actual ^ sign_mask(f));
}

constexpr std::array kNanResults = {NanResult::canonical, NanResult::first, NanResult::second};
constexpr std::array kSnans = {Snan::quiet, Snan::verbatim, Snan::propagate};
constexpr std::array kTies = {Tie::first, Tie::second};

/// Two subnormals of unlike sign compare like zeros once they are flushed, so the rule of zeros must not stand in the
/// way.
bool explained_by_flushing(const WrongResult& wrong) {
  for (Choice reading : wrong.readings)
    for (Subnormal subnormal : kAllSubnormals) {
      reading.subnormal = subnormal;
      reading.signed_zero = SignedZero::ordered;
      if (gives_actual(wrong, reading)) return true;
      reading.signed_zero = SignedZero::equal;
      for (Tie tie : kTies) {
        reading.tie = tie;
        if (gives_actual(wrong, reading)) return true;
      }
    }
  return false;
}

bool compares_magnitudes(const WrongResult& wrong) {
  return wrong.rules.allows(Obligation::abs, Abs::inputs) &&
         !wrong.rules.allows(Obligation::sign, Sign::larger_magnitude);
}

Suspicion suspect_zero_sign(const WrongResult& wrong) {
  const bool equal = wrong.rules.allows(Obligation::signed_zero, SignedZero::equal) &&
                     !wrong.rules.allows(Obligation::signed_zero, SignedZero::ordered);
  const Obligation rule = equal ? Obligation::tie : Obligation::signed_zero;
  const bool flushing = has_subnormal_operand(wrong) && explained_by(wrong, &Choice::subnormal, kAllSubnormals);
  return {rule, flushing ? Obligation::subnormal : rule};
}

Suspicion suspect_number(const WrongResult& wrong) {
  if (compares_magnitudes(wrong) && only_sign_is_wrong(wrong)) return certainly(Obligation::sign);
  if (only_zero_sign_is_wrong(wrong)) return suspect_zero_sign(wrong);
  if (!has_subnormal_operand(wrong)) return certainly(Obligation::value);
  if (explained_by(wrong, &Choice::tie, kTies)) return certainly(Obligation::tie);
  if (explained_by_flushing(wrong)) return certainly(Obligation::subnormal);
  return certainly(Obligation::value);
}

Suspicion suspect_integer(const WrongResult& wrong) {
  const bool other_order = explained_by(wrong, &Choice::signedness, kAllSignednesses);
  return certainly(other_order ? Obligation::signedness : Obligation::value);
}

/// Where every pattern has its place, only what the other order treats in a way of its own tells that it was followed.
bool breaks_total_order(const WrongResult& wrong) {
  if (!excludes(wrong, Obligation::order, Order::ieee)) return false;
  const bool nan_operand = has_operand(wrong, [](const Format& f, Bits b) { return is_nan(f, b); });
  return nan_operand || only_zero_sign_is_wrong(wrong);
}

}  // namespace

Suspicion suspect_nan_bits(const WrongResult& wrong) {
  const Format& f = result_format(wrong);
  const bool by_snan = explained_by(wrong, &Choice::snan, kSnans);
  if (by_snan && !explained_by(wrong, &Choice::nan_result, kNanResults)) return certainly(Obligation::snan);
  const bool quiet_bit_missing = is_signaling(f, wrong.actual) && allows(f, wrong.expected, quieted(f, wrong.actual));
  if (by_snan || quiet_bit_missing) return {Obligation::snan, Obligation::nan_result};
  if (excludes(wrong, Obligation::nan_sign, NanSign::keep) && only_sign_is_wrong(wrong))
    return certainly(Obligation::nan_sign);
  if (excludes(wrong, Obligation::nan_payload, NanPayload::keep)) return certainly(Obligation::nan_payload);
  return certainly(Obligation::nan_result);
}

bool nan_for_number(const WrongResult& wrong) {
  return is_nan(result_format(wrong), wrong.actual) ? !allows_nan(wrong) : !allows_number(wrong);
}

bool only_zero_sign_is_wrong(const WrongResult& wrong) {
  const Format& f = result_format(wrong);
  return is_floating(f) && is_zero(f, wrong.actual) && only_sign_is_wrong(wrong);
}

Suspicion suspect_floating(const WrongResult& wrong) {
  if (nan_for_number(wrong)) return certainly(Obligation::nan);
  return is_nan(result_format(wrong), wrong.actual) ? suspect_nan_bits(wrong) : suspect_number(wrong);
}

Suspicion suspect_extremum(const WrongResult& wrong) {
  if (!is_floating(result_format(wrong))) return suspect_integer(wrong);
  return breaks_total_order(wrong) ? certainly(Obligation::order) : suspect_floating(wrong);
}

}  // namespace semcheck
