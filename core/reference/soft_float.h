#pragma once

/// @file
/// Addition, multiplication and fused multiply-add of IEEE 754-2019, correctly rounded, with integer operations
/// only. Compiled by the host compiler and by NVRTC.

#include "core/reference/rounding.h"

namespace semcheck {

/// The same value with the leading bit of its significand one below the top, which leaves room for a carry. A zero
/// comes out with an exponent below every other.
template <typename Word>
SEMCHECK_HD constexpr Unpacked<Word> normalized(const Unpacked<Word>& value) {
  constexpr int kBelowAll = -(1 << 20);
  if (value.significand == Word{0}) return {value.negative, kBelowAll, value.significand};
  const int shift = leading_zeros(value.significand) - 1;
  return {value.negative, value.exponent - shift, value.significand << shift};
}

template <typename Word>
SEMCHECK_HD constexpr bool smaller_magnitude(const Unpacked<Word>& a, const Unpacked<Word>& b) {
  return a.exponent != b.exponent ? a.exponent < b.exponent : a.significand < b.significand;
}

/// a + b with a sticky lowest bit. Exact when the leading bits are at most one place apart, so that cancellation
/// never brings the sticky bit near the result's precision.
template <typename Word>
SEMCHECK_HD constexpr Unpacked<Word> sum(Rounding rounding, const Unpacked<Word>& a, const Unpacked<Word>& b) {
  const Unpacked<Word> x = normalized(a);
  const Unpacked<Word> z = normalized(b);
  const bool swap = smaller_magnitude(x, z);
  const Unpacked<Word> large = swap ? z : x;
  const Unpacked<Word> small = swap ? x : z;
  const Word addend = shift_right_sticky(small.significand, large.exponent - small.exponent);
  if (large.negative == small.negative) return {large.negative, large.exponent, large.significand + addend};
  // IEEE 754-2019, 6.3: an exact zero sum of opposite signs is +0, rounding towards minus infinity -0.
  const bool negative = large.significand == addend ? rounding == Rounding::rm : large.negative;
  return {negative, large.exponent, large.significand - addend};
}

template <typename Word>
SEMCHECK_HD constexpr Unpacked<Word> product(const Unpacked<Word>& a, const Unpacked<Word>& b) {
  return {a.negative != b.negative, a.exponent + b.exponent, a.significand * b.significand};
}

/// Whether an exact product, with room for a carry and two bits to round by, fits in 64 bits.
SEMCHECK_HD constexpr bool product_fits_in_bits(const Format& f) {
  return 2 * precision(f) + 3 <= kWordWidth<Bits>;
}

SEMCHECK_HD constexpr FloatResult nan_from(const Format& f, NanOrigin origin, Bits operand) {
  return {origin, operand & sign_mask(f)};
}

/// x + z where one of them is infinite and neither is a NaN.
// IEEE 754-2019, 7.2 d: the sum of infinities of opposite signs is invalid.
SEMCHECK_HD constexpr FloatResult infinite_sum(const Format& f, Bits x, Bits z) {
  if (is_infinite(f, x) && is_infinite(f, z) && x != z) return {NanOrigin::invalid, 0};
  return {NanOrigin::none, is_infinite(f, x) ? x : z};
}

/// x * z where one of them is infinite and neither is a NaN.
// IEEE 754-2019, 7.2 b: the product of zero and infinity is invalid.
SEMCHECK_HD constexpr FloatResult infinite_product(const Format& f, Bits x, Bits z) {
  if (is_zero(f, x) || is_zero(f, z)) return {NanOrigin::invalid, 0};
  return {NanOrigin::none, ((x ^ z) & sign_mask(f)) | exponent_mask(f)};
}

template <typename Word>
SEMCHECK_HD constexpr FloatResult multiply_finite(const Format& f, Rounding rounding, Bits x, Bits z) {
  return round_pack(f, rounding, Overflow::infinity, product(unpack<Word>(f, x), unpack<Word>(f, z)));
}

template <typename Word>
SEMCHECK_HD constexpr FloatResult fused_multiply_add_finite(const Format& f, Rounding rounding, Bits x, Bits z,
                                                            Bits w) {
  const Unpacked<Word> exact_product = product(unpack<Word>(f, x), unpack<Word>(f, z));
  return round_pack(f, rounding, Overflow::infinity, sum(rounding, exact_product, unpack<Word>(f, w)));
}

/// x + z. A number beyond a format without infinity is a NaN of origin `overflow`, here and below.
SEMCHECK_HD constexpr FloatResult add(const Format& f, Rounding rounding, Bits x, Bits z) {
  if (is_nan(f, x)) return nan_from(f, NanOrigin::first, x);
  if (is_nan(f, z)) return nan_from(f, NanOrigin::second, z);
  if (is_infinite(f, x) || is_infinite(f, z)) return infinite_sum(f, x, z);
  return round_pack(f, rounding, Overflow::infinity, sum(rounding, unpack<Bits>(f, x), unpack<Bits>(f, z)));
}

/// x - z.
SEMCHECK_HD constexpr FloatResult subtract(const Format& f, Rounding rounding, Bits x, Bits z) {
  if (is_nan(f, x)) return nan_from(f, NanOrigin::first, x);
  if (is_nan(f, z)) return nan_from(f, NanOrigin::second, z);
  return add(f, rounding, x, z ^ sign_mask(f));
}

/// x * z.
SEMCHECK_HD constexpr FloatResult multiply(const Format& f, Rounding rounding, Bits x, Bits z) {
  if (is_nan(f, x)) return nan_from(f, NanOrigin::first, x);
  if (is_nan(f, z)) return nan_from(f, NanOrigin::second, z);
  if (is_infinite(f, x) || is_infinite(f, z)) return infinite_product(f, x, z);
  if (product_fits_in_bits(f)) return multiply_finite<Bits>(f, rounding, x, z);
  return multiply_finite<Wide>(f, rounding, x, z);
}

/// x * z + w, rounded once. inf * 0 + NaN is the NaN of the third operand.
SEMCHECK_HD constexpr FloatResult fused_multiply_add(const Format& f, Rounding rounding, Bits x, Bits z, Bits w) {
  if (is_nan(f, x)) return nan_from(f, NanOrigin::first, x);
  if (is_nan(f, z)) return nan_from(f, NanOrigin::second, z);
  if (is_nan(f, w)) return nan_from(f, NanOrigin::third, w);
  if (is_infinite(f, x) || is_infinite(f, z)) {
    const FloatResult infinity = infinite_product(f, x, z);
    return is_nan(infinity) ? infinity : infinite_sum(f, infinity.bits, w);
  }
  if (is_infinite(f, w)) return {NanOrigin::none, w};
  if (product_fits_in_bits(f)) return fused_multiply_add_finite<Bits>(f, rounding, x, z, w);
  return fused_multiply_add_finite<Wide>(f, rounding, x, z, w);
}

}  // namespace semcheck
