#include "core/judge/classify.h"

#include <gtest/gtest.h>

#include "tests/unit/judge/sample.h"
#include "tests/unit/operation.h"

namespace semcheck {
namespace {

using sample::rules_f32;

constexpr Bits kOne = 0x3f800000;
constexpr Bits kQuiet = 0x7fc00abc;
constexpr Bits kSignaling = 0x7f800abc;
constexpr Bits kCanonical = 0x7fffffff;
constexpr Bits kMinusZero = 0x80000000;
constexpr Bits kSubnormal = 0x00000003;
constexpr Bits kOtherSubnormal = 0x00000005;

const Operation kMax = known::max_of(Dtype::f32);
const Operation kMin = known::min_of(Dtype::f32);

Obligation broken(const Operation& operation, const Rules& rules, Bits x, Bits z, Bits actual) {
  const Bits operands[] = {x, z};
  const Expected allowed = expected(operation, choices(rules), operands);
  EXPECT_FALSE(allows(format(operation.dtype), allowed, actual));
  return classify(operation, rules, operands, allowed, actual);
}

const Rules kFmaxf = rules_f32(known::maximum_number(Dtype::f32));
const Rules kMaximum = rules_f32(known::maximum(Dtype::f32));
const Rules kSelect = rules_f32(known::compare_select(Dtype::f32, Nan::second, Tie::first));

Rules with(Rules rules, Obligation rule, auto value) {
  rules.set(rule, value);
  return rules;
}

TEST(Classify, ANanInsteadOfANumberBreaksNan) {
  EXPECT_EQ(broken(kMax, kFmaxf, kOne, kQuiet, kQuiet), Obligation::nan);
  EXPECT_EQ(broken(kMax, kFmaxf, kOne, kOne, kCanonical), Obligation::nan);
}

TEST(Classify, ANumberInsteadOfANanBreaksNan) {
  EXPECT_EQ(broken(kMax, kMaximum, kOne, kQuiet, kOne), Obligation::nan);
  EXPECT_EQ(broken(kMax, with(kMaximum, Obligation::nan_result, NanResult::any), kOne, kQuiet, kOne), Obligation::nan);
}

TEST(Classify, OtherNanBitsBreakNanResult) {
  EXPECT_EQ(broken(kMax, kFmaxf, kQuiet, 0xffc00001, kQuiet), Obligation::nan_result);
  EXPECT_EQ(broken(kMax, kSelect, kQuiet, 0xffc00001, kQuiet), Obligation::nan_result);
}

TEST(Classify, AMissingQuietBitBreaksSnan) {
  const Rules first = with(kMaximum, Obligation::nan_result, NanResult::first);
  EXPECT_EQ(broken(kMax, first, kSignaling, kOne, kSignaling), Obligation::snan);
  EXPECT_EQ(broken(kMax, kMaximum, kQuiet, kOne, 0x7fbfffff), Obligation::snan);
  EXPECT_EQ(broken(kMax, with(first, Obligation::nan_result, NanResult::any), kQuiet, kOne, kSignaling),
            Obligation::snan);
}

TEST(Classify, AQuietBitThatShouldNotBeThereBreaksSnan) {
  EXPECT_EQ(broken(kMax, kSelect, kOne, kSignaling, kQuiet), Obligation::snan);
}

TEST(Classify, TheSignOfZeroBreaksSignedZeroWhereZerosAreOrdered) {
  EXPECT_EQ(broken(kMax, kFmaxf, 0, kMinusZero, kMinusZero), Obligation::signed_zero);
  EXPECT_EQ(broken(kMin, kFmaxf, 0, kMinusZero, 0), Obligation::signed_zero);
  EXPECT_EQ(broken(kMax, kFmaxf, kQuiet, 0, kMinusZero), Obligation::signed_zero);
}

TEST(Classify, TheSignOfZeroBreaksTieWhereZerosAreEqual) {
  EXPECT_EQ(broken(kMax, kSelect, 0, kMinusZero, kMinusZero), Obligation::tie);
}

TEST(Classify, AFlushedResultBreaksSubnormal) {
  EXPECT_EQ(broken(kMax, kFmaxf, kSubnormal, 0, 0), Obligation::subnormal);
  EXPECT_EQ(broken(kMax, kFmaxf, 0x80000003, 0xbf800000, kMinusZero), Obligation::subnormal);
}

TEST(Classify, AFlushedComparisonBreaksSubnormal) {
  EXPECT_EQ(broken(kMax, kFmaxf, kSubnormal, kOtherSubnormal, kSubnormal), Obligation::subnormal);
  EXPECT_EQ(broken(kMax, kFmaxf, kSubnormal, 0x80000005, 0x80000005), Obligation::subnormal);
}

TEST(Classify, AnUnflushedResultBreaksSubnormalWhereFlushingIsTheRule) {
  const Rules flush = with(kFmaxf, Obligation::subnormal, Subnormal::flush);
  EXPECT_EQ(broken(kMax, flush, kSubnormal, 0, kSubnormal), Obligation::subnormal);
  EXPECT_EQ(broken(kMax, flush, kSubnormal, kOtherSubnormal, kSubnormal), Obligation::subnormal);
}

TEST(Classify, TheOtherOfTwoSubnormalsThatCompareEqualBreaksTie) {
  const Rules rules = with(kSelect, Obligation::subnormal, Subnormal::flush_compare);
  EXPECT_EQ(broken(kMax, rules, kSubnormal, kOtherSubnormal, kOtherSubnormal), Obligation::tie);
}

TEST(Classify, AWrongSignOfAMagnitudeBreaksSign) {
  Rules rules = with(kFmaxf, Obligation::abs, Abs::inputs);
  EXPECT_EQ(broken(kMax, rules, kOne, 0xc0000000, 0xc0000000), Obligation::sign);
  rules = with(rules, Obligation::sign, Sign::exclusive_or);
  EXPECT_EQ(broken(kMax, rules, kMinusZero, 0, 0), Obligation::sign);
  rules = with(rules, Obligation::sign, Sign::larger_magnitude);
  EXPECT_EQ(broken(kMax, rules, kMinusZero, 0, kMinusZero), Obligation::signed_zero);
}

TEST(Classify, AWrongNumberBreaksValue) {
  EXPECT_EQ(broken(kMax, kFmaxf, kOne, 0x40000000, kOne), Obligation::value);
  EXPECT_EQ(broken(kMax, kFmaxf, kOne, kQuiet, 0x3f800001), Obligation::value);
  EXPECT_EQ(broken(kMax, kFmaxf, kSubnormal, kOtherSubnormal, 0x00000007), Obligation::value);
}

TEST(Classify, AnIntegerInTheOtherOrderBreaksSignedness) {
  const Operation s32 = known::max_of(Dtype::s32);
  const Rules rules = rules_of(Choice{}, Dtype::s32);
  EXPECT_EQ(broken(s32, rules, 0xffffffff, 1, 0xffffffff), Obligation::signedness);
  EXPECT_EQ(broken(s32, rules, 1, 2, 1), Obligation::value);
  EXPECT_EQ(broken(s32, rules, 0xffffffff, 1, 2), Obligation::value);
}

TEST(Classify, MixedIntegersInTheOtherOrderBreakSignedness) {
  const Operation mixed = given::operation("", OperationKind::max, Dtype::u32, {Dtype::s32, Dtype::u32});
  Rules rules = rules_of(Choice{}, Dtype::u32);
  rules.set(Obligation::signedness, Signedness::exact);
  EXPECT_EQ(broken(mixed, rules, 0xffffffff, 1, 0xffffffff), Obligation::signedness);
}

TEST(Classify, LeavesDoubtWhereACanonicalNanLosesItsQuietBit) {
  const Bits operands[] = {kOne, 0x7fbfffff};
  const Expected canonical = {{OutcomeKind::exactly, kCanonical}};
  const std::vector<Choice> readings = choices(kMaximum);
  const Suspicion s = suspect({kMax, kMaximum, readings, operands, canonical, 0x7fbfffff});
  EXPECT_EQ(s.likely, Obligation::snan);
  EXPECT_EQ(s.otherwise, Obligation::nan_result);
  EXPECT_FALSE(s.certain());
}

}  // namespace
}  // namespace semcheck
