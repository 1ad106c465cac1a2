#include "core/sweep/spaces.h"

#include <gtest/gtest.h>

#include <array>

#include "core/sweep/cases.h"
#include "tests/unit/operation.h"

namespace semcheck {
namespace {

Operation max_over(Dtype dtype) {
  return given::operation("max", OperationKind::max, dtype, {dtype, dtype});
}

TEST(Spaces, AreThoseOfTheOperandsThatComeWithTheCases) {
  const auto space = exhaustive_space(max_over(Dtype::f16));
  ASSERT_TRUE(space);
  EXPECT_EQ(case_count(*space), Bits{1} << 32);
  const auto select =
      structured_space(given::operation("s", OperationKind::select, Dtype::f32, {Dtype::f32, Dtype::f32, Dtype::u32}));
  ASSERT_TRUE(select);
  EXPECT_EQ(select->operands, 3);
  EXPECT_EQ(select->formats[2].kind, NumberKind::unsigned_integer);
}

TEST(Spaces, AreExhaustiveUpTo32BitsOfOperands) {
  EXPECT_FALSE(exhaustive_space(max_over(Dtype::f32)));
  EXPECT_TRUE(structured_space(max_over(Dtype::f32)));
  EXPECT_TRUE(exhaustive_space(given::operation("r", OperationKind::relu, Dtype::f32, {Dtype::f32})));
  EXPECT_FALSE(exhaustive_space(given::operation("r", OperationKind::relu, Dtype::f64, {Dtype::f64})));
}

TEST(Spaces, AreNotThoseOfRows) {
  const Operation rows = given::operation("r", OperationKind::reduce_max, Dtype::u8, {Dtype::u8});
  EXPECT_FALSE(exhaustive_space(rows));
  EXPECT_FALSE(structured_space(rows));
  EXPECT_FALSE(random_space(rows, 1000, 1));
}

TEST(Spaces, HaveTheSeedAndNumberOfARandomSweep) {
  const auto space = random_space(max_over(Dtype::f32), 1000, 77);
  ASSERT_TRUE(space);
  EXPECT_EQ(space->seed, 77u);
  EXPECT_EQ(case_count(*space), 1000u);
}

TEST(Spaces, TakeAnOperandByValueOrSquares) {
  const auto space = exhaustive_space(max_over(Dtype::u8));
  ASSERT_TRUE(space);
  const std::array<Bits, 3> values = {4, 5, 6};
  const Space by_value = with_values(*space, 1, values);
  EXPECT_EQ(case_count(by_value), 768u);
  Bits operands[kMostOperands] = {};
  case_at(by_value, 5, operands);
  EXPECT_EQ(operands[0], 1u);
  EXPECT_EQ(operands[1], 6u);
  const Space squares = with_squares(*space, 16);
  case_at(squares, 17, operands);
  EXPECT_EQ(operands[0], 1u);
  EXPECT_EQ(operands[1], 1u);
}

TEST(Spaces, SayWhereACaseComesFrom) {
  EXPECT_EQ(describe(*exhaustive_space(max_over(Dtype::u8)), 5), "exhaustive");
  EXPECT_EQ(describe(*structured_space(max_over(Dtype::u8)), 5), "structured");
  const Space space = *random_space(max_over(Dtype::f32), 100000, 1);
  EXPECT_EQ(describe(space, 4095), "random, uniform");
  EXPECT_EQ(describe(space, 4096), "random, exponents");
  EXPECT_EQ(describe(space, Bits{3} * 4096), "random, near_equal");
  const std::array<Bits, 3> values = {4, 5, 6};
  EXPECT_EQ(describe(with_values(space, 0, values), 3 * 4096), "random, exponents");
  // A square of side 64 has 64 rows and columns, which are cases of the space without squares.
  EXPECT_EQ(describe(with_squares(space, 64), Bits{64} * 64 * 64), "random, exponents");
}

}  // namespace
}  // namespace semcheck
