#include "core/judge/classify.h"

#include <algorithm>
#include <array>

namespace semcheck {
namespace {

const Format& result_format(const WrongResult& wrong) {
  return format(wrong.operation.dtype);
}

bool allows_nan(const WrongResult& wrong) {
  return std::any_of(wrong.expected.begin(), wrong.expected.end(), [&](const Outcome& o) {
    return o.kind == OutcomeKind::exactly ? is_nan(result_format(wrong), o.bits) : o.kind != OutcomeKind::any_zero;
  });
}

bool allows_number(const WrongResult& wrong) {
  return std::any_of(wrong.expected.begin(), wrong.expected.end(), [&](const Outcome& o) {
    return o.kind == OutcomeKind::exactly ? !is_nan(result_format(wrong), o.bits) : o.kind == OutcomeKind::any_zero;
  });
}

/// Whether one of the allowed patterns is the result with another sign.
bool only_sign_is_wrong(const WrongResult& wrong) {
  const Bits opposite = wrong.actual ^ sign_mask(result_format(wrong));
  return std::find(wrong.expected.begin(), wrong.expected.end(), Outcome{OutcomeKind::exactly, opposite}) !=
         wrong.expected.end();
}

bool gives_actual(const WrongResult& wrong, const Choice& reading) {
  return allows(result_format(wrong), evaluate(wrong.operation, reading, wrong.operands), wrong.actual);
}

/// Whether the result would be right if one rule had one of these values.
template <class Value, std::size_t N>
bool explained_by(const WrongResult& wrong, Value Choice::*rule, const std::array<Value, N>& values) {
  for (Choice reading : wrong.readings)
    for (Value value : values) {
      reading.*rule = value;
      if (gives_actual(wrong, reading)) return true;
    }
  return false;
}

constexpr std::array kNanResults = {NanResult::canonical, NanResult::first, NanResult::second};
constexpr std::array kSnans = {Snan::quiet, Snan::verbatim, Snan::propagate};
constexpr std::array kSubnormals = {Subnormal::preserve, Subnormal::flush, Subnormal::flush_compare};
constexpr std::array kSignednesses = {Signedness::same, Signedness::promote, Signedness::exact, Signedness::as_signed,
                                      Signedness::as_unsigned};
constexpr std::array kTies = {Tie::first, Tie::second};

bool has_subnormal_operand(const WrongResult& wrong) {
  return std::any_of(wrong.operands.begin(), wrong.operands.end(),
                     [&](Bits b) { return is_subnormal(result_format(wrong), b); });
}

/// Two subnormals of unlike sign compare like zeros once they are flushed, so the rule of zeros must not stand in the
/// way.
bool explained_by_flushing(const WrongResult& wrong) {
  for (Choice reading : wrong.readings)
    for (Subnormal subnormal : kSubnormals) {
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

Suspicion certainly(Obligation obligation) {
  return {obligation, obligation};
}

Suspicion suspect_nan_bits(const WrongResult& wrong) {
  const Format& f = result_format(wrong);
  const bool by_snan = explained_by(wrong, &Choice::snan, kSnans);
  if (by_snan && !explained_by(wrong, &Choice::nan_result, kNanResults)) return certainly(Obligation::snan);
  const bool quiet_bit_missing = is_signaling(f, wrong.actual) && allows(f, wrong.expected, quieted(f, wrong.actual));
  if (by_snan || quiet_bit_missing) return {Obligation::snan, Obligation::nan_result};
  return certainly(Obligation::nan_result);
}

bool compares_magnitudes(const WrongResult& wrong) {
  return wrong.rules.allows(Obligation::abs, Abs::inputs) &&
         !wrong.rules.allows(Obligation::sign, Sign::larger_magnitude);
}

Suspicion suspect_zero_sign(const WrongResult& wrong) {
  const bool equal = wrong.rules.allows(Obligation::signed_zero, SignedZero::equal) &&
                     !wrong.rules.allows(Obligation::signed_zero, SignedZero::ordered);
  const Obligation rule = equal ? Obligation::tie : Obligation::signed_zero;
  const bool flushing = has_subnormal_operand(wrong) && explained_by(wrong, &Choice::subnormal, kSubnormals);
  return {rule, flushing ? Obligation::subnormal : rule};
}

Suspicion suspect_number(const WrongResult& wrong) {
  if (compares_magnitudes(wrong) && only_sign_is_wrong(wrong)) return certainly(Obligation::sign);
  if (is_zero(result_format(wrong), wrong.actual) && only_sign_is_wrong(wrong)) return suspect_zero_sign(wrong);
  if (!has_subnormal_operand(wrong)) return certainly(Obligation::value);
  if (explained_by(wrong, &Choice::tie, kTies)) return certainly(Obligation::tie);
  if (explained_by_flushing(wrong)) return certainly(Obligation::subnormal);
  return certainly(Obligation::value);
}

Suspicion suspect_integer(const WrongResult& wrong) {
  const bool other_order = explained_by(wrong, &Choice::signedness, kSignednesses);
  return certainly(other_order ? Obligation::signedness : Obligation::value);
}

}  // namespace

Suspicion suspect(const WrongResult& wrong) {
  const Format& f = result_format(wrong);
  if (!is_floating(f)) return suspect_integer(wrong);
  if (is_nan(f, wrong.actual) ? !allows_nan(wrong) : !allows_number(wrong)) return certainly(Obligation::nan);
  return is_nan(f, wrong.actual) ? suspect_nan_bits(wrong) : suspect_number(wrong);
}

Obligation classify(const Operation& operation, const Rules& rules, std::span<const Bits> operands,
                    const Expected& expected, Bits actual) {
  const std::vector<Choice> readings = choices(rules);
  return suspect({operation, rules, readings, operands, expected, actual}).likely;
}

}  // namespace semcheck
