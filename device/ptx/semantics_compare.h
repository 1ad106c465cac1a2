#pragma once

#include "device/ptx/domain.h"
#include "device/ptx/form.h"
#include "device/ptx/semantics_float.h"
#include "device/ptx/semantics_integer.h"

namespace semcheck::ptx {

// Comparisons: set, setp, slct. They compare values of the second type, which setp has but one of.

// PTX ISA, Floating Point Comparisons: eq ne lt le gt ge are False if either operand is NaN, equ neu ltu leu gtu geu
// are True; num is True if both are numbers, nan if either is NaN. +0 and -0 are equal.
template <class W>
constexpr auto relation_holds(const Form& form, bool less, bool equal, bool greater, bool unordered, W a, W b) {
  const Format& format = form.source_format;
  const W x = form.source_float ? select(is_zero(format, a), W(0), a) : a;
  const W y = form.source_float ? select(is_zero(format, b), W(0), b) : b;
  const auto never = ~eq(x, x);
  const auto nan = form.source_float ? is_nan(format, a) | is_nan(format, b) : never;
  const auto below = form.source_float    ? ult(order_key(format, x), order_key(format, y))
                     : form.source_signed ? slt(sign_extend(form.source_width, x), sign_extend(form.source_width, y))
                                          : ult(x, y);
  const auto same = eq(x, y);
  auto ordered = never;
  if (less) ordered = ordered | below;
  if (equal) ordered = ordered | same;
  if (greater) ordered = ordered | (~below & ~same);
  return unordered ? ordered | nan : ordered & ~nan;
}

template <class W>
constexpr auto compares(const Form& form, W a, W b) {
  const unsigned relation = form.q.relation;
  const W x = form.source_float ? flush_if(form, form.source_format, a) : a;
  const W y = form.source_float ? flush_if(form, form.source_format, b) : b;
  return relation_holds(form, (relation & kLess) != 0, (relation & kEqual) != 0, (relation & kGreater) != 0,
                        (relation & kUnordered) != 0, x, y);
}

// PTX ISA, setp: p = BoolOp(t, c).
template <class T>
constexpr T combine(const Form& form, T t, T c) {
  switch (static_cast<Boolean>(form.q.boolean)) {
    case Boolean::none: return t;
    case Boolean::conjunction: return t & c;
    case Boolean::disjunction: return t | c;
    case Boolean::difference: return t ^ c;
  }
  return t;
}

/// The first destination of setp, from the operands and the predicate to combine with.
template <class W>
constexpr W compare(const Form& form, W a, W b, W c) {
  return bit(combine(form, compares(form, a, b), ~eq(c, W(0))));
}

// PTX ISA, setp: q = BoolOp(!t, c).
template <class W>
constexpr W compare_complement(const Form& form, W a, W b, W c) {
  return bit(combine(form, ~compares(form, a, b), ~eq(c, W(0))));
}

// PTX ISA, set: 1.0 for floating-point destinations and all ones for integer destinations if True, else 0.
template <class W>
constexpr W set_combined(const Form& form, W a, W b, W c) {
  const W yes(form.is_float ? form.format.one() : low_bits(form.width));
  return select(combine(form, compares(form, a, b), ~eq(c, W(0))), yes, W(0));
}

template <class W>
constexpr W set(const Form& form, W a, W b) {
  return set_combined(form, a, b, W(0));
}

// PTX ISA, slct: d = (c >= 0) ? a : b. For .f32, negative zero is >= 0 and NaN is not; .ftz flushes a subnormal c.
template <class W>
constexpr W select_by_sign(const Form& form, W a, W b, W c) {
  const W x = form.source_float ? flush_if(form, form.source_format, c) : c;
  return select(relation_holds(form, false, true, true, false, x, W(0)), a, b);
}

}  // namespace semcheck::ptx
