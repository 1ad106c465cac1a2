#include "core/run/infer.h"

#include <gtest/gtest.h>

#include <bit>

#include "tests/unit/operation.h"
#include "tests/unit/run/fake_device.h"

namespace semcheck {
namespace {

using testing::FakeDevice;

/// A maximum of floats over numbers, zeros and NaNs, with one variant.
Spec spec_of_max() {
  Spec spec;
  spec.operation = given::operation("max_f32", OperationKind::max, Dtype::f32, {Dtype::f32, Dtype::f32});
  spec.rules = default_rules(Dtype::f32);
  Matrix matrix;
  matrix.floating = {"+0", "-0", "1", "+inf", "+qnan", "-qnan", "+qnan(5)", "+snan(1)", "+min_subnormal"};
  spec.inputs.matrices = {matrix};
  spec.variants.emplace_back().name = "variant";
  Build build;
  build.rules = spec.rules;
  spec.builds = {build};
  return spec;
}

Inference infer_with(FakeDevice& device, const std::vector<Profile>& profiles = {}) {
  const Spec spec = spec_of_max();
  return infer(spec, spec.variants.front(), profiles, device, {});
}

/// C17 6.5.15 with a relation that is false for a NaN, executed on this host: the chosen operand's bits come out.
Bits greater_or_equal(Bits x, Bits z) {
  const auto value = [](Bits b) { return std::bit_cast<float>(static_cast<std::uint32_t>(b)); };
  return value(x) >= value(z) ? x : z;
}

Profile profile_of(const std::string& name, Nan nan, Tie tie) {
  Profile profile{name, "", "", {OperationKind::max}, {Dtype::f32}, {}, {}};
  profile.rules.set(Obligation::nan, nan);
  profile.rules.set(Obligation::nan_result, NanResult::selected);
  profile.rules.set(Obligation::snan, Snan::verbatim);
  profile.rules.set(Obligation::signed_zero, SignedZero::equal);
  profile.rules.set(Obligation::tie, tie);
  return profile;
}

// x >= z ? x : z: the second operand on a NaN, the first on a tie, bits copied.
TEST(Infer, FindsTheRulesOfACompareSelect) {
  FakeDevice device;
  const Inference inference = infer_with(device.computes("variant", greater_or_equal));
  ASSERT_TRUE(inference.behaviour.explained);
  const Rules& rules = inference.behaviour.values;
  EXPECT_EQ(spell_rule(rules, Obligation::nan), "nan = \"second\"");
  EXPECT_EQ(spell_rule(rules, Obligation::nan_result), "nan_result = \"selected\"");
  EXPECT_EQ(spell_rule(rules, Obligation::snan), "snan = \"verbatim\"");
  EXPECT_EQ(spell_rule(rules, Obligation::signed_zero), "signed_zero = \"equal\"");
  EXPECT_EQ(spell_rule(rules, Obligation::tie), "tie = \"first\"");
  EXPECT_EQ(inference.cases, 81u);
}

TEST(Infer, TellsEqualProfilesFromNearOnes) {
  FakeDevice device;
  const Inference inference =
      infer_with(device.computes("variant", greater_or_equal),
                 {profile_of("far", Nan::first, Tie::second), profile_of("near", Nan::second, Tie::second),
                  profile_of("same", Nan::second, Tie::first)});
  EXPECT_EQ(inference.equals, std::vector<std::string>{"same"});
  ASSERT_EQ(inference.nearest.size(), 2u);
  EXPECT_EQ(inference.nearest[0].profile, "near");
  EXPECT_EQ(inference.nearest[0].differs, ObligationSet{Obligation::tie});
  EXPECT_EQ(inference.nearest[1].differs, (ObligationSet{Obligation::nan, Obligation::tie}));
}

TEST(Infer, LeavesOutProfilesOfOtherOperationsAndDtypes) {
  FakeDevice device;
  Profile min = profile_of("min", Nan::second, Tie::first);
  min.operations = {OperationKind::min};
  Profile f64 = profile_of("f64", Nan::second, Tie::first);
  f64.dtypes = {Dtype::f64};
  const Inference inference = infer_with(device.computes("variant", greater_or_equal), {min, f64});
  EXPECT_TRUE(inference.equals.empty());
  EXPECT_TRUE(inference.nearest.empty());
}

TEST(Infer, SaysThatNothingExplainsASum) {
  FakeDevice device;
  EXPECT_FALSE(infer_with(device.computes("variant", [](Bits x, Bits z) { return x + z; })).behaviour.explained);
}

TEST(Infer, PassesOnWhyThereIsNoResult) {
  FakeDevice device;
  EXPECT_EQ(infer_with(device.fails_to_run("variant", "timed out after 10 s")).error, "timed out after 10 s");
}

}  // namespace
}  // namespace semcheck
