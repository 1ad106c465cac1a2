#pragma once

/// @file
/// What the functions that suspect a rule ask about a wrong result.

#include <algorithm>
#include <array>
#include <vector>

#include "core/judge/classify.h"

namespace semcheck {

/// The rules that explain a result, the likeliest first; there must be one.
inline Suspicion in_order(std::vector<Obligation> rules) {
  if (rules.size() == 1) return certainly(rules.front());
  rules.resize(3, Obligation::value);
  return {rules[0], rules[1], rules[2]};
}

inline const Format& result_format(const WrongResult& wrong) {
  return format(wrong.operation.result);
}

/// Whether some operand, constants of the spec included, is of a kind: `is(format, pattern)`.
template <class Is>
bool has_operand(const WrongResult& wrong, const Is& is) {
  const std::vector<Dtype>& dtypes = wrong.operation.operands;
  for (std::size_t k = 0; k < wrong.operands.size(); ++k)
    if (is(format(dtypes[std::min(k, dtypes.size() - 1)]), wrong.operands[k])) return true;
  const auto& constants = wrong.operation.constants;
  return std::any_of(constants.begin(), constants.end(),
                     [&](const Constant& c) { return is(format(wrong.operation.dtype), c.bits); });
}
inline bool has_subnormal_operand(const WrongResult& wrong) {
  return has_operand(wrong, [](const Format& f, Bits b) { return is_subnormal(f, b); });
}

inline bool gives_actual(const WrongResult& wrong, const Choice& reading) {
  return gives(wrong.operation, reading, wrong.operands, wrong.actual);
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

/// Whether a rule is stated and lacks a value.
template <class Value>
bool excludes(const WrongResult& wrong, Obligation rule, Value value) {
  return wrong.rules[rule] != 0 && !wrong.rules.allows(rule, value);
}

inline constexpr std::array kAllNans = {Nan::propagate, Nan::ignore, Nan::first, Nan::second,
                                        Nan::propagate_unless_dominant};
inline constexpr std::array kAllSubnormals = {Subnormal::preserve, Subnormal::flush, Subnormal::flush_compare};
inline constexpr std::array kAllSignednesses = {Signedness::same, Signedness::promote, Signedness::exact,
                                                Signedness::as_signed, Signedness::as_unsigned};
inline constexpr std::array kAllRoundings = {Rounding::rn, Rounding::rz, Rounding::rm, Rounding::rp, Rounding::rna};
inline constexpr std::array kBothOrders = {Order::ieee, Order::total};

}  // namespace semcheck
