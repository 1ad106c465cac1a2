#include "core/reference/soft_float.h"

#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <sstream>
#include <string>
#include <utility>

#include "tests/unit/reference/hard_numbers.h"
#include "tests/unit/reference/host_arithmetic.h"
#include "tests/unit/reference/testfloat_rows.h"

namespace semcheck {
namespace {

constexpr Format kF64 = format(Dtype::f64);
constexpr Format kF32 = format(Dtype::f32);
constexpr Format kF16 = format(Dtype::f16);
constexpr Format kE4m3 = format(Dtype::e4m3);

std::string text(const FloatResult& result) {
  std::ostringstream out;
  out << result;
  return out.str();
}

FloatResult number(Bits bits) {
  return {NanOrigin::none, bits};
}
void expect_same(const FloatResult& actual, const FloatResult& expected) {
  EXPECT_EQ(text(actual), text(expected));
}

// Special values ------------------------------------------------------------------------------------------------------

constexpr Bits kOne = 0x3f800000;
constexpr Bits kInfinity = 0x7f800000;
constexpr Bits kMinusInfinity = 0xff800000;
constexpr Bits kMinusZero = 0x80000000;
constexpr Bits kNan = 0x7fc00abc;
constexpr Bits kMinusSignalingNan = 0xff800001;

TEST(SoftFloat, NanResultNamesTheLeftmostNanOperandAndItsSign) {
  expect_same(add(kF32, Rounding::rn, kMinusSignalingNan, kNan), {NanOrigin::first, kMinusZero});
  expect_same(add(kF32, Rounding::rn, kOne, kMinusSignalingNan), {NanOrigin::second, kMinusZero});
  expect_same(subtract(kF32, Rounding::rn, kOne, kNan), {NanOrigin::second, 0});
  expect_same(subtract(kF32, Rounding::rn, kMinusSignalingNan, kOne), {NanOrigin::first, kMinusZero});
  expect_same(multiply(kF32, Rounding::rn, kInfinity, kNan), {NanOrigin::second, 0});
  expect_same(multiply(kF32, Rounding::rn, kNan, kOne), {NanOrigin::first, 0});
  expect_same(fused_multiply_add(kF32, Rounding::rn, kOne, kNan, kMinusSignalingNan), {NanOrigin::second, 0});
  expect_same(fused_multiply_add(kF32, Rounding::rn, kNan, kOne, kOne), {NanOrigin::first, 0});
  expect_same(fused_multiply_add(kF32, Rounding::rn, kInfinity, 0, kMinusSignalingNan), {NanOrigin::third, kMinusZero});
}

// IEEE 754-2019, 7.2 b, c and d.
TEST(SoftFloat, InvalidOperationsAreNamed) {
  const FloatResult invalid = {NanOrigin::invalid, 0};
  expect_same(add(kF32, Rounding::rn, kInfinity, kMinusInfinity), invalid);
  expect_same(subtract(kF32, Rounding::rn, kMinusInfinity, kMinusInfinity), invalid);
  expect_same(multiply(kF32, Rounding::rn, kMinusZero, kInfinity), invalid);
  expect_same(multiply(kF32, Rounding::rn, kMinusInfinity, 0), invalid);
  expect_same(fused_multiply_add(kF32, Rounding::rn, 0, kInfinity, kOne), invalid);
  expect_same(fused_multiply_add(kF32, Rounding::rn, kMinusInfinity, kOne, kInfinity), invalid);
}

// IEEE 754-2019, 6.1.
TEST(SoftFloat, InfinitiesAreExact) {
  for (const Rounding rounding : host::kRoundings) {
    expect_same(add(kF32, rounding, kOne, kMinusInfinity), number(kMinusInfinity));
    expect_same(subtract(kF32, rounding, kMinusInfinity, kInfinity), number(kMinusInfinity));
    expect_same(multiply(kF32, rounding, kMinusInfinity, 1), number(kMinusInfinity));
    expect_same(multiply(kF32, rounding, kMinusInfinity, kMinusInfinity), number(kInfinity));
    expect_same(fused_multiply_add(kF32, rounding, kOne, kMinusInfinity, kOne), number(kMinusInfinity));
    expect_same(fused_multiply_add(kF32, rounding, 0x7f7fffff, 0x7f7fffff, kMinusInfinity), number(kMinusInfinity));
  }
}

// IEEE 754-2019, 6.3.
TEST(SoftFloat, ExactZeroSumsOfOppositeSignsFollowTheRounding) {
  for (const Rounding rounding : host::kRoundings) {
    const FloatResult zero = number(rounding == Rounding::rm ? kMinusZero : 0);
    expect_same(add(kF32, rounding, kMinusZero, 0), zero);
    expect_same(add(kF32, rounding, 0, kMinusZero), zero);
    expect_same(add(kF32, rounding, 0x7f7fffff, 0xff7fffff), zero);
    expect_same(subtract(kF32, rounding, kOne, kOne), zero);
    expect_same(fused_multiply_add(kF32, rounding, kMinusZero, kOne, 0), zero);
    expect_same(fused_multiply_add(kF32, rounding, 0x40000000, 0x40000000, 0xc0800000), zero);
    expect_same(add(kF32, rounding, kMinusZero, kMinusZero), number(kMinusZero));
    expect_same(multiply(kF32, rounding, kMinusZero, 0x7f7fffff), number(kMinusZero));
    expect_same(fused_multiply_add(kF32, rounding, kMinusZero, kOne, kMinusZero), number(kMinusZero));
  }
}

// One rounding at contraction: (1 + 2^-12)^2 - (1 + 2^-11) is 2^-24 fused, and 0 with the product rounded first.
TEST(SoftFloat, FusedMultiplyAddRoundsOnce) {
  const Bits x = 0x3f800800;
  const Bits w = 0xbf801000;
  expect_same(fused_multiply_add(kF32, Rounding::rn, x, x, w), number(0x33800000));
  expect_same(add(kF32, Rounding::rn, multiply(kF32, Rounding::rn, x, x).bits, w), number(0));
}

// OFP8 1.0: E4M3 has no infinity; its largest number is 448 (0x7e), and what lies beyond is a NaN.
TEST(SoftFloat, OverflowOfAFormatWithoutInfinityIsANanWithASign) {
  expect_same(add(kE4m3, Rounding::rn, 0x7e, 0x58), number(0x7e));  // 448 + 16 ties with 480: to even
  expect_same(add(kE4m3, Rounding::rn, 0x7e, 0x59), {NanOrigin::overflow, 0});
  expect_same(multiply(kE4m3, Rounding::rn, 0xfe, 0x7e), {NanOrigin::overflow, 0x80});
  expect_same(multiply(kE4m3, Rounding::rz, 0xfe, 0x7e), number(0xfe));
  expect_same(multiply(kE4m3, Rounding::rp, 0xfe, 0x7e), number(0xfe));
  expect_same(add(kE4m3, Rounding::rn, 0x7f, 0x38), {NanOrigin::first, 0});
}

TEST(SoftFloat, EvaluatesAtCompileTime) {
  static_assert(add(kF64, Rounding::rn, 0x3ff0000000000000, 0x3ca0000000000000).bits == 0x3ff0000000000000);
  static_assert(add(kF64, Rounding::rp, 0x3ff0000000000000, 0x3ca0000000000000).bits == 0x3ff0000000000001);
  static_assert(fused_multiply_add(kF16, Rounding::rn, 0x3c00, 0x3c00, 0x3c00).bits == 0x4000);
  static_assert(multiply(kF64, Rounding::rn, 1, 0x3fe0000000000000).bits == 0);
}

// The floating-point unit of the host ---------------------------------------------------------------------------------

template <typename Float>
struct HostResults {
  Float sum;
  Float difference;
  Float product;
  Float fused;
};

/// The host's results under a rounding direction; volatile keeps the operations between the two changes of it.
template <typename Float>
HostResults<Float> on_host(int direction, Float x, Float z, Float w) {
  std::fesetround(direction);
  const volatile Float left = x;
  const volatile Float sum = left + z;
  const volatile Float difference = left - z;
  const volatile Float product = left * z;
  const volatile Float fused = std::fma(left, z, w);
  std::fesetround(FE_TONEAREST);
  return {sum, difference, product, fused};
}

constexpr std::array kHostRoundings = {std::pair{Rounding::rn, FE_TONEAREST}, std::pair{Rounding::rz, FE_TOWARDZERO},
                                       std::pair{Rounding::rm, FE_DOWNWARD}, std::pair{Rounding::rp, FE_UPWARD}};

/// Compares add, subtract, multiply and fused multiply-add of one triple.
template <typename Float, typename Word>
void compare_triple_with_host(const Format& f, Rounding rounding, int direction, Bits x, Bits z, Bits w) {
  const auto value = [](Bits bits) { return std::bit_cast<Float>(static_cast<Word>(bits)); };
  const auto expect = [&](const char* operation, const FloatResult& actual, Float expected, bool nan) {
    const bool same = std::isnan(expected) ? is_nan(actual) && (actual.nan == NanOrigin::invalid) != nan
                                           : !is_nan(actual) && actual.bits == std::bit_cast<Word>(expected);
    ASSERT_TRUE(same) << operation << ' ' << rounding << std::hex << " 0x" << x << " 0x" << z << " 0x" << w << " is "
                      << actual << ", on the host 0x" << std::bit_cast<Word>(expected);
  };
  const HostResults<Float> host = on_host(direction, value(x), value(z), value(w));
  const bool nan = is_nan(f, x) || is_nan(f, z);
  expect("add", add(f, rounding, x, z), host.sum, nan);
  expect("subtract", subtract(f, rounding, x, z), host.difference, nan);
  expect("multiply", multiply(f, rounding, x, z), host.product, nan);
  expect("fma", fused_multiply_add(f, rounding, x, z, w), host.fused, nan || is_nan(f, w));
}

template <typename Float, typename Word>
void compare_with_host(Dtype dtype, int count, std::uint64_t seed) {
  const Format& f = format(dtype);
  HardNumbers hard(seed);
  for (int i = 0; i < count; ++i) {
    const auto& [rounding, direction] = kHostRoundings[static_cast<std::size_t>(i) % kHostRoundings.size()];
    const Bits x = hard.number(f);
    const Bits z = hard.partner(f, x);
    const Bits w = hard.addend(f, x, z);
    compare_triple_with_host<Float, Word>(f, rounding, direction, x, z, w);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(SoftFloat, F32AgreesWithTheHostOnHardOperands) {
  compare_with_host<float, std::uint32_t>(Dtype::f32, 2'000'000, 1);
}

TEST(SoftFloat, F64AgreesWithTheHostOnHardOperands) {
  compare_with_host<double, std::uint64_t>(Dtype::f64, 2'000'000, 2);
}

// Exact sums and products in long double, rounded once ----------------------------------------------------------------

/// Compares add and multiply of two patterns in every rounding.
void compare_pair(Dtype dtype, Bits x, Bits z) {
  const Format& f = format(dtype);
  const long double a = host::decode(dtype, x);
  const long double b = host::decode(dtype, z);
  if (!std::isfinite(a) || !std::isfinite(b)) return;
  for (const Rounding rounding : host::kRoundings) {
    const FloatResult product = multiply(f, rounding, x, z);
    ASSERT_PRED3(host::is_same, dtype, product, host::rounded(dtype, rounding, Overflow::infinity, a * b))
        << rounding << std::hex << " 0x" << x << " * 0x" << z << " is " << product;
    if (a + b == 0) continue;  // the sign of an exact zero sum is told by ExactZeroSumsOfOppositeSignsFollowTheRounding
    const FloatResult sum = add(f, rounding, x, z);
    ASSERT_PRED3(host::is_same, dtype, sum, host::rounded(dtype, rounding, Overflow::infinity, a + b))
        << rounding << std::hex << " 0x" << x << " + 0x" << z << " is " << sum;
  }
}

TEST(SoftFloat, EveryPairOfEightBitNumbersIsRoundedOnce) {
  for (const Dtype dtype : {Dtype::e4m3, Dtype::e5m2})
    for (Bits x = 0; x < 256; ++x)
      for (Bits z = 0; z < 256; ++z) ASSERT_NO_FATAL_FAILURE(compare_pair(dtype, x, z));
}

TEST(SoftFloat, PairsOfF16OnADenseGridAreRoundedOnce) {
  for (Bits x = 0; x < 0x10000; x += 109)
    for (Bits z = x % 113; z < 0x10000; z += 113) ASSERT_NO_FATAL_FAILURE(compare_pair(Dtype::f16, x, z));
}

TEST(SoftFloat, FusedMultiplyAddOfE4m3IsRoundedOnce) {
  for (Bits x = 0; x < 0x7f; ++x)
    for (Bits z = 0; z < 0x7f; ++z)
      for (Bits w = (x + z) % 5; w < 0x100; w += 5) {
        const long double exact =
            host::decode(Dtype::e4m3, x) * host::decode(Dtype::e4m3, z) + host::decode(Dtype::e4m3, w);
        if (exact == 0 || std::isnan(exact)) continue;
        const Rounding rounding = host::kRoundings[(x + z + w) % host::kRoundings.size()];
        const FloatResult actual = fused_multiply_add(kE4m3, rounding, x, z, w);
        ASSERT_PRED3(host::is_same, Dtype::e4m3, actual,
                     host::rounded(Dtype::e4m3, rounding, Overflow::infinity, exact))
            << rounding << std::hex << " 0x" << x << " 0x" << z << " 0x" << w << " is " << actual;
      }
}

// Berkeley TestFloat --------------------------------------------------------------------------------------------------

TEST(SoftFloat, F32FusedMultiplyAddAgreesWithTestFloat) {
  const auto rows = testfloat_rows("f32_mulAdd");
  ASSERT_GT(rows.size(), 1000U);
  for (const auto& row : rows) {
    const FloatResult actual = fused_multiply_add(kF32, Rounding::rn, row[0], row[1], row[2]);
    ASSERT_EQ(is_nan(actual), is_nan(kF32, row[3])) << std::hex << row[0] << ' ' << row[1] << ' ' << row[2];
    if (is_nan(actual)) continue;
    ASSERT_EQ(actual.bits, row[3]) << std::hex << row[0] << ' ' << row[1] << ' ' << row[2];
  }
}

}  // namespace
}  // namespace semcheck
