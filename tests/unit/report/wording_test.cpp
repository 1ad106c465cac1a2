#include "core/report/wording.h"

#include <gtest/gtest.h>

#include "core/report/summary.h"
#include "tests/unit/report/sample.h"

namespace semcheck {
namespace {

TEST(Wording, SeparatesThousands) {
  EXPECT_EQ(with_separators(0), "0");
  EXPECT_EQ(with_separators(999), "999");
  EXPECT_EQ(with_separators(1000), "1,000");
  EXPECT_EQ(with_separators(4294967296), "4,294,967,296");
}

TEST(Wording, CountsInTheSingularAndThePlural) {
  EXPECT_EQ(counted(1, "case"), "1 case");
  EXPECT_EQ(counted(0, "case"), "0 cases");
  EXPECT_EQ(counted(1000, "case"), "1,000 cases");
}

TEST(Wording, NamesTheOtherSideOfALaw) {
  const Operation operation = sample::spec().operation;
  const Mismatch mismatch = {Obligation::commutative, {0x80000000, 0}, {{OutcomeKind::exactly, 0}}, 0x80000000};
  EXPECT_EQ(example_line(operation, mismatch), "(-0, +0): 0x80000000 (-0), swapped 0x00000000 (+0)");
}

TEST(Wording, SaysHowTheOperandsCameWhereThatIsWhatBroke) {
  const Result result = sample::breaking_supply_invariant("ternary", "literal", "literal z");
  EXPECT_EQ(example_line(sample::spec().operation, result.judgement.examples[0]),
            "(-0, +0) [literal z]: 0x80000000 (-0), array gives 0x00000000 (+0)");
}

TEST(Wording, SaysWhyASupplyWasNotComparedWithArray) {
  Result result = sample::supplied(sample::conforming("fmaxf"), "literal");
  result.not_compared = "array gave no result to compare with";
  EXPECT_EQ(verdict_line(result), "conforms; supply_invariant not judged: array gave no result to compare with");
}

TEST(Wording, DoesNotCallAValueDifferentThatTheRulesAllow) {
  Spec spec = sample::spec();
  spec.rules.set(Obligation::signed_zero, SignedZero::either);
  Result result = sample::breaking_signed_zero("ternary");
  result.rules = spec.rules;
  result.breaks = {Obligation::nan};
  result.behaves_as.values.set(Obligation::nan, Nan::second);
  EXPECT_EQ(behaviour_line(result, Dtype::f32), "behaves as nan = \"second\"");
}

TEST(Wording, SaysSoWhenNothingExplainsTheResults) {
  Result result = sample::breaking_signed_zero("ternary");
  result.behaves_as = {};
  EXPECT_EQ(behaviour_line(result, Dtype::f32), "no values of the rules explain every result");
}

TEST(Wording, FindsTheRulesThatAllowAnything) {
  Rules rules = sample::spec().rules;
  EXPECT_FALSE(leaves_open(rules, Obligation::nan));
  rules.set(Obligation::nan, Nan::undefined);
  EXPECT_TRUE(leaves_open(rules, Obligation::nan));
  EXPECT_FALSE(leaves_open(rules, Obligation::value));
  EXPECT_FALSE(leaves_open(rules, Obligation::commutative));
}

TEST(Summary, CountsEachResultOnce) {
  const Spec spec = sample::spec();
  Result fewer = sample::conforming("other");
  fewer.judgement.cases = 9;
  RunReport report =
      sample::report(spec, {sample::conforming("fmaxf"), fewer, sample::breaking_signed_zero("ternary"),
                            sample::declared(sample::breaking_signed_zero("branch"), {Obligation::signed_zero}),
                            sample::failed("typo", "error"), sample::unavailable("max_nan", "needs sm_80")});
  report.specs.push_back(report.specs.front());
  EXPECT_EQ(summary_line(report),
            "2 specs, 12 variants, 12 results: 4 conform, 2 break as declared, 2 unavailable, 4 not as declared · "
            "9 to 71,234 cases each");
}

}  // namespace
}  // namespace semcheck
