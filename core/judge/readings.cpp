#include "core/judge/readings.h"

#include <algorithm>

#include "core/judge/reading_lists.h"

namespace semcheck {
namespace {

constexpr std::array kNans = {Nan::ignore, Nan::propagate, Nan::first, Nan::second, Nan::propagate_unless_dominant};
constexpr std::array kNanResults = {NanResult::canonical, NanResult::selected, NanResult::first, NanResult::second};
constexpr std::array kSnans = {Snan::quiet, Snan::verbatim, Snan::propagate};
constexpr std::array kSignedZeros = {SignedZero::ordered, SignedZero::equal};
constexpr std::array kSubnormals = {Subnormal::preserve, Subnormal::flush, Subnormal::flush_compare};
constexpr std::array kTies = {Tie::none, Tie::first, Tie::second};
constexpr std::array kAbs = {Abs::none, Abs::inputs};
constexpr std::array kSigns = {Sign::value, Sign::exclusive_or, Sign::larger_magnitude};
constexpr std::array kNanSigns = {NanSign::keep, NanSign::positive};
constexpr std::array kOrders = {Order::ieee, Order::total};
constexpr std::array kContractions = {Contraction::fused, Contraction::separate};
constexpr std::array kPasses = {Pass::zero, Pass::pass};

/// `selected` has a meaning only where `nan` selects an operand, and says there what naming that operand would.
bool nan_result_is_seen(const Choice& c) {
  const bool selects = c.nan == Nan::first || c.nan == Nan::second;
  if (c.nan_result == NanResult::selected) return selects;
  if (c.nan_result == NanResult::first) return c.nan != Nan::first;
  if (c.nan_result == NanResult::second) return c.nan != Nan::second;
  return true;
}

/// A canonical NaN is quiet anyway, and a NaN that propagates needs no signaling one to force it.
bool snan_is_seen(const Choice& c) {
  if (c.snan == Snan::verbatim) return c.nan_result != NanResult::canonical;
  return c.snan == Snan::quiet || c.nan != Nan::propagate;
}

/// The sign of a result that is not taken from an operand leaves no zeros to tell apart.
bool signed_zero_is_seen(const Choice& c) {
  return c.signed_zero == SignedZero::ordered || c.abs == Abs::none || c.sign == Sign::larger_magnitude;
}

bool tie_is_seen(const Choice& c) {
  const bool ties = c.signed_zero == SignedZero::equal || c.subnormal == Subnormal::flush_compare;
  return ties == (c.tie != Tie::none);
}

bool sign_is_seen(const Choice& c) {
  return c.abs == Abs::inputs || c.sign == Sign::value;
}

bool nan_sign_is_seen(const Choice& c) {
  return c.nan_sign == NanSign::keep || c.nan_result != NanResult::canonical;
}

std::vector<Choice> with_nan_rules(std::vector<Choice> list) {
  list = with_each(list, &Choice::nan, kNans);
  list = with_each(list, &Choice::nan_result, kNanResults, nan_result_is_seen);
  return with_each(list, &Choice::snan, kSnans, snan_is_seen);
}

std::vector<Choice> with_number_rules(std::vector<Choice> list) {
  list = with_each(list, &Choice::signed_zero, kSignedZeros, signed_zero_is_seen);
  list = with_each(list, &Choice::subnormal, kSubnormals);
  return with_each(list, &Choice::tie, kTies, tie_is_seen);
}

std::vector<Choice> extremum_readings(const Operation& operation, const Choice& start) {
  if (!is_floating(format(operation.dtype))) return integer_readings(operation);
  std::vector<Choice> list = with_nan_rules({start});
  list = with_each(list, &Choice::nan_sign, kNanSigns, nan_sign_is_seen);
  list = with_each(list, &Choice::abs, kAbs);
  list = with_number_rules(with_each(list, &Choice::sign, kSigns, sign_is_seen));
  list.push_back(start);
  list.back().order = Order::total;
  return list;
}

std::vector<Choice> relu_readings(const Operation& operation, const Choice& start) {
  return is_floating(format(operation.dtype)) ? with_binary_rules({start}) : std::vector{start};
}

/// A NaN of the input decides by itself; one of the output has come through a maximum.
std::vector<Choice> relu_grad_readings(const Operation& operation, const Choice& start) {
  std::vector<Choice> list = {start};
  if (operation.gradient_from == GradientFrom::output) list = with_each(list, &Choice::nan, kNans);
  list = with_each(list, &Choice::grad_nan, kPasses);
  return with_each(with_each(list, &Choice::grad_zero, kPasses), &Choice::subnormal, kSubnormals);
}

std::vector<Choice> select_readings(const Operation&, const Choice& start) {
  return with_each({start}, &Choice::subnormal, kSubnormals);
}

std::vector<Choice> compare_readings(const Operation& operation, const Choice& start) {
  if (!is_floating(format(operation.dtype))) return integer_readings(operation);
  return with_each(with_each({start}, &Choice::order, kOrders), &Choice::subnormal, kSubnormals);
}

/// PTX's .relu leaves nothing for the binary rules to say.
std::vector<Choice> fma_relu_readings(const Operation&, const Choice& start) {
  std::vector<Choice> list = with_binary_rules({start});
  for (const Subnormal subnormal : {Subnormal::preserve, Subnormal::flush}) {
    list.push_back(start);
    list.back().post = Post::relu;
    list.back().subnormal = subnormal;
  }
  return with_each(list, &Choice::contract, kContractions);
}

struct ReadingsRow {
  OperationKind kind;
  std::vector<Choice> (*readings)(const Operation&, const Choice& start);
};

constexpr std::array kReadings = {
    ReadingsRow{OperationKind::max, extremum_readings},      ReadingsRow{OperationKind::min, extremum_readings},
    ReadingsRow{OperationKind::relu, relu_readings},         ReadingsRow{OperationKind::relu_grad, relu_grad_readings},
    ReadingsRow{OperationKind::clamp, clamp_readings},       ReadingsRow{OperationKind::grad_clip, clamp_readings},
    ReadingsRow{OperationKind::saturate, clamp_readings},    ReadingsRow{OperationKind::select, select_readings},
    ReadingsRow{OperationKind::compare, compare_readings},   ReadingsRow{OperationKind::convert, convert_readings},
    ReadingsRow{OperationKind::fma_relu, fma_relu_readings}, ReadingsRow{OperationKind::reduce_max, row_readings},
    ReadingsRow{OperationKind::reduce_min, row_readings},    ReadingsRow{OperationKind::argmax, row_readings},
    ReadingsRow{OperationKind::argmin, row_readings},        ReadingsRow{OperationKind::softmax_max, row_readings},
    ReadingsRow{OperationKind::norm_clip, row_readings},
};

constexpr bool rows_in_order() {
  for (std::size_t i = 0; i < kReadings.size(); ++i)
    if (static_cast<std::size_t>(kReadings[i].kind) != i) return false;
  return true;
}
static_assert(rows_in_order(), "row i of kReadings is about operation i");

/// A bound rule that says what the form gives anyway is no mechanism of its own.
int bound_mechanisms(const Choice& c) {
  const bool selects = c.clamp_form == ClampForm::select_lo_first;
  const BoundsReversed form_gives = c.clamp_form == ClampForm::min_of_max   ? BoundsReversed::hi
                                    : c.clamp_form == ClampForm::max_of_min ? BoundsReversed::lo
                                                                            : BoundsReversed::rule;
  const NanBound nan_gives = selects || c.nan == Nan::ignore ? NanBound::ignore
                             : c.nan == Nan::propagate       ? NanBound::propagate
                                                             : NanBound::rule;
  const bool reversed = c.bounds_reversed != BoundsReversed::rule && c.bounds_reversed != form_gives;
  return reversed + (c.nan_bound != NanBound::rule && c.nan_bound != nan_gives);
}

}  // namespace

std::vector<Choice> with_binary_rules(std::vector<Choice> list) {
  return with_number_rules(with_nan_rules(std::move(list)));
}

/// Operands of one type compare as their own type or as the other one; C's conversions and the mathematical order
/// differ from the first only for operands of two types.
std::vector<Choice> integer_readings(const Operation& operation) {
  const NumberKind first = format(operation.operands.front()).kind;
  const bool mixed = std::any_of(operation.operands.begin(), operation.operands.end(),
                                 [&](Dtype dtype) { return format(dtype).kind != first; });
  const std::vector<Choice> start(1);
  if (mixed)
    return with_each(
        start, &Choice::signedness,
        std::array{Signedness::promote, Signedness::exact, Signedness::as_signed, Signedness::as_unsigned});
  const Signedness other = first == NumberKind::signed_integer ? Signedness::as_unsigned : Signedness::as_signed;
  return with_each(start, &Choice::signedness, std::array{Signedness::same, other});
}

int mechanisms(const Choice& c) {
  const bool chooses_nan = c.nan_result == NanResult::first || c.nan_result == NanResult::second;
  const bool selects_operand = c.nan == Nan::first || c.nan == Nan::second;
  int count = bound_mechanisms(c) + row_mechanisms(c);
  count += c.nan == Nan::propagate_unless_dominant;
  count += chooses_nan && selects_operand;
  count += c.snan == Snan::propagate;
  count += c.subnormal != Subnormal::preserve;
  count += c.abs == Abs::inputs;
  count += c.sign != Sign::value;
  count += c.nan_sign != NanSign::keep;
  count += c.order == Order::total;
  return count;
}

std::vector<Choice> all_readings(const Operation& operation, Bits nan_canonical) {
  Choice start;
  start.nan_canonical = nan_canonical;
  std::vector<Choice> list = kReadings[static_cast<std::size_t>(operation.kind)].readings(operation, start);
  std::stable_sort(list.begin(), list.end(),
                   [](const Choice& a, const Choice& b) { return mechanisms(a) < mechanisms(b); });
  return list;
}

}  // namespace semcheck
