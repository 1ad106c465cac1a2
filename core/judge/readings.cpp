#include "core/judge/readings.h"

#include <algorithm>
#include <array>

namespace semcheck {
namespace {

/// The readings of a list with each value of one rule in turn, where `sees` says that the value makes a difference.
template <class Value, std::size_t N, class Sees>
std::vector<Choice> with_each(const std::vector<Choice>& readings, Value Choice::*rule,
                              const std::array<Value, N>& values, const Sees& sees) {
  std::vector<Choice> result;
  for (Choice reading : readings)
    for (Value value : values) {
      reading.*rule = value;
      if (sees(reading)) result.push_back(reading);
    }
  return result;
}

constexpr std::array kNans = {Nan::ignore, Nan::propagate, Nan::first, Nan::second, Nan::propagate_unless_dominant};
constexpr std::array kNanResults = {NanResult::canonical, NanResult::selected, NanResult::first, NanResult::second};
constexpr std::array kSnans = {Snan::quiet, Snan::verbatim, Snan::propagate};
constexpr std::array kSignedZeros = {SignedZero::ordered, SignedZero::equal};
constexpr std::array kSubnormals = {Subnormal::preserve, Subnormal::flush, Subnormal::flush_compare};
constexpr std::array kTies = {Tie::none, Tie::first, Tie::second};
constexpr std::array kAbs = {Abs::none, Abs::inputs};
constexpr std::array kSigns = {Sign::value, Sign::exclusive_or, Sign::larger_magnitude};

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

bool always(const Choice&) {
  return true;
}

std::vector<Choice> floating_readings(Bits nan_canonical) {
  Choice start;
  start.nan_canonical = nan_canonical;
  std::vector<Choice> list = {start};
  list = with_each(list, &Choice::nan, kNans, always);
  list = with_each(list, &Choice::nan_result, kNanResults, nan_result_is_seen);
  list = with_each(list, &Choice::snan, kSnans, snan_is_seen);
  list = with_each(list, &Choice::abs, kAbs, always);
  list = with_each(list, &Choice::sign, kSigns, sign_is_seen);
  list = with_each(list, &Choice::signed_zero, kSignedZeros, signed_zero_is_seen);
  list = with_each(list, &Choice::subnormal, kSubnormals, always);
  return with_each(list, &Choice::tie, kTies, tie_is_seen);
}

/// Operands of one type compare as their own type or as the other one; C's conversions and the mathematical order
/// differ from the first only for operands of two types.
std::vector<Choice> integer_readings(const Operation& operation) {
  const NumberKind first = format(operation.operands.front()).kind;
  const bool mixed = std::any_of(operation.operands.begin(), operation.operands.end(),
                                 [&](Dtype dtype) { return format(dtype).kind != first; });
  const std::vector<Choice> start(1);
  if (mixed)
    return with_each(start, &Choice::signedness,
                     std::array{Signedness::promote, Signedness::exact, Signedness::as_signed, Signedness::as_unsigned},
                     always);
  const Signedness other = first == NumberKind::signed_integer ? Signedness::as_unsigned : Signedness::as_signed;
  return with_each(start, &Choice::signedness, std::array{Signedness::same, other}, always);
}

}  // namespace

int mechanisms(const Choice& c) {
  const bool chooses_nan = c.nan_result == NanResult::first || c.nan_result == NanResult::second;
  const bool selects_operand = c.nan == Nan::first || c.nan == Nan::second;
  int count = 0;
  count += c.nan == Nan::propagate_unless_dominant;
  count += chooses_nan && selects_operand;
  count += c.snan == Snan::propagate;
  count += c.subnormal != Subnormal::preserve;
  count += c.abs == Abs::inputs;
  count += c.sign != Sign::value;
  return count;
}

std::vector<Choice> all_readings(const Operation& operation, Bits nan_canonical) {
  if (!is_floating(format(operation.dtype))) return integer_readings(operation);
  std::vector<Choice> list = floating_readings(nan_canonical);
  std::stable_sort(list.begin(), list.end(),
                   [](const Choice& a, const Choice& b) { return mechanisms(a) < mechanisms(b); });
  return list;
}

}  // namespace semcheck
