#pragma once

/// @file
/// Division and square root of IEEE 754-2019, correctly rounded, with integer operations only: one bit of the result
/// after the other. Compiled by the host compiler and by NVRTC.

#include "core/reference/soft_float.h"

namespace semcheck {

/// Bits of a quotient or root beyond which nothing but a sticky bit counts: the precision, and enough to round by.
SEMCHECK_HD constexpr int digits_of(const Format& f) {
  return precision(f) + 3;
}

/// The quotient of two numbers other than zero, a sticky bit below its digits.
SEMCHECK_HD constexpr Unpacked<Bits> quotient(const Format& f, const Unpacked<Bits>& x, const Unpacked<Bits>& z) {
  const Unpacked<Bits> divisor = normalized(z);
  const Unpacked<Bits> dividend = normalized(x);
  // One bit of room, so that the remainder can be doubled.
  const Bits d = divisor.significand >> 1;
  Bits remainder = dividend.significand >> 1;
  Bits digits = 0;
  for (int i = 0; i < digits_of(f); ++i) {
    const bool fits = remainder >= d;
    digits = digits << 1 | (fits ? 1u : 0u);
    remainder = (fits ? remainder - d : remainder) << 1;
  }
  const int exponent = dividend.exponent - divisor.exponent - (digits_of(f) - 1);
  return {x.negative != z.negative, exponent - 1, digits << 1 | (remainder != 0 ? 1u : 0u)};
}

// IEEE 754-2019, 7.2 e: 0 / 0 and inf / inf are invalid; 7.3: a finite number divided by zero is an infinity.
/// x / z where one of them is infinite or zero and neither is a NaN.
SEMCHECK_HD constexpr FloatResult special_quotient(const Format& f, Bits x, Bits z) {
  const Bits sign = (x ^ z) & sign_mask(f);
  if ((is_infinite(f, x) && is_infinite(f, z)) || (is_zero(f, x) && is_zero(f, z))) return {NanOrigin::invalid, 0};
  if (is_infinite(f, x)) return {NanOrigin::none, sign | exponent_mask(f)};
  if (is_zero(f, z)) return pack_infinity(f, Overflow::infinity, sign != 0);
  return {NanOrigin::none, sign};
}

/// x / z.
SEMCHECK_HD constexpr FloatResult divide(const Format& f, Rounding rounding, Bits x, Bits z) {
  if (is_nan(f, x)) return nan_from(f, NanOrigin::first, x);
  if (is_nan(f, z)) return nan_from(f, NanOrigin::second, z);
  if (is_infinite(f, x) || is_infinite(f, z) || is_zero(f, x) || is_zero(f, z)) return special_quotient(f, x, z);
  return round_pack(f, rounding, Overflow::infinity, quotient(f, unpack<Bits>(f, x), unpack<Bits>(f, z)));
}

/// The square root of a positive number, a sticky bit below its digits.
SEMCHECK_HD constexpr Unpacked<Bits> root(const Format& f, const Unpacked<Bits>& x) {
  constexpr int kPairs = 31;
  const Unpacked<Bits> n = normalized(x);
  // Two bits of the radicand for each digit, the leading ones first; the exponent must be even.
  const bool odd = (n.exponent & 1) != 0;
  const Bits radicand = odd ? n.significand >> 1 : n.significand >> 2;
  const int exponent = odd ? n.exponent + 1 : n.exponent + 2;
  Bits digits = 0;
  Bits remainder = 0;
  for (int i = 0; i < digits_of(f); ++i) {
    const Bits pair = i < kPairs ? radicand >> (2 * (kPairs - 1 - i)) & 3 : 0;
    const Bits trial = digits << 2 | 1;
    remainder = remainder << 2 | pair;
    const bool fits = remainder >= trial;
    if (fits) remainder -= trial;
    digits = digits << 1 | (fits ? 1u : 0u);
  }
  const int half = exponent / 2 + kPairs - digits_of(f);
  return {false, half - 1, digits << 1 | (remainder != 0 ? 1u : 0u)};
}

// IEEE 754-2019, 5.4.1: the square root of -0 is -0; 7.2 g: of any other negative number it is invalid.
/// The square root of x.
SEMCHECK_HD constexpr FloatResult square_root(const Format& f, Rounding rounding, Bits x) {
  if (is_nan(f, x)) return nan_from(f, NanOrigin::first, x);
  if (is_zero(f, x)) return {NanOrigin::none, x};
  if (is_negative(f, x)) return {NanOrigin::invalid, 0};
  if (is_infinite(f, x)) return {NanOrigin::none, x};
  return round_pack(f, rounding, Overflow::infinity, root(f, unpack<Bits>(f, x)));
}

}  // namespace semcheck
