#include <gtest/gtest.h>

#include "tests/unit/reference/known_rules.h"
#include "tests/unit/reference/results.h"

namespace semcheck {
namespace {

using known::outcome_of;
using known::result_of;

constexpr Bits kOne = 0x3f800000;
constexpr Bits kMinusOne = 0xbf800000;
constexpr Bits kMinusTwo = 0xc0000000;
constexpr Bits kMinusZero = 0x80000000;
constexpr Bits kMinusInf = 0xff800000;
constexpr Bits kQuiet = 0x7fc00abc;
constexpr Bits kSignaling = 0x7f800001;
constexpr Bits kCanonical = 0x7fffffff;
constexpr Bits kSubnormal = 0x00000003;

const Operation kRelu = operation_over(OperationKind::relu, Dtype::f32);

// fmaxf(x, 0), and x < 0 ? 0 : x, and x > 0 ? x : 0.
TEST(Relu, FollowsTheBinaryRulesAgainstPlusZero) {
  const Choice direct = known::maximum_number(Dtype::f32);
  EXPECT_EQ(result_of(kRelu, direct, {kQuiet}), 0u);
  EXPECT_EQ(result_of(kRelu, direct, {kMinusZero}), 0u);
  EXPECT_EQ(result_of(kRelu, direct, {kMinusOne}), 0u);
  EXPECT_EQ(result_of(kRelu, direct, {kOne}), kOne);
  EXPECT_EQ(result_of(kRelu, known::maximum(Dtype::f32), {kQuiet}), kCanonical);
  const Choice keeps = known::compare_select(Dtype::f32, Nan::first, Tie::first);
  EXPECT_EQ(result_of(kRelu, keeps, {kSignaling}), kSignaling);
  EXPECT_EQ(result_of(kRelu, keeps, {kMinusZero}), kMinusZero);
  const Choice drops = known::compare_select(Dtype::f32, Nan::second, Tie::second);
  EXPECT_EQ(result_of(kRelu, drops, {kSignaling}), 0u);
  EXPECT_EQ(result_of(kRelu, drops, {kMinusZero}), 0u);
}

TEST(Relu, FlushesSubnormals) {
  Choice c = known::maximum_number(Dtype::f32);
  EXPECT_EQ(result_of(kRelu, c, {kSubnormal}), kSubnormal);
  c.subnormal = Subnormal::flush;
  EXPECT_EQ(result_of(kRelu, c, {kSubnormal}), 0u);
}

TEST(Relu, OfIntegersIsSignedOrNothing) {
  EXPECT_EQ(result_of(operation_over(OperationKind::relu, Dtype::s8), Choice{}, {0xfb}), 0u);
  EXPECT_EQ(result_of(operation_over(OperationKind::relu, Dtype::s8), Choice{}, {0x7b}), 0x7bu);
  EXPECT_EQ(result_of(operation_over(OperationKind::relu, Dtype::u8), Choice{}, {0xfb}), 0xfbu);
}

Operation leaky(Dtype dtype, Bits slope) {
  Operation operation = operation_over(OperationKind::relu, dtype);
  operation.slope = slope;
  return operation;
}

TEST(Relu, LeakyIsTheLargerOfTheOperandAndAFractionOfIt) {
  const Operation half = leaky(Dtype::f32, 0x3f000000);
  const Choice c = known::maximum_number(Dtype::f32);
  EXPECT_EQ(result_of(half, c, {kMinusTwo}), kMinusOne);
  EXPECT_EQ(result_of(half, c, {kOne}), kOne);
  EXPECT_EQ(result_of(half, c, {kMinusInf}), kMinusInf);
  EXPECT_EQ(result_of(half, c, {kQuiet}), kCanonical);
  // Half of the least number lies between it and zero, and is rounded to the even one: -0.
  EXPECT_EQ(result_of(half, c, {0x80000001}), kMinusZero);
  EXPECT_EQ(result_of(half, c, {0x80000003}), 0x80000002u);
  // f16: 0.1 is 0x2e66.
  EXPECT_EQ(result_of(leaky(Dtype::f16, 0x2e66), known::maximum_number(Dtype::f16), {0xbc00}), 0xae66u);
}

TEST(Relu, LeakyFlushesItsProduct) {
  Choice c = known::maximum_number(Dtype::f32);
  c.subnormal = Subnormal::flush;
  EXPECT_EQ(result_of(leaky(Dtype::f32, 0x3f000000), c, {0x80800000}), kMinusZero);
}

// x > 0 ? x : slope * x: the product of a NaN is one of its own.
TEST(Relu, LeakySelectsTheNanOfTheProduct) {
  Choice c = known::compare_select(Dtype::f32, Nan::second, Tie::second);
  EXPECT_EQ(result_of(leaky(Dtype::f32, 0x3f000000), c, {kSignaling}), kCanonical);
  c.nan_result = NanResult::first;
  c.nan = Nan::propagate;
  c.snan = Snan::quiet;
  EXPECT_EQ(result_of(leaky(Dtype::f32, 0x3f000000), c, {kSignaling}), 0x7fc00001u);
}

Operation gradient(GradientFrom from) {
  Operation operation = operation_over(OperationKind::relu_grad, Dtype::f32);
  operation.gradient_from = from;
  return operation;
}

const Operation kFromInput = gradient(GradientFrom::input);
const Operation kFromOutput = gradient(GradientFrom::output);

Choice passing(Pass nan, Pass zero) {
  Choice c = known::maximum(Dtype::f32);
  c.grad_nan = nan;
  c.grad_zero = zero;
  return c;
}

TEST(ReluGrad, PassesAboveZeroAndStopsBelow) {
  for (const Operation& operation : {kFromInput, kFromOutput}) {
    EXPECT_EQ(result_of(operation, passing(Pass::zero, Pass::zero), {kOne, kMinusTwo}), kMinusTwo);
    EXPECT_EQ(result_of(operation, passing(Pass::zero, Pass::zero), {kOne, kSignaling}), kSignaling);
    EXPECT_EQ(result_of(operation, passing(Pass::pass, Pass::zero), {kMinusOne, kMinusTwo}), 0u);
  }
}

TEST(ReluGrad, FollowsItsRulesAtNansAndZeros) {
  EXPECT_EQ(result_of(kFromInput, passing(Pass::pass, Pass::zero), {kQuiet, kOne}), kOne);
  EXPECT_EQ(result_of(kFromInput, passing(Pass::zero, Pass::pass), {kQuiet, kOne}), 0u);
  for (Bits zero : {Bits{0}, kMinusZero}) {
    EXPECT_EQ(result_of(kFromInput, passing(Pass::pass, Pass::zero), {zero, kOne}), 0u);
    EXPECT_EQ(result_of(kFromInput, passing(Pass::zero, Pass::pass), {zero, kOne}), kOne);
  }
}

TEST(ReluGrad, FromTheOutputSeesAZeroWhereTheInputWasBelow) {
  EXPECT_EQ(result_of(kFromOutput, passing(Pass::zero, Pass::pass), {kMinusOne, kOne}), kOne);
  EXPECT_EQ(result_of(kFromInput, passing(Pass::zero, Pass::pass), {kMinusOne, kOne}), 0u);
}

TEST(ReluGrad, FromTheOutputSeesANanOnlyIfTheMaximumKeepsIt) {
  Choice c = passing(Pass::pass, Pass::zero);
  EXPECT_EQ(result_of(kFromOutput, c, {kQuiet, kOne}), kOne);
  c.nan = Nan::ignore;
  EXPECT_EQ(result_of(kFromOutput, c, {kQuiet, kOne}), 0u);
  c.nan = Nan::second;
  EXPECT_EQ(result_of(kFromOutput, c, {kQuiet, kOne}), 0u);
  c.nan = Nan::first;
  EXPECT_EQ(result_of(kFromOutput, c, {kQuiet, kOne}), kOne);
  c.nan = Nan::undefined;
  EXPECT_EQ(outcome_of(kFromOutput, c, {kQuiet, kOne}).kind, OutcomeKind::anything);
  EXPECT_EQ(result_of(kFromInput, c, {kQuiet, kOne}), kOne);
}

TEST(ReluGrad, FlushesItsMaskAndItsResult) {
  Choice c = passing(Pass::zero, Pass::zero);
  EXPECT_EQ(result_of(kFromInput, c, {kSubnormal, kOne}), kOne);
  c.subnormal = Subnormal::flush_compare;
  EXPECT_EQ(result_of(kFromInput, c, {kSubnormal, kOne}), 0u);
  EXPECT_EQ(result_of(kFromInput, c, {kOne, kSubnormal}), kSubnormal);
  c.subnormal = Subnormal::flush;
  EXPECT_EQ(result_of(kFromInput, c, {kSubnormal, kOne}), 0u);
  EXPECT_EQ(result_of(kFromInput, c, {kOne, 0x80000003}), kMinusZero);
}

}  // namespace
}  // namespace semcheck
