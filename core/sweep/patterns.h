#pragma once

/// @file
/// Where numbers change their ways: the dense set of a structured sweep, the short list beside it, and the classes of
/// special patterns of a random one. Compiled by the host compiler and by NVRTC.

#include "core/values/format.h"

namespace semcheck {

/// Significands at the ends and in the middle of a binade: 0, 1, 2, all ones, all ones - 1, the top bit, and the
/// patterns next to it. Two fraction bits have four patterns, which are all taken.
SEMCHECK_HD constexpr Bits edge_count(const Format& f) {
  return f.fraction_bits < 3 ? fraction_mask(f) + 1 : 8;
}
SEMCHECK_HD constexpr Bits edge_fraction(const Format& f, Bits edge) {
  if (f.fraction_bits < 3) return edge;
  switch (edge) {
    case 0:
    case 1:
    case 2: return edge;
    case 3: return fraction_mask(f);
    case 4: return fraction_mask(f) - 1;
    case 5: return quiet_bit(f);
    case 6: return quiet_bit(f) + 1;
    default: return quiet_bit(f) - 1;
  }
}

/// Patterns of the dense set of a format, each once:
///
///     f64 32768, f32 and bf16 4096, f16 512   both signs of every exponent with every edge significand
///     e4m3, e5m2, s8, u8 256                  all patterns
///     s16, u16 112, s32, u32 240, s64, u64 496
///                                             2^k - 2 to 2^k + 1 for every k, and their complements
SEMCHECK_HD constexpr Bits dense_count(const Format& f) {
  if (is_floating(f)) return edge_count(f) << (f.exponent_bits + 1);
  return f.width <= 8 ? value_mask(f) + 1 : 8 * static_cast<Bits>(f.width - 2);
}

/// The integers 0, 1, and 2^k - 2 to 2^k + 1 from k = 2 on, in order.
SEMCHECK_HD constexpr Bits around_power_of_two(Bits number) {
  return number < 2 ? number : (Bits{1} << ((number + 2) / 4 + 1)) + (number + 2) % 4 - 2;
}

/// Pattern `number` of the dense set.
SEMCHECK_HD constexpr Bits dense_pattern(const Format& f, Bits number) {
  if (is_floating(f)) return number / edge_count(f) << f.fraction_bits | edge_fraction(f, number % edge_count(f));
  if (f.width <= 8) return number;
  const Bits positive = around_power_of_two(number / 2);
  return number % 2 == 0 ? positive : ~positive & value_mask(f);
}

/// The pattern of 1.0, or the integer 1.
SEMCHECK_HD constexpr Bits pattern_of_one(const Format& f) {
  return is_floating(f) ? low_mask(f.exponent_bits - 1) << f.fraction_bits : 1;
}

/// The few values that stand beside every pair of the dense set where there are more than two operands: 0, -0, 1, -1,
/// inf, -inf, a quiet and a signaling NaN with payload 1 (e4m3: its largest numbers, and its NaN twice); of integers
/// 0, -1, 1, -2, the largest, the smallest and the ones next to them.
inline constexpr int kShortList = 8;
SEMCHECK_HD constexpr Bits short_pattern_of(const Format& f, Bits number) {
  const Bits sign = number % 2 == 0 ? 0 : sign_mask(f);
  switch (number / 2) {
    case 0: return is_floating(f) ? sign : number % 2 == 0 ? 0 : value_mask(f);
    case 1: return is_floating(f) ? sign | pattern_of_one(f) : number % 2 == 0 ? 1 : value_mask(f) - 1;
    case 2: return is_floating(f) ? sign | largest_magnitude(f) : number % 2 == 0 ? magnitude_mask(f) : sign_mask(f);
    default: break;
  }
  if (!is_floating(f)) return number % 2 == 0 ? magnitude_mask(f) - 1 : sign_mask(f) + 1;
  if (!f.has_infinity) return magnitude_mask(f);
  return exponent_mask(f) | (number % 2 == 0 ? quiet_bit(f) : 0) | 1;
}

/// Kinds of special magnitudes: four places where numbers change their ways, and at each of them the pattern below, the
/// pattern itself, the one above, and any with the same upper bits. In order:
///
///     floating   the NaN with all bits set, 0, the least subnormal number, any subnormal number;
///                the largest subnormal and the least normal number and the ones around them;
///                1 and its neighbours, any number from 1 to 2;
///                the largest number, infinity, a signaling NaN, any NaN
///     integers   around 0, around the sign bit of half the width, in the middle and at the end of the range
inline constexpr unsigned kSpecials = 16;

SEMCHECK_HD constexpr Bits special_place(const Format& f, unsigned place) {
  // Choices of constants, and not a switch: the threads of a warp differ here.
  const Bits second = is_floating(f) ? fraction_mask(f) + 1 : Bits{1} << (f.width / 2 - 1);
  const Bits third = is_floating(f) ? pattern_of_one(f) : (magnitude_mask(f) >> 1) + 1;
  const Bits last = is_floating(f) ? largest_magnitude(f) : magnitude_mask(f);
  const Bits low = place == 0 ? 0 : second, high = place == 2 ? third : last;
  return place < 2 ? low : high;
}

/// A special magnitude of a kind, in a word that holds it.
/// @param own  where the bits come from that the kind leaves open
template <class Word>
SEMCHECK_HD constexpr Word special_magnitude(const Format& f, unsigned kind, Word own) {
  const Word place = static_cast<Word>(special_place(f, kind / 4 % 4));
  const Word open = static_cast<Word>(is_floating(f) ? fraction_mask(f) : low_mask(f.width / 2));
  const Word beside = (place + kind % 4 - 1) & static_cast<Word>(magnitude_mask(f));
  return kind % 4 == 3 ? place | (own & open) : beside;
}

}  // namespace semcheck
