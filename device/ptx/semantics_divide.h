#pragma once

#include "device/ptx/domain.h"
#include "device/ptx/form.h"
#include "device/ptx/semantics_arithmetic.h"
#include "device/ptx/semantics_bits.h"
#include "device/ptx/semantics_float.h"
#include "device/ptx/semantics_round.h"

namespace semcheck::ptx {

// Division, reciprocal and square root, correctly rounded: digits one bit a step, what is left over remembered in the
// lowest bit.

template <class W>
constexpr Parts<W> exact_quotient(const Parts<W>& a, const Parts<W>& b) {
  W rest = a.significand;
  W digits(0);
  W carry(0);
  for (unsigned i = 0; i < 64; ++i) {
    const auto fits = ~eq(carry, W(0)) | ~ult(rest, b.significand);
    digits = (digits << 1) | bit(fits);
    rest = select(fits, rest - b.significand, rest);
    carry = rest >> 63;
    rest = rest << 1;
  }
  const W sticky = bit(~eq(carry | rest, W(0)));
  return normalised(a.sign ^ b.sign, a.exponent - b.exponent, digits | sticky);
}

/// The root of a positive number.
template <class W>
constexpr Parts<W> exact_root(const Parts<W>& a) {
  constexpr unsigned kDigits = 60;  // more than any format's fraction, few enough for the remainder to fit
  const auto odd = ~eq(a.exponent & W(1), W(0));
  W radicand = select(odd, a.significand, a.significand >> 1);
  W rest(0);
  W root(0);
  for (unsigned i = 0; i < kDigits; ++i) {
    const W next = (rest << 2) | (radicand >> 62);
    const W trial = (root << 2) | W(1);
    const auto fits = ~ult(next, trial);
    rest = select(fits, next - trial, next);
    root = (root << 1) | bit(fits);
    radicand = radicand << 2;
  }
  const W sticky = bit(~eq(rest, W(0)));
  return {W(0), arithmetic_shift_right(a.exponent, W(1)), (root << (64 - kDigits)) | sticky};
}

// IEEE 754, 7.2 and 7.3: 0 / 0 and infinity / infinity are invalid, a finite number / 0 is an infinity.
template <class W>
constexpr W quotient_with_infinities(const Format& format, W a, W b, W finite) {
  const W sign = (a ^ b) & W(format.sign());
  const auto infinite = is_infinite(format, a) | is_zero(format, b);
  const auto zero = is_zero(format, a) | is_infinite(format, b);
  const W number = select(infinite, sign | W(format.infinity()), select(zero, sign, finite));
  return select(infinite & zero, W(format.nan()), number);
}

// PTX ISA, div: d = a / b.
template <class W>
constexpr W divide_float(const Form& form, W a, W b) {
  const Format& format = form.format;
  const W x = flush_if(form, format, a);
  const W y = flush_if(form, format, b);
  const W finite = rounded(form, exact_quotient(unpack(format, x), unpack(format, y)));
  const W valid = quotient_with_infinities(format, x, y, finite);
  const W from_b = select(is_nan(format, y), propagated(format, y), valid);
  return select(is_nan(format, x), propagated(format, x), from_b);
}

// PTX ISA, rcp: d = 1 / a.
template <class W>
constexpr W reciprocal(const Form& form, W a) {
  return divide_float(form, W(form.format.one()), a);
}

// PTX ISA, sqrt: the root of -0 is -0, of any other negative number NaN.
template <class W>
constexpr W square_root(const Form& form, W a) {
  const Format& format = form.format;
  const W x = flush_if(form, format, a);
  const auto itself = is_zero(format, x) | is_infinite(format, x);
  const W number = select(itself, x, rounded(form, exact_root(unpack(format, x))));
  const W valid = select(is_negative(format, x) & ~is_zero(format, x), W(format.nan()), number);
  return select(is_nan(format, x), propagated(format, x), valid);
}

}  // namespace semcheck::ptx
