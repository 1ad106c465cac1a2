#include <gtest/gtest.h>

#include "tests/unit/reference/known_rules.h"

namespace semcheck {
namespace {

constexpr Bits kQuiet = 0x7fc00abc;
constexpr Bits kOtherQuiet = 0xffc00001;

const Operation kMax = known::max_of(Dtype::f32);

Expected expected_for(std::initializer_list<Choice> readings, Bits x, Bits z) {
  const Bits operands[] = {x, z};
  return expected(kMax, std::vector<Choice>(readings), operands);
}

Choice with_nan_result(NanResult nan_result) {
  Choice c = known::maximum(Dtype::f32);
  c.nan_result = nan_result;
  return c;
}

TEST(ExpectedSet, IsTheUnionOverAllReadings) {
  const Expected set =
      expected_for({with_nan_result(NanResult::second), with_nan_result(NanResult::canonical)}, kQuiet, kOtherQuiet);
  const Format& f = format(Dtype::f32);
  EXPECT_TRUE(allows(f, set, kOtherQuiet));
  EXPECT_TRUE(allows(f, set, 0x7fffffff));
  EXPECT_FALSE(allows(f, set, kQuiet));
  EXPECT_FALSE(allows(f, set, 0x3f800000));
}

TEST(ExpectedSet, HoldsEqualOutcomesOnce) {
  EXPECT_EQ(expected_for({with_nan_result(NanResult::first), with_nan_result(NanResult::second)}, kQuiet, 0).size(),
            1u);
}

TEST(ExpectedSet, IsUncheckedWhenOneReadingAllowsAnything) {
  Choice undefined = known::maximum(Dtype::f32);
  undefined.nan = Nan::undefined;
  EXPECT_TRUE(is_unchecked(expected_for({known::maximum(Dtype::f32), undefined}, kQuiet, 0)));
  EXPECT_FALSE(is_unchecked(expected_for({known::maximum(Dtype::f32), undefined}, 0x3f800000, 0)));
}

TEST(ExpectedSet, ClassesHoldWhatTheyName) {
  const Format& f = format(Dtype::f32);
  EXPECT_TRUE(allows(f, Expected{{OutcomeKind::any_nan, 0}}, 0x7f800001));
  EXPECT_FALSE(allows(f, Expected{{OutcomeKind::any_nan, 0}}, 0x7f800000));
  EXPECT_FALSE(allows(f, Expected{{OutcomeKind::any_quiet_nan, 0}}, 0x7f800001));
  EXPECT_TRUE(allows(f, Expected{{OutcomeKind::any_zero, 0}}, 0x80000000));
  EXPECT_FALSE(allows(f, Expected{{OutcomeKind::any_zero, 0}}, 0x00000001));
  EXPECT_TRUE(allows(f, Expected{{OutcomeKind::anything, 0}}, 0x12345678));
}

TEST(ExpectedSet, IsSpelledWithPatternsAndNames) {
  EXPECT_EQ(spell(Dtype::f32, {{OutcomeKind::exactly, 0x80000000}}), "0x80000000 (-0)");
  EXPECT_EQ(spell(Dtype::f32, {{OutcomeKind::exactly, 0}, {OutcomeKind::exactly, 0x80000000}}),
            "0x00000000 (+0) or 0x80000000 (-0)");
  EXPECT_EQ(spell(Dtype::f32, {{OutcomeKind::any_quiet_nan, 0}}), "any quiet NaN");
  EXPECT_EQ(spell(Dtype::f32, {{OutcomeKind::any_nan, 0}, {OutcomeKind::any_zero, 0}}),
            "any NaN or a zero of either sign");
  EXPECT_EQ(spell(Dtype::f32, {{OutcomeKind::anything, 0}}), "anything");
}

}  // namespace
}  // namespace semcheck
