#include <gtest/gtest.h>

#include "core/run/run.h"
#include "tests/unit/run/run_fixture.h"

namespace semcheck {
namespace {

using namespace testing;

/// A maximum with other supplies than arrays.
Spec supplied(std::vector<Supply> supplies, const std::string& variant = "max") {
  Spec spec = spec_of({variant});
  spec.inputs.supplies = {Supply::array};
  spec.inputs.supplies.insert(spec.inputs.supplies.end(), supplies.begin(), supplies.end());
  return spec;
}

TEST(RunSupplies, JudgesEachSupplyOnceOverAllItsFeeds) {
  FakeDevice device;
  device.computes("max", larger);
  const Spec spec = supplied({Supply::literal, Supply::argument, Supply::tail});
  const std::vector<Result> results = run_one(spec, device).specs[0].results;
  ASSERT_EQ(results.size(), 8u);
  EXPECT_EQ(results[0].supply, "array");
  EXPECT_EQ(results[1].supply, "literal");
  EXPECT_EQ(results[2].supply, "argument");
  EXPECT_EQ(results[3].supply, "tail");
  EXPECT_EQ(results[4].path, Path::jit);
  for (const Result& result : results) EXPECT_EQ(result.verdict, Verdict::conforms) << result.supply;
  // Each operand is 0, 1 and 255 and meets these three values.
  EXPECT_EQ(results[1].judgement.cases, 18u);
  EXPECT_EQ(results[2].judgement.cases, 18u);
}

TEST(RunSupplies, NamesTheSupplyThatGivesOtherBitsThanArray) {
  FakeDevice device;
  device.computes_by_feed("max", [](const Feed& feed, Bits x, Bits z) {
    const bool folded = feed.supply == Supply::literal && feed.operand == 1 && z == 255;
    return folded ? Bits{254} : larger(x, z);
  });
  const RunReport report = run_one(supplied({Supply::literal, Supply::constant}), device);
  const std::vector<Result>& results = report.specs[0].results;
  EXPECT_EQ(results[0].verdict, Verdict::conforms);
  EXPECT_EQ(results[1].breaks, (ObligationSet{Obligation::value, Obligation::supply_invariant}));
  EXPECT_EQ(results[2].verdict, Verdict::conforms);
  EXPECT_FALSE(report.as_declared());
  ASSERT_FALSE(results[1].judgement.examples.empty());
  const Mismatch& example = results[1].judgement.examples.back();
  EXPECT_EQ(example.breaks, Obligation::supply_invariant);
  EXPECT_EQ(example.operands[1], 255u);
  EXPECT_EQ(example.expected, (Expected{{OutcomeKind::exactly, 255}}));
  EXPECT_EQ(example.actual, 254u);
  EXPECT_EQ(example.supplied, "literal z");
}

TEST(RunSupplies, DemandsTheBitsOfArrayWhateverTheRulesLeaveOpen) {
  FakeDevice device;
  device.computes_by_feed("max", [](const Feed& feed, Bits, Bits) -> Bits {
    return feed.supply == Supply::array ? 0x7fc00001 : 0x7fc00002;
  });
  Spec spec = supplied({Supply::constant});
  spec.operation = given::operation("max_f32", OperationKind::max, Dtype::f32, {Dtype::f32, Dtype::f32});
  spec.rules = default_rules(Dtype::f32);
  spec.rules.set(Obligation::nan_result, NanResult::any);
  spec.builds[0].rules = spec.rules;
  spec.inputs.matrices[0].floating = {"+qnan"};
  spec.inputs.matrices[0].integer.clear();
  const std::vector<Result> results = run_one(spec, device).specs[0].results;
  EXPECT_EQ(results[0].breaks, ObligationSet());
  EXPECT_TRUE(results[1].breaks.contains(Obligation::supply_invariant));
  // Rules of its own make a supply another function.
  Guard guard;
  guard.supply = Supply::constant;
  guard.rules.set(Obligation::nan_result, NanResult::canonical);
  spec.guards = {guard};
  const std::vector<Result> guarded = run_one(spec, device).specs[0].results;
  EXPECT_FALSE(guarded[1].breaks.contains(Obligation::supply_invariant));
  EXPECT_TRUE(guarded[1].breaks.contains(Obligation::nan_result));
  EXPECT_EQ(guarded[1].not_compared, "other rules hold for this supply");
}

TEST(RunSupplies, TakesTheBreaksThatAreDeclaredForASupply) {
  FakeDevice device;
  device.computes_by_feed(
      "max", [](const Feed& feed, Bits x, Bits z) { return feed.supply == Supply::vector4 ? Bits{7} : larger(x, z); });
  Spec spec = supplied({Supply::vector2, Supply::vector4});
  spec.variants[0].breaks.by_target["vector4"] = {Obligation::value, Obligation::supply_invariant};
  EXPECT_TRUE(run_one(spec, device).as_declared());
}

TEST(RunSupplies, DeclaresLawsForArrayOnly) {
  FakeDevice device;
  device.computes("max", seven);
  Spec spec = supplied({Supply::in_place});
  spec.laws.insert(Obligation::idempotent);
  spec.variants[0].breaks.otherwise = {Obligation::value, Obligation::idempotent};
  const RunReport report = run_one(spec, device);
  EXPECT_TRUE(report.as_declared());
  EXPECT_TRUE(report.specs[0].results[0].breaks.contains(Obligation::idempotent));
  EXPECT_EQ(report.specs[0].results[1].declared_breaks, ObligationSet{Obligation::value});
}

TEST(RunSupplies, DoesNotRunTheSuppliesOfAVariantWhoseArrayKernelFails) {
  FakeDevice device;
  device.computes("max", larger).fails_under("max", Supply::array, "timed out after 10 s");
  const std::vector<Result> results = run_one(supplied({Supply::literal}), device).specs[0].results;
  EXPECT_EQ(results[0].error, "timed out after 10 s");
  EXPECT_EQ(results[1].verdict, Verdict::error);
  EXPECT_EQ(results[1].error, "not run, since array gave no result");
  EXPECT_EQ(results[1].not_compared, "array gave no result to compare with");
}

TEST(RunSupplies, LetsASupplyThatFailsCostItselfOnly) {
  FakeDevice device;
  device.computes("max", larger).fails_under("max", Supply::literal, "trap");
  const std::vector<Result> results = run_one(supplied({Supply::literal, Supply::constant}), device).specs[0].results;
  EXPECT_EQ(results[0].verdict, Verdict::conforms);
  EXPECT_EQ(results[1].error, "trap");
  EXPECT_EQ(results[2].verdict, Verdict::conforms);
}

TEST(RunSupplies, TakesTheSuppliesOfTheOptionsInsteadOfTheSpecs) {
  FakeDevice device;
  device.computes("max", larger);
  RunOptions options;
  options.supplies = {Supply::tail, Supply::array};
  const std::vector<Result> results = run_one(supplied({Supply::literal}), device, options).specs[0].results;
  ASSERT_EQ(results.size(), 4u);
  EXPECT_EQ(results[0].supply, "array");
  EXPECT_EQ(results[1].supply, "tail");
}

TEST(RunSupplies, CountsTheExecutionsOfEachFeedAsProgress) {
  FakeDevice device;
  device.computes("max", larger);
  std::vector<std::string> seen;
  RunOptions options;
  options.progress = [&](const Progress& progress) {
    EXPECT_EQ(progress.done, seen.size());
    EXPECT_EQ(progress.total, 3u);
    seen.push_back(progress.what);
  };
  run_one(supplied({Supply::in_place}), device, options);
  EXPECT_EQ(seen,
            (std::vector<std::string>{"max_u8 [default]", "max_u8 [default, in_place]", "max_u8 [default, in_place]"}));
}

}  // namespace
}  // namespace semcheck
