#pragma once

/// @file
/// Conversions between any two formats, correctly rounded, with integer operations only. Compiled by the host
/// compiler and by NVRTC.

#include "core/reference/rounding.h"

namespace semcheck {

/// What a NaN becomes in an integer: 0, the format's least or greatest number, or the pattern with only the top bit
/// set (which for an unsigned format is neither).
enum class IntegerNan : unsigned char { zero, min, max, top_bit };

SEMCHECK_HD constexpr bool is_signed(const Format& f) {
  return f.kind == NumberKind::signed_integer;
}
SEMCHECK_HD constexpr Bits least_integer(const Format& f) {
  return is_signed(f) ? sign_mask(f) : 0;
}
SEMCHECK_HD constexpr Bits greatest_integer(const Format& f) {
  return is_signed(f) ? magnitude_mask(f) : value_mask(f);
}
// Intel SDM volume 2, CVTTSS2SI: "the indefinite integer value (80000000H) is returned"; VCVTTSS2USI: "2^w - 1".
SEMCHECK_HD constexpr Bits indefinite_integer(const Format& f) {
  return is_signed(f) ? sign_mask(f) : value_mask(f);
}

/// An integer as sign and magnitude.
SEMCHECK_HD constexpr Unpacked<Bits> unpack_integer(const Format& f, Bits b) {
  if (!is_signed(f) || !is_negative(f, b)) return {false, 0, b};
  return {true, 0, (~b + 1) & value_mask(f)};
}

/// An integer of the format out of sign and magnitude, of which only the low 64 bits are given when
/// `beyond_64_bits`.
SEMCHECK_HD constexpr Bits pack_integer(const Format& f, Overflow overflow, bool negative, Bits magnitude_bits,
                                        bool beyond_64_bits) {
  // Two's complement: the least integer is its own magnitude.
  const Bits limit = negative ? least_integer(f) : greatest_integer(f);
  const bool in_range = !beyond_64_bits && magnitude_bits <= limit;
  if (in_range || overflow == Overflow::wrap) return (negative ? ~magnitude_bits + 1 : magnitude_bits) & value_mask(f);
  return overflow == Overflow::indefinite ? indefinite_integer(f) : limit;
}

SEMCHECK_HD constexpr Bits pack_nan_as_integer(const Format& f, IntegerNan nan) {
  switch (nan) {
    case IntegerNan::zero: return 0;
    case IntegerNan::min: return least_integer(f);
    case IntegerNan::max: return greatest_integer(f);
    case IntegerNan::top_bit: return sign_mask(f);
  }
  return 0;
}

/// A floating number in another floating format. An infinity follows `overflow`, whatever the rounding.
SEMCHECK_HD constexpr FloatResult float_to_float(const Format& from, const Format& to, Rounding rounding,
                                                 Overflow overflow, Bits b) {
  if (is_nan(from, b)) return {NanOrigin::first, sign_of(to, is_negative(from, b))};
  if (is_infinite(from, b)) return pack_infinity(to, overflow, is_negative(from, b));
  return round_pack(to, rounding, overflow, unpack<Bits>(from, b));
}

/// A floating number rounded to an integer. An infinity wraps to 0.
SEMCHECK_HD constexpr Bits float_to_integer(const Format& from, const Format& to, Rounding rounding, Overflow overflow,
                                            IntegerNan nan, Bits b) {
  if (is_nan(from, b)) return pack_nan_as_integer(to, nan);
  if (is_infinite(from, b)) return pack_integer(to, overflow, is_negative(from, b), 0, true);
  const Unpacked<Bits> value = unpack<Bits>(from, b);
  if (value.exponent < 0) {
    const Bits rounded = round_off(value.significand, -value.exponent, value.negative, rounding);
    return pack_integer(to, overflow, value.negative, rounded, false);
  }
  const Bits low_bits = value.exponent < 64 ? value.significand << value.exponent : 0;
  const bool beyond_64_bits = bit_length(value.significand) + value.exponent > 64;
  return pack_integer(to, overflow, value.negative, low_bits, beyond_64_bits);
}

/// An integer rounded to a floating number.
SEMCHECK_HD constexpr FloatResult integer_to_float(const Format& from, const Format& to, Rounding rounding,
                                                   Overflow overflow, Bits b) {
  return round_pack(to, rounding, overflow, unpack_integer(from, b));
}

/// An integer in another width or signedness.
SEMCHECK_HD constexpr Bits integer_to_integer(const Format& from, const Format& to, Overflow overflow, Bits b) {
  const Unpacked<Bits> value = unpack_integer(from, b);
  return pack_integer(to, overflow, value.negative, value.significand, false);
}

}  // namespace semcheck
