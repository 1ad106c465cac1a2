#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "tests/unit/reference/known_rules.h"

// A second implementation of IEEE 754-2019 9.6 for binary16, by way of the numbers themselves: every finite binary16
// number is a multiple of 2^-24 below 2^16, so its value times 2^24 fits an integer and is compared as one.
namespace semcheck {
namespace {

struct Half {
  bool nan = false;
  bool negative = false;
  std::int64_t value = 0;  ///< times 2^24; the infinities lie beyond every number
};

Half decoded(std::uint16_t bits) {
  const int exponent = bits / 0x400 % 0x20;
  const std::int64_t fraction = bits % 0x400;
  Half half;
  half.negative = bits >= 0x8000;
  half.nan = exponent == 31 && fraction != 0;
  std::int64_t m = fraction;
  if (exponent == 31)
    m = std::int64_t{1} << 50;
  else if (exponent > 0)
    m = (fraction + 0x400) << (exponent - 1);
  half.value = half.negative ? -m : m;
  return half;
}

constexpr std::uint16_t kCanonical = 0x7fff;

/// "maximum(x, y) is x if x > y, y if y > x, and a quiet NaN if either operand is a NaN. For this operation, +0
/// compares greater than -0"; maximumNumber: "if one operand is a number and the other is a NaN, the number is
/// returned".
std::uint16_t standard_max(bool number_wins, std::uint16_t x, std::uint16_t y) {
  const Half a = decoded(x);
  const Half b = decoded(y);
  if (a.nan && b.nan) return kCanonical;
  if (a.nan) return number_wins ? y : kCanonical;
  if (b.nan) return number_wins ? x : kCanonical;
  if (a.value > b.value) return x;
  if (b.value > a.value) return y;
  return a.negative ? y : x;
}

/// minimum(x, y) in the same words, the relations turned round.
std::uint16_t standard_min(bool number_wins, std::uint16_t x, std::uint16_t y) {
  const Half a = decoded(x);
  const Half b = decoded(y);
  if (a.nan && b.nan) return kCanonical;
  if (a.nan) return number_wins ? y : kCanonical;
  if (b.nan) return number_wins ? x : kCanonical;
  if (a.value < b.value) return x;
  if (b.value < a.value) return y;
  return a.negative ? x : y;
}

/// The number of pairs on which the reference and the standard's text differ.
std::size_t differences(bool number_wins, const std::vector<Bits>& left, const std::vector<Bits>& right) {
  const Choice rules = number_wins ? known::maximum_number(Dtype::f16) : known::maximum(Dtype::f16);
  const Operation max = known::max_of(Dtype::f16);
  const Operation min = known::min_of(Dtype::f16);
  std::size_t count = 0;
  for (Bits x : left)
    for (Bits z : right) {
      const auto a = static_cast<std::uint16_t>(x);
      const auto b = static_cast<std::uint16_t>(z);
      count += known::only_result(max, rules, x, z) != standard_max(number_wins, a, b);
      count += known::only_result(min, rules, x, z) != standard_min(number_wins, a, b);
    }
  return count;
}

std::vector<Bits> every(Bits step) {
  std::vector<Bits> values;
  for (Bits b = 0; b <= 0xffff; b += step) values.push_back(b);
  return values;
}

const std::vector<Bits> kBoundaries = {0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x83ff, 0x0400, 0x8400, 0x3c00, 0xbc00,
                                       0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7c01, 0xfc01, 0x7e00, 0xfe00, 0x7fff, 0xffff};

TEST(HalfModel, AgreesOnEveryPatternAgainstTheBoundaries) {
  for (bool number_wins : {false, true}) {
    EXPECT_EQ(differences(number_wins, every(1), kBoundaries), 0u);
    EXPECT_EQ(differences(number_wins, kBoundaries, every(1)), 0u);
  }
}

TEST(HalfModel, AgreesOnAStrideThroughAllPairs) {
  for (bool number_wins : {false, true}) EXPECT_EQ(differences(number_wins, every(61), every(67)), 0u);
}

}  // namespace
}  // namespace semcheck
