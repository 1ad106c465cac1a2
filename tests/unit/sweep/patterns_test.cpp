#include "core/sweep/patterns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "core/values/dtype.h"
#include "core/values/spelling.h"

namespace semcheck {
namespace {

std::vector<Bits> dense(Dtype dtype) {
  std::vector<Bits> patterns;
  for (Bits i = 0; i < dense_count(format(dtype)); ++i) patterns.push_back(dense_pattern(format(dtype), i));
  return patterns;
}

std::set<Bits> set_of(const std::vector<Bits>& patterns) {
  return {patterns.begin(), patterns.end()};
}

/// Sign, exponent and fraction put side by side as strings of binary digits, from which a pattern is read.
Bits pattern(bool negative, unsigned exponent, int exponent_bits, const std::string& fraction) {
  std::string digits(1, negative ? '1' : '0');
  for (int i = exponent_bits - 1; i >= 0; --i) digits += (exponent >> i & 1) != 0 ? '1' : '0';
  return std::stoull(digits + fraction, nullptr, 2);
}

std::set<Bits> floating_set(int exponent_bits, int fraction_bits) {
  const std::size_t n = static_cast<std::size_t>(fraction_bits);
  const std::string zeros(n, '0'), ones(n, '1');
  std::set<std::string> fractions = {zeros, ones};
  fractions.insert(zeros.substr(1) + "1");        // 1
  fractions.insert(zeros.substr(2) + "10");       // 2
  fractions.insert(ones.substr(1) + "0");         // all ones - 1
  fractions.insert("1" + zeros.substr(1));        // top bit
  fractions.insert("1" + zeros.substr(2) + "1");  // top bit + 1
  fractions.insert("0" + ones.substr(1));         // top bit - 1
  std::set<Bits> patterns;
  for (const std::string& fraction : fractions)
    for (unsigned exponent = 0; exponent < 1u << exponent_bits; ++exponent)
      for (const bool negative : {false, true}) patterns.insert(pattern(negative, exponent, exponent_bits, fraction));
  return patterns;
}

TEST(DenseSet, HasEveryExponentWithEveryEdgeFractionAndSignOnce) {
  struct Row {
    Dtype dtype;
    int exponent_bits, fraction_bits;
    std::size_t size;
  };
  for (const Row& row : {Row{Dtype::f64, 11, 52, 32768}, Row{Dtype::f32, 8, 23, 4096}, Row{Dtype::f16, 5, 10, 512},
                         Row{Dtype::bf16, 8, 7, 4096}, Row{Dtype::e4m3, 4, 3, 256}, Row{Dtype::e5m2, 5, 2, 256}}) {
    const std::vector<Bits> patterns = dense(row.dtype);
    EXPECT_EQ(patterns.size(), row.size) << name(row.dtype);
    EXPECT_EQ(set_of(patterns).size(), row.size) << name(row.dtype);
    EXPECT_EQ(set_of(patterns), floating_set(row.exponent_bits, row.fraction_bits)) << name(row.dtype);
  }
}

TEST(DenseSet, HasEveryPowerOfTwoItsNeighboursAndTheirComplementsOnce) {
  for (const auto& [dtype, width, size] :
       {std::tuple{Dtype::s16, 16, 112u}, std::tuple{Dtype::u16, 16, 112u}, std::tuple{Dtype::s32, 32, 240u},
        std::tuple{Dtype::u32, 32, 240u}, std::tuple{Dtype::s64, 64, 496u}, std::tuple{Dtype::u64, 64, 496u}}) {
    std::set<Bits> expected;
    const Bits all = width == 64 ? ~Bits{0} : (Bits{1} << width) - 1;
    for (int k = 0; k < width; ++k)
      for (const Bits near : {Bits{1} << k, (Bits{1} << k) - 1, (Bits{1} << k) + 1}) {
        expected.insert(near & all);
        expected.insert(~near & all);
        // The neighbours of the negative power of two.
        expected.insert((~near + 1) & all);
        expected.insert((near - 1) & all);
      }
    const std::vector<Bits> patterns = dense(dtype);
    EXPECT_EQ(patterns.size(), size) << name(dtype);
    EXPECT_EQ(set_of(patterns).size(), size) << name(dtype);
    EXPECT_EQ(set_of(patterns), expected) << name(dtype);
  }
}

TEST(DenseSet, HasEveryPatternOfEightBits) {
  for (Dtype dtype : {Dtype::s8, Dtype::u8, Dtype::e4m3, Dtype::e5m2}) EXPECT_EQ(set_of(dense(dtype)).size(), 256u);
}

std::vector<std::string> spelled(Dtype dtype, Bits (*pattern_of)(const Format&, Bits), Bits count) {
  std::vector<std::string> texts;
  for (Bits i = 0; i < count; ++i) texts.push_back(spell(dtype, pattern_of(format(dtype), i)));
  return texts;
}

TEST(ShortList, HasZerosOnesInfinitiesAndNans) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(spelled(Dtype::f32, short_pattern_of, kShortList),
            (Texts{"+0", "-0", "1", "-1", "+inf", "-inf", "+qnan(0x1)", "+snan(0x1)"}));
  EXPECT_EQ(spelled(Dtype::f64, short_pattern_of, kShortList),
            (Texts{"+0", "-0", "1", "-1", "+inf", "-inf", "+qnan(0x1)", "+snan(0x1)"}));
  EXPECT_EQ(spelled(Dtype::s16, short_pattern_of, kShortList),
            (Texts{"0", "-1", "1", "-2", "32767", "-32768", "32766", "-32767"}));
  EXPECT_EQ(spelled(Dtype::u8, short_pattern_of, kShortList),
            (Texts{"0", "255", "1", "254", "127", "128", "126", "129"}));
  EXPECT_EQ(spelled(Dtype::e4m3, short_pattern_of, 6), (Texts{"+0", "-0", "1", "-1", "+max", "-max"}));
  EXPECT_EQ(short_pattern_of(format(Dtype::e4m3), 6), 0x7fu);
  EXPECT_EQ(short_pattern_of(format(Dtype::e4m3), 7), 0x7fu);
}

/// The magnitudes of every kind with no open bit set.
std::vector<Bits> special_magnitudes(Dtype dtype, Bits own) {
  std::vector<Bits> magnitudes;
  for (unsigned kind = 0; kind < kSpecials; ++kind) magnitudes.push_back(special_magnitude(format(dtype), kind, own));
  return magnitudes;
}

// IEEE 754-2019, 3.4: 0, the least subnormal, the least normal number, 1, the largest number, infinity.
TEST(Specials, StandWhereNumbersChangeTheirWays) {
  EXPECT_EQ(special_magnitudes(Dtype::f32, 0x5a5a5a5a),
            (std::vector<Bits>{0x7fffffff, 0, 1, 0x005a5a5a, 0x007fffff, 0x00800000, 0x00800001, 0x00da5a5a, 0x3f7fffff,
                               0x3f800000, 0x3f800001, 0x3fda5a5a, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fda5a5a}));
  EXPECT_EQ(special_magnitudes(Dtype::e4m3, 0x05),
            (std::vector<Bits>{0x7f, 0, 1, 5, 7, 8, 9, 0x0d, 0x37, 0x38, 0x39, 0x3d, 0x7d, 0x7e, 0x7f, 0x7f}));
  EXPECT_EQ(special_magnitudes(Dtype::s16, 0x1234),
            (std::vector<Bits>{0x7fff, 0, 1, 0x34, 0x7f, 0x80, 0x81, 0xb4, 0x3fff, 0x4000, 0x4001, 0x4034, 0x7ffe,
                               0x7fff, 0, 0x7fff}));
}

}  // namespace
}  // namespace semcheck
