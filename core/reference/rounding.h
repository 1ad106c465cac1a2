#pragma once

/// @file
/// Numbers taken apart into sign, exponent and significand, and put together again with one correct rounding.
/// Compiled by the host compiler and by NVRTC.

#include "core/reference/wide.h"
#include "core/spec/rule_values.h"

namespace semcheck {

/// Where a NaN result comes from: the leftmost operand that is a NaN, an invalid operation such as inf - inf, or a
/// number beyond a destination that has no infinity or was told to answer with a NaN.
enum class NanOrigin : unsigned char { none, first, second, third, invalid, overflow };

/// A floating result. Which NaN comes out is for the rules to say: when there is an origin, `bits` holds nothing
/// but the sign of the NaN operand or of the number that overflowed.
struct FloatResult {
  NanOrigin nan = NanOrigin::none;
  Bits bits = 0;
};

SEMCHECK_HD constexpr bool is_nan(const FloatResult& result) {
  return result.nan != NanOrigin::none;
}

/// (-1)^negative * significand * 2^exponent. The lowest bit of the significand may be a sticky bit, when it lies at
/// least two bits below whatever it is going to be rounded to.
template <typename Word>
struct Unpacked {
  bool negative = false;
  int exponent = 0;
  Word significand = Word{0};
};

/// The significand's bits, the implicit one included.
SEMCHECK_HD constexpr int precision(const Format& f) {
  return f.fraction_bits + 1;
}
/// The exponent of the lowest bit of a subnormal number.
SEMCHECK_HD constexpr int lowest_exponent(const Format& f) {
  return 2 - (1 << (f.exponent_bits - 1)) - f.fraction_bits;
}
SEMCHECK_HD constexpr Bits largest_finite(const Format& f) {
  return f.has_infinity ? exponent_mask(f) - 1 : largest_magnitude(f);
}
SEMCHECK_HD constexpr Bits sign_of(const Format& f, bool negative) {
  return negative ? sign_mask(f) : 0;
}

/// A finite number, taken apart.
template <typename Word>
SEMCHECK_HD constexpr Unpacked<Word> unpack(const Format& f, Bits b) {
  const Bits fraction = b & fraction_mask(f);
  const int biased = static_cast<int>((b & exponent_mask(f)) >> f.fraction_bits);
  if (biased == 0) return {is_negative(f, b), lowest_exponent(f), Word{fraction}};
  return {is_negative(f, b), lowest_exponent(f) + biased - 1, Word{fraction | (Bits{1} << f.fraction_bits)}};
}

/// Whether a magnitude cut off before `guard`, the first bit lost, and `sticky`, whether any later one was set, is
/// rounded to the next larger one.
SEMCHECK_HD constexpr bool rounds_up(Rounding rounding, bool negative, bool odd, bool guard, bool sticky) {
  switch (rounding) {
    case Rounding::rn: return guard && (sticky || odd);
    case Rounding::rz: return false;
    case Rounding::rm: return negative && (guard || sticky);
    case Rounding::rp: return !negative && (guard || sticky);
    case Rounding::rna: return guard;
  }
  return false;
}

/// significand * 2^-shift rounded to an integer, which must fit in 62 bits.
template <typename Word>
SEMCHECK_HD constexpr Bits round_off(Word significand, int shift, bool negative, Rounding rounding) {
  const Bits extended = static_cast<Bits>(shift_right_sticky(significand, shift - 2));
  const Bits kept = extended >> 2;
  const bool guard = (extended & 2) != 0;
  const bool sticky = (extended & 1) != 0;
  return rounds_up(rounding, negative, (kept & 1) != 0, guard, sticky) ? kept + 1 : kept;
}

/// What stands for infinity in a destination.
SEMCHECK_HD constexpr FloatResult pack_infinity(const Format& f, Overflow overflow, bool negative) {
  const Bits sign = sign_of(f, negative);
  if (overflow == Overflow::saturate) return {NanOrigin::none, sign | largest_finite(f)};
  if (overflow == Overflow::nan || !f.has_infinity) return {NanOrigin::overflow, sign};
  return {NanOrigin::none, sign | exponent_mask(f)};
}

// IEEE 754-2019, 7.4: rounding towards zero, or towards the infinity on the other side, stops at the largest finite
// number.
SEMCHECK_HD constexpr FloatResult pack_overflow(const Format& f, Rounding rounding, Overflow overflow, bool negative) {
  if (!rounds_up(rounding, negative, true, true, true)) return pack_infinity(f, Overflow::saturate, negative);
  return pack_infinity(f, overflow, negative);
}

/// The number of the format that the value rounds to, gradual underflow included.
template <typename Word>
SEMCHECK_HD constexpr FloatResult round_pack(const Format& f, Rounding rounding, Overflow overflow,
                                             const Unpacked<Word>& value) {
  if (value.significand == Word{0}) return {NanOrigin::none, sign_of(f, value.negative)};
  const int normal_ulp = value.exponent + bit_length(value.significand) - precision(f);
  const int binade = normal_ulp > lowest_exponent(f) ? normal_ulp - lowest_exponent(f) : 0;
  const int shift = lowest_exponent(f) + binade - value.exponent;
  const Bits significand = round_off(value.significand, shift, value.negative, rounding);
  // The implicit bit and a carry out of the significand both count one into the exponent field. A product of f64 has a
  // binade of at most 12 bits, so that an exponent beyond the format shows in the comparison.
  const Bits rounded = (static_cast<Bits>(binade) << f.fraction_bits) + significand;
  if (rounded > largest_finite(f)) return pack_overflow(f, rounding, overflow, value.negative);
  return {NanOrigin::none, sign_of(f, value.negative) | rounded};
}

}  // namespace semcheck
