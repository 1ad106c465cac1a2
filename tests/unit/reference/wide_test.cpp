#include "core/reference/wide.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>

namespace semcheck {
namespace {

__extension__ using Native = unsigned __int128;

Native native(Wide a) {
  return Native{a.high} << 64 | a.low;
}

/// Words of every length, with long runs of zeros and ones.
Wide random_wide(std::mt19937_64& random) {
  const auto word = [&] { return random() % 4 == 0 ? ~Bits{0} : random() >> (random() % 64); };
  return {random() % 4 == 0 ? 0 : word(), word()};
}

TEST(Wide, ArithmeticAgreesWithTheCompiler) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 100'000; ++i) {
    const Wide a = random_wide(random);
    const Wide b = random_wide(random);
    ASSERT_TRUE(native(a + b) == native(a) + native(b));
    ASSERT_TRUE(native(a - b) == native(a) - native(b));
    ASSERT_TRUE(native(a * b) == native(a) * native(b));
    ASSERT_TRUE(native(a | b) == (native(a) | native(b)));
    ASSERT_EQ(a < b, native(a) < native(b));
    ASSERT_EQ(a == b, native(a) == native(b));
    ASSERT_TRUE(a == a);
  }
}

TEST(Wide, EveryShiftAgreesWithTheCompiler) {
  std::mt19937_64 random(8);
  for (int count = 0; count < 128; ++count)
    for (int i = 0; i < 100; ++i) {
      const Wide a = random_wide(random);
      ASSERT_TRUE(native(a << count) == native(a) << count);
      ASSERT_TRUE(native(a >> count) == native(a) >> count);
      const Native lost = native(a) & ((Native{1} << count) - 1);
      ASSERT_TRUE(native(shift_right_sticky(a, count)) == (native(a) >> count | (lost != 0 ? 1 : 0)));
    }
}

TEST(Wide, ShiftsBeyondTheWidthLeaveASingleStickyBit) {
  for (const int count : {128, 129, 5000}) {
    EXPECT_TRUE(shift_right_sticky(Wide{1, 0}, count) == Wide{1});
    EXPECT_TRUE(shift_right_sticky(Wide{0}, count) == Wide{0});
  }
  EXPECT_EQ(shift_right_sticky(Bits{1} << 63, 64), 1U);
  EXPECT_EQ(shift_right_sticky(Bits{0}, 64), 0U);
  EXPECT_EQ(shift_right_sticky(Bits{6}, 2), 1U);
  EXPECT_EQ(shift_right_sticky(Bits{8}, 2), 2U);
  EXPECT_EQ(shift_right_sticky(Bits{3}, -4), 48U);
}

TEST(Wide, LeadingZerosAgreeWithTheStandardLibrary) {
  for (int length = 0; length <= 64; ++length) {
    const Bits run = low_mask(length);
    EXPECT_EQ(leading_zeros(run), std::countl_zero(run));
    EXPECT_EQ(leading_zeros(run & ~(run >> 1)), std::countl_zero(run));
    EXPECT_EQ(leading_zeros(Wide{0, run}), 64 + std::countl_zero(run));
    EXPECT_EQ(bit_length(Wide{run, 0}), length == 0 ? 0 : 64 + length);
  }
}

}  // namespace
}  // namespace semcheck
