#include "core/judge/behaviour.h"

#include <gtest/gtest.h>

#include "core/judge/readings.h"
#include "tests/unit/judge/sample.h"
#include "tests/unit/operation.h"

namespace semcheck {
namespace {

using sample::cases_of;
using sample::kSpecialF32;
using sample::results_of;
using sample::rules_f32;

const Operation kMax = known::max_of(Dtype::f32);
const Operation kMin = known::min_of(Dtype::f32);

Behaviour observed(const Operation& operation, const Choice& choice) {
  const Cases cases = cases_of(operation, kSpecialF32, 2000);
  return observe(operation, cases, results_of(operation, choice, cases));
}

/// Fails unless exactly the rules of the reading are found again.
void expect_found_again(const Operation& operation, const Choice& choice) {
  const Behaviour behaviour = observed(operation, choice);
  EXPECT_TRUE(behaviour.explained);
  const Rules rules = rules_of(choice, operation.dtype);
  for (std::size_t i = 0; i < kRuleCount; ++i)
    EXPECT_EQ(behaviour.values.allowed[i], rules.allowed[i])
        << name(static_cast<Obligation>(i)) << ": found " << spell_rule(behaviour.values, static_cast<Obligation>(i))
        << ", is " << spell_rule(rules, static_cast<Obligation>(i));
}

TEST(Observe, FindsTheRulesOfEveryCompareSelect) {
  for (Nan nan : {Nan::first, Nan::second})
    for (Tie tie : {Tie::first, Tie::second}) {
      expect_found_again(kMax, known::compare_select(Dtype::f32, nan, tie));
      expect_found_again(kMin, known::compare_select(Dtype::f32, nan, tie));
    }
}

TEST(Observe, FindsTheRulesOfFmaxfAndMaxNan) {
  expect_found_again(kMax, known::maximum_number(Dtype::f32));
  expect_found_again(kMin, known::maximum(Dtype::f32));
}

TEST(Observe, FindsTheRulesOfFlushingComparisonAndSelection) {
  Choice c = known::compare_select(Dtype::f32, Nan::second, Tie::first);
  c.subnormal = Subnormal::flush_compare;
  expect_found_again(kMax, c);
  c.tie = Tie::second;
  expect_found_again(kMin, c);
}

// Go, math.Max, and glibc's fmaxf on x86.
TEST(Observe, FindsDominantInfinitiesAndForcedNans) {
  Choice dominant = known::maximum(Dtype::f32);
  dominant.nan = Nan::propagate_unless_dominant;
  expect_found_again(kMax, dominant);
  Choice forced = known::compare_select(Dtype::f32, Nan::ignore, Tie::second);
  forced.nan_result = NanResult::first;
  forced.snan = Snan::propagate;
  expect_found_again(kMax, forced);
}

TEST(Observe, FindsMagnitudesAndTheirSigns) {
  for (Sign sign : {Sign::value, Sign::exclusive_or, Sign::larger_magnitude}) {
    Choice c = known::maximum_number(Dtype::f32);
    c.abs = Abs::inputs;
    c.sign = sign;
    expect_found_again(kMax, c);
  }
}

TEST(Observe, TakesTheCanonicalNanFromWhatItSees) {
  Choice c = known::maximum_number(Dtype::f32);
  c.nan_canonical = 0x7fc00000;
  expect_found_again(kMax, c);
  EXPECT_EQ(observed(kMax, c).values.nan_canonical, 0x7fc00000u);
}

TEST(Observe, FindsEveryReadingOfAFloatingOperationAgain) {
  for (const Choice& choice : all_readings(kMax, 0x7fffffff)) {
    const Behaviour behaviour = observed(kMax, choice);
    EXPECT_TRUE(behaviour.explained);
    EXPECT_EQ(behaviour.values, rules_f32(choice));
  }
}

TEST(Observe, FindsTheOrderOfIntegers) {
  for (Dtype dtype : {Dtype::s32, Dtype::u32})
    for (const Choice& choice : all_readings(known::max_of(dtype), 0)) {
      const Operation operation = known::max_of(dtype);
      const Cases cases = cases_of(operation, {0, 1, 0x7fffffff, 0x80000000, 0xffffffff}, 100);
      const Behaviour behaviour = observe(operation, cases, results_of(operation, choice, cases));
      EXPECT_TRUE(behaviour.explained);
      EXPECT_EQ(behaviour.values, rules_of(choice, dtype));
    }
}

TEST(Observe, FindsTheOrderOfMixedIntegers) {
  const Operation mixed = given::operation("", OperationKind::max, Dtype::u32, {Dtype::s32, Dtype::u32});
  const std::vector<Bits> x = {0, 0xffffffff, 0x80000000, 1, 0xffffffff};
  const std::vector<Bits> z = {1, 1, 0x80000001, 0xffffffff, 0xfffffffe};
  const Cases cases = {{x, z}, x.size(), {}};
  for (Signedness signedness : {Signedness::exact, Signedness::as_signed}) {
    Choice c;
    c.signedness = signedness;
    const Behaviour behaviour = observe(mixed, cases, results_of(mixed, c, cases));
    EXPECT_TRUE(behaviour.values.allows(Obligation::signedness, signedness));
  }
}

TEST(Observe, ListsTheValuesThatTheCasesCannotTellApart) {
  const Cases cases = cases_of(kMax, {0x3f800000, 0x00000000, 0x80000000});
  const Behaviour behaviour = observe(kMax, cases, results_of(kMax, known::maximum(Dtype::f32), cases));
  EXPECT_TRUE(behaviour.explained);
  EXPECT_TRUE(behaviour.values.allows(Obligation::nan, Nan::propagate));
  EXPECT_TRUE(behaviour.values.allows(Obligation::nan, Nan::ignore));
  EXPECT_FALSE(behaviour.values.allows(Obligation::signed_zero, SignedZero::equal));
  EXPECT_EQ(spell_rule(behaviour.values, Obligation::subnormal), "subnormal = \"preserve\"");
}

TEST(Observe, ExplainsNothingWhereOneResultFitsNoReading) {
  const Cases cases = cases_of(kMax, kSpecialF32, 2000);
  const std::vector<Bits> right = results_of(kMax, known::maximum_number(Dtype::f32), cases);
  for (std::size_t i : {std::size_t{0}, cases.special - 1, cases.special, cases.size() - 1}) {
    std::vector<Bits> results = right;
    results[i] ^= 0x00100000;
    EXPECT_FALSE(observe(kMax, cases, results).explained) << i;
  }
}

TEST(Readings, AreAllDifferentAndSortedByTheirMechanisms) {
  const std::vector<Choice> readings = all_readings(kMax, 0x7fffffff);
  for (std::size_t i = 1; i < readings.size(); ++i) EXPECT_LE(mechanisms(readings[i - 1]), mechanisms(readings[i]));
  const Cases cases = cases_of(kMax, kSpecialF32);
  std::vector<std::vector<Bits>> seen;
  for (const Choice& reading : readings) {
    const std::vector<Bits> results = results_of(kMax, reading, cases);
    EXPECT_EQ(std::find(seen.begin(), seen.end(), results), seen.end()) << "the same results as an earlier reading";
    seen.push_back(results);
  }
}

}  // namespace
}  // namespace semcheck
