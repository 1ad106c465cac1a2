#include "core/judge/settle.h"

#include <gtest/gtest.h>

#include "tests/unit/operation.h"

namespace semcheck {
namespace {

using O = Obligation;

const Operation kMax = given::operation("max", OperationKind::max, Dtype::f32, {Dtype::f32, Dtype::f32});
const Operation kClamp = operation_over(OperationKind::clamp, Dtype::f32);

SuspicionKey quiet(Suspicion suspicion) {
  return key_of(suspicion, false);
}
SuspicionKey signaling(Suspicion suspicion) {
  return key_of(suspicion, true);
}

O settled(const Operation& operation, const ObligationSet& proved, SuspicionKey key,
          std::vector<SuspicionKey> others = {}) {
  others.push_back(key);
  return settle(operation, proved, others).at(key);
}

constexpr Suspicion kDoubt = {O::signed_zero, O::subnormal, O::tie};

TEST(Settle, TakesTheLikeliestWhereNothingIsProved) {
  EXPECT_EQ(settled(kMax, {}, quiet(kDoubt)), O::signed_zero);
}

TEST(Settle, TakesTheFirstThatOtherResultsProve) {
  EXPECT_EQ(settled(kMax, {}, quiet(kDoubt), {quiet(certainly(O::subnormal))}), O::subnormal);
  EXPECT_EQ(settled(kMax, {}, quiet(kDoubt), {signaling(certainly(O::tie))}), O::tie);
  EXPECT_EQ(settled(kMax, {}, quiet(kDoubt), {quiet(certainly(O::tie)), quiet(certainly(O::subnormal))}), O::subnormal);
  EXPECT_EQ(settled(kMax, {}, quiet(kDoubt), {quiet(certainly(O::subnormal)), quiet(certainly(O::signed_zero))}),
            O::signed_zero);
}

TEST(Settle, IsNotSwayedByOtherDoubts) {
  EXPECT_EQ(settled(kMax, {}, quiet(kDoubt), {quiet({O::subnormal, O::nan})}), O::signed_zero);
}

TEST(Settle, GoesByWhatWasProvedElsewhere) {
  EXPECT_EQ(settled(kMax, {O::subnormal}, quiet(kDoubt)), O::subnormal);
  EXPECT_EQ(settled(kMax, {O::tie}, quiet(kDoubt)), O::tie);
  EXPECT_EQ(settled(kMax, {O::signed_zero, O::subnormal}, quiet(kDoubt)), O::signed_zero);
}

TEST(Settle, DoesNotTakeAWrongValueForAThirdExplanation) {
  EXPECT_EQ(settled(kMax, {O::value}, quiet({O::nan, O::tie})), O::nan);
}

TEST(Settle, BlamesSignalingNansForWhatNoOtherOperandShows) {
  const SuspicionKey nan = signaling(certainly(O::nan));
  EXPECT_EQ(settled(kMax, {}, nan), O::snan);
  EXPECT_EQ(settled(kMax, {}, nan, {quiet(certainly(O::nan))}), O::nan);
  EXPECT_EQ(settled(kMax, {}, nan, {quiet(certainly(O::tie))}), O::snan);
  EXPECT_EQ(settled(kMax, {O::nan}, nan), O::nan);
  EXPECT_EQ(settled(kMax, {}, signaling(certainly(O::value))), O::value);
  EXPECT_EQ(settled(kClamp, {}, signaling(certainly(O::clamp_form))), O::snan);
}

TEST(Settle, DoesNotBlameThemWhereTheOperationHasNoRuleOfThem) {
  const Operation gradient = operation_over(OperationKind::relu_grad, Dtype::f32);
  EXPECT_EQ(settled(gradient, {}, signaling(certainly(O::nan))), O::nan);
}

TEST(Settle, LeavesLawsToThemselves) {
  EXPECT_EQ(settled(kMax, {}, quiet(certainly(O::commutative)), {quiet(kDoubt)}), O::commutative);
}

}  // namespace
}  // namespace semcheck
