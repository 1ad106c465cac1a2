#pragma once

/// @file
/// Unsigned integers wide enough for an exact product: 64 bits for formats up to f32, 128 bits for f64. `Bits` and
/// `Wide` offer the same operators, so that one algorithm serves both. Compiled by the host compiler and by NVRTC.

#include "core/values/format.h"

namespace semcheck {

/// An unsigned 128-bit integer. Shift counts are 0 to 127.
struct Wide {
  Bits high = 0;
  Bits low = 0;

  SEMCHECK_HD constexpr explicit Wide(Bits value) : low(value) {}
  SEMCHECK_HD constexpr Wide(Bits high_word, Bits low_word) : high(high_word), low(low_word) {}
  SEMCHECK_HD constexpr explicit operator Bits() const { return low; }
};

SEMCHECK_HD constexpr bool operator==(Wide a, Wide b) {
  return a.high == b.high && a.low == b.low;
}
SEMCHECK_HD constexpr bool operator<(Wide a, Wide b) {
  return a.high != b.high ? a.high < b.high : a.low < b.low;
}
SEMCHECK_HD constexpr Wide operator|(Wide a, Wide b) {
  return {a.high | b.high, a.low | b.low};
}
SEMCHECK_HD constexpr Wide operator+(Wide a, Wide b) {
  const Bits low = a.low + b.low;
  const Bits carry = low < a.low ? 1 : 0;
  return {a.high + b.high + carry, low};
}
SEMCHECK_HD constexpr Wide operator-(Wide a, Wide b) {
  const Bits borrow = a.low < b.low ? 1 : 0;
  return {a.high - b.high - borrow, a.low - b.low};
}
SEMCHECK_HD constexpr Wide operator<<(Wide a, int count) {
  if (count == 0) return a;
  if (count >= 64) return {a.low << (count - 64), 0};
  return {a.high << count | a.low >> (64 - count), a.low << count};
}
SEMCHECK_HD constexpr Wide operator>>(Wide a, int count) {
  if (count == 0) return a;
  if (count >= 64) return {0, a.high >> (count - 64)};
  return {a.high >> count, a.low >> count | a.high << (64 - count)};
}

/// The low 128 bits of the product.
SEMCHECK_HD constexpr Wide operator*(Wide a, Wide b) {
  const Bits a0 = a.low & low_mask(32);
  const Bits a1 = a.low >> 32;
  const Bits b0 = b.low & low_mask(32);
  const Bits b1 = b.low >> 32;
  const Bits middle = a1 * b0 + (a0 * b0 >> 32);
  const Bits carried = a0 * b1 + (middle & low_mask(32));
  const Bits high = a1 * b1 + (middle >> 32) + (carried >> 32);
  return {high + a.high * b.low + a.low * b.high, a.low * b.low};
}

template <typename Word>
inline constexpr int kWordWidth = static_cast<int>(sizeof(Word)) * 8;

SEMCHECK_HD constexpr int leading_zeros(Bits b) {
  if (b == 0) return 64;
  int count = 0;
  for (int step = 32; step > 0; step /= 2) {
    const int shift = b >> (64 - step) == 0 ? step : 0;
    b <<= shift;
    count += shift;
  }
  return count;
}
SEMCHECK_HD constexpr int leading_zeros(Wide a) {
  return a.high != 0 ? leading_zeros(a.high) : 64 + leading_zeros(a.low);
}

template <typename Word>
SEMCHECK_HD constexpr int bit_length(Word a) {
  return kWordWidth<Word> - leading_zeros(a);
}

/// `a` shifted right, or left by a negative count; every 1 that falls out on the right is kept in the lowest bit,
/// which is then a sticky bit.
template <typename Word>
SEMCHECK_HD constexpr Word shift_right_sticky(Word a, int count) {
  if (count <= 0) return a << -count;
  const bool is_nonzero = !(a == Word{0});
  if (count >= kWordWidth<Word>) return Word{is_nonzero ? Bits{1} : Bits{0}};
  const bool sticky = !(a << (kWordWidth<Word> - count) == Word{0});
  return a >> count | Word{sticky ? Bits{1} : Bits{0}};
}

}  // namespace semcheck
