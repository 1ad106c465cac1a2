#include "core/judge/random_case.h"

#include <gtest/gtest.h>

#include "core/values/dtype.h"

namespace semcheck {
namespace {

// The first outputs of Vigna's splitmix64.c for the seed 1234567, as published with it.
TEST(SplitMix64, GivesThePublishedSequence) {
  EXPECT_EQ(splitmix64(1234567, 0), 6457827717110365317u);
  EXPECT_EQ(splitmix64(1234567, 1), 3203168211198807973u);
  EXPECT_EQ(splitmix64(1234567, 2), 9817491932198370423u);
  EXPECT_EQ(splitmix64(1234567, 3), 4593380528125082431u);
  EXPECT_EQ(splitmix64(1234567, 4), 16408922859458223821u);
}

/// How many operands of the first 65536 cases are of a kind.
template <class Is>
int count(Dtype dtype, const Is& is) {
  int n = 0;
  for (Bits i = 0; i < 65536; ++i)
    for (int k = 0; k < 2; ++k) n += is(format(dtype), random_pattern(format(dtype), 1, i, k));
  return n;
}

TEST(RandomPattern, FitsTheFormat) {
  for (const DtypeRow& row : kDtypes)
    EXPECT_EQ(count(row.dtype, [](const Format& f, Bits b) { return b > value_mask(f); }), 0) << row.name;
}

// One case in eight has a special value for one operand, one in four of those special values is a NaN, half of them
// signaling, and one in eight is a zero.
TEST(RandomPattern, MeetsNansZerosInfinitiesAndSubnormalsOfEveryWideFormat) {
  for (Dtype dtype : {Dtype::f64, Dtype::f32, Dtype::f16, Dtype::bf16}) {
    EXPECT_GT(count(dtype, is_nan), 1500) << name(dtype);
    EXPECT_GT(count(dtype, is_signaling), 700) << name(dtype);
    EXPECT_GT(count(dtype, is_zero), 700) << name(dtype);
    EXPECT_GT(count(dtype, is_infinite), 700) << name(dtype);
    EXPECT_GT(count(dtype, is_subnormal), 2000) << name(dtype);
  }
}

TEST(RandomPattern, MeetsTheEndsOfIntegers) {
  for (Dtype dtype : {Dtype::s8, Dtype::u16, Dtype::s32, Dtype::u64}) {
    EXPECT_GT(count(dtype, [](const Format& f, Bits b) { return b == sign_mask(f); }), 300) << name(dtype);
    EXPECT_GT(count(dtype, [](const Format& f, Bits b) { return b == magnitude_mask(f); }), 300) << name(dtype);
    EXPECT_GT(count(dtype, [](const Format& f, Bits b) { return b == value_mask(f); }), 300) << name(dtype);
  }
}

TEST(RandomPattern, GivesNeighboursInAQuarterOfTheCases) {
  const Format& f = format(Dtype::f64);
  int neighbours = 0;
  for (Bits i = 0; i < 8000; ++i) {
    const Bits distance = random_pattern(f, 1, i, 0) - random_pattern(f, 1, i, 1) + 3;
    neighbours += distance <= 6;
  }
  EXPECT_GE(neighbours, 2000);
  EXPECT_LT(neighbours, 2600);
}

TEST(RandomPattern, GivesNumbersOfEveryLength) {
  const Format& f = format(Dtype::u64);
  std::uint64_t lengths = 0;
  for (Bits i = 0; i < 65536; ++i)
    for (int length = 0; length < 63; ++length)
      if (random_pattern(f, 1, i, 0) >> length == 1) lengths |= std::uint64_t{1} << length;
  EXPECT_EQ(lengths, low_mask(63));
}

}  // namespace
}  // namespace semcheck
