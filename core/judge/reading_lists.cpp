#include "core/judge/reading_lists.h"

#include <algorithm>

namespace semcheck {
namespace {

constexpr std::array kComposedForms = {ClampForm::min_of_max, ClampForm::max_of_min};
constexpr std::array kReversals = {BoundsReversed::rule, BoundsReversed::hi, BoundsReversed::lo};
constexpr std::array kNanBounds = {NanBound::rule, NanBound::propagate, NanBound::ignore};
constexpr std::array kSubnormals = {Subnormal::preserve, Subnormal::flush, Subnormal::flush_compare};
constexpr std::array kFlushes = {Subnormal::preserve, Subnormal::flush};
constexpr std::array kRoundings = {Rounding::rn, Rounding::rz, Rounding::rm, Rounding::rp, Rounding::rna};
constexpr std::array kIntegerOverflows = {Overflow::saturate, Overflow::wrap, Overflow::indefinite};
constexpr std::array kFloatOverflows = {Overflow::infinity, Overflow::saturate, Overflow::nan};
constexpr std::array kIntegerNans = {ConvertNan::zero, ConvertNan::min, ConvertNan::max, ConvertNan::top_bit};
constexpr std::array kCarriedNans = {NanResult::canonical, NanResult::first};
constexpr std::array kCarriedSnans = {Snan::quiet, Snan::verbatim};
constexpr std::array kNanSigns = {NanSign::keep, NanSign::positive};
constexpr std::array kStages = {Stage::native, Stage::clamp_then_convert, Stage::convert_then_clamp,
                                Stage::through_s32};

/// The rules that a clamp by selects may be stated with: it says nothing of them, so those of an operation that states
/// none, and those of a compare-select.
std::vector<Choice> select_clamps(const Operation& operation, Choice start, bool floating) {
  start.clamp_form = ClampForm::select_lo_first;
  std::vector<Choice> list = {start};
  if (!floating) return list;
  start.nan = Nan::first;
  start.nan_result = NanResult::selected;
  start.snan = Snan::verbatim;
  start.signed_zero = SignedZero::equal;
  start.tie = Tie::first;
  list.push_back(start);
  if (operation.kind == OperationKind::saturate) {
    list.push_back(list.front());
    list.back().clamp_form = ClampForm::sat01;
  }
  return with_each(list, &Choice::subnormal, kSubnormals);
}

/// A clamp in the source type has made the least integer of every NaN, and one after the conversion leaves nothing to
/// overflow.
bool stage_sees(const Choice& c) {
  if (c.stage == Stage::clamp_then_convert) return c.convert_nan == ConvertNan::min;
  return c.stage != Stage::convert_then_clamp || c.overflow == Overflow::saturate;
}

std::vector<Choice> with_nan_carried(std::vector<Choice> list) {
  list = with_each(list, &Choice::nan_result, kCarriedNans);
  list = with_each(list, &Choice::snan, kCarriedSnans,
                   [](const Choice& c) { return c.snan == Snan::quiet || c.nan_result == NanResult::first; });
  return with_each(list, &Choice::nan_sign, kNanSigns,
                   [](const Choice& c) { return c.nan_sign == NanSign::keep || c.nan_result == NanResult::first; });
}

std::vector<Choice> to_integer_readings(std::vector<Choice> list, bool from_floating) {
  list = with_each(list, &Choice::overflow, kIntegerOverflows);
  if (!from_floating) return list;
  list = with_each(list, &Choice::convert_nan, kIntegerNans);
  list = with_each(list, &Choice::stage, kStages, stage_sees);
  return with_each(with_each(list, &Choice::round, kRoundings), &Choice::subnormal, kFlushes);
}

std::vector<Choice> to_float_readings(std::vector<Choice> list, const Format& to, bool from_floating) {
  list = with_each(list, &Choice::overflow, kFloatOverflows,
                   [&](const Choice& c) { return c.overflow != Overflow::infinity || to.has_infinity; });
  list = with_each(list, &Choice::round, kRoundings);
  if (!from_floating) return list;
  std::vector<Choice> dropping = with_each(list, &Choice::convert_nan, std::array{ConvertNan::max_finite});
  list = with_nan_carried(with_each(list, &Choice::convert_nan, std::array{ConvertNan::nan}));
  list.insert(list.end(), dropping.begin(), dropping.end());
  return with_each(list, &Choice::subnormal, kFlushes);
}

}  // namespace

std::vector<Choice> clamp_readings(const Operation& operation, const Choice& start) {
  const bool floating = is_floating(format(operation.dtype));
  std::vector<Choice> list = with_each({start}, &Choice::clamp_form, kComposedForms);
  if (floating) list = with_binary_rules(std::move(list));
  const std::vector<Choice> selects = select_clamps(operation, start, floating);
  list.insert(list.end(), selects.begin(), selects.end());
  if (operation.kind == OperationKind::saturate) return list;
  list = with_each(list, &Choice::bounds_reversed, kReversals);
  return floating ? with_each(list, &Choice::nan_bound, kNanBounds) : list;
}

std::vector<Choice> convert_readings(const Operation& operation, const Choice& start) {
  const Format& to = format(operation.result);
  const bool from_floating = is_floating(format(operation.operands.front()));
  return is_floating(to) ? to_float_readings({start}, to, from_floating) : to_integer_readings({start}, from_floating);
}

}  // namespace semcheck
