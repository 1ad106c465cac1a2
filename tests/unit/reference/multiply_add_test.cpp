#include <gtest/gtest.h>

#include "tests/unit/reference/known_rules.h"
#include "tests/unit/reference/results.h"

namespace semcheck {
namespace {

using known::result_of;

constexpr Bits kZero = 0x00000000;
constexpr Bits kMinusZero = 0x80000000;
constexpr Bits kOne = 0x3f800000;
constexpr Bits kMinusOne = 0xbf800000;
constexpr Bits kTwo = 0x40000000;
constexpr Bits kInf = 0x7f800000;
constexpr Bits kCanonical = 0x7fffffff;
constexpr Bits kSignaling = 0x7f800001;
constexpr Bits kQuieted = 0x7fc00001;
constexpr Bits kQuiet = 0xffc00abc;

const Operation kFmaRelu = operation_over(OperationKind::fma_relu, Dtype::f32);

Choice with_contract(Choice c, Contraction contract) {
  c.contract = contract;
  return c;
}

const Choice kDirect = known::maximum_number(Dtype::f32);

// (1 + 2^-12)^2 - (1 + 2^-11) is 2^-24, which rounding the product first loses.
TEST(FmaContractRule, TellsWhetherTheProductIsRoundedFirst) {
  const Choice separate = with_contract(kDirect, Contraction::separate);
  EXPECT_EQ(result_of(kFmaRelu, kDirect, {0x3f800800, 0x3f800800, 0xbf801000}), 0x33800000u);
  EXPECT_EQ(result_of(kFmaRelu, separate, {0x3f800800, 0x3f800800, 0xbf801000}), kZero);
  for (const Choice& c : {kDirect, separate}) {
    EXPECT_EQ(result_of(kFmaRelu, c, {0xbf800800, 0x3f800800, 0x3f801000}), kZero);
    EXPECT_EQ(result_of(kFmaRelu, c, {kTwo, kTwo, kMinusOne}), 0x40400000u);
    EXPECT_EQ(result_of(kFmaRelu, c, {kInf, kTwo, kOne}), kInf);
  }
  // The same in f16: 1 + 2^-6 and 1 + 2^-5; the difference is 2^-12.
  const Operation half = operation_over(OperationKind::fma_relu, Dtype::f16);
  const Choice rules = known::maximum_number(Dtype::f16);
  EXPECT_EQ(result_of(half, rules, {0x3c10, 0x3c10, 0xbc20}), 0x0c00u);
}

TEST(FmaPostRule, MaxFollowsTheBinaryRules) {
  for (Contraction contract : {Contraction::fused, Contraction::separate}) {
    const auto result = [&](const Choice& c) {
      return result_of(kFmaRelu, with_contract(c, contract), {kInf, kZero, kOne});
    };
    EXPECT_EQ(result(kDirect), kZero);
    EXPECT_EQ(result(known::maximum(Dtype::f32)), kCanonical);
    // t > 0 ? t : 0 and t < 0 ? 0 : t.
    EXPECT_EQ(result(known::compare_select(Dtype::f32, Nan::second, Tie::second)), kZero);
    EXPECT_EQ(result(known::compare_select(Dtype::f32, Nan::first, Tie::first)), kCanonical);
  }
}

TEST(FmaPostRule, MaxTakesAZeroByItsRule) {
  EXPECT_EQ(result_of(kFmaRelu, kDirect, {kOne, kMinusZero, kMinusZero}), kZero);
  const Choice first = known::compare_select(Dtype::f32, Nan::second, Tie::first);
  EXPECT_EQ(result_of(kFmaRelu, first, {kOne, kMinusZero, kMinusZero}), kMinusZero);
}

// PTX ISA, fma.relu; measured: fma.relu(1, -0, -0) is +0.
TEST(FmaPostRule, ReluMakesACanonicalNanAndNoMinusZero) {
  Choice c = known::compare_select(Dtype::f32, Nan::second, Tie::first);
  c.post = Post::relu;
  EXPECT_EQ(result_of(kFmaRelu, c, {kInf, kZero, kOne}), kCanonical);
  EXPECT_EQ(result_of(kFmaRelu, c, {kSignaling, kOne, kOne}), kCanonical);
  EXPECT_EQ(result_of(kFmaRelu, c, {kOne, kMinusZero, kMinusZero}), kZero);
  EXPECT_EQ(result_of(kFmaRelu, c, {kOne, kMinusOne, kZero}), kZero);
  EXPECT_EQ(result_of(kFmaRelu, c, {kOne, kOne, kOne}), kTwo);
}

TEST(FmaRelu, NamesANanOfItsOperands) {
  for (Contraction contract : {Contraction::fused, Contraction::separate}) {
    Choice c = with_contract(known::maximum(Dtype::f32), contract);
    c.nan_result = NanResult::first;
    EXPECT_EQ(result_of(kFmaRelu, c, {kSignaling, kQuiet, kOne}), kQuieted);
    EXPECT_EQ(result_of(kFmaRelu, c, {kOne, kQuiet, kSignaling}), kQuiet);
    EXPECT_EQ(result_of(kFmaRelu, c, {kOne, kOne, kSignaling}), kQuieted);
    c.nan_result = NanResult::second;
    EXPECT_EQ(result_of(kFmaRelu, c, {kSignaling, kQuiet, kOne}), kQuiet);
    EXPECT_EQ(result_of(kFmaRelu, c, {kSignaling, kOne, kQuiet}), kQuiet);
    EXPECT_EQ(result_of(kFmaRelu, c, {kSignaling, kOne, kOne}), kQuieted);
    // The maximum copies what the arithmetic made quiet.
    c.snan = Snan::verbatim;
    EXPECT_EQ(result_of(kFmaRelu, c, {kSignaling, kOne, kOne}), kQuieted);
  }
}

// PTX ISA, fma.ftz; mul.ftz and add.ftz flush the product too.
TEST(FmaRelu, FlushesOperandsAndEveryResult) {
  Choice c = kDirect;
  EXPECT_EQ(result_of(kFmaRelu, c, {kOne, 0x00000001, kZero}), 0x00000001u);
  c.subnormal = Subnormal::flush;
  EXPECT_EQ(result_of(kFmaRelu, c, {kOne, 0x00000001, kZero}), kZero);
  EXPECT_EQ(result_of(kFmaRelu, c, {0x00800000, 0x3f000000, kZero}), kZero);
  EXPECT_EQ(result_of(kFmaRelu, c, {0x00800000, 0x3f000000, 0x00800000}), 0x00c00000u);
  EXPECT_EQ(result_of(kFmaRelu, with_contract(c, Contraction::separate), {0x00800000, 0x3f000000, 0x00800000}),
            0x00800000u);
}

// Recorded on an H200 for fma.rn.ftz.relu.f16 (0x3bff, 0x0400, 0x0000): the product, the largest number below the least
// normal one at full precision, would round up to it among the subnormals.
TEST(FmaRelu, FlushesWhatOnlyRoundsUpToANormalNumber) {
  const Operation half = operation_over(OperationKind::fma_relu, Dtype::f16);
  Choice c = known::maximum_number(Dtype::f16);
  EXPECT_EQ(result_of(half, c, {0x3bff, 0x0400, 0}), 0x0400u);
  c.subnormal = Subnormal::flush;
  EXPECT_EQ(result_of(half, c, {0x3bff, 0x0400, 0}), 0u);
  EXPECT_EQ(result_of(half, c, {0x0400, 0x3bff, 0}), 0u);
  EXPECT_EQ(result_of(half, with_contract(c, Contraction::separate), {0x3bff, 0x0400, 0}), 0u);
  EXPECT_EQ(result_of(half, c, {0x3c00, 0x0400, 0}), 0x0400u);
  EXPECT_EQ(result_of(half, c, {0x3bff, 0x0401, 0}), 0x0400u);
}

// fma and setp.ftz: the sum is a number, its comparison sees a zero.
TEST(FmaRelu, ComparesASubnormalSumAsZero) {
  Choice c = known::compare_select(Dtype::f32, Nan::second, Tie::second);
  c.subnormal = Subnormal::flush_compare;
  EXPECT_EQ(result_of(kFmaRelu, c, {kOne, 0x00000001, kZero}), kZero);
  c.tie = Tie::first;
  EXPECT_EQ(result_of(kFmaRelu, c, {kOne, 0x00000001, kZero}), 0x00000001u);
}

}  // namespace
}  // namespace semcheck
