#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/unit/sweep/sample_spaces.h"

// Exhaustive and structured spaces.
namespace semcheck {
namespace {

constexpr auto kExhaustive = SpaceKind::exhaustive;
constexpr auto kStructured = SpaceKind::structured;

/// How often each case of a space comes.
std::map<Operands, int> occurrences(const Space& space) {
  std::map<Operands, int> cases;
  for (Bits i = 0; i < case_count(space); ++i) ++cases[operands_at(space, i)];
  return cases;
}

std::set<int> numbers(const std::map<Operands, int>& cases) {
  std::set<int> found;
  for (const auto& [operands, n] : cases) found.insert(n);
  return found;
}

std::vector<Bits> dense(Dtype dtype) {
  std::vector<Bits> patterns;
  for (Bits i = 0; i < dense_count(format(dtype)); ++i) patterns.push_back(dense_pattern(format(dtype), i));
  return patterns;
}

TEST(ExhaustiveSpace, HasEveryPairOfEightBitOperandsOnce) {
  for (const auto& [x, z] : {std::pair{Dtype::e4m3, Dtype::e4m3}, std::pair{Dtype::s8, Dtype::u8}}) {
    const auto cases = occurrences(space_over(kExhaustive, {x, z}));
    EXPECT_EQ(cases.size(), 65536u);
    EXPECT_EQ(numbers(cases), std::set<int>{1});
  }
}

TEST(ExhaustiveSpace, HasTheBitsOfTheIndexForOperandsTheLastOneLowest) {
  EXPECT_EQ(operands_at(space_over(kExhaustive, {Dtype::f16, Dtype::f16}), 0x12345678), (Operands{0x1234, 0x5678}));
  EXPECT_EQ(operands_at(space_over(kExhaustive, {Dtype::f32}), 0xfedcba98), Operands{0xfedcba98});
  EXPECT_EQ(operands_at(space_over(kExhaustive, {Dtype::s8, Dtype::s8, Dtype::u16}), 0x12345678),
            (Operands{0x12, 0x34, 0x5678}));
  EXPECT_EQ(operands_at(space_over(kExhaustive, {Dtype::u8, Dtype::u8, Dtype::u8}), 0x123456),
            (Operands{0x12, 0x34, 0x56}));
}

TEST(ExhaustiveSpace, HasAsManyCasesAsThereAreInputs) {
  EXPECT_EQ(case_count(space_over(kExhaustive, {Dtype::f16, Dtype::f16})), Bits{1} << 32);
  EXPECT_EQ(case_count(space_over(kExhaustive, {Dtype::s32})), Bits{1} << 32);
  EXPECT_EQ(case_count(space_over(kExhaustive, {Dtype::s8, Dtype::s8, Dtype::s8})), Bits{1} << 24);
  EXPECT_EQ(case_count(space_over(kExhaustive, {Dtype::u8})), 256u);
}

TEST(ExhaustiveSpace, HasEveryPatternOfTheOthersWithEveryValueOfAnOperandSuppliedByValue) {
  for (int operand : {0, 1}) {
    Space space = space_over(kExhaustive, {Dtype::u8, Dtype::u8});
    space.by_value = operand;
    space.value_count = 3;
    space.values[0] = 9;
    space.values[1] = 200;
    space.values[2] = 77;
    EXPECT_EQ(case_count(space), 3u * 256);
    EXPECT_EQ(numbers(occurrences(space)), std::set<int>{1});
    // Index i is value i % 3 with case i / 3 of the other operand.
    EXPECT_EQ(operands_at(space, 301), operand == 0 ? (Operands{200, 100}) : (Operands{100, 200}));
  }
}

TEST(ExhaustiveSpace, HasTheValuesAloneWhereTheOnlyOperandIsSuppliedByValue) {
  Space space = space_over(kExhaustive, {Dtype::f32});
  space.by_value = 0;
  space.value_count = 2;
  space.values[0] = 5;
  space.values[1] = 6;
  EXPECT_EQ(case_count(space), 2u);
  EXPECT_EQ(operands_at(space, 0), Operands{5});
  EXPECT_EQ(operands_at(space, 1), Operands{6});
}

TEST(ExhaustiveSpace, IsCutIntoSquaresWithoutLosingOrRepeatingAPair) {
  for (const Bits side : {1u, 16u, 256u}) {
    Space space = space_over(kExhaustive, {Dtype::s8, Dtype::u8});
    space.side = side;
    EXPECT_EQ(case_count(space), 65536u);
    EXPECT_EQ(numbers(occurrences(space)), std::set<int>{1}) << side;
  }
}

/// Whether the operands of rows (the first and third) depend on the row of a square alone, the others on its column.
void expect_squares(const Space& space, Bits square) {
  const Bits first = square * space.side * space.side;
  for (Bits row = 0; row < space.side; ++row)
    for (Bits column = 0; column < space.side; ++column) {
      const Operands here = operands_at(space, first + row * space.side + column);
      const Operands in_row = operands_at(space, first + row * space.side);
      const Operands in_column = operands_at(space, first + column);
      for (std::size_t k = 0; k < here.size(); ++k) ASSERT_EQ(here[k], k % 2 == 0 ? in_row[k] : in_column[k]);
    }
}

TEST(Squares, HaveTheFirstAndThirdOperandByRowsAndTheSecondByColumns) {
  Space exhaustive = space_over(kExhaustive, {Dtype::f16, Dtype::f16});
  Space triples = space_over(kStructured, {Dtype::s16, Dtype::s16, Dtype::u32});
  for (Space& space : std::initializer_list<std::reference_wrapper<Space>>{exhaustive, triples}) space.side = 64;
  for (const Bits square : {0u, 1u, 77u}) {
    expect_squares(exhaustive, square);
    expect_squares(triples, square);
  }
}

TEST(Squares, CoverSetsThatTheyDoNotDivide) {
  Space space = space_over(kStructured, {Dtype::s16, Dtype::s16});
  space.side = 64;
  // 112 patterns take two squares along each side.
  EXPECT_EQ(case_count(space), 4u * 64 * 64);
  EXPECT_EQ(occurrences(space).size(), 112u * 112);
}

TEST(Squares, RepeatASingleOperandAlongTheRow) {
  Space space = space_over(kExhaustive, {Dtype::u8});
  space.side = 4;
  EXPECT_EQ(case_count(space), 1024u);
  EXPECT_EQ(numbers(occurrences(space)), std::set<int>{4});
}

TEST(StructuredSpace, HasTheDenseSetOfASingleOperandOnce) {
  const auto cases = occurrences(space_over(kStructured, {Dtype::f32}));
  EXPECT_EQ(cases.size(), 4096u);
  for (Bits pattern : dense(Dtype::f32)) EXPECT_EQ(cases.count({pattern}), 1u);
}

TEST(StructuredSpace, HasEveryOrderedPairOfTheDenseSetsOnce) {
  const auto cases = occurrences(space_over(kStructured, {Dtype::f16, Dtype::u32}));
  EXPECT_EQ(cases.size(), 512u * 240);
  EXPECT_EQ(numbers(cases), std::set<int>{1});
  for (Bits x : dense(Dtype::f16))
    for (Bits z : {Bits{0}, Bits{0xfffffffe}, Bits{0x80000001}}) EXPECT_EQ(cases.count({x, z}), 1u);
}

TEST(StructuredSpace, HasThePairsOfEachTwoOfThreeOperandsWithAFewValuesOfTheThird) {
  const std::vector<Bits> set = dense(Dtype::s16);
  std::map<Operands, int> expected;
  for (Bits a : set)
    for (Bits b : set)
      for (Bits c : {0u, 0xffffu, 1u, 0xfffeu, 0x7fffu, 0x8000u, 0x7ffeu, 0x8001u}) {
        ++expected[{a, b, c}];
        ++expected[{a, c, b}];
        ++expected[{c, a, b}];
      }
  EXPECT_EQ(occurrences(space_over(kStructured, {Dtype::s16, Dtype::s16, Dtype::s16})), expected);
}

TEST(StructuredSpace, HasTheSizesThatAreStated) {
  EXPECT_EQ(case_count(space_over(kStructured, {Dtype::f64, Dtype::f64})), Bits{1} << 30);
  EXPECT_EQ(case_count(space_over(kStructured, {Dtype::f32, Dtype::f32})), Bits{1} << 24);
  EXPECT_EQ(case_count(space_over(kStructured, {Dtype::bf16, Dtype::bf16})), Bits{1} << 24);
  EXPECT_EQ(case_count(space_over(kStructured, {Dtype::f16, Dtype::f16})), Bits{1} << 18);
  EXPECT_EQ(case_count(space_over(kStructured, {Dtype::e5m2, Dtype::e5m2})), Bits{1} << 16);
  EXPECT_LE(case_count(space_over(kStructured, {Dtype::u64, Dtype::s64})), Bits{1} << 18);
  EXPECT_EQ(case_count(space_over(kStructured, {Dtype::f32, Dtype::f32, Dtype::f32})), 24 * (Bits{1} << 24));
}

TEST(StructuredSpace, LeavesAnOperandSuppliedByValueOut) {
  Space space = space_over(kStructured, {Dtype::s16, Dtype::s16, Dtype::s16});
  space.by_value = 1;
  space.value_count = 2;
  space.values[0] = 3;
  space.values[1] = 4;
  EXPECT_EQ(case_count(space), 2u * 112 * 112);
  std::map<Operands, int> expected;
  for (Bits a : dense(Dtype::s16))
    for (Bits b : dense(Dtype::s16))
      for (Bits value : {3u, 4u}) ++expected[{a, value, b}];
  EXPECT_EQ(occurrences(space), expected);
}

}  // namespace
}  // namespace semcheck
