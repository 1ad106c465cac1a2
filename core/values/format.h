#pragma once

/// @file
/// Bit patterns of numbers, taken apart with integer operations only. This header is compiled by the host compiler and
/// by NVRTC, so it includes nothing and never touches a floating-point type.

#ifdef __CUDACC_RTC__
#define SEMCHECK_HD __host__ __device__
/// Of a function that a kernel calls rarely: compiled once, so that NVRTC is done with it soon.
#define SEMCHECK_NOINLINE __noinline__
/// Before a loop that is not worth unrolling.
#define SEMCHECK_ROLLED _Pragma("unroll 1")
#else
#include <cstdint>
#define SEMCHECK_HD
#define SEMCHECK_NOINLINE
#define SEMCHECK_ROLLED
#endif

namespace semcheck {

/// One operand or result: its bit pattern in the low `Format::width` bits, the rest zero.
#ifdef __CUDACC_RTC__
using Bits = unsigned long long;
#else
using Bits = std::uint64_t;
#endif

enum class NumberKind : unsigned char { floating, signed_integer, unsigned_integer };

/// How a bit pattern encodes a number. Integers have no exponent and no fraction bits.
struct Format {
  NumberKind kind = NumberKind::floating;
  int width = 32;
  int exponent_bits = 8;
  int fraction_bits = 23;
  /// False for e4m3, whose all-ones pattern is its only NaN and whose exponents are all finite otherwise.
  bool has_infinity = true;

  SEMCHECK_HD friend constexpr bool operator==(const Format&, const Format&) = default;
};

SEMCHECK_HD constexpr bool is_floating(const Format& f) {
  return f.kind == NumberKind::floating;
}
SEMCHECK_HD constexpr Bits low_mask(int bits) {
  return bits >= 64 ? ~Bits{0} : (Bits{1} << bits) - 1;
}
SEMCHECK_HD constexpr Bits value_mask(const Format& f) {
  return low_mask(f.width);
}
SEMCHECK_HD constexpr Bits sign_mask(const Format& f) {
  return Bits{1} << (f.width - 1);
}
SEMCHECK_HD constexpr Bits magnitude_mask(const Format& f) {
  return low_mask(f.width - 1);
}
SEMCHECK_HD constexpr Bits fraction_mask(const Format& f) {
  return low_mask(f.fraction_bits);
}
SEMCHECK_HD constexpr Bits exponent_mask(const Format& f) {
  return low_mask(f.exponent_bits) << f.fraction_bits;
}
SEMCHECK_HD constexpr Bits quiet_bit(const Format& f) {
  return Bits{1} << (f.fraction_bits - 1);
}

/// The largest magnitude that is not a NaN: infinity where the format has one, else the largest finite number.
SEMCHECK_HD constexpr Bits largest_magnitude(const Format& f) {
  return f.has_infinity ? exponent_mask(f) : magnitude_mask(f) - 1;
}

SEMCHECK_HD constexpr Bits magnitude(const Format& f, Bits b) {
  return b & magnitude_mask(f);
}

// Comparisons of patterns. A GPU compares 32 bits by one instruction and 64 bits by two.

SEMCHECK_HD constexpr bool fits_register([[maybe_unused]] const Format& f) {
#ifdef __CUDACC_RTC__
  return f.width <= 32;
#else
  return false;
#endif
}
SEMCHECK_HD constexpr bool is_same(const Format& f, Bits a, Bits b) {
  return fits_register(f) ? static_cast<unsigned>(a) == static_cast<unsigned>(b) : a == b;
}
SEMCHECK_HD constexpr bool is_above(const Format& f, Bits a, Bits b) {
  return fits_register(f) ? static_cast<unsigned>(a) > static_cast<unsigned>(b) : a > b;
}
/// Whether the magnitude of a pattern is above another one.
SEMCHECK_HD constexpr bool exceeds(const Format& f, Bits b, Bits other) {
  // A sign that is shifted out and not masked off leaves the compiler no way back to 64 bits.
  if (fits_register(f))
    return static_cast<unsigned>(b) << (33 - f.width) > static_cast<unsigned>(other) << (33 - f.width);
  return magnitude(f, b) > other;
}

SEMCHECK_HD constexpr bool is_negative(const Format& f, Bits b) {
  return (b & sign_mask(f)) != 0;
}
SEMCHECK_HD constexpr bool is_zero(const Format& f, Bits b) {
  return is_same(f, magnitude(f, b), 0);
}
SEMCHECK_HD constexpr bool is_nan(const Format& f, Bits b) {
  return is_floating(f) && exceeds(f, b, largest_magnitude(f));
}
SEMCHECK_HD constexpr bool is_infinite(const Format& f, Bits b) {
  return is_floating(f) && f.has_infinity && is_same(f, magnitude(f, b), exponent_mask(f));
}
/// A signaling NaN. e4m3 has one NaN, which is quiet.
SEMCHECK_HD constexpr bool is_signaling(const Format& f, Bits b) {
  return is_nan(f, b) && f.has_infinity && (b & quiet_bit(f)) == 0;
}
SEMCHECK_HD constexpr bool is_subnormal(const Format& f, Bits b) {
  return is_floating(f) && (b & exponent_mask(f)) == 0 && !is_zero(f, b);
}

/// A NaN made quiet, its sign and payload kept (IEEE 754-2019, 6.2.3).
SEMCHECK_HD constexpr Bits quieted(const Format& f, Bits b) {
  return b | quiet_bit(f);
}
SEMCHECK_HD constexpr Bits flushed(const Format& f, Bits b) {
  return is_subnormal(f, b) ? b & sign_mask(f) : b;
}

/// Maps every number (not NaN) to an unsigned key that grows with its value; -0 lies directly below +0.
SEMCHECK_HD constexpr Bits order_key(const Format& f, Bits b) {
  switch (f.kind) {
    case NumberKind::unsigned_integer: return b;
    case NumberKind::signed_integer: return b ^ sign_mask(f);
    case NumberKind::floating: return is_negative(f, b) ? ~b & value_mask(f) : b | sign_mask(f);
  }
  return 0;
}

/// True when two numbers (not NaN) compare equal: the same bits, or two zeros of a floating format.
SEMCHECK_HD constexpr bool equal_numbers(const Format& f, Bits a, Bits b) {
  return a == b || (is_floating(f) && is_zero(f, a) && is_zero(f, b));
}

}  // namespace semcheck
