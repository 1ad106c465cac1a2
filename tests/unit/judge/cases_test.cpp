#include "core/judge/cases.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/unit/judge/sample.h"
#include "tests/unit/operation.h"

namespace semcheck {
namespace {

using sample::matrix_of;
using Pairs = std::vector<std::vector<Bits>>;

Inputs inputs(std::vector<Matrix> matrices, Random random) {
  Inputs made;
  made.matrices = std::move(matrices);
  made.random = random;
  return made;
}

Pairs pairs_of(const Cases& cases) {
  Pairs pairs;
  for (std::size_t i = 0; i < cases.size(); ++i) pairs.push_back(cases.at(i));
  return pairs;
}

const Operation kMax = known::max_of(Dtype::f32);

TEST(MakeCases, TakesEveryOrderedPairWithTheSimplestValuesFirst) {
  const Cases cases = make_cases(kMax, inputs({matrix_of(Dtype::f32, {1, 2, 3})}, {}));
  EXPECT_EQ(pairs_of(cases), (Pairs{{1, 1}, {1, 2}, {2, 1}, {2, 2}, {1, 3}, {2, 3}, {3, 1}, {3, 2}, {3, 3}}));
  EXPECT_EQ(cases.special, 9u);
}

TEST(MakeCases, PairsEachValueOfADiagonalWithItself) {
  const Cases cases = make_cases(kMax, inputs({matrix_of(Dtype::f32, {1, 2, 3}, Combine::diagonal)}, {}));
  EXPECT_EQ(pairs_of(cases), (Pairs{{1, 1}, {2, 2}, {3, 3}}));
}

TEST(MakeCases, KeepsACaseOfSeveralMatricesWhereItComesFirst) {
  const Cases cases = make_cases(kMax, inputs({matrix_of(Dtype::f32, {2, 1}), matrix_of(Dtype::f32, {1, 3})}, {}));
  EXPECT_EQ(pairs_of(cases), (Pairs{{2, 2}, {2, 1}, {1, 2}, {1, 1}, {1, 3}, {3, 1}, {3, 3}}));
}

TEST(MakeCases, ReadsTheMatrixInTheTypeOfEachOperand) {
  const Operation mixed = given::operation("", OperationKind::max, Dtype::s32, {Dtype::s32, Dtype::u32});
  Matrix matrix = matrix_of(Dtype::s32, {1});
  matrix.exact.push_back({Dtype::u32, {"0x7", "0x8"}});
  EXPECT_EQ(pairs_of(make_cases(mixed, inputs({matrix}, {}))), (Pairs{{1, 7}, {1, 8}}));
}

TEST(MakeCases, AddsRandomPatternsAfterTheSpecialOnes) {
  const Cases cases = make_cases(kMax, inputs({matrix_of(Dtype::f32, {1, 2})}, {1000, 1}));
  EXPECT_EQ(cases.special, 4u);
  EXPECT_GT(cases.size(), 950u);
  EXPECT_LE(cases.size(), 1004u);
  for (Bits b : cases.operands[1]) EXPECT_LE(b, 0xffffffffu);
}

TEST(MakeCases, IsTheSameForTheSameSeedAndAnotherForAnotherSeed) {
  EXPECT_EQ(make_cases(kMax, inputs({}, {500, 7})).operands, make_cases(kMax, inputs({}, {500, 7})).operands);
  EXPECT_NE(make_cases(kMax, inputs({}, {500, 7})).operands, make_cases(kMax, inputs({}, {500, 8})).operands);
}

TEST(MakeCases, HoldsEveryCaseOnce) {
  const Pairs pairs =
      pairs_of(make_cases(known::max_of(Dtype::u8), inputs({matrix_of(Dtype::u8, {0, 255})}, {65536, 1})));
  EXPECT_EQ(std::set<std::vector<Bits>>(pairs.begin(), pairs.end()).size(), pairs.size());
}

TEST(MakeCases, IsEmptyWithoutInputs) {
  const Cases cases = make_cases(kMax, {});
  EXPECT_EQ(cases.size(), 0u);
  EXPECT_EQ(cases.operands.size(), 2u);
}

TEST(CaseName, NamesTheOperandsInOrder) {
  const Bits operands[] = {0, 0x80000000};
  EXPECT_EQ(case_name(kMax, operands), "(+0, -0)");
}

TEST(CaseName, TakesTheTypeOfEachOperandAndOfTheResultBeyondThem) {
  const Operation mixed = given::operation("", OperationKind::max, Dtype::s8, {Dtype::s8, Dtype::u8});
  const Bits operands[] = {0xff, 0xfe, 0xfd};
  EXPECT_EQ(case_name(mixed, operands), "(-1, 254, -3)");
}

}  // namespace
}  // namespace semcheck
