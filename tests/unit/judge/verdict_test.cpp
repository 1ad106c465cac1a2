#include "core/judge/verdict.h"

#include <gtest/gtest.h>

#include "tests/unit/judge/sample.h"

namespace semcheck {
namespace {

using sample::cases_of;
using sample::kSpecialF32;
using sample::results_of;
using sample::rules_f32;

const Operation kMax = known::max_of(Dtype::f32);
const Choice kFmaxf = known::maximum_number(Dtype::f32);

/// What a variant that follows `behaves` breaks where `declared` are the rules.
ObligationSet breaks(const Operation& operation, const Rules& declared, const Choice& behaves,
                     std::uint64_t random = 0) {
  const Cases cases = cases_of(operation, kSpecialF32, random);
  const Expectations expectations = expect(operation, declared, cases);
  return judge(operation, declared, cases, expectations, results_of(operation, behaves, cases), 3).breaks();
}

Choice with(Choice c, auto Choice::*rule, auto value) {
  c.*rule = value;
  return c;
}

TEST(Judge, FindsNothingWhereTheVariantFollowsTheRules) {
  const Cases cases = cases_of(kMax, kSpecialF32, 1000);
  const Expectations expectations = expect(kMax, rules_f32(kFmaxf), cases);
  const Judgement judgement = judge(kMax, rules_f32(kFmaxf), cases, expectations, results_of(kMax, kFmaxf, cases), 3);
  EXPECT_EQ(judgement.cases, cases.size());
  EXPECT_EQ(judgement.mismatches, 0u);
  EXPECT_EQ(judgement.unchecked, 0u);
  EXPECT_TRUE(judgement.breaks().empty());
}

// design: `ternary` and `branch` break nan, nan_result and signed_zero of fmaxf.
TEST(Judge, NamesWhatATernaryBreaksOfFmaxf) {
  for (Tie tie : {Tie::first, Tie::second})
    for (Nan nan : {Nan::first, Nan::second})
      EXPECT_EQ(breaks(kMax, rules_f32(kFmaxf), known::compare_select(Dtype::f32, nan, tie), 10000),
                (ObligationSet{Obligation::nan, Obligation::nan_result, Obligation::signed_zero}));
}

TEST(Judge, NamesWhatATernaryUnderFastMathBreaksOfFlushingFmaxf) {
  const Choice ternary =
      with(known::compare_select(Dtype::f32, Nan::second, Tie::first), &Choice::subnormal, Subnormal::flush_compare);
  EXPECT_EQ(breaks(kMax, rules_f32(with(kFmaxf, &Choice::subnormal, Subnormal::flush)), ternary, 10000),
            (ObligationSet{Obligation::nan, Obligation::nan_result, Obligation::signed_zero, Obligation::subnormal}));
}

TEST(Judge, NamesNanAloneWhereMaximumStandsForMaximumNumber) {
  EXPECT_EQ(breaks(kMax, rules_f32(kFmaxf), known::maximum(Dtype::f32), 10000), ObligationSet{Obligation::nan});
}

// 754-2008 maxNum against 754-2019 maximumNumber: they differ for signaling operands only.
TEST(Judge, NamesSnanWhereOnlySignalingOperandsTurnANumberIntoANan) {
  EXPECT_EQ(breaks(kMax, rules_f32(kFmaxf), with(kFmaxf, &Choice::snan, Snan::propagate), 10000),
            ObligationSet{Obligation::snan});
}

TEST(Judge, NamesSnanWhereNansKeepTheirBitsInsteadOfBeingQuieted) {
  const Choice first = with(known::maximum(Dtype::f32), &Choice::nan_result, NanResult::first);
  EXPECT_EQ(breaks(kMax, rules_f32(first), with(first, &Choice::snan, Snan::verbatim), 10000),
            ObligationSet{Obligation::snan});
  EXPECT_EQ(breaks(kMax, rules_f32(with(first, &Choice::snan, Snan::verbatim)), first, 10000),
            ObligationSet{Obligation::snan});
}

TEST(Judge, NamesNanResultWhereAnotherOperandGivesTheNan) {
  const Choice first = with(known::maximum(Dtype::f32), &Choice::nan_result, NanResult::first);
  EXPECT_EQ(breaks(kMax, rules_f32(first), with(first, &Choice::nan_result, NanResult::second), 10000),
            ObligationSet{Obligation::nan_result});
}

TEST(Judge, NamesSubnormalWhereFlushingIsAllThatDiffers) {
  for (Subnormal declared : {Subnormal::preserve, Subnormal::flush})
    for (Subnormal behaves : {Subnormal::preserve, Subnormal::flush})
      if (declared != behaves) {
        EXPECT_EQ(breaks(kMax, rules_f32(with(kFmaxf, &Choice::subnormal, declared)),
                         with(kFmaxf, &Choice::subnormal, behaves), 10000),
                  ObligationSet{Obligation::subnormal});
      }
}

TEST(Judge, NamesSubnormalAloneWhereFlushedOperandsTieAsZeros) {
  const Choice select = known::compare_select(Dtype::f32, Nan::second, Tie::first);
  EXPECT_EQ(breaks(kMax, rules_f32(select), with(select, &Choice::subnormal, Subnormal::flush), 10000),
            ObligationSet{Obligation::subnormal});
}

TEST(Judge, NamesTieWhereZerosAreDeclaredEqual) {
  const Choice first = known::compare_select(Dtype::f32, Nan::second, Tie::first);
  EXPECT_EQ(breaks(kMax, rules_f32(first), with(first, &Choice::tie, Tie::second), 10000),
            ObligationSet{Obligation::tie});
}

TEST(Judge, KeepsTheFirstExamplesOfEachObligationInTheOrderOfTheCases) {
  const Cases cases = cases_of(kMax, {0x3f800000, 0x40000000, 0x7fc00000, 0x00000000, 0x80000000});
  std::vector<Bits> results = results_of(kMax, kFmaxf, cases);
  std::size_t zeros = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (results[i] == 0x40000000) results[i] = 0x3f800000;
    if (is_zero(format(Dtype::f32), results[i]) && ++zeros <= 1) results[i] ^= 0x80000000;
  }
  const Judgement judgement = judge(kMax, rules_f32(kFmaxf), cases, expect(kMax, rules_f32(kFmaxf), cases), results, 2);
  ASSERT_EQ(judgement.examples.size(), 3u);
  EXPECT_EQ(judgement.examples[0].breaks, Obligation::value);
  EXPECT_EQ(judgement.examples[0].operands, (std::vector<Bits>{0x3f800000, 0x40000000}));
  EXPECT_EQ(judgement.examples[0].expected, (Expected{{OutcomeKind::exactly, 0x40000000}}));
  EXPECT_EQ(judgement.examples[0].actual, 0x3f800000u);
  EXPECT_EQ(judgement.examples[1].operands, (std::vector<Bits>{0x40000000, 0x3f800000}));
  EXPECT_EQ(judgement.examples[2].breaks, Obligation::signed_zero);
  // 2 against each of 2, 1, NaN, 0, -0 in both orders, without (2, 2) twice.
  EXPECT_EQ(judgement.count[static_cast<std::size_t>(Obligation::value)], 9u);
  EXPECT_EQ(judgement.mismatches, 10u);
}

TEST(Judge, KeepsNoExamplesWhenNoneAreWanted) {
  const Cases cases = cases_of(kMax, {0x3f800000, 0x40000000});
  const std::vector<Bits> results(cases.size(), 0);
  const Judgement judgement = judge(kMax, rules_f32(kFmaxf), cases, expect(kMax, rules_f32(kFmaxf), cases), results, 0);
  EXPECT_EQ(judgement.mismatches, 4u);
  EXPECT_TRUE(judgement.examples.empty());
}

TEST(Expectation, IsTheSetOfEachCase) {
  Rules rules = rules_f32(kFmaxf);
  rules[Obligation::nan_result] |= static_cast<std::uint16_t>(1u << static_cast<int>(NanResult::second));
  rules.set(Obligation::signed_zero, SignedZero::any);
  const Cases cases = cases_of(kMax, kSpecialF32, 1000);
  const Expectations expectations = expect(kMax, rules, cases);
  EXPECT_EQ(expectations.readings, choices(rules));
  for (std::size_t i = 0; i < cases.size(); ++i)
    EXPECT_EQ(expectations.of(i), expected(kMax, choices(rules), cases.at(i)));
}

TEST(Expectation, LikelyPatternIsAllowed) {
  Rules rules = rules_f32(known::maximum(Dtype::f32));
  rules.set(Obligation::nan_result, NanResult::any);
  rules.set(Obligation::signed_zero, SignedZero::any);
  const Cases cases = cases_of(kMax, kSpecialF32);
  const Expectations expectations = expect(kMax, rules, cases);
  for (std::size_t i = 0; i < cases.size(); ++i)
    EXPECT_TRUE(allows(format(Dtype::f32), expected(kMax, choices(rules), cases.at(i)), expectations.likely[i]));
}

TEST(Judge, AcceptsEveryPatternOfASetAndNoOther) {
  Rules rules = rules_f32(known::maximum(Dtype::f32));
  rules[Obligation::nan_result] = static_cast<std::uint16_t>((1u << static_cast<int>(NanResult::first)) |
                                                             (1u << static_cast<int>(NanResult::canonical)));
  const Cases cases = cases_of(kMax, kSpecialF32);
  const Choice first = with(known::maximum(Dtype::f32), &Choice::nan_result, NanResult::first);
  const Expectations expectations = expect(kMax, rules, cases);
  EXPECT_EQ(judge(kMax, rules, cases, expectations, results_of(kMax, first, cases), 1).mismatches, 0u);
  EXPECT_EQ(judge(kMax, rules, cases, expectations, results_of(kMax, known::maximum(Dtype::f32), cases), 1).mismatches,
            0u);
  const Choice second = with(first, &Choice::nan_result, NanResult::second);
  EXPECT_EQ(judge(kMax, rules, cases, expectations, results_of(kMax, second, cases), 1).breaks(),
            ObligationSet{Obligation::nan_result});
}

TEST(Judge, CountsCasesThatAllowAnythingAsUnchecked) {
  Rules rules = rules_f32(kFmaxf);
  rules.set(Obligation::nan, Nan::undefined);
  const Cases cases = cases_of(kMax, {0x3f800000, 0x7fc00000});
  const std::vector<Bits> results = {0x3f800000, 0x12345678, 0xffffffff, 0x00000000};
  const Judgement judgement = judge(kMax, rules, cases, expect(kMax, rules, cases), results, 1);
  EXPECT_EQ(judgement.unchecked, 3u);
  EXPECT_EQ(judgement.mismatches, 0u);
}

TEST(Judge, NamesSignednessOfAnIntegerMaximumThatComparesUnsigned) {
  const Operation s32 = known::max_of(Dtype::s32);
  const Rules rules = rules_of(Choice{}, Dtype::s32);
  const Cases cases = sample::cases_of(s32, {0, 1, 0xffffffff, 0x80000000, 0x7fffffff}, 10000);
  Choice as_unsigned;
  as_unsigned.signedness = Signedness::as_unsigned;
  EXPECT_EQ(judge(s32, rules, cases, expect(s32, rules, cases), results_of(s32, as_unsigned, cases), 1).breaks(),
            ObligationSet{Obligation::signedness});
}

}  // namespace
}  // namespace semcheck
