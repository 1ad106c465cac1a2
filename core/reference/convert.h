#pragma once

/// @file
/// Conversions between any two formats, correctly rounded, with integer operations only. Compiled by the host
/// compiler and by NVRTC.

#include "core/reference/rounding.h"

namespace semcheck {

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

/// An integer of any size; of a magnitude beyond 64 bits only the low ones are kept.
struct WholeNumber {
  bool negative = false;
  Bits magnitude = 0;
  bool beyond_64_bits = false;
};

SEMCHECK_HD constexpr WholeNumber whole_number(const Format& f, Bits b) {
  const Unpacked<Bits> value = unpack_integer(f, b);
  return {value.negative, value.significand, false};
}

/// A floating number (not NaN) rounded to an integer. An infinity is beyond every format, its low bits 0.
SEMCHECK_HD constexpr WholeNumber rounded_to_whole(const Format& f, Rounding rounding, Bits b) {
  if (is_infinite(f, b)) return {is_negative(f, b), 0, true};
  const Unpacked<Bits> value = unpack<Bits>(f, b);
  if (value.exponent < 0)
    return {value.negative, round_off(value.significand, -value.exponent, value.negative, rounding), false};
  const Bits low_bits = value.exponent < 64 ? value.significand << value.exponent : 0;
  return {value.negative, low_bits, bit_length(value.significand) + value.exponent > 64};
}

SEMCHECK_HD constexpr bool fits(const Format& f, const WholeNumber& number) {
  // Two's complement: the least integer is its own magnitude.
  const Bits limit = number.negative ? least_integer(f) : greatest_integer(f);
  return !number.beyond_64_bits && number.magnitude <= limit;
}

SEMCHECK_HD constexpr Bits pack_integer(const Format& f, Overflow overflow, const WholeNumber& number) {
  if (fits(f, number) || overflow == Overflow::wrap)
    return (number.negative ? ~number.magnitude + 1 : number.magnitude) & value_mask(f);
  if (overflow == Overflow::indefinite) return indefinite_integer(f);
  return number.negative ? least_integer(f) : greatest_integer(f);
}

/// What a NaN becomes in an integer: 0, the format's least or greatest number, or the pattern with only the top bit
/// set (which for an unsigned format is neither).
SEMCHECK_HD constexpr Bits pack_nan_as_integer(const Format& f, ConvertNan nan) {
  switch (nan) {
    case ConvertNan::min: return least_integer(f);
    case ConvertNan::max: return greatest_integer(f);
    case ConvertNan::top_bit: return sign_mask(f);
    default: return 0;
  }
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
                                            ConvertNan nan, Bits b) {
  if (is_nan(from, b)) return pack_nan_as_integer(to, nan);
  return pack_integer(to, overflow, rounded_to_whole(from, rounding, b));
}

/// An integer rounded to a floating number.
SEMCHECK_HD constexpr FloatResult integer_to_float(const Format& from, const Format& to, Rounding rounding,
                                                   Overflow overflow, Bits b) {
  return round_pack(to, rounding, overflow, unpack_integer(from, b));
}

/// An integer in another width or signedness.
SEMCHECK_HD constexpr Bits integer_to_integer(const Format& from, const Format& to, Overflow overflow, Bits b) {
  return pack_integer(to, overflow, whole_number(from, b));
}

}  // namespace semcheck
