#pragma once

/// @file
/// What tests of the reference hold it against: formats as tables of the standards give them, values as long double,
/// and one rounding step done by the host's exact scaling and rounding to an integer. Nothing here is taken from the
/// code under test.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <ostream>

#include "core/reference/rounding.h"
#include "core/values/dtype.h"

namespace semcheck::host {

static_assert(std::numeric_limits<long double>::digits >= 64, "every operand of a conversion is exact in long double");

inline constexpr std::array kRoundings = {Rounding::rn, Rounding::rz, Rounding::rm, Rounding::rp, Rounding::rna};
inline constexpr std::array kFloats = {Dtype::f64, Dtype::f32, Dtype::f16, Dtype::bf16, Dtype::e4m3, Dtype::e5m2};

/// A floating dtype in the words of its standard.
struct FloatRow {
  Dtype dtype;
  int precision;
  int lowest_exponent;
  long double largest;
};

// IEEE 754-2019, table 3.5; OCP 8-bit Floating Point Specification (OFP8) 1.0; bfloat16 has the exponents of
// binary32.
inline constexpr std::array kFloatRows = {
    FloatRow{Dtype::f64, 53, -1074, 0x1.fffffffffffffp1023L},
    FloatRow{Dtype::f32, 24, -149, 0x1.fffffep127L},
    FloatRow{Dtype::f16, 11, -24, 65504.0L},
    FloatRow{Dtype::bf16, 8, -133, 0x1.fep127L},
    FloatRow{Dtype::e4m3, 4, -9, 448.0L},
    FloatRow{Dtype::e5m2, 3, -16, 57344.0L},
};

inline const FloatRow& float_row(Dtype dtype) {
  return kFloatRows[static_cast<std::size_t>(dtype)];
}

/// The value of a pattern: a number, an infinity or a NaN.
inline long double decode(Dtype dtype, Bits bits) {
  const FloatRow& row = float_row(dtype);
  const int fraction_bits = row.precision - 1;
  const bool negative = (bits >> (size_of(dtype) * 8 - 1) & 1) != 0;
  const auto fraction = static_cast<long double>(bits & ((Bits{1} << fraction_bits) - 1));
  const auto exponent_field_count = 1 << (static_cast<int>(size_of(dtype)) * 8 - row.precision);
  const int exponent = static_cast<int>(bits >> fraction_bits) & (exponent_field_count - 1);
  const long double implicit = exponent == 0 ? 0.0L : std::ldexp(1.0L, fraction_bits);
  long double value = std::ldexp(implicit + fraction, row.lowest_exponent + (exponent == 0 ? 0 : exponent - 1));
  if (dtype == Dtype::e4m3 && value > row.largest) value = std::numeric_limits<long double>::quiet_NaN();
  if (dtype != Dtype::e4m3 && exponent == exponent_field_count - 1)
    value =
        fraction == 0 ? std::numeric_limits<long double>::infinity() : std::numeric_limits<long double>::quiet_NaN();
  return negative ? -value : value;
}

inline long double round_to_integer(Rounding rounding, long double value) {
  switch (rounding) {
    case Rounding::rn: return std::nearbyint(value);
    case Rounding::rz: return std::trunc(value);
    case Rounding::rm: return std::floor(value);
    case Rounding::rp: return std::ceil(value);
    case Rounding::rna: return std::round(value);
  }
  return value;
}

/// What a result beyond the largest finite number becomes; a NaN stands for a NaN of origin `overflow`.
inline long double overflowed(Dtype dtype, Rounding rounding, Overflow overflow, bool negative) {
  // IEEE 754-2019, 7.4 b, c and d.
  const bool stays_finite =
      rounding == Rounding::rz || (rounding == Rounding::rm && !negative) || (rounding == Rounding::rp && negative);
  const long double sign = negative ? -1.0L : 1.0L;
  if (stays_finite || overflow == Overflow::saturate) return sign * float_row(dtype).largest;
  if (overflow == Overflow::nan || dtype == Dtype::e4m3)
    return std::copysign(std::numeric_limits<long double>::quiet_NaN(), sign);
  return sign * std::numeric_limits<long double>::infinity();
}

/// The exponent of the result's lowest bit, for a value below 2^exponent.
inline int ulp_exponent(Dtype dtype, int exponent) {
  const FloatRow& row = float_row(dtype);
  return std::max(exponent - row.precision, row.lowest_exponent);
}

/// An exact finite value rounded once.
inline long double rounded(Dtype dtype, Rounding rounding, Overflow overflow, long double exact) {
  int exponent = 0;
  std::frexp(exact, &exponent);
  const int ulp = ulp_exponent(dtype, exponent);
  const long double value = std::ldexp(round_to_integer(rounding, std::ldexp(exact, -ulp)), ulp);
  if (std::fabs(value) > float_row(dtype).largest) return overflowed(dtype, rounding, overflow, std::signbit(exact));
  return value;
}

/// True when the result has the value and the sign that were expected.
inline bool is_same(Dtype dtype, const FloatResult& actual, long double expected) {
  if (std::isnan(expected) || is_nan(actual))
    return std::isnan(expected) && actual.nan == NanOrigin::overflow &&
           actual.bits == (std::signbit(expected) ? sign_mask(format(dtype)) : 0);
  const long double value = decode(dtype, actual.bits);
  return value == expected && std::signbit(value) == std::signbit(expected);
}

}  // namespace semcheck::host

namespace semcheck {

inline std::ostream& operator<<(std::ostream& out, Rounding rounding) {
  constexpr std::array kNames = {"rn", "rz", "rm", "rp", "rna"};
  return out << kNames[static_cast<std::size_t>(rounding)];
}
inline std::ostream& operator<<(std::ostream& out, Overflow overflow) {
  constexpr std::array kNames = {"saturate", "wrap", "infinity", "nan", "indefinite"};
  return out << kNames[static_cast<std::size_t>(overflow)];
}
inline std::ostream& operator<<(std::ostream& out, const FloatResult& result) {
  return out << "0x" << std::hex << result.bits << std::dec << " NaN origin " << static_cast<int>(result.nan);
}

}  // namespace semcheck
