#include "core/run/run.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/run/run_fixture.h"

namespace semcheck {
namespace {

using namespace testing;

TEST(Run, GivesAResultForEachVariantAndPath) {
  FakeDevice device;
  device.computes("right", larger).computes("wrong", seven);
  const RunReport report = run_one(spec_of({"right", "wrong"}), device);
  ASSERT_EQ(report.specs.size(), 1u);
  const std::vector<Result>& results = report.specs[0].results;
  ASSERT_EQ(results.size(), 4u);
  EXPECT_EQ(results[0].variant, "right");
  EXPECT_EQ(results[0].path, Path::cubin);
  EXPECT_EQ(results[0].verdict, Verdict::conforms);
  EXPECT_EQ(results[1].path, Path::jit);
  EXPECT_EQ(results[2].variant, "wrong");
  EXPECT_EQ(results[2].verdict, Verdict::breaks);
  EXPECT_EQ(results[2].breaks, ObligationSet{Obligation::value});
  EXPECT_EQ(results[2].judgement.cases, 9u);
  EXPECT_EQ(results[2].judgement.mismatches, 9u);
  EXPECT_EQ(report.device.name, "fake");
  EXPECT_TRUE(report.complete);
}

TEST(Run, FailsOnABreakThatIsNotDeclared) {
  FakeDevice device;
  device.computes("wrong", seven);
  EXPECT_FALSE(run_one(spec_of({"wrong"}), device).as_declared());
}

TEST(Run, PassesADeclaredBreak) {
  FakeDevice device;
  device.computes("wrong", seven);
  Spec spec = spec_of({"wrong"});
  spec.variants[0].breaks.otherwise.insert(Obligation::value);
  EXPECT_TRUE(run_one(spec, device).as_declared());
}

TEST(Run, FailsOnADeclaredBreakThatDoesNotHappen) {
  FakeDevice device;
  device.computes("right", larger);
  Spec spec = spec_of({"right"});
  spec.variants[0].breaks.otherwise.insert(Obligation::value);
  const RunReport report = run_one(spec, device);
  EXPECT_EQ(report.specs[0].results[0].verdict, Verdict::conforms);
  EXPECT_FALSE(report.as_declared());
}

TEST(Run, TakesTheBreaksThatAreDeclaredForTheBuild) {
  FakeDevice device;
  device.computes("wrong", seven);
  Spec spec = spec_of({"wrong"});
  spec.variants[0].breaks.by_target["default"].insert(Obligation::value);
  EXPECT_TRUE(run_one(spec, device).as_declared());
}

TEST(Run, ReportsAKernelThatGaveNoResultAsAnError) {
  FakeDevice device;
  device.computes("right", larger).fails_to_run("hangs", "timed out after 10 s");
  const RunReport report = run_one(spec_of({"hangs", "right"}), device);
  EXPECT_EQ(report.specs[0].results[0].verdict, Verdict::error);
  EXPECT_EQ(report.specs[0].results[0].error, "timed out after 10 s");
  EXPECT_FALSE(report.specs[0].results[0].as_declared);
  EXPECT_EQ(report.specs[0].results[2].verdict, Verdict::conforms);
}

TEST(Run, PassesAVariantThatTheArchitectureLacks) {
  FakeDevice device;
  const RunReport report = run_one(spec_of({"future"}), device.lacks("future"));
  EXPECT_EQ(report.specs[0].results[0].verdict, Verdict::unavailable);
  EXPECT_EQ(report.specs[0].results[0].error, "needs sm_100");
  EXPECT_TRUE(report.as_declared());
}

TEST(Run, ReportsCasesOfWhichAnythingIsAllowedAsUnchecked) {
  FakeDevice device;
  device.computes("any", [](Bits, Bits) { return Bits{0x7fc00000}; });
  Spec spec = spec_of({"any"});
  spec.operation = given::operation("max_f32", OperationKind::max, Dtype::f32, {Dtype::f32, Dtype::f32});
  spec.rules = default_rules(Dtype::f32);
  spec.rules.set(Obligation::infinity, Infinity::undefined);
  spec.builds[0].rules = spec.rules;
  spec.inputs.matrices[0].floating = {"+inf"};
  const RunReport report = run_one(spec, device);
  EXPECT_EQ(report.specs[0].results[0].verdict, Verdict::unchecked);
  EXPECT_TRUE(report.as_declared());
}

TEST(Run, ChecksLawsOnResultsThatTheCasesDoNotHold) {
  FakeDevice device;
  // Commutative, and not associative: f(f(0, 1), 255) = f(7, 255) = 2, f(0, f(1, 255)) = f(0, 7) = 7.
  device.computes("strange", [](Bits x, Bits z) {
    if (x == 7 && z == 255) return Bits{2};
    return Bits{7};
  });
  Spec spec = spec_of({"strange"});
  spec.laws.insert(Obligation::associative);
  const RunReport report = run_one(spec, device);
  EXPECT_TRUE(report.specs[0].results[0].breaks.contains(Obligation::associative));
}

TEST(Run, CompilesTheChosenBuildsAndVariantsOnly) {
  FakeDevice device;
  device.computes("one", larger).computes("two", larger);
  Spec spec = spec_of({"one", "two"});
  spec.builds.push_back(spec.builds[0]);
  spec.builds[1].name = "fast";
  RunOptions options;
  options.builds = {"fast"};
  options.variants = {"two"};
  const RunReport report = run_one(spec, device, options);
  EXPECT_EQ(device.compiled, std::vector<std::string>{"fast"});
  ASSERT_EQ(report.specs[0].results.size(), 2u);
  EXPECT_EQ(report.specs[0].results[0].variant, "two");
}

TEST(Run, LeavesOutWhatAnInterruptKeptFromItsEnd) {
  FakeDevice device;
  std::atomic<bool> interrupted = false;
  RunOptions options;
  options.interrupted = &interrupted;
  device.computes("first", [&](Bits x, Bits z) {
    interrupted = true;
    return larger(x, z);
  });
  device.computes("second", larger);
  const RunReport report = run_one(spec_of({"first", "second"}), device, options);
  EXPECT_FALSE(report.complete);
  ASSERT_EQ(report.specs[0].results.size(), 1u);
  EXPECT_EQ(report.specs[0].results[0].variant, "first");
}

TEST(Run, StopsBetweenBuildsWhenInterruptedAndSaysSo) {
  FakeDevice device;
  device.computes("right", larger);
  std::atomic<bool> interrupted = false;
  RunOptions options;
  options.interrupted = &interrupted;
  options.progress = [&](const Progress& progress) { interrupted = progress.done == 1; };
  Spec spec = spec_of({"right"});
  spec.builds.push_back(spec.builds[0]);
  spec.builds[1].name = "second";
  const RunReport report = run_one(spec, device, options);
  EXPECT_FALSE(report.complete);
  EXPECT_EQ(report.specs[0].results.size(), 2u);
}

TEST(Run, TakesTheSeedOfTheOptions) {
  FakeDevice device;
  std::vector<Bits> seen;
  device.computes("right", [&](Bits x, Bits z) {
    seen.push_back(x);
    return larger(x, z);
  });
  Spec spec = spec_of({"right"});
  spec.inputs.random.count = 100;
  EXPECT_EQ(run_one(spec, device).specs[0].seed, 1u);
  const std::vector<Bits> of_the_spec = std::exchange(seen, {});
  RunOptions options;
  options.seed = 2;
  EXPECT_EQ(run_one(spec, device, options).specs[0].seed, 2u);
  EXPECT_NE(seen, of_the_spec);
}

TEST(Run, HoldsEachKernelToTheRulesOfItsPath) {
  FakeDevice device;
  device.computes("unsigned", larger);
  Spec spec = spec_of({"unsigned"});
  spec.operation = given::operation("max_s8", OperationKind::max, Dtype::s8, {Dtype::s8, Dtype::s8});
  spec.rules = default_rules(Dtype::s8);
  spec.builds[0].rules = spec.rules;
  spec.inputs.matrices[0].integer = {"0", "-1"};
  // The larger of two patterns is the larger of two unsigned numbers.
  Guard guard;
  guard.path = "jit";
  guard.rules.set(Obligation::signedness, Signedness::as_unsigned);
  spec.guards = {guard};
  const std::vector<Result> results = run_one(spec, device).specs[0].results;
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].breaks, ObligationSet{Obligation::signedness});
  EXPECT_EQ(results[1].verdict, Verdict::conforms);
  EXPECT_TRUE(results[1].rules.allows(Obligation::signedness, Signedness::as_unsigned));
  EXPECT_FALSE(results[0].rules.allows(Obligation::signedness, Signedness::as_unsigned));
}

}  // namespace
}  // namespace semcheck
