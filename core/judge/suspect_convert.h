#pragma once

/// @file
/// Which rule a wrong result of a conversion breaks. Compiled by the host compiler and by NVRTC.

#include "core/judge/suspect_floating.h"

namespace semcheck {

/// Whether the operand is infinite, or lies beyond the result's range by one of the readings.
template <class Wrong>
SEMCHECK_HD constexpr bool is_out_of_range(const Wrong& wrong) {
  if (is_infinite(wrong.operation().operands[0], wrong.operands[0])) return true;
  for (Choice reading : wrong.readings()) {
    reading.overflow = Overflow::undefined;
    reading.stage = Stage::native;
    if (wrong.outcome(reading).kind == OutcomeKind::anything) return true;
  }
  return false;
}

template <class Wrong>
SEMCHECK_HD constexpr bool explained_by_stage(const Wrong& wrong) {
  constexpr unsigned kStages =
      values_of(Stage::native, Stage::clamp_then_convert, Stage::convert_then_clamp, Stage::through_s32);
  return explained_by(wrong, &Choice::stage, kStages);
}

template <class Wrong>
SEMCHECK_HD constexpr Suspicion suspect_converted_nan(const Wrong& wrong) {
  constexpr unsigned kNans = values_of(ConvertNan::zero, ConvertNan::min, ConvertNan::max, ConvertNan::top_bit,
                                       ConvertNan::nan, ConvertNan::max_finite);
  if (is_nan(wrong.result(), wrong.actual) && !nan_for_number(wrong)) return suspect_nan_bits(wrong);
  const bool by_stage = !explained_by(wrong, &Choice::convert_nan, kNans) && explained_by_stage(wrong);
  return certainly(by_stage ? Obligation::convert_stage : Obligation::convert_nan);
}

template <class Wrong>
SEMCHECK_HD constexpr Suspicion suspect_convert(const Wrong& wrong) {
  const Format from = wrong.operation().operands[0];
  if (is_nan(from, wrong.operands[0])) return suspect_converted_nan(wrong);
  // Another direction of rounding keeps a number at the end of the range, or makes a zero of a small one.
  const bool by_rounding = explained_by(wrong, &Choice::round, kAllRoundings);
  const auto unless_rounding = [&](Obligation rule) {
    return Suspicion{rule, by_rounding ? Obligation::rounding : rule};
  };
  if (is_out_of_range(wrong)) return unless_rounding(Obligation::saturation);
  if (is_floating(from) && explained_by(wrong, &Choice::subnormal, kAllSubnormals))
    return unless_rounding(Obligation::subnormal);
  if (by_rounding) return certainly(Obligation::rounding);
  return certainly(explained_by_stage(wrong) ? Obligation::convert_stage : Obligation::value);
}

}  // namespace semcheck
