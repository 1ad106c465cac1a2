#pragma once

#include "device/ptx/domain.h"
#include "device/ptx/form.h"

namespace semcheck::ptx {

// Floating-point instructions that choose among their operands' bits: minimum, maximum, signs, properties.

template <class W>
constexpr auto is_nan(const Format& format, W a) {
  return ult(W(format.greatest()), a & W(format.magnitude()));
}

template <class W>
constexpr auto is_infinite(const Format& format, W a) {
  const auto infinite = eq(a & W(format.magnitude()), W(format.infinity()));
  return format.has_infinity() ? infinite : infinite & ~infinite;
}

template <class W>
constexpr auto is_zero(const Format& format, W a) {
  return eq(a & W(format.magnitude()), W(0));
}

template <class W>
constexpr auto is_negative(const Format& format, W a) {
  return ~eq(a & W(format.sign()), W(0));
}

/// An exponent field of zero: a zero or a subnormal.
template <class W>
constexpr auto is_tiny(const Format& format, W a) {
  return ult(a & W(format.magnitude()), W(format.hidden()));
}

// PTX ISA, .ftz: subnormal inputs and results are flushed to sign-preserving zero.
template <class W>
constexpr W flush(const Format& format, W a) {
  return select(is_tiny(format, a), a & W(format.sign()), a);
}

template <class W>
constexpr W flush_if(const Form& form, const Format& format, W a) {
  return form.q.ftz != 0 ? flush(format, a) : a;
}

/// Numbers in unsigned order of their value, -0 below +0.
template <class W>
constexpr W order_key(const Format& format, W a) {
  return select(is_negative(format, a), W(low_bits(format.width)) ^ a, a | W(format.sign()));
}

// PTX ISA, max and min: if (isNaN(a) && isNaN(b)) d = NaN; else if (isNaN(a)) d = b; else if (isNaN(b)) d = a. CUDA C++
// Programming Guide: the NaN of f32 is 0x7fffffff; f64 has no canonical NaN: an H200 gives the second, quieted.
template <class W>
constexpr W pick(const Form& form, W a, W b, W ordered) {
  const Format& format = form.format;
  const auto nan_a = is_nan(format, a);
  const auto nan_b = is_nan(format, b);
  const W neither = select(nan_a, b, select(nan_b, a, ordered));
  const W both = format.width == 64 ? b | W(format.quiet()) : W(format.nan());
  // PTX ISA, max and min: with .NaN the result is canonical NaN if either input is NaN.
  const auto propagates = form.q.nan != 0 ? nan_a | nan_b : nan_a & nan_b;
  return select(propagates, both, neither);
}

// PTX ISA, max and min: .xorsign gives the result the XOR of both signs; both modifiers are ignored
// when the result is NaN.
template <class W>
constexpr W xor_sign(const Form& form, W a, W b, W d) {
  const Format& format = form.format;
  const W changed = (d & W(format.magnitude())) | ((a ^ b) & W(format.sign()));
  return form.q.xorsign != 0 ? select(is_nan(format, d), d, changed) : d;
}

/// What min and max compare: flushed, and without its sign under .abs.
template <class W>
constexpr W compared(const Form& form, W a) {
  const W flushed = flush_if(form, form.format, a);
  return form.q.abs != 0 ? flushed & W(form.format.magnitude()) : flushed;
}

// PTX ISA, max: +0.0 > -0.0.
template <class W>
constexpr W maximum_float(const Form& form, W a, W b) {
  const W x = compared(form, a);
  const W y = compared(form, b);
  const auto greater = ult(order_key(form.format, y), order_key(form.format, x));
  return xor_sign(form, a, b, pick(form, x, y, select(greater, x, y)));
}

// PTX ISA, min: +0.0 > -0.0.
template <class W>
constexpr W minimum_float(const Form& form, W a, W b) {
  const W x = compared(form, a);
  const W y = compared(form, b);
  const auto less = ult(order_key(form.format, x), order_key(form.format, y));
  return xor_sign(form, a, b, pick(form, x, y, select(less, x, y)));
}

// PTX ISA, max with three inputs: max of the first two, then of that and the third.
template <class W>
constexpr W maximum_of_three(const Form& form, W a, W b, W c) {
  return maximum_float(form, maximum_float(form, a, b), c);
}

template <class W>
constexpr W minimum_of_three(const Form& form, W a, W b, W c) {
  return minimum_float(form, minimum_float(form, a, b), c);
}

// PTX ISA, abs and neg: a NaN gives an unspecified NaN. CUDA C++ Programming Guide: f64 NaNs keep their
// sign (an H200 quiets them).
template <class W>
constexpr W with_sign_of_number(const Form& form, W a, W d) {
  const Format& format = form.format;
  return select(is_nan(format, a), format.width == 64 ? a | W(format.quiet()) : W(format.nan()), d);
}

template <class W>
constexpr W absolute_float(const Form& form, W a) {
  return with_sign_of_number(form, a, flush_if(form, form.format, a) & W(form.format.magnitude()));
}

template <class W>
constexpr W negate_float(const Form& form, W a) {
  return with_sign_of_number(form, a, flush_if(form, form.format, a) ^ W(form.format.sign()));
}

// PTX ISA, copysign: the sign of a and the value of b.
template <class W>
constexpr W copy_sign(const Form& form, W a, W b) {
  return (a & W(form.format.sign())) | (b & W(form.format.magnitude()));
}

// PTX ISA, testp: as a special case, positive and negative zero are considered normal numbers.
template <class W>
constexpr W has_property(const Form& form, W a) {
  const Format& format = form.format;
  const auto nan = is_nan(format, a);
  const auto infinite = is_infinite(format, a);
  const auto subnormal = is_tiny(format, a) & ~is_zero(format, a);
  switch (static_cast<Property>(form.q.property)) {
    case Property::finite: return bit(~nan & ~infinite);
    case Property::infinite: return bit(infinite);
    case Property::number: return bit(~nan);
    case Property::notanumber: return bit(nan);
    case Property::normal: return bit(~nan & ~infinite & ~subnormal);
    case Property::subnormal: return bit(subnormal);
  }
  return W(0);
}

// PTX ISA, .relu: a negative result is clamped to 0, NaN is converted to canonical NaN.
template <class W>
constexpr W clamp_negative(const Format& format, W a) {
  const W positive = select(is_negative(format, a), W(0), a);
  return select(is_nan(format, a), W(format.nan()), positive);
}

// PTX ISA, .sat: the result is clamped to [0.0, 1.0], NaN is flushed to +0.0.
template <class W>
constexpr W clamp_to_unit(const Format& format, W a) {
  const W one(format.one());
  const W low = select(is_negative(format, a) | is_nan(format, a), W(0), a);
  return select(ult(one, low), one, low);
}

}  // namespace semcheck::ptx
