#pragma once

/// @file
/// Random operand patterns. A case depends on the seed and its number alone, so that any block of a long run can be
/// made again, on the host or on the device. Compiled by the host compiler and by NVRTC.

#include "core/values/format.h"

namespace semcheck {

/// Operands a case can have.
inline constexpr int kMaxRandomOperands = 4;
/// Draws of the generator that a case owns: two for each operand.
inline constexpr Bits kDrawsPerCase = 8;

/// Output number `index`, from 0, of SplitMix64 (Steele, Lea and Flood, 2014) started with `seed`: its state grows by a
/// constant, so every output can be had without those before it.
SEMCHECK_HD constexpr Bits splitmix64(Bits seed, Bits index) {
  Bits z = seed + (index + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// The magnitudes at which a floating format changes its ways.
SEMCHECK_HD constexpr Bits special_floating_magnitude(const Format& f, unsigned index) {
  switch (index) {
    case 0: return 0;
    case 1: return 1;
    case 2: return fraction_mask(f);
    case 3: return fraction_mask(f) + 1;
    case 4: return exponent_mask(f) - 1;
    case 5: return exponent_mask(f);
    case 6: return exponent_mask(f) | quiet_bit(f);
    default: return exponent_mask(f) | 1;
  }
}

/// The low bits of integers at the ends and in the middle of their range; the sign bit is drawn apart.
SEMCHECK_HD constexpr Bits special_integer_magnitude(const Format& f, unsigned index) {
  const Bits all = magnitude_mask(f);
  switch (index) {
    case 0: return 0;
    case 1: return 1;
    case 2: return 2;
    case 3: return all >> 1;
    case 4: return (all >> 1) + 1;
    case 5: return all - 2;
    case 6: return all - 1;
    default: return all;
  }
}

SEMCHECK_HD constexpr Bits special_pattern(const Format& f, Bits draw) {
  const unsigned index = static_cast<unsigned>(draw >> 61);
  const Bits m = is_floating(f) ? special_floating_magnitude(f, index) : special_integer_magnitude(f, index);
  return m | ((draw & 1) != 0 ? sign_mask(f) : 0);
}

/// A number with a uniform count of significant bits: integers of every size, and for floating formats many subnormals.
SEMCHECK_HD constexpr Bits short_pattern(const Format& f, Bits bits, Bits draw) {
  const Bits m = (bits & magnitude_mask(f)) >> (((draw >> 32) * static_cast<Bits>(f.width)) >> 32);
  if ((draw & 1) == 0) return m;
  return is_floating(f) ? m | sign_mask(f) : (~m + 1) & value_mask(f);
}

/// Operand `operand` of random case `number`. Of eight cases in a row three have independent uniform bits (for a
/// floating format: uniform exponents), two have operands at most three patterns apart, two have short numbers, and one
/// has special values (zero, subnormal and normal boundaries, infinity, quiet and signaling NaN) against uniform bits.
/// @param f  the operand's format; every operand of a case has the same width
SEMCHECK_HD constexpr Bits random_pattern(const Format& f, Bits seed, Bits number, int operand) {
  const Bits first_draw = number * kDrawsPerCase;
  const Bits own_draw = first_draw + 2 * static_cast<Bits>(operand);
  const Bits bits = splitmix64(seed, own_draw);
  switch (number % 8) {
    case 0:
    case 1:
    case 2: return bits & value_mask(f);
    case 3:
    case 4:
      if (operand == 0) return bits & value_mask(f);
      return (splitmix64(seed, first_draw) + bits % 7 - 3) & value_mask(f);
    case 5:
    case 6: return short_pattern(f, bits, splitmix64(seed, own_draw + 1));
    default: break;
  }
  const bool special = (number / 8 + static_cast<Bits>(operand)) % 2 == 0;
  return special ? special_pattern(f, bits) : bits & value_mask(f);
}

}  // namespace semcheck
