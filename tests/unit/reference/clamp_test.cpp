#include <gtest/gtest.h>

#include "tests/unit/reference/known_rules.h"
#include "tests/unit/reference/results.h"

namespace semcheck {
namespace {

using known::outcome_of;
using known::result_of;

constexpr Bits kZero = 0x00000000;
constexpr Bits kMinusZero = 0x80000000;
constexpr Bits kHalf = 0x3f000000;
constexpr Bits kOne = 0x3f800000;
constexpr Bits kMinusOne = 0xbf800000;
constexpr Bits kTwo = 0x40000000;
constexpr Bits kThree = 0x40400000;
constexpr Bits kFive = 0x40a00000;
constexpr Bits kSix = 0x40c00000;
constexpr Bits kInf = 0x7f800000;
constexpr Bits kMinusInf = 0xff800000;
constexpr Bits kQuiet = 0x7fc00abc;
constexpr Bits kOtherQuiet = 0xffc00001;
constexpr Bits kSignaling = 0x7f800001;
constexpr Bits kCanonical = 0x7fffffff;
constexpr Bits kSubnormal = 0x00000003;

const Operation kClamp = known::whole(OperationKind::clamp, Dtype::f32);
const Operation kGradClip = known::whole(OperationKind::grad_clip, Dtype::f32);
const Operation kSaturate = operation_over(OperationKind::saturate, Dtype::f32);

Choice with_form(ClampForm form, Nan nan = Nan::ignore) {
  Choice c = known::maximum(Dtype::f32);
  c.nan = nan;
  c.clamp_form = form;
  return c;
}

const Choice kMinOfMax = with_form(ClampForm::min_of_max);
const Choice kMaxOfMin = with_form(ClampForm::max_of_min);
const Choice kSelects = with_form(ClampForm::select_lo_first);

TEST(Clamp, LimitsOrdinaryNumbersInEveryForm) {
  for (const Choice& c : {kMinOfMax, kMaxOfMin, kSelects}) {
    EXPECT_EQ(result_of(kClamp, c, {kMinusOne, kZero, kSix}), kZero);
    EXPECT_EQ(result_of(kClamp, c, {kTwo, kZero, kSix}), kTwo);
    EXPECT_EQ(result_of(kClamp, c, {kInf, kZero, kSix}), kSix);
    EXPECT_EQ(result_of(kClamp, c, {kMinusInf, kMinusInf, kSix}), kMinusInf);
  }
}

// fminf(fmaxf(x, 0), 6) and fmaxf(fminf(x, 6), 0): the first step drops the NaN.
TEST(Clamp, OfANanGoesByTheBinaryRulesOfItsForm) {
  EXPECT_EQ(result_of(kClamp, kMinOfMax, {kQuiet, kZero, kSix}), kZero);
  EXPECT_EQ(result_of(kClamp, kMaxOfMin, {kQuiet, kZero, kSix}), kSix);
  EXPECT_EQ(result_of(kClamp, with_form(ClampForm::min_of_max, Nan::propagate), {kQuiet, kZero, kSix}), kCanonical);
  EXPECT_EQ(result_of(kClamp, with_form(ClampForm::max_of_min, Nan::propagate), {kQuiet, kZero, kSix}), kCanonical);
}

// C++20 27.8.9, clamp: the operand itself is returned when neither comparison holds.
TEST(Clamp, BySelectsCopiesWhatItPicks) {
  EXPECT_EQ(result_of(kClamp, kSelects, {kSignaling, kZero, kSix}), kSignaling);
  EXPECT_EQ(result_of(kClamp, kSelects, {kMinusZero, kZero, kSix}), kMinusZero);
  EXPECT_EQ(result_of(kClamp, kMinOfMax, {kMinusZero, kZero, kSix}), kZero);
  EXPECT_EQ(result_of(kClamp, kSelects, {kFive, kQuiet, kThree}), kThree);
  EXPECT_EQ(result_of(kClamp, kSelects, {kFive, kThree, kQuiet}), kFive);
}

TEST(Clamp, FormDecidesOnReversedBounds) {
  EXPECT_EQ(result_of(kClamp, kMinOfMax, {kZero, kTwo, kOne}), kOne);
  EXPECT_EQ(result_of(kClamp, kMaxOfMin, {kZero, kTwo, kOne}), kTwo);
  EXPECT_EQ(result_of(kClamp, kSelects, {kZero, kTwo, kOne}), kTwo);
  EXPECT_EQ(result_of(kClamp, kSelects, {kThree, kTwo, kOne}), kOne);
}

Choice with_reversed(Choice c, BoundsReversed rule) {
  c.bounds_reversed = rule;
  return c;
}

TEST(BoundsReversedRule, NamesTheBoundThatNumbersBecome) {
  for (Bits x : {kZero, kThree, kMinusInf}) {
    EXPECT_EQ(result_of(kClamp, with_reversed(kMaxOfMin, BoundsReversed::hi), {x, kTwo, kOne}), kOne);
    EXPECT_EQ(result_of(kClamp, with_reversed(kMinOfMax, BoundsReversed::lo), {x, kTwo, kOne}), kTwo);
  }
  const Choice hi = with_reversed(with_form(ClampForm::max_of_min, Nan::propagate), BoundsReversed::hi);
  EXPECT_EQ(result_of(kClamp, hi, {kQuiet, kTwo, kOne}), kCanonical);
  EXPECT_EQ(result_of(kClamp, hi, {kOne, kOne, kOne}), kOne);
  EXPECT_EQ(result_of(kClamp, hi, {kThree, kOne, kTwo}), kTwo);
}

TEST(BoundsReversedRule, UndefinedAndErrorLeaveEverythingOpen) {
  for (BoundsReversed rule : {BoundsReversed::undefined, BoundsReversed::error}) {
    EXPECT_EQ(outcome_of(kClamp, with_reversed(kMinOfMax, rule), {kZero, kTwo, kOne}).kind, OutcomeKind::anything);
    EXPECT_EQ(outcome_of(kClamp, with_reversed(kMinOfMax, rule), {kQuiet, kTwo, kOne}).kind, OutcomeKind::anything);
    EXPECT_EQ(result_of(kClamp, with_reversed(kMinOfMax, rule), {kZero, kOne, kTwo}), kOne);
  }
}

// Java, Math.clamp: (+0, -0) is no pair of bounds; std::clamp compares them as equal.
TEST(BoundsReversedRule, CountsZerosThatAreOrdered) {
  const auto kind = [](Choice c) { return outcome_of(kClamp, c, {kOne, kZero, kMinusZero}).kind; };
  EXPECT_EQ(kind(with_reversed(kMinOfMax, BoundsReversed::error)), OutcomeKind::anything);
  EXPECT_EQ(kind(with_reversed(kSelects, BoundsReversed::error)), OutcomeKind::exactly);
  Choice equal = with_reversed(kMinOfMax, BoundsReversed::error);
  equal.signed_zero = SignedZero::equal;
  equal.tie = Tie::first;
  EXPECT_EQ(kind(equal), OutcomeKind::exactly);
  EXPECT_EQ(outcome_of(kClamp, with_reversed(kMinOfMax, BoundsReversed::error), {kOne, kMinusZero, kZero}).kind,
            OutcomeKind::exactly);
}

Choice with_nan_bound(Choice c, NanBound rule) {
  c.nan_bound = rule;
  return c;
}

TEST(NanBoundRule, OfTheFormFollowsTheBinaryRules) {
  EXPECT_EQ(result_of(kClamp, kMinOfMax, {kFive, kQuiet, kThree}), kThree);
  EXPECT_EQ(result_of(kClamp, kMinOfMax, {kFive, kThree, kQuiet}), kFive);
  EXPECT_EQ(result_of(kClamp, with_form(ClampForm::min_of_max, Nan::propagate), {kFive, kQuiet, kThree}), kCanonical);
}

TEST(NanBoundRule, PropagateGivesTheNanThatNanResultNames) {
  Choice c = with_nan_bound(kSelects, NanBound::propagate);
  EXPECT_EQ(result_of(kClamp, c, {kFive, kQuiet, kThree}), kCanonical);
  c.nan_result = NanResult::first;
  EXPECT_EQ(result_of(kClamp, c, {kFive, kQuiet, kOtherQuiet}), kQuiet);
  EXPECT_EQ(result_of(kClamp, c, {kSignaling, kQuiet, kOtherQuiet}), 0x7fc00001u);
  EXPECT_EQ(result_of(kClamp, c, {kFive, kThree, kOtherQuiet}), kOtherQuiet);
  c.nan_result = NanResult::second;
  EXPECT_EQ(result_of(kClamp, c, {kSignaling, kQuiet, kOtherQuiet}), kOtherQuiet);
  EXPECT_EQ(result_of(kClamp, c, {kSignaling, kQuiet, kThree}), kQuiet);
  c.snan = Snan::verbatim;
  EXPECT_EQ(result_of(kClamp, c, {kFive, kSignaling, kThree}), kSignaling);
}

TEST(NanBoundRule, IgnoreTakesTheBoundAway) {
  const Choice c = with_nan_bound(with_form(ClampForm::min_of_max, Nan::propagate), NanBound::ignore);
  EXPECT_EQ(result_of(kClamp, c, {kFive, kQuiet, kThree}), kThree);
  EXPECT_EQ(result_of(kClamp, c, {kMinusOne, kZero, kQuiet}), kZero);
  EXPECT_EQ(result_of(kClamp, c, {kFive, kQuiet, kQuiet}), kFive);
  EXPECT_EQ(result_of(kClamp, c, {kOtherQuiet, kQuiet, kThree}), kCanonical);
}

TEST(NanBoundRule, UndefinedAndErrorLeaveEverythingOpen) {
  for (NanBound rule : {NanBound::undefined, NanBound::error}) {
    EXPECT_EQ(outcome_of(kClamp, with_nan_bound(kMinOfMax, rule), {kOne, kQuiet, kTwo}).kind, OutcomeKind::anything);
    EXPECT_EQ(result_of(kClamp, with_nan_bound(kMinOfMax, rule), {kQuiet, kOne, kTwo}), kOne);
  }
}

TEST(Clamp, FlushesOperandAndBoundsOrOnlyCompares) {
  Choice c = kMinOfMax;
  c.subnormal = Subnormal::flush;
  EXPECT_EQ(result_of(kClamp, c, {kMinusOne, kSubnormal, kOne}), kZero);
  c = kSelects;
  c.subnormal = Subnormal::flush;
  EXPECT_EQ(result_of(kClamp, c, {kSubnormal, kZero, kOne}), kZero);
  EXPECT_EQ(result_of(kClamp, c, {kMinusOne, kSubnormal, kOne}), kZero);
  c.subnormal = Subnormal::flush_compare;
  EXPECT_EQ(result_of(kClamp, c, {kSubnormal, kZero, kOne}), kSubnormal);
  EXPECT_EQ(result_of(kClamp, c, {0x80000003, kZero, kOne}), 0x80000003u);
  EXPECT_EQ(result_of(kClamp, c, {kMinusOne, kSubnormal, kOne}), kSubnormal);
}

TEST(Clamp, OfIntegersComparesAsTheirType) {
  const Operation s8 = known::whole(OperationKind::clamp, Dtype::s8);
  const Operation u8 = known::whole(OperationKind::clamp, Dtype::u8);
  for (ClampForm form : {ClampForm::min_of_max, ClampForm::max_of_min, ClampForm::select_lo_first}) {
    EXPECT_EQ(result_of(s8, with_form(form), {0x85, 0xf0, 0x10}), 0xf0u);
    EXPECT_EQ(result_of(s8, with_form(form), {0x05, 0xf0, 0x10}), 0x05u);
    EXPECT_EQ(result_of(u8, with_form(form), {0x85, 0x10, 0xf0}), 0x85u);
    EXPECT_EQ(result_of(u8, with_form(form), {0x05, 0x10, 0xf0}), 0x10u);
  }
  EXPECT_EQ(result_of(s8, with_form(ClampForm::min_of_max), {0, 0x10, 0xf0}), 0xf0u);
  EXPECT_EQ(result_of(s8, with_form(ClampForm::max_of_min), {0, 0x10, 0xf0}), 0x10u);
}

TEST(Clamp, TakesItsBoundsFromTheSpec) {
  Operation relu6 = operation_over(OperationKind::clamp, Dtype::f32);
  relu6.operands = {Dtype::f32};
  relu6.constants = {{"lower", kZero}, {"upper", kSix}};
  EXPECT_EQ(result_of(relu6, kMinOfMax, {kMinusOne}), kZero);
  EXPECT_EQ(result_of(relu6, kMinOfMax, {kInf}), kSix);
  Operation unit = operation_over(OperationKind::grad_clip, Dtype::f32);
  unit.operands = {Dtype::f32};
  unit.constants = {{"limit", kOne}};
  EXPECT_EQ(result_of(unit, kMinOfMax, {kMinusInf}), kMinusOne);
}

TEST(GradClip, LimitsTheMagnitude) {
  EXPECT_EQ(result_of(kGradClip, kMinOfMax, {kMinusInf, kOne}), kMinusOne);
  EXPECT_EQ(result_of(kGradClip, kMinOfMax, {kFive, kOne}), kOne);
  EXPECT_EQ(result_of(kGradClip, kMinOfMax, {kHalf, kOne}), kHalf);
  // A negative limit: bounds 1 and -1.
  EXPECT_EQ(result_of(kGradClip, kMinOfMax, {kZero, kMinusOne}), kMinusOne);
  EXPECT_EQ(result_of(kGradClip, kMaxOfMin, {kZero, kMinusOne}), kOne);
  EXPECT_EQ(outcome_of(kGradClip, with_reversed(kMinOfMax, BoundsReversed::error), {kZero, kMinusOne}).kind,
            OutcomeKind::anything);
  EXPECT_EQ(result_of(kGradClip, with_form(ClampForm::min_of_max, Nan::propagate), {kOne, kQuiet}), kCanonical);
}

// PTX ISA, cvt.sat: to [0.0, 1.0], NaN to +0; measured: -0 to +0.
TEST(Saturate, BySatMakesPlusZeroOfNansAndMinusZero) {
  const Choice c = with_form(ClampForm::sat01);
  for (Bits x : {kQuiet, kOtherQuiet, kSignaling, kMinusZero, kMinusOne, kMinusInf})
    EXPECT_EQ(result_of(kSaturate, c, {x}), kZero);
  for (Bits x : {kOne, kTwo, kInf}) EXPECT_EQ(result_of(kSaturate, c, {x}), kOne);
  for (Bits x : {kHalf, kSubnormal, kOne - 1}) EXPECT_EQ(result_of(kSaturate, c, {x}), x);
  Choice flushing = c;
  flushing.subnormal = Subnormal::flush;
  EXPECT_EQ(result_of(kSaturate, flushing, {kSubnormal}), kZero);
}

TEST(Saturate, ByMaximaFollowsTheBinaryRules) {
  EXPECT_EQ(result_of(kSaturate, with_form(ClampForm::min_of_max, Nan::propagate), {kQuiet}), kCanonical);
  EXPECT_EQ(result_of(kSaturate, kMaxOfMin, {kQuiet}), kOne);
  EXPECT_EQ(result_of(kSaturate, kSelects, {kMinusZero}), kMinusZero);
  EXPECT_EQ(result_of(operation_over(OperationKind::saturate, Dtype::f16), kMinOfMax, {0x4000}), 0x3c00u);
  EXPECT_EQ(result_of(operation_over(OperationKind::saturate, Dtype::bf16), kMinOfMax, {0x4000}), 0x3f80u);
}

}  // namespace
}  // namespace semcheck
