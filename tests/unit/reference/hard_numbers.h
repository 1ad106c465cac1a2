#pragma once

/// @file
/// Random operands that make rounding hard: significands of long runs, exponents at the edges of the format and close
/// to each other, sums that cancel, products that tie.

#include <algorithm>
#include <cstdint>
#include <random>

#include "core/reference/soft_float.h"

namespace semcheck {

class HardNumbers {
 public:
  explicit HardNumbers(std::uint64_t seed) : random_(seed) {}

  /// Any pattern of the format, infinities and NaNs included.
  Bits number(const Format& f) { return assemble(f, below(2), hard_exponent(f), hard_fraction(f)); }

  /// A pattern at most a few units from `b`, of either sign.
  Bits near(const Format& f, Bits b) {
    const Bits moved = (b + random_() % 5 - 2) & magnitude_mask(f);
    return below(4) == 0 ? moved | (b & sign_mask(f)) : moved | (~b & sign_mask(f));
  }

  /// A pattern within a few binades of `b`, or near it, or unrelated.
  Bits partner(const Format& f, Bits b) {
    switch (below(4)) {
      case 0: return number(f);
      case 1: return near(f, b);
      default: return assemble(f, below(2), exponent_near(f, b, f.fraction_bits + 3), hard_fraction(f));
    }
  }

  /// An addend for x * z: close to minus the product, or some binades from it, or unrelated.
  Bits addend(const Format& f, Bits x, Bits z) {
    const FloatResult product = multiply(f, Rounding::rz, x, z);
    const Bits b = is_nan(product) ? number(f) : product.bits;
    switch (below(4)) {
      case 0: return number(f);
      case 1: return near(f, b);
      default: return assemble(f, below(2), exponent_near(f, b, 2 * f.fraction_bits + 4), hard_fraction(f));
    }
  }

 private:
  int below(int count) { return static_cast<int>(random_() % static_cast<std::uint64_t>(count)); }

  static Bits assemble(const Format& f, int sign, int exponent, Bits fraction) {
    return static_cast<Bits>(sign) << (f.width - 1) | static_cast<Bits>(exponent) << f.fraction_bits | fraction;
  }

  static int exponent_count(const Format& f) { return 1 << f.exponent_bits; }

  int hard_exponent(const Format& f) {
    const int bias = exponent_count(f) / 2 - 1;
    switch (below(8)) {
      case 0: return below(3);
      case 1: return exponent_count(f) - 1 - below(3);
      case 2:
      case 3: return bias - 2 + below(5);
      case 4: return bias / 2 + below(5) - 2;
      default: return below(exponent_count(f));
    }
  }

  int exponent_near(const Format& f, Bits b, int reach) {
    const int base = static_cast<int>((b & exponent_mask(f)) >> f.fraction_bits);
    const int moved = base - reach + below(2 * reach + 1);
    return std::clamp(moved, 0, exponent_count(f) - 1);
  }

  Bits hard_fraction(const Format& f) {
    const int count = below(f.fraction_bits);
    const Bits run = low_mask(count);
    switch (below(8)) {
      case 0: return 0;
      case 1: return fraction_mask(f);
      case 2: return run;
      case 3: return fraction_mask(f) & ~run;
      case 4: return Bits{1} << count;
      case 5: return random_() & fraction_mask(f) & ~run;
      default: return random_() & fraction_mask(f);
    }
  }

  std::mt19937_64 random_;
};

}  // namespace semcheck
