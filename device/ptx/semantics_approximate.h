#pragma once

#include "device/ptx/domain.h"
#include "device/ptx/form.h"
#include "device/ptx/semantics_divide.h"
#include "device/ptx/semantics_float.h"

namespace semcheck::ptx {

// Approximations: the manual bounds their error and fixes the bits only for the special operands of its tables.

/// A result, and 1 where the manual fixes it, else 0.
template <class W>
struct Known {
  W value;
  W known;
};

enum class Promise : std::uint8_t { nothing, nan, minus_infinity, minus_one, minus_zero, zero, one, infinity };

/// What the table of an instruction promises for each kind of operand; a NaN gives NaN everywhere.
struct Promises {
  Promise minus_infinity;
  Promise negative;
  Promise minus_zero;
  Promise zero;
  Promise infinity;
};

// PTX ISA, rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 work on the upper word alone. The manual leaves open which NaN
// comes of it: this is the H200's.
constexpr bool takes_upper_word(const Form& form) {
  return form.width == 64 && form.q.ftz != 0;
}

constexpr Word invalid_result(const Form& form) {
  return takes_upper_word(form) ? 0x7fffffff00000000 : form.format.nan();
}

constexpr Word bits_of(const Form& form, Promise promise) {
  const Format& format = form.format;
  switch (promise) {
    case Promise::minus_infinity: return format.sign() | format.infinity();
    case Promise::minus_one: return format.sign() | format.one();
    case Promise::minus_zero: return format.sign();
    case Promise::one: return format.one();
    case Promise::infinity: return format.infinity();
    case Promise::nan: return invalid_result(form);
    case Promise::nothing:
    case Promise::zero: return 0;
  }
  return 0;
}

template <class W, class T>
constexpr Known<W> keep(const Form& form, Promise promise, T condition, const Known<W>& otherwise) {
  if (promise == Promise::nothing) return otherwise;
  return {select(condition, W(bits_of(form, promise)), otherwise.value), otherwise.known | bit(condition)};
}

template <class W>
constexpr Known<W> by_table(const Form& form, const Promises& promises, W a) {
  const Format& format = form.format;
  const W x = flush_if(form, format, takes_upper_word(form) ? (a >> 32) << 32 : a);
  const auto nan = is_nan(format, x);
  const auto negative = is_negative(format, x) & ~nan;
  const auto infinite = is_infinite(format, x);
  const auto zero = is_zero(format, x);
  Known<W> d{W(0), W(0)};
  d = keep(form, promises.negative, negative & ~zero & ~infinite, d);
  d = keep(form, promises.minus_infinity, negative & infinite, d);
  d = keep(form, promises.minus_zero, negative & zero, d);
  d = keep(form, promises.zero, ~negative & zero, d);
  d = keep(form, promises.infinity, ~negative & infinite, d);
  const W handed_on = form.q.ftz != 0 ? W(invalid_result(form)) : propagated(format, x);
  return {select(nan, handed_on, d.value), d.known | bit(nan)};
}

// PTX ISA, rcp: -Inf -0.0, -0.0 -Inf, +0.0 +Inf, +Inf +0.0.
template <class W>
constexpr Known<W> approximate_reciprocal(const Form& form, W a) {
  using enum Promise;
  return by_table(form, {minus_zero, nothing, minus_infinity, infinity, zero}, a);
}

// PTX ISA, sqrt: -Inf NaN, -normal NaN, -0.0 -0.0, +0.0 +0.0, +Inf +Inf.
template <class W>
constexpr Known<W> approximate_root(const Form& form, W a) {
  using enum Promise;
  return by_table(form, {nan, nan, minus_zero, zero, infinity}, a);
}

// PTX ISA, rsqrt: -Inf NaN, -normal NaN, -0.0 -Inf, +0.0 +Inf, +Inf +0.0.
template <class W>
constexpr Known<W> approximate_reciprocal_root(const Form& form, W a) {
  using enum Promise;
  return by_table(form, {nan, nan, minus_infinity, infinity, zero}, a);
}

// PTX ISA, sin: -Inf NaN, -0.0 -0.0, +0.0 +0.0, +Inf NaN.
template <class W>
constexpr Known<W> approximate_sine(const Form& form, W a) {
  using enum Promise;
  return by_table(form, {nan, nothing, minus_zero, zero, nan}, a);
}

// PTX ISA, cos: -Inf NaN, -0.0 +1.0, +0.0 +1.0, +Inf NaN.
template <class W>
constexpr Known<W> approximate_cosine(const Form& form, W a) {
  using enum Promise;
  return by_table(form, {nan, nothing, one, one, nan}, a);
}

// PTX ISA, lg2: -Inf NaN, -normal NaN, -0.0 -Inf, +0.0 -Inf, +Inf +Inf.
template <class W>
constexpr Known<W> approximate_logarithm(const Form& form, W a) {
  using enum Promise;
  return by_table(form, {nan, nan, minus_infinity, minus_infinity, infinity}, a);
}

// PTX ISA, ex2: -Inf +0.0, -0.0 +1.0, +0.0 +1.0, +Inf +Inf.
template <class W>
constexpr Known<W> approximate_power(const Form& form, W a) {
  using enum Promise;
  return by_table(form, {zero, nothing, one, one, infinity}, a);
}

// PTX ISA, tanh: -Inf -1.0, -0.0 -0.0, +0.0 +0.0, +Inf +1.0.
template <class W>
constexpr Known<W> approximate_tangent(const Form& form, W a) {
  using enum Promise;
  return by_table(form, {minus_one, nothing, minus_zero, zero, one}, a);
}

// PTX ISA, div.full: d = a / b over the full range of operands, within 2 ulp. A quotient that is infinite, zero or NaN
// because an operand is has no such bound.
template <class W>
constexpr Known<W> special_quotient(const Form& form, W a, W b) {
  const Format& format = form.format;
  const W x = flush_if(form, format, a);
  const W y = flush_if(form, format, b);
  const auto special_x = is_nan(format, x) | is_infinite(format, x) | is_zero(format, x);
  const auto special_y = is_nan(format, y) | is_infinite(format, y) | is_zero(format, y);
  return {divide_float(form, x, y), bit(special_x | special_y)};
}

// PTX ISA, div.approx: for 2^126 < |b| < 2^128, an infinite a gives NaN, any other a sign-preserving zero. The result
// is a * (1/b), which overflows within for a subnormal b.
template <class W>
constexpr Known<W> divide_approximately(const Form& form, W a, W b) {
  const Format& format = form.format;
  const W magnitude = b & W(format.magnitude());
  const auto huge = ult(W((format.bias() + 126) << format.fraction), magnitude) & ult(magnitude, W(format.infinity()));
  const auto subnormal = is_tiny(format, b) & ~is_zero(format, b);
  const Known<W> special = special_quotient(form, a, b);
  const W zero = (a ^ b) & W(format.sign());
  const auto invalid = is_infinite(format, a) | is_nan(format, a);
  const W known = form.q.ftz != 0 ? special.known : special.known & bit(~subnormal | is_nan(format, a));
  return {select(huge, select(invalid, W(format.nan()), zero), special.value), known | bit(huge)};
}

}  // namespace semcheck::ptx
