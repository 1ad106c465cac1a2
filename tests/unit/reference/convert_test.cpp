#include "core/reference/convert.h"

#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <span>
#include <string>
#include <utility>

#include "tests/unit/reference/hard_numbers.h"
#include "tests/unit/reference/host_arithmetic.h"
#include "tests/unit/reference/testfloat_rows.h"

namespace semcheck {
namespace {

constexpr std::array kIntegers = {Dtype::s8,  Dtype::u8,  Dtype::s16, Dtype::u16,
                                  Dtype::s32, Dtype::u32, Dtype::s64, Dtype::u64};
constexpr std::array kFloatOverflows = {Overflow::infinity, Overflow::saturate, Overflow::nan};
constexpr std::array kIntegerOverflows = {Overflow::saturate, Overflow::wrap, Overflow::indefinite};

int width(Dtype dtype) {
  return static_cast<int>(size_of(dtype)) * 8;
}
bool is_signed_integer(Dtype dtype) {
  return name(dtype).front() == 's';
}
Bits ones(int count) {
  return ~Bits{0} >> (64 - count);
}

// Floating to floating ------------------------------------------------------------------------------------------------

/// The policies that a value tells apart: all of them beyond the largest number, else any one.
std::span<const Overflow> policies(Dtype to, long double value) {
  const std::span<const Overflow> all = kFloatOverflows;
  return std::fabs(value) <= host::float_row(to).largest ? all.first(1) : all;
}

/// What a conversion of a number or an infinity is held against: one rounding in long double.
long double expected_float(Dtype to, Rounding rounding, Overflow overflow, long double value) {
  if (std::isfinite(value)) return host::rounded(to, rounding, overflow, value);
  const bool negative = std::signbit(value);
  return host::overflowed(to, negative ? Rounding::rm : Rounding::rp, overflow, negative);
}

void compare_float_to_float(Dtype from, Dtype to, Bits bits) {
  const long double value = host::decode(from, bits);
  for (const Rounding rounding : host::kRoundings)
    for (const Overflow overflow : policies(to, value)) {
      const FloatResult actual = float_to_float(format(from), format(to), rounding, overflow, bits);
      if (std::isnan(value)) {
        ASSERT_EQ(actual.nan, NanOrigin::first);
        ASSERT_EQ(actual.bits, std::signbit(value) ? Bits{1} << (width(to) - 1) : 0);
        continue;
      }
      ASSERT_PRED3(host::is_same, to, actual, expected_float(to, rounding, overflow, value))
          << rounding << ' ' << overflow << ' ' << name(from) << std::hex << " 0x" << bits << " is " << actual;
    }
}

TEST(Convert, EveryNarrowFloatToEveryFloatIsRoundedOnce) {
  for (const Dtype from : {Dtype::f16, Dtype::bf16, Dtype::e4m3, Dtype::e5m2})
    for (const Dtype to : host::kFloats)
      for (Bits bits = 0; bits <= ones(width(from)); ++bits)
        ASSERT_NO_FATAL_FAILURE(compare_float_to_float(from, to, bits));
}

TEST(Convert, HardWideFloatsToEveryFloatAreRoundedOnce) {
  HardNumbers hard(3);
  for (int i = 0; i < 20'000; ++i)
    for (const Dtype from : {Dtype::f64, Dtype::f32}) {
      const Bits bits = hard.number(format(from));
      for (const Dtype to : host::kFloats) ASSERT_NO_FATAL_FAILURE(compare_float_to_float(from, to, bits));
    }
}

/// Patterns of `from` at, next to and halfway between the numbers of `to`, as far as `from` has them.
TEST(Convert, NeighboursOfEveryTieOfANarrowFormatAreRoundedOnce) {
  for (const Dtype to : {Dtype::f16, Dtype::bf16, Dtype::e4m3, Dtype::e5m2})
    for (Bits bits = 0; bits < ones(width(to)); bits += width(to) == 8 ? 1U : 7U) {
      const long double tie = (host::decode(to, bits) + host::decode(to, bits + 1)) / 2;
      if (!std::isfinite(tie)) continue;
      const Bits middle = std::bit_cast<std::uint64_t>(static_cast<double>(tie));
      for (const Bits near : {middle - 1, middle, middle + 1})
        ASSERT_NO_FATAL_FAILURE(compare_float_to_float(Dtype::f64, to, near));
    }
}

TEST(Convert, F64ToF32AgreesWithTheHost) {
  HardNumbers hard(4);
  constexpr std::array kDirections = {std::pair{Rounding::rn, FE_TONEAREST}, std::pair{Rounding::rz, FE_TOWARDZERO},
                                      std::pair{Rounding::rm, FE_DOWNWARD}, std::pair{Rounding::rp, FE_UPWARD}};
  for (int i = 0; i < 200'000; ++i) {
    const Bits bits = hard.number(format(Dtype::f64));
    const auto& [rounding, direction] = kDirections[static_cast<std::size_t>(i) % kDirections.size()];
    const volatile double operand = std::bit_cast<double>(bits);
    std::fesetround(direction);
    const volatile float expected = static_cast<float>(operand);
    std::fesetround(FE_TONEAREST);
    if (std::isnan(operand)) continue;
    const FloatResult actual =
        float_to_float(format(Dtype::f64), format(Dtype::f32), rounding, Overflow::infinity, bits);
    ASSERT_EQ(actual.bits, std::bit_cast<std::uint32_t>(static_cast<float>(expected))) << rounding << std::hex << bits;
  }
}

// OFP8 1.0 (saturating and other conversions), and the ONNX Cast table for saturate = 1 and 0.
TEST(Convert, InfinityAndOverflowFollowThePolicy) {
  const auto e4m3 = [](Overflow overflow, Bits f32_bits) {
    return float_to_float(format(Dtype::f32), format(Dtype::e4m3), Rounding::rn, overflow, f32_bits);
  };
  const auto e5m2 = [](Overflow overflow, Bits f32_bits) {
    return float_to_float(format(Dtype::f32), format(Dtype::e5m2), Rounding::rn, overflow, f32_bits);
  };
  constexpr Bits kMinusInfinity = 0xff800000;
  constexpr Bits k464 = 0x43e80000;  // halfway between 448 and what would be 480
  EXPECT_EQ(e4m3(Overflow::saturate, kMinusInfinity).bits, 0xfeU);
  EXPECT_EQ(e4m3(Overflow::infinity, kMinusInfinity).nan, NanOrigin::overflow);
  EXPECT_EQ(e4m3(Overflow::infinity, kMinusInfinity).bits, 0x80U);
  EXPECT_EQ(e4m3(Overflow::infinity, k464).bits, 0x7eU);
  EXPECT_EQ(e4m3(Overflow::infinity, k464 + 1).nan, NanOrigin::overflow);
  EXPECT_EQ(e4m3(Overflow::saturate, k464 + 1).bits, 0x7eU);
  EXPECT_EQ(e5m2(Overflow::saturate, kMinusInfinity).bits, 0xfbU);
  EXPECT_EQ(e5m2(Overflow::infinity, kMinusInfinity).bits, 0xfcU);
  EXPECT_EQ(e5m2(Overflow::nan, kMinusInfinity).nan, NanOrigin::overflow);
}

// Floating to integer -------------------------------------------------------------------------------------------------

/// An integral value in an integer dtype: as it is when in range, else by the policy.
Bits expected_integer(Dtype to, Overflow overflow, long double integral) {
  const int bits = width(to);
  const long double least = is_signed_integer(to) ? -std::ldexp(1.0L, bits - 1) : 0.0L;
  const long double end = std::ldexp(1.0L, is_signed_integer(to) ? bits - 1 : bits);
  const Bits top = Bits{1} << (bits - 1);
  if ((integral < least || integral >= end) && overflow == Overflow::saturate)
    return integral < 0 ? (is_signed_integer(to) ? top : 0) : (is_signed_integer(to) ? top - 1 : ones(bits));
  if ((integral < least || integral >= end) && overflow == Overflow::indefinite)
    return is_signed_integer(to) ? top : ones(bits);
  if (std::isinf(integral)) return 0;
  const long double remainder = std::fmod(integral, std::ldexp(1.0L, bits));
  const auto low_bits = static_cast<std::uint64_t>(std::fabs(remainder));
  return (remainder < 0 ? 0 - low_bits : low_bits) & ones(bits);
}

void compare_float_to_integer(Dtype from, Bits bits) {
  const long double value = host::decode(from, bits);
  if (std::isnan(value)) return;
  for (const Rounding rounding : host::kRoundings) {
    const long double integral = host::round_to_integer(rounding, value);
    for (const Dtype to : kIntegers)
      for (const Overflow overflow : kIntegerOverflows)
        ASSERT_EQ(float_to_integer(format(from), format(to), rounding, overflow, ConvertNan::zero, bits),
                  expected_integer(to, overflow, integral))
            << name(from) << std::hex << " 0x" << bits << " to " << name(to) << ' ' << rounding << ' ' << overflow;
  }
}

TEST(Convert, EveryNarrowFloatToEveryIntegerIsRoundedOnce) {
  for (const Dtype from : {Dtype::e4m3, Dtype::e5m2, Dtype::f16, Dtype::bf16})
    for (Bits bits = 0; bits <= ones(width(from)); bits += width(from) == 8 ? 1U : 3U)
      ASSERT_NO_FATAL_FAILURE(compare_float_to_integer(from, bits));
}

TEST(Convert, HardWideFloatsToEveryIntegerAreRoundedOnce) {
  HardNumbers hard(5);
  for (int i = 0; i < 10'000; ++i)
    for (const Dtype from : {Dtype::f64, Dtype::f32})
      ASSERT_NO_FATAL_FAILURE(compare_float_to_integer(from, hard.number(format(from))));
}

/// The doubles around each end of each integer dtype, a half and one ulp off.
TEST(Convert, EndsOfEveryIntegerAreExact) {
  for (const Dtype to : kIntegers)
    for (const long double end : {0.0L, std::ldexp(1.0L, width(to) - 1), std::ldexp(1.0L, width(to))})
      for (const long double offset : {-1.5L, -1.0L, -0.5L, 0.0L, 0.5L, 1.0L, 1.5L}) {
        const Bits middle = std::bit_cast<std::uint64_t>(static_cast<double>(end + offset));
        for (const Bits near : {middle - 1, middle, middle + 1})
          for (const Bits sign : {Bits{0}, Bits{1} << 63})
            ASSERT_NO_FATAL_FAILURE(compare_float_to_integer(Dtype::f64, (near ^ sign)));
      }
}

// PTX ISA, cvt: a NaN becomes 0 in 32 bits from f32, 1 << (width - 1) in 64 bits; RISC-V F extension, table of
// FCVT: the greatest integer.
TEST(Convert, NanToIntegerFollowsThePolicy) {
  const auto convert_nan = [](Dtype to, ConvertNan nan) {
    return float_to_integer(format(Dtype::f32), format(to), Rounding::rn, Overflow::saturate, nan, 0xffc00001);
  };
  EXPECT_EQ(convert_nan(Dtype::s32, ConvertNan::zero), 0U);
  EXPECT_EQ(convert_nan(Dtype::s64, ConvertNan::top_bit), 0x8000000000000000U);
  EXPECT_EQ(convert_nan(Dtype::u64, ConvertNan::top_bit), 0x8000000000000000U);
  EXPECT_EQ(convert_nan(Dtype::s32, ConvertNan::max), 0x7fffffffU);
  EXPECT_EQ(convert_nan(Dtype::u32, ConvertNan::max), 0xffffffffU);
  EXPECT_EQ(convert_nan(Dtype::s8, ConvertNan::min), 0x80U);
  EXPECT_EQ(convert_nan(Dtype::u16, ConvertNan::min), 0U);
}

// Integer to floating and to integer ----------------------------------------------------------------------------------

long double decode_integer(Dtype dtype, Bits bits) {
  const bool negative = is_signed_integer(dtype) && (bits >> (width(dtype) - 1)) != 0;
  const auto magnitude = static_cast<long double>(bits);
  return negative ? magnitude - std::ldexp(1.0L, width(dtype)) : magnitude;
}

void compare_integer(Dtype from, Bits bits) {
  const long double value = decode_integer(from, bits);
  for (const Dtype to : host::kFloats)
    for (const Rounding rounding : host::kRoundings)
      for (const Overflow overflow : policies(to, value)) {
        const FloatResult actual = integer_to_float(format(from), format(to), rounding, overflow, bits);
        ASSERT_PRED3(host::is_same, to, actual, host::rounded(to, rounding, overflow, value))
            << name(from) << std::hex << " 0x" << bits << ' ' << rounding << ' ' << overflow << " is " << actual;
      }
  for (const Dtype to : kIntegers)
    for (const Overflow overflow : {Overflow::saturate, Overflow::wrap})
      ASSERT_EQ(integer_to_integer(format(from), format(to), overflow, bits), expected_integer(to, overflow, value))
          << name(from) << std::hex << " 0x" << bits << " to " << name(to) << ' ' << overflow;
}

TEST(Convert, EveryNarrowIntegerIsExactOrRoundedOnce) {
  for (const Dtype from : {Dtype::s8, Dtype::u8, Dtype::s16, Dtype::u16})
    for (Bits bits = 0; bits <= ones(width(from)); bits += width(from) == 8 ? 1U : 5U)
      ASSERT_NO_FATAL_FAILURE(compare_integer(from, bits));
}

TEST(Convert, HardWideIntegersAreExactOrRoundedOnce) {
  std::mt19937_64 random(6);
  for (int i = 0; i < 3'000; ++i) {
    const auto shift = static_cast<int>(random() % 64);
    const Bits run = ones(64) << (random() % 64);
    const Bits around = (Bits{1} << shift) + (random() % 5) - 2;
    for (const Bits bits : {random() >> shift, run >> shift, around, 0 - around, around ^ (random() & ones(3))})
      for (const Dtype from : {Dtype::s32, Dtype::u32, Dtype::s64, Dtype::u64})
        ASSERT_NO_FATAL_FAILURE(compare_integer(from, bits & ones(width(from))));
  }
}

TEST(Convert, EvaluatesAtCompileTime) {
  constexpr Format kF32 = format(Dtype::f32);
  static_assert(float_to_float(kF32, format(Dtype::f16), Rounding::rn, Overflow::infinity, 0x477fefff).bits == 0x7bff);
  static_assert(float_to_integer(kF32, format(Dtype::s8), Rounding::rn, Overflow::saturate, ConvertNan::zero,
                                 0xc3960000) == 0x80);
  static_assert(integer_to_float(format(Dtype::s64), kF32, Rounding::rn, Overflow::infinity, ~Bits{0}).bits ==
                0xbf800000);
}

// Berkeley TestFloat --------------------------------------------------------------------------------------------------

void compare_floats_with_testfloat(const std::string& file, Dtype from, Dtype to) {
  const auto rows = testfloat_rows(file);
  ASSERT_GT(rows.size(), 200U);
  for (const auto& row : rows) {
    const FloatResult actual = float_to_float(format(from), format(to), Rounding::rn, Overflow::infinity, row[0]);
    ASSERT_EQ(is_nan(actual), is_nan(format(to), row[1])) << file << std::hex << ' ' << row[0];
    if (is_nan(actual)) continue;
    ASSERT_EQ(actual.bits, row[1]) << file << std::hex << ' ' << row[0];
  }
}

TEST(Convert, FloatToFloatAgreesWithTestFloat) {
  compare_floats_with_testfloat("f16_to_f32", Dtype::f16, Dtype::f32);
  compare_floats_with_testfloat("bf16_to_f32", Dtype::bf16, Dtype::f32);
  compare_floats_with_testfloat("f32_to_f16", Dtype::f32, Dtype::f16);
  compare_floats_with_testfloat("f32_to_bf16", Dtype::f32, Dtype::bf16);
}

void compare_integers_with_testfloat(const std::string& file, Dtype to, Rounding rounding, ConvertNan nan) {
  const auto rows = testfloat_rows(file);
  ASSERT_GT(rows.size(), 800U);
  for (const auto& row : rows)
    ASSERT_EQ(float_to_integer(format(Dtype::f32), format(to), rounding, Overflow::indefinite, nan, row[0]), row[1])
        << file << std::hex << ' ' << row[0];
}

TEST(Convert, FloatToIntegerAgreesWithTestFloat) {
  compare_integers_with_testfloat("f32_to_i32_rnear_even", Dtype::s32, Rounding::rn, ConvertNan::min);
  compare_integers_with_testfloat("f32_to_i32_rminMag", Dtype::s32, Rounding::rz, ConvertNan::min);
  compare_integers_with_testfloat("f32_to_i64_rminMag", Dtype::s64, Rounding::rz, ConvertNan::min);
  compare_integers_with_testfloat("f32_to_ui32_rminMag", Dtype::u32, Rounding::rz, ConvertNan::max);
}

TEST(Convert, IntegerToFloatAgreesWithTestFloat) {
  for (const auto& [file, from] : {std::pair{"i32_to_f32", Dtype::s32}, std::pair{"ui32_to_f32", Dtype::u32}}) {
    const auto rows = testfloat_rows(file);
    ASSERT_GT(rows.size(), 1500U);
    for (const auto& row : rows)
      ASSERT_EQ(integer_to_float(format(from), format(Dtype::f32), Rounding::rn, Overflow::infinity, row[0]).bits,
                row[1])
          << file << std::hex << ' ' << row[0];
  }
}

}  // namespace
}  // namespace semcheck
