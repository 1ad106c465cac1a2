#include "core/judge/explanation.h"
#include "core/judge/suspects.h"
#include "core/reference/conversion.h"

namespace semcheck {
namespace {

constexpr std::array kNans = {ConvertNan::zero,    ConvertNan::min, ConvertNan::max,
                              ConvertNan::top_bit, ConvertNan::nan, ConvertNan::max_finite};
constexpr std::array kStages = {Stage::native, Stage::clamp_then_convert, Stage::convert_then_clamp,
                                Stage::through_s32};

const Format& operand_format(const WrongResult& wrong) {
  return format(wrong.operation.operands.front());
}

/// Whether the operand is infinite, or lies beyond the result's range by one of the readings.
bool is_out_of_range(const WrongResult& wrong) {
  if (is_infinite(operand_format(wrong), wrong.operands[0])) return true;
  return std::any_of(wrong.readings.begin(), wrong.readings.end(), [&](Choice reading) {
    reading.overflow = Overflow::undefined;
    reading.stage = Stage::native;
    return evaluate(wrong.operation, reading, wrong.operands).kind == OutcomeKind::anything;
  });
}

Suspicion suspect_nan(const WrongResult& wrong) {
  if (is_nan(result_format(wrong), wrong.actual) && !nan_for_number(wrong)) return suspect_nan_bits(wrong);
  const bool by_stage =
      !explained_by(wrong, &Choice::convert_nan, kNans) && explained_by(wrong, &Choice::stage, kStages);
  return certainly(by_stage ? Obligation::convert_stage : Obligation::convert_nan);
}

}  // namespace

Suspicion suspect_convert(const WrongResult& wrong) {
  if (is_nan(operand_format(wrong), wrong.operands[0])) return suspect_nan(wrong);
  // Another direction of rounding keeps a number at the end of the range, or makes a zero of a small one.
  const bool by_rounding = explained_by(wrong, &Choice::round, kAllRoundings);
  const auto unless_rounding = [&](Obligation rule) {
    return Suspicion{rule, by_rounding ? Obligation::rounding : rule};
  };
  if (is_out_of_range(wrong)) return unless_rounding(Obligation::saturation);
  const bool floating = is_floating(operand_format(wrong));
  if (floating && explained_by(wrong, &Choice::subnormal, kAllSubnormals))
    return unless_rounding(Obligation::subnormal);
  if (by_rounding) return certainly(Obligation::rounding);
  return certainly(explained_by(wrong, &Choice::stage, kStages) ? Obligation::convert_stage : Obligation::value);
}

}  // namespace semcheck
