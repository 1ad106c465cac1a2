#include "core/run/conclude.h"

#include <gtest/gtest.h>

#include "tests/unit/operation.h"

namespace semcheck {
namespace {

class Conclude : public ::testing::Test {
 protected:
  Conclude() {
    result.judgement.cases = 9;
    result.verdict = Verdict::conforms;
    result.sweeps.resize(1);
    sweep().part.rules.cases = 100;
  }

  Sweep& sweep() { return result.sweeps[0]; }
  void conclude_it() { conclude(operation, result); }

  const Operation operation = given::operation("max_f16", OperationKind::max, Dtype::f16, {Dtype::f16, Dtype::f16});
  Result result;
};

constexpr SuspicionKey kNanOrResult = key_of({Obligation::nan, Obligation::nan_result, Obligation::value}, false);
constexpr SuspicionKey kSignalingNan = key_of(certainly(Obligation::nan), true);

TEST_F(Conclude, LeavesAResultWithoutSweepsAsItIs) {
  result.sweeps.clear();
  result.verdict = Verdict::unchecked;
  conclude_it();
  EXPECT_EQ(result.verdict, Verdict::unchecked);
}

TEST_F(Conclude, GivesTheBenefitOfWhatSpecialCasesProve) {
  sweep().part.rules.add(kNanOrResult, 5);
  result.judgement.count[static_cast<std::size_t>(Obligation::nan_result)] = 1;
  conclude_it();
  EXPECT_EQ(result.breaks, ObligationSet{Obligation::nan_result});
  EXPECT_EQ(sweep().breaks(), ObligationSet{Obligation::nan_result});
}

TEST_F(Conclude, TakesTheLikeliestWhereNothingIsProved) {
  sweep().part.rules.add(kNanOrResult, 5);
  conclude_it();
  EXPECT_EQ(result.breaks, ObligationSet{Obligation::nan});
}

TEST_F(Conclude, SettlesAllSweepsOfAResultTogether) {
  sweep().part.rules.add(kSignalingNan, 7);
  conclude_it();
  EXPECT_EQ(result.breaks, ObligationSet{Obligation::snan});
  result.sweeps.emplace_back().part.rules.add(key_of(certainly(Obligation::nan), false), 8);
  conclude_it();
  EXPECT_EQ(result.breaks, ObligationSet{Obligation::nan});
}

TEST_F(Conclude, SaysWhatEachExampleBreaks) {
  sweep().part.rules.add(kSignalingNan, 7);
  sweep().part.examples = {{kSignalingNan, 7, {}, {}, {}}};
  conclude_it();
  EXPECT_EQ(sweep().part.examples[0].mismatch.breaks, Obligation::snan);
}

TEST_F(Conclude, HoldsADeclaredBreakAgainstBoth) {
  result.declared_breaks = {Obligation::nan, Obligation::signed_zero};
  result.judgement.count[static_cast<std::size_t>(Obligation::signed_zero)] = 1;
  conclude_it();
  EXPECT_FALSE(result.as_declared);
  sweep().part.rules.add(key_of(certainly(Obligation::nan), false), 8);
  conclude_it();
  EXPECT_TRUE(result.as_declared);
  EXPECT_EQ(result.verdict, Verdict::breaks);
}

TEST_F(Conclude, IsUncheckedWhereNeitherChecksAnything) {
  result.judgement.unchecked = 9;
  sweep().part.rules.unchecked = 100;
  conclude_it();
  EXPECT_EQ(result.verdict, Verdict::unchecked);
  sweep().part.rules.unchecked = 99;
  conclude_it();
  EXPECT_EQ(result.verdict, Verdict::conforms);
}

TEST_F(Conclude, TakesTheErrorOfASweepAsItsOwn) {
  sweep().error = "timed out after 10 s";
  conclude_it();
  EXPECT_EQ(result.error, "in a sweep: timed out after 10 s");
  EXPECT_EQ(result.verdict, Verdict::error);
  EXPECT_FALSE(result.as_declared);
  sweep().error.clear();
  conclude_it();
  EXPECT_EQ(result.verdict, Verdict::conforms) << "it starts over";
}

}  // namespace
}  // namespace semcheck
