#include <gtest/gtest.h>

#include "core/judge/behaviour.h"
#include "core/judge/readings.h"
#include "tests/unit/judge/sample.h"

// Proof that judging can fail: variants that are wrong in one bit of one case, or that follow one rule value of another
// specification, are noticed, and nothing else is said to be broken.
namespace semcheck {
namespace {

const Operation kMax = known::max_of(Dtype::f32);
const Choice kFmaxf = known::maximum_number(Dtype::f32);
const Rules kRules = sample::rules_f32(kFmaxf);

TEST(VariantMutants, EveryBitOfEverySpecialCaseCounts) {
  const Cases cases = sample::cases_of(kMax, sample::kSpecialF32, 100);
  const Expectations expectations = expect(kMax, kRules, cases);
  std::vector<Bits> results = sample::results_of(kMax, kFmaxf, cases);
  for (std::size_t i = 0; i < cases.size(); ++i)
    for (int bit = 0; bit < 32; ++bit) {
      results[i] ^= Bits{1} << bit;
      const Judgement judgement = judge(kMax, kRules, cases, expectations, results, 1);
      ASSERT_EQ(judgement.mismatches, 1u) << i << " bit " << bit;
      ASSERT_EQ(judgement.examples.at(0).operands, cases.at(i));
      ASSERT_FALSE(judgement.breaks().empty());
      results[i] ^= Bits{1} << bit;
    }
}

/// The rules whose values differ between two readings.
ObligationSet difference(const Choice& a, const Choice& b) {
  const Rules left = sample::rules_f32(a);
  const Rules right = sample::rules_f32(b);
  ObligationSet set;
  for (std::size_t i = 0; i < kRuleCount; ++i)
    if (left.allowed[i] != right.allowed[i]) set.insert(static_cast<Obligation>(i));
  return set;
}

TEST(VariantMutants, EveryOtherReadingOfTheRulesIsNoticed) {
  const Cases cases = sample::cases_of(kMax, sample::kSpecialF32);
  const Expectations expectations = expect(kMax, kRules, cases);
  int noticed = 0;
  for (const Choice& reading : all_readings(kMax, 0x7fffffff)) {
    const Judgement judgement = judge(kMax, kRules, cases, expectations, sample::results_of(kMax, reading, cases), 1);
    EXPECT_EQ(judgement.breaks().empty(), difference(reading, kFmaxf).empty());
    noticed += !judgement.breaks().empty();
  }
  EXPECT_GT(noticed, 100);
}

/// One rule value changed, and the obligation under which that shows.
struct RuleMutant {
  Choice declared;
  Choice follows;
  Obligation breaks;
};

template <class Value>
Choice with(Choice c, Value Choice::*rule, Value value) {
  c.*rule = value;
  return c;
}

std::vector<RuleMutant> rule_mutants() {
  const Choice maximum = known::maximum(Dtype::f32);
  const Choice first = with(maximum, &Choice::nan_result, NanResult::first);
  const Choice select = known::compare_select(Dtype::f32, Nan::second, Tie::first);
  const Choice magnitudes = with(kFmaxf, &Choice::abs, Abs::inputs);
  return {
      {kFmaxf, with(kFmaxf, &Choice::nan, Nan::propagate), Obligation::nan},
      {maximum, with(maximum, &Choice::nan, Nan::ignore), Obligation::nan},
      {maximum, with(maximum, &Choice::nan, Nan::propagate_unless_dominant), Obligation::nan},
      {kFmaxf, with(kFmaxf, &Choice::nan_result, NanResult::second), Obligation::nan_result},
      {kFmaxf, with(kFmaxf, &Choice::nan_canonical, Bits{0x7fc00000}), Obligation::nan_result},
      {first, with(first, &Choice::nan_result, NanResult::second), Obligation::nan_result},
      {first, with(first, &Choice::snan, Snan::verbatim), Obligation::snan},
      {kFmaxf, with(kFmaxf, &Choice::snan, Snan::propagate), Obligation::snan},
      {kFmaxf, with(with(kFmaxf, &Choice::signed_zero, SignedZero::equal), &Choice::tie, Tie::first),
       Obligation::signed_zero},
      {select, with(select, &Choice::tie, Tie::second), Obligation::tie},
      {kFmaxf, with(kFmaxf, &Choice::subnormal, Subnormal::flush), Obligation::subnormal},
      {with(kFmaxf, &Choice::subnormal, Subnormal::flush), kFmaxf, Obligation::subnormal},
      {magnitudes, with(magnitudes, &Choice::sign, Sign::exclusive_or), Obligation::sign},
  };
}

TEST(VariantMutants, AWrongRuleValueIsNamedAndNothingElse) {
  const Cases cases = sample::cases_of(kMax, sample::kSpecialF32, 20000);
  for (const RuleMutant& mutant : rule_mutants()) {
    const Rules rules = sample::rules_f32(mutant.declared);
    const std::vector<Bits> results = sample::results_of(kMax, mutant.follows, cases);
    EXPECT_EQ(judge(kMax, rules, cases, expect(kMax, rules, cases), results, 1).breaks(), ObligationSet{mutant.breaks})
        << name(mutant.breaks);
  }
}

TEST(VariantMutants, SwappedOperandsOfAnOrderedSelectionAreNoticed) {
  const Choice select = known::compare_select(Dtype::f32, Nan::second, Tie::first);
  const Rules rules = sample::rules_f32(select);
  const Cases cases = sample::cases_of(kMax, sample::kSpecialF32);
  const Cases swapped = {{cases.operands[1], cases.operands[0]}, cases.special, {}};
  const Judgement judgement =
      judge(kMax, rules, cases, expect(kMax, rules, cases), sample::results_of(kMax, select, swapped), 1);
  EXPECT_EQ(judgement.breaks(), (ObligationSet{Obligation::nan, Obligation::nan_result, Obligation::tie}));
}

}  // namespace
}  // namespace semcheck
