#include <gtest/gtest.h>

#include "tests/unit/operation.h"
#include "tests/unit/reference/known_rules.h"

// One test for each value of each rule; the text a value is taken from stands in core/reference/extremum.h.
namespace semcheck {
namespace {

using known::kind_of;
using known::max_of;
using known::min_of;
using known::only_result;

constexpr Bits kPlusZero = 0x00000000;
constexpr Bits kMinusZero = 0x80000000;
constexpr Bits kOne = 0x3f800000;
constexpr Bits kMinusOne = 0xbf800000;
constexpr Bits kTwo = 0x40000000;
constexpr Bits kInf = 0x7f800000;
constexpr Bits kMinusInf = 0xff800000;
constexpr Bits kQuiet = 0x7fc00abc;
constexpr Bits kOtherQuiet = 0xffc00001;
constexpr Bits kSignaling = 0x7f800001;
constexpr Bits kSignalingQuieted = 0x7fc00001;
constexpr Bits kCanonical = 0x7fffffff;
constexpr Bits kSubnormal = 0x00000003;
constexpr Bits kMinusSubnormal = 0x80000005;

const Operation kMax = max_of(Dtype::f32);
const Operation kMin = min_of(Dtype::f32);

Choice with_nan(Nan nan) {
  Choice c = known::maximum(Dtype::f32);
  c.nan = nan;
  return c;
}

TEST(NanRule, PropagateGivesANanForEitherOperand) {
  const Choice c = with_nan(Nan::propagate);
  EXPECT_EQ(only_result(kMax, c, kQuiet, kOne), kCanonical);
  EXPECT_EQ(only_result(kMax, c, kOne, kQuiet), kCanonical);
  EXPECT_EQ(only_result(kMin, c, kMinusInf, kSignaling), kCanonical);
}

TEST(NanRule, IgnoreGivesTheNumberForEitherOperand) {
  const Choice c = with_nan(Nan::ignore);
  EXPECT_EQ(only_result(kMax, c, kQuiet, kOne), kOne);
  EXPECT_EQ(only_result(kMax, c, kMinusInf, kOtherQuiet), kMinusInf);
  EXPECT_EQ(only_result(kMin, c, kSignaling, kOne), kOne);
  EXPECT_EQ(only_result(kMax, c, kQuiet, kOtherQuiet), kCanonical);
}

TEST(NanRule, FirstGivesTheFirstOperandWhateverItIs) {
  const Choice c = known::compare_select(Dtype::f32, Nan::first, Tie::first);
  EXPECT_EQ(only_result(kMax, c, kQuiet, kOne), kQuiet);
  EXPECT_EQ(only_result(kMax, c, kOne, kQuiet), kOne);
  EXPECT_EQ(only_result(kMax, c, kQuiet, kOtherQuiet), kQuiet);
}

TEST(NanRule, SecondGivesTheSecondOperandWhateverItIs) {
  const Choice c = known::compare_select(Dtype::f32, Nan::second, Tie::first);
  EXPECT_EQ(only_result(kMax, c, kQuiet, kOne), kOne);
  EXPECT_EQ(only_result(kMax, c, kOne, kQuiet), kQuiet);
  EXPECT_EQ(only_result(kMax, c, kQuiet, kOtherQuiet), kOtherQuiet);
}

TEST(NanRule, PropagateUnlessDominantLetsOnlyTheExtremeInfinityWin) {
  const Choice c = with_nan(Nan::propagate_unless_dominant);
  EXPECT_EQ(only_result(kMax, c, kQuiet, kInf), kInf);
  EXPECT_EQ(only_result(kMax, c, kInf, kSignaling), kInf);
  EXPECT_EQ(only_result(kMax, c, kQuiet, kMinusInf), kCanonical);
  EXPECT_EQ(only_result(kMax, c, kQuiet, 0x7f7fffff), kCanonical);
  EXPECT_EQ(only_result(kMin, c, kQuiet, kMinusInf), kMinusInf);
  EXPECT_EQ(only_result(kMin, c, kInf, kQuiet), kCanonical);
  EXPECT_EQ(only_result(kMax, c, kQuiet, kQuiet), kCanonical);
}

TEST(NanRule, UndefinedAllowsAnythingWithANanOperandOnly) {
  const Choice c = with_nan(Nan::undefined);
  EXPECT_EQ(kind_of(kMax, c, kQuiet, kOne), OutcomeKind::anything);
  EXPECT_EQ(kind_of(kMax, c, kOne, kSignaling), OutcomeKind::anything);
  EXPECT_EQ(only_result(kMax, c, kOne, kTwo), kTwo);
}

Choice propagating(NanResult nan_result, Snan snan) {
  Choice c = with_nan(Nan::propagate);
  c.nan_result = nan_result;
  c.snan = snan;
  return c;
}

TEST(NanResultRule, CanonicalIsTheStatedPattern) {
  Choice c = with_nan(Nan::propagate);
  c.nan_canonical = 0x7fc00000;
  EXPECT_EQ(only_result(kMax, c, kOtherQuiet, kOne), 0x7fc00000u);
}

TEST(NanResultRule, FirstIsTheFirstNanAmongTheOperands) {
  const Choice c = propagating(NanResult::first, Snan::quiet);
  EXPECT_EQ(only_result(kMax, c, kQuiet, kOtherQuiet), kQuiet);
  EXPECT_EQ(only_result(kMax, c, kOne, kOtherQuiet), kOtherQuiet);
  EXPECT_EQ(only_result(kMax, c, kQuiet, kOne), kQuiet);
}

TEST(NanResultRule, SecondIsTheLastNanAmongTheOperands) {
  const Choice c = propagating(NanResult::second, Snan::quiet);
  EXPECT_EQ(only_result(kMax, c, kQuiet, kOtherQuiet), kOtherQuiet);
  EXPECT_EQ(only_result(kMax, c, kQuiet, kOne), kQuiet);
  EXPECT_EQ(only_result(kMax, c, kOne, kOtherQuiet), kOtherQuiet);
}

TEST(NanResultRule, SelectedIsTheOperandThatNanPicked) {
  Choice c = known::compare_select(Dtype::f32, Nan::second, Tie::first);
  EXPECT_EQ(only_result(kMax, c, kSignaling, kOtherQuiet), kOtherQuiet);
  c.nan = Nan::first;
  EXPECT_EQ(only_result(kMax, c, kSignaling, kOtherQuiet), kSignaling);
}

TEST(NanResultRule, SelectedIsTheOnlyNanWhenASignalingOneForcesIt) {
  Choice c = known::compare_select(Dtype::f32, Nan::second, Tie::first);
  c.snan = Snan::propagate;
  EXPECT_EQ(only_result(kMax, c, kSignaling, kOne), kSignalingQuieted);
}

TEST(NanResultRule, AnyIsEveryQuietNanUnlessBitsMayBeCopied) {
  EXPECT_EQ(kind_of(kMax, propagating(NanResult::any, Snan::quiet), kSignaling, kOne), OutcomeKind::any_quiet_nan);
  EXPECT_EQ(kind_of(kMax, propagating(NanResult::any, Snan::verbatim), kSignaling, kOne), OutcomeKind::any_nan);
}

TEST(SnanRule, QuietSetsTheQuietBitAndKeepsThePayload) {
  const Choice c = propagating(NanResult::first, Snan::quiet);
  EXPECT_EQ(only_result(kMax, c, kSignaling, kOne), kSignalingQuieted);
  EXPECT_EQ(only_result(kMax, c, kOne, 0xff800abc), 0xffc00abcu);
}

TEST(SnanRule, VerbatimCopiesTheBits) {
  EXPECT_EQ(only_result(kMax, propagating(NanResult::first, Snan::verbatim), kSignaling, kOne), kSignaling);
}

TEST(SnanRule, PropagateForcesAQuietNanWhereAQuietNanWouldBeIgnored) {
  Choice c = propagating(NanResult::first, Snan::propagate);
  c.nan = Nan::ignore;
  EXPECT_EQ(only_result(kMax, c, kSignaling, kOne), kSignalingQuieted);
  EXPECT_EQ(only_result(kMax, c, kOne, kSignaling), kSignalingQuieted);
  EXPECT_EQ(only_result(kMax, c, kQuiet, kOne), kOne);
  EXPECT_EQ(only_result(kMax, c, kQuiet, kSignaling), kQuiet);
}

TEST(SignedZeroRule, OrderedPutsPlusZeroAboveMinusZero) {
  const Choice c = known::maximum(Dtype::f32);
  EXPECT_EQ(only_result(kMax, c, kPlusZero, kMinusZero), kPlusZero);
  EXPECT_EQ(only_result(kMax, c, kMinusZero, kPlusZero), kPlusZero);
  EXPECT_EQ(only_result(kMin, c, kPlusZero, kMinusZero), kMinusZero);
  EXPECT_EQ(only_result(kMin, c, kMinusZero, kPlusZero), kMinusZero);
  EXPECT_EQ(only_result(kMax, c, kMinusZero, kMinusZero), kMinusZero);
}

Choice with_tie(Tie tie) {
  Choice c = known::maximum(Dtype::f32);
  c.signed_zero = SignedZero::equal;
  c.tie = tie;
  return c;
}

TEST(SignedZeroRule, AnyAllowsAZeroOfEitherSignEvenIfNeitherOperandHasIt) {
  Choice c = known::maximum(Dtype::f32);
  c.signed_zero = SignedZero::any;
  EXPECT_EQ(kind_of(kMax, c, kPlusZero, kPlusZero), OutcomeKind::any_zero);
  EXPECT_EQ(kind_of(kMin, c, kPlusZero, kMinusZero), OutcomeKind::any_zero);
  EXPECT_EQ(only_result(kMax, c, kMinusZero, kMinusOne), kMinusZero);
  EXPECT_EQ(only_result(kMax, c, kSubnormal, kMinusZero), kSubnormal);
}

TEST(TieRule, FirstAndLowestIndexTakeTheFirstOperand) {
  for (Tie tie : {Tie::first, Tie::lowest_index})
    for (const Operation& operation : {kMax, kMin}) {
      EXPECT_EQ(only_result(operation, with_tie(tie), kPlusZero, kMinusZero), kPlusZero);
      EXPECT_EQ(only_result(operation, with_tie(tie), kMinusZero, kPlusZero), kMinusZero);
    }
}

TEST(TieRule, SecondAndHighestIndexTakeTheSecondOperand) {
  for (Tie tie : {Tie::second, Tie::highest_index})
    for (const Operation& operation : {kMax, kMin}) {
      EXPECT_EQ(only_result(operation, with_tie(tie), kPlusZero, kMinusZero), kMinusZero);
      EXPECT_EQ(only_result(operation, with_tie(tie), kMinusZero, kPlusZero), kPlusZero);
    }
}

TEST(TieRule, LeavesUnequalNumbersAlone) {
  for (Tie tie : {Tie::first, Tie::second}) {
    EXPECT_EQ(only_result(kMax, with_tie(tie), kMinusOne, kOne), kOne);
    EXPECT_EQ(only_result(kMax, with_tie(tie), kSubnormal, kMinusZero), kSubnormal);
    EXPECT_EQ(only_result(kMin, with_tie(tie), kOne, kMinusOne), kMinusOne);
  }
}

Choice with_subnormal(Choice c, Subnormal subnormal) {
  c.subnormal = subnormal;
  return c;
}

TEST(SubnormalRule, PreserveComparesAndReturnsSubnormals) {
  const Choice c = known::maximum(Dtype::f32);
  EXPECT_EQ(only_result(kMax, c, kSubnormal, kPlusZero), kSubnormal);
  EXPECT_EQ(only_result(kMin, c, kMinusSubnormal, kMinusZero), kMinusSubnormal);
}

TEST(SubnormalRule, FlushReturnsASignPreservingZero) {
  const Choice c = with_subnormal(known::maximum_number(Dtype::f32), Subnormal::flush);
  EXPECT_EQ(only_result(kMax, c, kSubnormal, kMinusOne), kPlusZero);
  EXPECT_EQ(only_result(kMax, c, kMinusSubnormal, kMinusOne), kMinusZero);
  EXPECT_EQ(only_result(kMax, c, kMinusSubnormal, kPlusZero), kPlusZero);
  EXPECT_EQ(only_result(kMax, c, kQuiet, kMinusSubnormal), kMinusZero);
  EXPECT_EQ(only_result(kMax, c, 0x00800000, kSubnormal), 0x00800000u);
}

TEST(SubnormalRule, FlushedOperandsAreZerosForTheRuleOfZeros) {
  Choice c = with_subnormal(with_tie(Tie::first), Subnormal::flush);
  EXPECT_EQ(only_result(kMax, c, kMinusSubnormal, kPlusZero), kMinusZero);
  c.signed_zero = SignedZero::any;
  EXPECT_EQ(kind_of(kMax, c, kMinusSubnormal, kSubnormal), OutcomeKind::any_zero);
}

// setp.ge.ftz and selp: the comparison sees zeros, the operand that it picks keeps its bits.
TEST(SubnormalRule, FlushCompareCopiesTheChosenOperandUnflushed) {
  const Choice first =
      with_subnormal(known::compare_select(Dtype::f32, Nan::second, Tie::first), Subnormal::flush_compare);
  EXPECT_EQ(only_result(kMax, first, kMinusSubnormal, kSubnormal), kMinusSubnormal);
  EXPECT_EQ(only_result(kMax, first, kSubnormal, 0x007fffff), kSubnormal);
  EXPECT_EQ(only_result(kMax, first, kPlusZero, kSubnormal), kPlusZero);
  EXPECT_EQ(only_result(kMax, first, kMinusOne, kSubnormal), kSubnormal);
  const Choice second =
      with_subnormal(known::compare_select(Dtype::f32, Nan::second, Tie::second), Subnormal::flush_compare);
  EXPECT_EQ(only_result(kMax, second, kMinusSubnormal, kSubnormal), kSubnormal);
  EXPECT_EQ(only_result(kMin, second, kSubnormal, kMinusSubnormal), kMinusSubnormal);
}

TEST(SubnormalRule, FlushCompareWithOrderedZerosTiesOnlySubnormalsOfOneSign) {
  Choice c = with_subnormal(known::maximum(Dtype::f32), Subnormal::flush_compare);
  c.tie = Tie::second;
  EXPECT_EQ(only_result(kMax, c, kMinusSubnormal, kSubnormal), kSubnormal);
  EXPECT_EQ(only_result(kMax, c, kSubnormal, kMinusSubnormal), kSubnormal);
  EXPECT_EQ(only_result(kMax, c, 0x007fffff, kSubnormal), kSubnormal);
}

TEST(InfinityRule, UndefinedAllowsAnythingWithAnInfiniteOperandOnly) {
  Choice c = known::maximum(Dtype::f32);
  c.infinity = Infinity::undefined;
  EXPECT_EQ(kind_of(kMax, c, kInf, kOne), OutcomeKind::anything);
  EXPECT_EQ(kind_of(kMin, c, kOne, kMinusInf), OutcomeKind::anything);
  EXPECT_EQ(only_result(kMax, c, kOne, 0x7f7fffff), 0x7f7fffffu);
  EXPECT_EQ(only_result(kMax, known::maximum(Dtype::f32), kInf, kOne), kInf);
  EXPECT_EQ(only_result(kMin, known::maximum(Dtype::f32), kOne, kMinusInf), kMinusInf);
}

Choice magnitudes(Choice c, Sign sign) {
  c.abs = Abs::inputs;
  c.sign = sign;
  return c;
}

TEST(SignRule, ValueReturnsTheMagnitude) {
  const Choice c = magnitudes(known::maximum_number(Dtype::f32), Sign::value);
  EXPECT_EQ(only_result(kMax, c, 0xc0000000, kOne), kTwo);
  EXPECT_EQ(only_result(kMin, c, 0xc0000000, kMinusOne), kOne);
  EXPECT_EQ(only_result(kMax, c, kQuiet, kMinusOne), kOne);
  EXPECT_EQ(only_result(kMax, c, kMinusZero, kMinusZero), kPlusZero);
}

// PTX ISA, max.xorsign.abs: the sign of d is the XOR of both sign bits; a NaN result ignores the modifiers.
TEST(SignRule, XorGivesTheMagnitudeTheProductOfTheSigns) {
  const Choice c = magnitudes(known::maximum_number(Dtype::f32), Sign::exclusive_or);
  EXPECT_EQ(only_result(kMax, c, 0xc0000000, kOne), 0xc0000000u);
  EXPECT_EQ(only_result(kMax, c, 0xc0000000, kMinusOne), kTwo);
  EXPECT_EQ(only_result(kMin, c, kTwo, kMinusOne), kMinusOne);
  EXPECT_EQ(only_result(kMax, c, kMinusZero, kPlusZero), kMinusZero);
  EXPECT_EQ(only_result(kMax, c, kOtherQuiet, kOne), kMinusOne);
  EXPECT_EQ(only_result(kMax, c, kQuiet, kOtherQuiet), kCanonical);
}

// IEEE 754-2008 5.3.1, maxNumMag and minNumMag.
TEST(SignRule, LargerMagnitudeReturnsTheSignedOperandAndFallsBackOnEqualMagnitudes) {
  const Choice c = magnitudes(known::maximum_number(Dtype::f32), Sign::larger_magnitude);
  EXPECT_EQ(only_result(kMax, c, 0xc0000000, kOne), 0xc0000000u);
  EXPECT_EQ(only_result(kMin, c, 0xc0000000, kOne), kOne);
  EXPECT_EQ(only_result(kMax, c, kMinusOne, kOne), kOne);
  EXPECT_EQ(only_result(kMin, c, kOne, kMinusOne), kMinusOne);
  EXPECT_EQ(only_result(kMax, c, kMinusZero, kPlusZero), kPlusZero);
  EXPECT_EQ(only_result(kMax, c, kMinusOne, kQuiet), kMinusOne);
}

Operation mixed(OperationKind kind, Dtype result, Dtype x, Dtype z) {
  return given::operation("", kind, result, {x, z});
}

Choice with_signedness(Signedness signedness) {
  Choice c;
  c.signedness = signedness;
  return c;
}

TEST(SignednessRule, SameComparesAsTheOperandsType) {
  const Choice c = with_signedness(Signedness::same);
  EXPECT_EQ(only_result(max_of(Dtype::s32), c, 0xffffffff, 1), 1u);
  EXPECT_EQ(only_result(max_of(Dtype::u32), c, 0xffffffff, 1), 0xffffffffu);
  EXPECT_EQ(only_result(min_of(Dtype::s8), c, 0x80, 0x7f), 0x80u);
  EXPECT_EQ(only_result(min_of(Dtype::u8), c, 0x80, 0x7f), 0x7fu);
  EXPECT_EQ(only_result(max_of(Dtype::s64), c, 0x8000000000000000, 0xffffffffffffffff), 0xffffffffffffffffu);
  EXPECT_EQ(only_result(max_of(Dtype::u64), c, 0x8000000000000000, 0x7fffffffffffffff), 0x8000000000000000u);
}

// CUDA's max(int, unsigned) is umax((unsigned)a, b): max(-1, 1u) is 0xffffffff.
TEST(SignednessRule, PromoteConvertsWideOperandsToUnsigned) {
  const Choice c = with_signedness(Signedness::promote);
  const Operation max = mixed(OperationKind::max, Dtype::u32, Dtype::s32, Dtype::u32);
  EXPECT_EQ(only_result(max, c, 0xffffffff, 1), 0xffffffffu);
  EXPECT_EQ(only_result(mixed(OperationKind::min, Dtype::u32, Dtype::u32, Dtype::s32), c, 1, 0xffffffff), 1u);
  EXPECT_EQ(only_result(mixed(OperationKind::max, Dtype::u64, Dtype::s64, Dtype::u64), c, 0x8000000000000000, 1),
            0x8000000000000000u);
}

TEST(SignednessRule, PromoteSignExtendsTheNarrowerOperandBeforeItConverts) {
  const Choice c = with_signedness(Signedness::promote);
  EXPECT_EQ(only_result(mixed(OperationKind::max, Dtype::u64, Dtype::s32, Dtype::u64), c, 0xfffffffe, 5),
            0xfffffffffffffffeu);
  EXPECT_EQ(only_result(mixed(OperationKind::max, Dtype::u64, Dtype::u64, Dtype::s32), c, 0x100000000, 7),
            0x100000000u);
  EXPECT_EQ(only_result(mixed(OperationKind::max, Dtype::u64, Dtype::u64, Dtype::s32), c, 5, 0xfffffffe),
            0xfffffffffffffffeu);
  EXPECT_EQ(only_result(mixed(OperationKind::max, Dtype::u64, Dtype::s32, Dtype::u64), c, 7, 0x100000000),
            0x100000000u);
  EXPECT_EQ(only_result(mixed(OperationKind::max, Dtype::s64, Dtype::u32, Dtype::s64), c, 5, 0xfffffffffffffffe), 5u);
}

TEST(SignednessRule, PromoteKeepsTheValuesOfOperandsNarrowerThanInt) {
  const Choice c = with_signedness(Signedness::promote);
  EXPECT_EQ(only_result(mixed(OperationKind::max, Dtype::s16, Dtype::s16, Dtype::u16), c, 0xffff, 1), 1u);
  EXPECT_EQ(only_result(mixed(OperationKind::max, Dtype::s16, Dtype::u16, Dtype::s16), c, 1, 0xffff), 1u);
}

// PTX ISA, vmax.s32.s32.u32: the mathematical order of both operands.
TEST(SignednessRule, ExactComparesMathematicalValues) {
  const Choice c = with_signedness(Signedness::exact);
  EXPECT_EQ(only_result(mixed(OperationKind::max, Dtype::s32, Dtype::s32, Dtype::u32), c, 0xffffffff, 1), 1u);
  EXPECT_EQ(only_result(mixed(OperationKind::max, Dtype::u32, Dtype::s32, Dtype::u32), c, 1, 0xffffffff), 0xffffffffu);
  EXPECT_EQ(only_result(mixed(OperationKind::min, Dtype::s64, Dtype::u64, Dtype::s64), c, 0x8000000000000000,
                        0x8000000000000001),
            0x8000000000000001u);
}

TEST(SignednessRule, SignedAndUnsignedReadTheBitsOfBothOperandsSo) {
  EXPECT_EQ(only_result(max_of(Dtype::u32), with_signedness(Signedness::as_signed), 0xffffffff, 1), 1u);
  EXPECT_EQ(only_result(max_of(Dtype::s32), with_signedness(Signedness::as_unsigned), 0xffffffff, 1), 0xffffffffu);
  const Operation operation = mixed(OperationKind::max, Dtype::s32, Dtype::s32, Dtype::u32);
  EXPECT_EQ(only_result(operation, with_signedness(Signedness::as_signed), 0xffffffff, 0xfffffffe), 0xffffffffu);
  EXPECT_EQ(only_result(operation, with_signedness(Signedness::as_unsigned), 0x80000000, 1), 0x80000000u);
}

// OCP 8-bit floating point specification: e4m3 has no infinity and one NaN of each sign.
TEST(Formats, EightBitFloatWithoutInfinityFollowsTheSameRules) {
  const Choice c = known::maximum_number(Dtype::e4m3);
  EXPECT_EQ(only_result(max_of(Dtype::e4m3), c, 0x7e, 0x78), 0x7eu);
  EXPECT_EQ(only_result(max_of(Dtype::e4m3), c, 0xff, 0x80), 0x80u);
  EXPECT_EQ(only_result(max_of(Dtype::e4m3), c, 0xff, 0x7f), 0x7fu);
  EXPECT_EQ(only_result(min_of(Dtype::e4m3), c, 0xfe, 0x80), 0xfeu);
}

}  // namespace
}  // namespace semcheck
