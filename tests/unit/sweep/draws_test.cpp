#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

#include "core/sweep/sweeps.h"
#include "tests/unit/sweep/sample_spaces.h"

// What the strategies of a random sweep make.
namespace semcheck {
namespace {

/// The operands of one block of a strategy; those of later turns of it for other numbers.
std::vector<Operands> block_of(Draw draw, const Space& space, Bits turn = 0) {
  std::vector<Operands> cases;
  const Bits first = first_of(draw) + turn * kDrawShares * kDrawBlock;
  for (Bits i = 0; i < kDrawBlock; ++i) cases.push_back(operands_at(space, first + i));
  return cases;
}

TEST(Draws, TakeTurnsByBlocksMostOfThemUniform) {
  std::map<Draw, int> blocks;
  for (Bits block = 0; block < 128; ++block) {
    const Draw draw = draw_of(block * kDrawBlock);
    ++blocks[draw];
    for (Bits i = 0; i < kDrawBlock; ++i) ASSERT_EQ(draw_of(block * kDrawBlock + i), draw);
  }
  EXPECT_EQ(
      blocks,
      (std::map<Draw, int>{
          {Draw::uniform, 120}, {Draw::exponents, 2}, {Draw::near_equal, 2}, {Draw::specials, 2}, {Draw::related, 2}}));
}

TEST(Draws, AllComeAmongTheFirst32768Cases) {
  std::set<Draw> seen;
  for (Bits i = 0; i < 32768; ++i) seen.insert(draw_of(i));
  EXPECT_EQ(seen.size(), kDraws.size());
}

TEST(Draws, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const DrawRow& row : kDraws) names.insert(row.name);
  for (const SweepRow& row : kSweeps) names.insert(row.name);
  EXPECT_EQ(names.size(), kDraws.size() + kSweeps.size());
}

/// The place of every f16 number in the order of values, -0 directly below +0; NaNs have none.
std::map<Bits, int> ranks_of_f16() {
  std::vector<std::pair<double, Bits>> numbers;
  for (Bits b = 0; b < 65536; ++b) {
    const int exponent = static_cast<int>(b >> 10 & 31), fraction = static_cast<int>(b & 1023);
    if (exponent == 31 && fraction != 0) continue;
    const double magnitude = exponent == 31  ? HUGE_VAL
                             : exponent == 0 ? std::ldexp(fraction, -24)
                                             : std::ldexp(1024 + fraction, exponent - 25);
    // Patterns with the sign bit sort before those without where values are equal.
    numbers.emplace_back((b & 0x8000) != 0 ? -magnitude : magnitude, b ^ 0x8000);
  }
  std::sort(numbers.begin(), numbers.end());
  std::map<Bits, int> ranks;
  for (const auto& [value, flipped] : numbers) ranks.emplace(flipped ^ 0x8000, static_cast<int>(ranks.size()));
  return ranks;
}

TEST(NearEqual, OperandsAreUpToFourPatternsApartInTheOrderOfNumbers) {
  const std::map<Bits, int> ranks = ranks_of_f16();
  std::map<int, int> distances;
  for (Bits turn = 0; turn < 8; ++turn)
    for (const Operands& c : block_of(Draw::near_equal, random_over({Dtype::f16, Dtype::f16, Dtype::f16}), turn)) {
      if (!ranks.count(c[0])) continue;
      for (int k : {1, 2}) {
        const auto found = ranks.find(c[static_cast<std::size_t>(k)]);
        // Four above the largest number are NaNs.
        if (found == ranks.end()) continue;
        ++distances[found->second - ranks.at(c[0])];
      }
    }
  EXPECT_EQ(distances.size(), 9u);
  EXPECT_EQ(distances.begin()->first, -4);
  EXPECT_EQ(distances.rbegin()->first, 4);
  for (const auto& [distance, count] : distances) EXPECT_GT(count, 5000) << distance;
}

TEST(NearEqual, OperandsGoThroughZero) {
  const Format& f = format(Dtype::f32);
  const auto near = [&](Bits other, Bits own) {
    return DrawnOperand<unsigned>{f, static_cast<unsigned>(own), 0, 1}.near_equal(static_cast<unsigned>(other));
  };
  // The lower 16 bits are a fraction of 9 steps, from -4: 0 makes -4, 0x8000 makes 0, 0xffff makes 4.
  EXPECT_EQ(near(1, 0), 0x80000002u);
  EXPECT_EQ(near(0, 0x8000 - 0x1c72), 0x80000000u);
  EXPECT_EQ(near(0x80000001, 0xffff), 2u);
  EXPECT_EQ(near(0x80000000, 0x8000), 0x80000000u);
  EXPECT_EQ(near(0x7f800000, 0xffff), 0x7f800004u);
}

TEST(NearEqual, IntegersAreUpToFourApartModuloTheirWidth) {
  for (Dtype dtype : {Dtype::s32, Dtype::u32}) {
    std::set<int> distances;
    for (const Operands& c : block_of(Draw::near_equal, random_over({dtype, dtype})))
      distances.insert(static_cast<int>(static_cast<unsigned>(c[1]) - static_cast<unsigned>(c[0])));
    EXPECT_EQ(distances, (std::set<int>{-4, -3, -2, -1, 0, 1, 2, 3, 4}));
  }
}

TEST(NearEqual, ASingleOperandIsNearASpecialPattern) {
  const auto cases = block_of(Draw::near_equal, random_over({Dtype::f32}));
  std::set<Bits> seen;
  for (const Operands& c : cases) seen.insert(c[0] & 0x7fffffff);
  for (Bits magnitude : {0x3f800000u, 0x3f7ffffdu, 0x3f800005u, 0x00800000u, 0x007ffffcu, 0x7f800004u, 0u, 5u})
    EXPECT_EQ(seen.count(magnitude), 1u) << std::hex << magnitude;
}

TEST(NearEqual, AnOperandOfAnotherDtypeIsZeroInHalfOfTheCases) {
  int zeros = 0;
  for (const Operands& c : block_of(Draw::near_equal, random_over({Dtype::f32, Dtype::f32, Dtype::u32})))
    zeros += c[2] == 0 ? 1 : 0;
  EXPECT_NEAR(zeros, 2048, 200);
}

TEST(Related, OperandsHaveOneFractionAndExponentsUpToThreeApart) {
  std::map<int, int> apart;
  int same_sign = 0;
  for (const Operands& c : block_of(Draw::related, random_over({Dtype::f32, Dtype::f32}))) {
    ASSERT_EQ(c[0] & 0x7fffff, c[1] & 0x7fffff);
    ++apart[static_cast<int>(((c[1] >> 23) - (c[0] >> 23) + 128) % 256) - 128];
    same_sign += (c[0] ^ c[1]) >> 31 == 0 ? 1 : 0;
  }
  EXPECT_EQ(apart.size(), 7u);
  EXPECT_EQ(apart.begin()->first, -3);
  EXPECT_EQ(apart.rbegin()->first, 3);
  // Out of 16 combinations of two times two bits.
  for (const auto& [exponents, count] : apart) EXPECT_NEAR(count, 256 * (4 - std::abs(exponents)), 150) << exponents;
  EXPECT_NEAR(same_sign, 2048, 200);
}

TEST(Related, IntegersAreDoublesHalvesComplementsAndNegatives) {
  int equal = 0, negative = 0, complement = 0, twice = 0, half = 0, other_sign = 0;
  for (const Operands& c : block_of(Draw::related, random_over({Dtype::s32, Dtype::s32}))) {
    const auto a = static_cast<unsigned>(c[0]), b = static_cast<unsigned>(c[1]);
    equal += b == a ? 1 : 0;
    negative += b == 0 - a ? 1 : 0;
    complement += b == ~a ? 1 : 0;
    twice += b == 2 * a ? 1 : 0;
    half += b == a / 2 ? 1 : 0;
    other_sign += b == (a ^ 0x80000000u) ? 1 : 0;
  }
  for (int count : {equal, negative, complement, twice, half, other_sign}) EXPECT_GT(count, 64);
}

/// How many operands of a block have each property.
struct Counts {
  int zero = 0, subnormal = 0, infinite = 0, quiet = 0, signaling = 0, one = 0, largest = 0;
};

Counts counts_of(const Space& space, Draw draw, std::size_t operand) {
  const Format& f = space.formats[operand];
  Counts counts;
  for (const Operands& c : block_of(draw, space)) {
    const Bits b = c[operand];
    counts.zero += is_zero(f, b) ? 1 : 0;
    counts.subnormal += is_subnormal(f, b) ? 1 : 0;
    counts.infinite += is_infinite(f, b) ? 1 : 0;
    counts.quiet += is_nan(f, b) && !is_signaling(f, b) ? 1 : 0;
    counts.signaling += is_signaling(f, b) ? 1 : 0;
    counts.one += magnitude(f, b) == pattern_of_one(f) ? 1 : 0;
    counts.largest += magnitude(f, b) == exponent_mask(f) - 1 ? 1 : 0;
  }
  return counts;
}

// Each of 16 kinds in half of 4096 cases: 128 of each, and what uniform bits give besides.
TEST(Specials, AreOfAllKindsInEveryOperand) {
  for (Dtype dtype : {Dtype::f64, Dtype::f32, Dtype::bf16}) {
    const Space space = random_over({dtype, dtype, dtype});
    for (std::size_t k : {0u, 1u, 2u}) {
      const Counts counts = counts_of(space, Draw::specials, k);
      for (int count : {counts.zero, counts.infinite, counts.one, counts.largest}) {
        EXPECT_GE(count, 64) << name(dtype) << k;
        EXPECT_LE(count, 320) << name(dtype) << k;
      }
      for (int count : {counts.subnormal, counts.quiet, counts.signaling}) {
        EXPECT_GE(count, 128) << name(dtype) << k;
        EXPECT_LE(count, 640) << name(dtype) << k;
      }
    }
  }
}

TEST(Specials, MeetOrdinaryOperandsAndEachOther) {
  int both = 0, first = 0, second = 0, none = 0;
  const Format& f = format(Dtype::f32);
  for (const Operands& c : block_of(Draw::specials, random_over({Dtype::f32, Dtype::f32}))) {
    // NaNs and infinities are three of 16 kinds, and a NaN with an open payload a fourth.
    const bool x = (c[0] & exponent_mask(f)) == exponent_mask(f), z = (c[1] & exponent_mask(f)) == exponent_mask(f);
    both += x && z ? 1 : 0;
    first += x && !z ? 1 : 0;
    second += !x && z ? 1 : 0;
    none += !x && !z ? 1 : 0;
  }
  EXPECT_GT(both, 20);
  EXPECT_GT(first, 200);
  EXPECT_GT(second, 200);
  EXPECT_GT(none, 2000);
}

TEST(Specials, HaveBothSigns) {
  std::set<Bits> zeros;
  for (const Operands& c : block_of(Draw::specials, random_over({Dtype::f32, Dtype::f32})))
    if ((c[0] & 0x7fffffff) == 0) zeros.insert(c[0]);
  EXPECT_EQ(zeros, (std::set<Bits>{0, 0x80000000}));
}

TEST(Exponents, AreUniformWithMoreZerosAndMoreOfTheLargest) {
  std::map<Bits, int> exponents;
  for (const Operands& c : block_of(Draw::exponents, random_over({Dtype::bf16, Dtype::bf16})))
    ++exponents[c[1] >> 7 & 255];
  EXPECT_GT(exponents.size(), 250u);
  EXPECT_NEAR(exponents[0], 512, 100);
  EXPECT_NEAR(exponents[255], 512, 100);
  for (Bits e = 1; e < 255; ++e) EXPECT_LT(exponents[e], 40) << e;
}

TEST(Exponents, ComeWithFractionsThatEndInZerosOrOnes) {
  std::map<int, int> ends;
  for (const Operands& c : block_of(Draw::exponents, random_over({Dtype::f32, Dtype::f32}))) {
    const Bits fraction = c[0] & 0x7fffff;
    // Equal bits at the end of the fraction.
    int end = 1;
    while (end < 23 && (fraction >> end & 1) == (fraction & 1)) ++end;
    ++ends[end];
  }
  EXPECT_EQ(ends.size(), 23u);
  // Cut at 0 to 31 bits, 9 of which leave nothing of 23, and 1 bit that is left is the same as those behind it in half
  // of the cases, 2 bits in a quarter, …
  EXPECT_NEAR(ends[23], 4096 * 10 / 32, 150);
}

TEST(Exponents, OfIntegersAreLengthsOfEitherSign) {
  for (Dtype dtype : {Dtype::s32, Dtype::s64, Dtype::u64}) {
    const int width = format(dtype).width;
    std::set<int> lengths, complements;
    for (const Operands& c : block_of(Draw::exponents, random_over({dtype, dtype}))) {
      const Bits all = value_mask(format(dtype));
      const auto length = [](Bits b) {
        int n = 0;
        for (; b != 0; b >>= 1) ++n;
        return n;
      };
      lengths.insert(length(c[1]));
      complements.insert(length(~c[1] & all));
    }
    EXPECT_GE(lengths.size(), static_cast<std::size_t>(width - 1)) << name(dtype);
    EXPECT_GE(complements.size(), static_cast<std::size_t>(width - 1)) << name(dtype);
  }
}

}  // namespace
}  // namespace semcheck
