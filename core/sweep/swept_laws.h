#pragma once

/// @file
/// The laws on one case of a sweep. Compiled by the host compiler and by NVRTC.

#include "core/judge/law_number.h"
#include "core/spec/obligation.h"
#include "core/sweep/cases.h"

namespace semcheck {

/// The operands of a law: those of the case, and a third one.
struct LawOperands {
  Bits x = 0;
  Bits z = 0;
  Bits w = 0;
};

/// The third operand of a case: near one of the others, special, or of uniform bits.
SEMCHECK_HD constexpr Bits third_operand(const Format& f, Bits seed, Bits index, Bits x, Bits z) {
  const Words words = philox4x32(index, 1, seed);
  const Bits own = (words.w[0] | Bits{words.w[1]} << 32) & value_mask(f);
  constexpr int place = 2;
  if ((words.w[2] & 1) != 0) return drawn<Draw::specials, Bits>(f, own, 0, false, index, place);
  return drawn<Draw::near_equal, Bits>(f, own, (words.w[2] & 2) != 0 ? x : z, false, index, place);
}

/// @param s  a KnownSpace or a GivenSpace of two operands
template <class S>
SEMCHECK_HD constexpr LawOperands law_operands(const S& s, Bits index) {
  Bits operands[kMostOperands] = {};
  case_of(s, index, operands);
  const Bits w = third_operand(s.get().formats[0], s.seed(), index, operands[0], operands[1]);
  return {operands[0], operands[1], w};
}

/// What breaks a law, as laws.h describes it.
struct LawFault {
  bool is_broken = false;
  int operand_count = 0;
  Bits operands[4] = {};
  int expected_count = 1;
  Bits expected[2] = {};
  Bits actual = 0;
};

SEMCHECK_HD constexpr LawFault fault_of_pair(Bits first, Bits second, Bits expected, Bits actual) {
  return {true, 2, {first, second}, 1, {expected}, actual};
}

template <class F>
SEMCHECK_HD constexpr LawFault commutative_fault(const LawContext& context, const F& f, const LawOperands& o) {
  const Bits left = f(o.x, o.z), right = f(o.z, o.x);
  return are_same(context, left, right) ? LawFault{} : fault_of_pair(o.x, o.z, right, left);
}

template <class F>
SEMCHECK_HD constexpr LawFault associative_fault(const LawContext& context, const F& f, const LawOperands& o) {
  const Bits left = f(f(o.x, o.z), o.w), right = f(o.x, f(o.z, o.w));
  if (are_same(context, left, right)) return {};
  return {true, 3, {o.x, o.z, o.w}, 1, {right}, left};
}

template <class F>
SEMCHECK_HD constexpr LawFault idempotent_fault(const LawContext& context, const F& f, const LawOperands& o) {
  const Bits result = f(o.x, o.x);
  return is_itself(context, o.x, result) ? LawFault{} : fault_of_pair(o.x, o.x, o.x, result);
}

template <class F>
SEMCHECK_HD constexpr LawFault absorbing_fault(const LawContext& context, const F& f, const LawOperands& o) {
  const Bits top = absorbing_element(context.order.format, context.is_minimum);
  const Bits left = f(o.x, top), right = f(top, o.x);
  if (left != top) return fault_of_pair(o.x, top, top, left);
  return right == top ? LawFault{} : fault_of_pair(top, o.x, top, right);
}

/// What breaks the order of results f(a, z) and f(b, z), or f(z, a) and f(z, b), where a is not above b.
template <class F>
SEMCHECK_HD constexpr LawFault fall(const NumberOrder& order, const F& f, Bits a, Bits b, Bits z) {
  if (!in_order(order.interval(a), order.interval(b))) return {};
  const Bits low = f(a, z), high = f(b, z), low_second = f(z, a), high_second = f(z, b);
  if (!in_order(order.interval_of_result(low), order.interval_of_result(high)))
    return {true, 4, {a, z, b, z}, 1, {high}, low};
  if (!in_order(order.interval_of_result(low_second), order.interval_of_result(high_second)))
    return {true, 4, {z, a, z, b}, 1, {high_second}, low_second};
  return {};
}

template <class F>
SEMCHECK_HD constexpr LawFault monotone_fault(const LawContext& context, const F& f, const LawOperands& o) {
  const NumberOrder& order = context.order;
  if (o.x == o.w || !order.is_number(o.x) || !order.is_number(o.z) || !order.is_number(o.w)) return {};
  const LawFault fault = fall(order, f, o.x, o.w, o.z);
  return fault.is_broken ? fault : fall(order, f, o.w, o.x, o.z);
}

template <class F>
SEMCHECK_HD constexpr LawFault bounded_fault(const LawContext& context, const F& f, const LawOperands& o) {
  if (!context.order.is_number(o.x) || !context.order.is_number(o.z)) return {};
  const Bits result = f(o.x, o.z);
  if (is_bounded(context, o.x, o.z, result)) return {};
  return {true, 2, {o.x, o.z}, 2, {o.x, o.z}, result};
}

/// What breaks a law in one case, if anything does.
/// @param f  gives the result of a variant for two operands
template <class F>
SEMCHECK_HD constexpr LawFault law_fault(Obligation law, const LawContext& context, const F& f, const LawOperands& o) {
  switch (law) {
    case Obligation::commutative: return commutative_fault(context, f, o);
    case Obligation::associative: return associative_fault(context, f, o);
    case Obligation::idempotent: return idempotent_fault(context, f, o);
    case Obligation::absorbing: return absorbing_fault(context, f, o);
    case Obligation::monotone: return monotone_fault(context, f, o);
    case Obligation::bounded: return bounded_fault(context, f, o);
    default: return {};
  }
}

}  // namespace semcheck
