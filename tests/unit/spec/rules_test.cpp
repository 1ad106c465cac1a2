#include "core/spec/rules.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace semcheck {
namespace {

template <class Value>
void add(Rules& rules, Obligation rule, Value value) {
  rules[rule] = static_cast<std::uint16_t>(rules[rule] | (1u << static_cast<unsigned>(value)));
}

TEST(Obligations, HaveATextWithAnExample) {
  for (const ObligationRow& r : obligations()) {
    EXPECT_FALSE(r.summary.empty()) << r.name;
    EXPECT_NE(r.explanation.find("\nexample: "), std::string_view::npos) << r.name;
    EXPECT_EQ(r.summary.find('\n'), std::string_view::npos) << r.name;
    EXPECT_EQ(r.values.empty(), r.kind != ObligationKind::rule) << r.name;
    EXPECT_EQ(find_obligation(r.name), r.obligation);
    EXPECT_EQ(is_law(r.obligation), r.kind == ObligationKind::law);
    for (const RuleValue& value : r.values) {
      EXPECT_FALSE(value.summary.empty()) << r.name << " " << value.name;
      EXPECT_EQ(find_value(r.obligation, value.name), value.index);
    }
  }
  EXPECT_EQ(find_obligation("nans"), std::nullopt);
}

TEST(Obligations, ApplyByFamilyOfDtypes) {
  EXPECT_TRUE(applies_to(Obligation::nan, Dtype::bf16));
  EXPECT_FALSE(applies_to(Obligation::nan, Dtype::s32));
  EXPECT_TRUE(applies_to(Obligation::signedness, Dtype::u8));
  EXPECT_FALSE(applies_to(Obligation::signedness, Dtype::f64));
  EXPECT_TRUE(applies_to(Obligation::value, Dtype::u8));
  EXPECT_TRUE(applies_to(Obligation::commutative, Dtype::f64));
}

TEST(Obligations, AreNamedInTheirOrder) {
  EXPECT_EQ(names({Obligation::commutative, Obligation::nan, Obligation::tie}),
            (std::vector<std::string_view>{"nan", "tie", "commutative"}));
}

// IEEE 754-2019, 9.6: maximum propagates NaNs and orders zeros.
TEST(Rules, DefaultToMaximumWithACanonicalNan) {
  const Rules rules = default_rules(Dtype::f32);
  EXPECT_EQ(spell_rule(rules, Obligation::nan), "nan = \"propagate\"");
  EXPECT_EQ(spell_rule(rules, Obligation::nan_result), "nan_result = \"canonical\"");
  EXPECT_EQ(spell_rule(rules, Obligation::snan), "snan = \"quiet\"");
  EXPECT_EQ(spell_rule(rules, Obligation::signed_zero), "signed_zero = \"ordered\"");
  EXPECT_EQ(spell_rule(rules, Obligation::tie), "");
  EXPECT_EQ(spell_rule(rules, Obligation::subnormal), "subnormal = \"preserve\"");
  EXPECT_EQ(spell_rule(rules, Obligation::signedness), "");
  EXPECT_EQ(rules.nan_canonical, 0x7fffffffu);
}

TEST(Rules, OfIntegersAreSignednessAlone) {
  const Rules rules = default_rules(Dtype::s32);
  for (std::size_t i = 0; i < kRuleCount; ++i)
    EXPECT_EQ(rules.allowed[i] != 0, static_cast<Obligation>(i) == Obligation::signedness);
  EXPECT_EQ(spell_rule(rules, Obligation::signedness), "signedness = \"same\"");
  EXPECT_EQ(choices(rules).size(), 1u);
}

TEST(Rules, AreSpelledAsListsInTheOrderOfTheTable) {
  Rules rules;
  add(rules, Obligation::nan_result, NanResult::second);
  add(rules, Obligation::nan_result, NanResult::canonical);
  EXPECT_EQ(spell_rule(rules, Obligation::nan_result), "nan_result = [\"canonical\", \"second\"]");
}

TEST(Rules, OfAReadingReadBackAsThatReading) {
  for (Dtype dtype : {Dtype::f32, Dtype::s16}) {
    const std::vector<Choice> readings = choices(default_rules(dtype));
    ASSERT_EQ(readings.size(), 1u);
    EXPECT_EQ(rules_of(readings.front(), dtype), default_rules(dtype));
  }
  Choice choice;
  choice.signed_zero = SignedZero::equal;
  choice.tie = Tie::second;
  EXPECT_EQ(choices(rules_of(choice, Dtype::f32)), std::vector{choice});
}

TEST(Rules, OfAReadingLeaveOutATieThatCannotBeSeen) {
  Choice choice;
  choice.tie = Tie::first;
  EXPECT_EQ(rules_of(choice, Dtype::f32)[Obligation::tie], 0);
  choice.subnormal = Subnormal::flush_compare;
  EXPECT_EQ(spell_rule(rules_of(choice, Dtype::f32), Obligation::tie), "tie = \"first\"");
}

TEST(Choices, MultiplyListsOut) {
  Rules rules = default_rules(Dtype::f32);
  add(rules, Obligation::nan, Nan::ignore);
  add(rules, Obligation::nan_result, NanResult::any);
  const std::vector<Choice> readings = choices(rules);
  EXPECT_EQ(readings.size(), 4u);
  for (const Choice& reading : readings) EXPECT_EQ(reading.nan_canonical, 0x7fffffffu);
}

TEST(Choices, ReplaceOperandByBothOperands) {
  Rules rules = default_rules(Dtype::f32);
  rules.set(Obligation::nan_result, NanResult::operand);
  const std::vector<Choice> readings = choices(rules);
  ASSERT_EQ(readings.size(), 2u);
  EXPECT_EQ(readings[0].nan_result, NanResult::first);
  EXPECT_EQ(readings[1].nan_result, NanResult::second);
}

TEST(Choices, ReadEitherZeroAsATieThatGoesEitherWay) {
  Rules either = default_rules(Dtype::f32);
  either.set(Obligation::signed_zero, SignedZero::either);
  Rules equal = default_rules(Dtype::f32);
  equal.set(Obligation::signed_zero, SignedZero::equal);
  equal.set(Obligation::tie, Tie::either);
  EXPECT_EQ(choices(either), choices(equal));
  ASSERT_EQ(choices(either).size(), 2u);
  EXPECT_EQ(choices(either)[0].tie, Tie::first);
  EXPECT_EQ(choices(either)[1].tie, Tie::second);
}

TEST(Choices, ReplaceEitherOfSnanAndSubnormal) {
  Rules rules = default_rules(Dtype::f32);
  rules.set(Obligation::snan, Snan::either);
  EXPECT_EQ(choices(rules).size(), 2u);
  rules = default_rules(Dtype::f32);
  rules.set(Obligation::subnormal, Subnormal::either);
  // preserve, flush, and flush_compare with a tie of subnormals that goes either way
  EXPECT_EQ(choices(rules).size(), 4u);
}

TEST(Choices, NeverHoldShorthands) {
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    Rules rules;
    for (const RuleValue& value : row(static_cast<Obligation>(i)).values)
      rules.allowed[i] = static_cast<std::uint16_t>(rules.allowed[i] | (1u << value.index));
    for (const Choice& c : choices(rules)) {
      EXPECT_NE(c.nan_result, NanResult::operand);
      EXPECT_NE(c.snan, Snan::either);
      EXPECT_NE(c.signed_zero, SignedZero::either);
      EXPECT_NE(c.tie, Tie::either);
      EXPECT_NE(c.subnormal, Subnormal::either);
      EXPECT_NE(c.contract, Contraction::either);
    }
  }
}

TEST(Choices, HoldEqualReadingsOnce) {
  Rules rules = default_rules(Dtype::f32);
  add(rules, Obligation::signed_zero, SignedZero::either);
  add(rules, Obligation::signed_zero, SignedZero::equal);
  rules.set(Obligation::tie, Tie::first);
  std::vector<Choice> readings = choices(rules);
  EXPECT_EQ(readings.size(), 3u);  // ordered; equal and first; equal and second
}

TEST(Choices, OfNoRulesAreTheDefaultReading) {
  EXPECT_EQ(choices(Rules()), std::vector{Choice()});
}

}  // namespace
}  // namespace semcheck
