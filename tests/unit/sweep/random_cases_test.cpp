#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "tests/unit/sweep/sample_spaces.h"

namespace semcheck {
namespace {

constexpr std::initializer_list<std::initializer_list<Dtype>> kSamples = {
    {Dtype::f64},
    {Dtype::e4m3},
    {Dtype::s32},
    {Dtype::f32, Dtype::f32},
    {Dtype::f16, Dtype::f16},
    {Dtype::u8, Dtype::s8},
    {Dtype::s64, Dtype::u64},
    {Dtype::f32, Dtype::f32, Dtype::u32},
    {Dtype::bf16, Dtype::bf16, Dtype::u32},
    {Dtype::f64, Dtype::f64, Dtype::f64},
};

// The layout of words: operands in order, each at a multiple of its width, or of 32 bits where it is wider.
TEST(RandomCases, TakeTheFewestWordsThatHoldTheirOperands) {
  const auto words = [](std::initializer_list<Dtype> dtypes) { return words_per_case(random_over(dtypes)); };
  EXPECT_EQ(words({Dtype::u8}), 1);
  EXPECT_EQ(words({Dtype::e4m3, Dtype::e4m3, Dtype::e4m3}), 1);
  EXPECT_EQ(words({Dtype::f16, Dtype::f16}), 1);
  EXPECT_EQ(words({Dtype::f16, Dtype::f16, Dtype::f16}), 2);
  EXPECT_EQ(words({Dtype::f32, Dtype::f32}), 2);
  EXPECT_EQ(words({Dtype::s8, Dtype::s8, Dtype::u32}), 2);
  EXPECT_EQ(words({Dtype::f32, Dtype::f32, Dtype::f32}), 4);
  EXPECT_EQ(words({Dtype::f64, Dtype::f64}), 4);
  EXPECT_EQ(words({Dtype::f64, Dtype::f64, Dtype::u32}), 8);
  EXPECT_EQ(cases_per_call(random_over({Dtype::f16, Dtype::f16})), 4);
  EXPECT_EQ(cases_per_call(random_over({Dtype::f32, Dtype::f32})), 2);
  EXPECT_EQ(cases_per_call(random_over({Dtype::f64, Dtype::f64})), 1);
  EXPECT_EQ(cases_per_call(random_over({Dtype::f64, Dtype::f64, Dtype::f64})), 1);
}

TEST(RandomCases, HaveTheGeneratorsWordsForUniformOperands) {
  static_assert(draw_of(0) == Draw::uniform);
  const Words first = philox4x32(Bits{2}, 0, 7);
  const Words second = philox4x32(Bits{3}, 0, 7);
  EXPECT_EQ(operands_at(random_over({Dtype::f32, Dtype::f32}), 5), (Operands{first.w[2], first.w[3]}));
  EXPECT_EQ(operands_at(random_over({Dtype::f16, Dtype::f16}), 9), (Operands{first.w[1] & 0xffff, first.w[1] >> 16}));
  EXPECT_EQ(operands_at(random_over({Dtype::u8, Dtype::u8, Dtype::u8}), 11),
            (Operands{first.w[3] & 0xff, first.w[3] >> 8 & 0xff, first.w[3] >> 16 & 0xff}));
  EXPECT_EQ(operands_at(random_over({Dtype::f64, Dtype::f64}), 2),
            (Operands{first.w[0] | Bits{first.w[1]} << 32, first.w[2] | Bits{first.w[3]} << 32}));
  EXPECT_EQ(operands_at(random_over({Dtype::f64, Dtype::f64, Dtype::f64}), 1),
            (Operands{first.w[0] | Bits{first.w[1]} << 32, first.w[2] | Bits{first.w[3]} << 32,
                      second.w[0] | Bits{second.w[1]} << 32}));
}

TEST(RandomCases, ComeOutOfOneOutputOfTheGeneratorSeveralAtATime) {
  for (const auto& dtypes : kSamples) {
    const Space space = random_over(dtypes);
    const Bits cases = static_cast<Bits>(cases_per_call(space));
    const int words = words_per_case(space);
    for (Bits call = 0; call < 8 * kDrawBlock / cases; call += 37) {
      const Words low = philox4x32(words == 8 ? 2 * call : call, 0, space.seed);
      const Words high = philox4x32(2 * call + 1, 0, space.seed);
      unsigned drawn[8];
      for (int i = 0; i < 8; ++i) drawn[i] = i < 4 ? low.w[i] : high.w[i - 4];
      for (Bits i = 0; i < cases; ++i) {
        Bits operands[kMostOperands] = {};
        operands_of_words(space, call * cases + i, drawn + i * static_cast<Bits>(words), operands);
        ASSERT_EQ(Operands(operands, operands + space.operands), operands_at(space, call * cases + i));
      }
    }
  }
}

TEST(RandomCases, DependOnTheSeedAndTheIndexAlone) {
  Space a = random_over({Dtype::f32, Dtype::f32}, 1000, 7), b = random_over({Dtype::f32, Dtype::f32}, 1 << 20, 7);
  EXPECT_EQ(operands_at(a, 999), operands_at(b, 999));
  b.seed = 8;
  EXPECT_NE(operands_at(a, 999), operands_at(b, 999));
  b.seed = 7 | Bits{1} << 32;
  EXPECT_NE(operands_at(a, 999), operands_at(b, 999));
  EXPECT_NE(operands_at(a, 999), operands_at(a, 999 + (Bits{1} << 33)));
}

TEST(RandomCases, FitTheirFormats) {
  for (const auto& dtypes : kSamples) {
    const Space space = random_over(dtypes);
    for (Bits i = 0; i < 8 * kDrawBlock; ++i) {
      const Operands operands = operands_at(space, i);
      for (std::size_t k = 0; k < operands.size(); ++k)
        ASSERT_EQ(operands[k] & ~value_mask(space.formats[k]), 0u) << "case " << i << ", operand " << k;
    }
  }
}

TEST(RandomCases, AreAsManyAsAreDrawn) {
  Space space = random_over({Dtype::f32, Dtype::f32}, 12345);
  EXPECT_EQ(case_count(space), 12345u);
  space.by_value = 0;
  space.value_count = 3;
  EXPECT_EQ(case_count(space), 12345u);
}

TEST(RandomCases, RepeatTheOtherOperandsForEachValueOfOneSuppliedByValue) {
  Space space = random_over({Dtype::f32, Dtype::f16, Dtype::f32});
  space.by_value = 1;
  space.value_count = 3;
  space.values[0] = 5;
  space.values[1] = 6;
  space.values[2] = 7;
  const Space others = random_over({Dtype::f32, Dtype::f32});
  for (Bits i = 0; i < 3 * 8 * kDrawBlock; i += 11) {
    const Operands pair = operands_at(others, i / 3);
    ASSERT_EQ(operands_at(space, i), (Operands{pair[0], 5 + i % 3, pair[1]}));
  }
}

TEST(RandomCases, AreCombinedByRowsAndColumnsInSquares) {
  const Space plain = random_over({Dtype::f32, Dtype::f32, Dtype::f32});
  Space space = plain;
  space.side = 64;
  for (const Bits square : {0u, 5u, 300u})
    for (const Bits row : {0u, 17u, 63u})
      for (const Bits column : {0u, 40u, 63u}) {
        const Operands of_row = operands_at(plain, square * 64 + row),
                       of_column = operands_at(plain, square * 64 + column);
        EXPECT_EQ(operands_at(space, square * 64 * 64 + row * 64 + column),
                  (Operands{of_row[0], of_column[1], of_row[2]}));
      }
}

// Every bit of 2^15 uniform words is set as often as not: a binomial of that size is within 600 of its mean but for one
// in 10^10, and the sample is always the same.
TEST(RandomCases, HaveEveryBitSetInHalfOfTheUniformOnes) {
  const Space space = random_over({Dtype::f32, Dtype::f32});
  std::map<int, int> set;
  for (Bits block = 0; block < 16; block += 2)
    for (Bits i = 0; i < kDrawBlock; ++i) {
      const Operands operands = operands_at(space, block * kDrawBlock + i);
      for (int bit = 0; bit < 64; ++bit)
        set[bit] += static_cast<int>(operands[static_cast<std::size_t>(bit / 32)] >> bit % 32 & 1);
    }
  for (const auto& [bit, count] : set) EXPECT_NEAR(count, 8 * 4096 / 2, 600) << bit;
}

}  // namespace
}  // namespace semcheck
