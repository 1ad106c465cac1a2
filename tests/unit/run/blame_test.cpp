#include "core/run/blame.h"

#include <gtest/gtest.h>

#include "tests/unit/run/run_fixture.h"

namespace semcheck {
namespace {

using namespace testing;

constexpr Bits kWrong = 1, kRight = 2, kOther = 3;

TEST(Blame, NamesTheSourceWhenExactTypesGiveTheSame) {
  EXPECT_EQ(blame({Path::ptx, kWrong, kWrong, kWrong, {}, {}, {}}), Layer::source);
}

TEST(Blame, NamesTheFrontEndWhenThePtxIsNotTheSource) {
  EXPECT_EQ(blame({Path::cubin, kWrong, kRight, kWrong, {}, {}, {}}), Layer::front_end);
}

TEST(Blame, GoesNoFurtherThanThePtxWithoutTheSource) {
  EXPECT_EQ(blame({Path::cubin, kWrong, {}, kWrong, {}, {}, {}}), Layer::unknown);
}

TEST(Blame, NamesPtxasWhenOnlyTheCubinLeavesThePtx) {
  EXPECT_EQ(blame({Path::cubin, kWrong, kRight, kRight, kRight, kWrong, kRight}), Layer::ptxas);
}

TEST(Blame, NamesTheDriverWhenOnlyItsCompilerLeavesThePtx) {
  EXPECT_EQ(blame({Path::jit, kWrong, kRight, kRight, kRight, kWrong, kRight}), Layer::driver);
}

TEST(Blame, NamesPtxasWhenBothAssemblersLeaveThePtxButNotAtLevelZero) {
  EXPECT_EQ(blame({Path::cubin, kWrong, kRight, kRight, kWrong, kRight, kRight}), Layer::ptxas);
  EXPECT_EQ(blame({Path::jit, kWrong, kRight, kRight, kWrong, kRight, kRight}), Layer::ptxas);
}

TEST(Blame, NamesTheHardwareWhenEveryPathAndLevelAgreesAgainstThePtx) {
  EXPECT_EQ(blame({Path::cubin, kWrong, kRight, kRight, kWrong, kWrong, kWrong}), Layer::hardware);
}

TEST(Blame, DoesNotAccuseTheHardwareWhenALevelCouldNotBeAsked) {
  EXPECT_EQ(blame({Path::cubin, kWrong, kRight, kRight, kWrong, kWrong, {}}), Layer::unknown);
}

TEST(Blame, NamesTheDriverWhenItsPathIsTheOnlyOneAndAnotherLevelKeepsThePtx) {
  EXPECT_EQ(blame({Path::jit, kWrong, kRight, kRight, {}, kRight, {}}), Layer::driver);
}

TEST(Blame, NamesTheSourceFirstWhateverTheInterpreterSays) {
  EXPECT_EQ(blame({Path::cubin, kWrong, kWrong, kRight, kWrong, kWrong, kWrong}), Layer::source);
}

TEST(Blame, LeavesOpenWhatThreeVoicesTellDifferently) {
  EXPECT_EQ(blame({Path::cubin, kWrong, kRight, kRight, kWrong, kOther, kWrong}), Layer::unknown);
}

TEST(Blame, AccusesNoCompilerOfWhatAtomicsDoInAnotherOrder) {
  EXPECT_EQ(blame({Path::cubin, kWrong, kRight, kRight, kRight, kWrong, kRight, true}), Layer::unknown);
}

TEST(Blame, TrustsTheSourceWhereTheInterpreterCannotRunThePtx) {
  EXPECT_EQ(blame({Path::cubin, kWrong, kWrong, {}, {}, {}, {}}), Layer::source);
  EXPECT_EQ(blame({Path::cubin, kWrong, kRight, {}, {}, {}, {}}), Layer::unknown);
}

TEST(Blame, HasARowForEachLayer) {
  for (const LayerRow& row : layers()) {
    EXPECT_FALSE(row.summary.empty()) << row.name;
    EXPECT_FALSE(row.explanation.empty()) << row.name;
  }
}

/// The blames of the first result, `cubin`, of one variant.
std::vector<Blame> blames_of(FakeDevice& device, const std::string& variant) {
  return run_one(spec_of({variant}), device).specs[0].results[0].blames;
}

TEST(RunBlames, FollowsEveryMismatchToItsLayer) {
  FakeDevice device;
  device.computes("wrong", seven);
  const std::vector<Blame> blames = blames_of(device, "wrong");
  ASSERT_EQ(blames.size(), 1u);
  EXPECT_EQ(blames[0].breaks, Obligation::value);
  EXPECT_EQ(blames[0].layer, Layer::source);
  EXPECT_EQ(blames[0].mismatches, 9u);
}

TEST(RunBlames, TellsAFrontEndThatFolds) {
  FakeDevice device;
  device.computes("folded", seven).computes_at("folded", "exact", larger);
  const std::vector<Blame> blames = blames_of(device, "folded");
  ASSERT_EQ(blames.size(), 1u);
  EXPECT_EQ(blames[0].layer, Layer::front_end);
  EXPECT_NE(blames[0].evidence.find("over exact types, 0x"), std::string::npos) << blames[0].evidence;
}

TEST(RunBlames, TellsPtxasFromTheDriver) {
  FakeDevice device;
  device.computes("a", larger).computes_at("a", "cubin", seven).computes_at("a", "cubin0", seven);
  EXPECT_EQ(blames_of(device, "a")[0].layer, Layer::ptxas);
  device.computes("b", larger).computes_at("b", "jit", seven).computes_at("b", "jit0", seven);
  const RunReport report = run_one(spec_of({"b"}), device);
  EXPECT_TRUE(report.specs[0].results[0].blames.empty());
  ASSERT_EQ(report.specs[0].results[1].blames.size(), 1u);
  EXPECT_EQ(report.specs[0].results[1].blames[0].layer, Layer::driver);
}

TEST(RunBlames, TellsALevelFromTheHardware) {
  FakeDevice device;
  device.computes("a", seven).computes_at("a", "ptx", larger).computes_at("a", "exact", larger);
  EXPECT_EQ(blames_of(device, "a")[0].layer, Layer::hardware);
  device.computes_at("a", "cubin0", larger);
  const std::vector<Blame> blames = blames_of(device, "a");
  EXPECT_EQ(blames[0].layer, Layer::ptxas);
  EXPECT_NE(blames[0].evidence.find("cubin at another level keeps it"), std::string::npos) << blames[0].evidence;
}

TEST(RunBlames, SaysWhyTheSourceWasNotCarried) {
  FakeDevice device;
  device.computes("asm", seven).is_not_carried("asm", "inline PTX takes no class type");
  const std::vector<Blame> blames = blames_of(device, "asm");
  EXPECT_EQ(blames[0].layer, Layer::unknown);
  EXPECT_NE(blames[0].evidence.find("inline PTX takes no class type"), std::string::npos) << blames[0].evidence;
}

TEST(RunBlames, KeepsLayersOfOneRuleApart) {
  FakeDevice device;
  const auto first_is_right = [](Bits x, Bits z) { return x == 0 && z == 0 ? larger(x, z) : seven(x, z); };
  device.computes("both", seven).computes_at("both", "exact", first_is_right).computes_at("both", "ptx", seven);
  const std::vector<Blame> blames = blames_of(device, "both");
  ASSERT_EQ(blames.size(), 2u);
  EXPECT_EQ(blames[0].mismatches + blames[1].mismatches, 9u);
}

TEST(RunBlames, ReportsBuildsThatDifferInTheirLevelOnlyAsTheOptimisers) {
  FakeDevice device;
  device.computes("a", larger).computes_at("a", "cubin0", seven);
  Spec spec = spec_of({"a"});
  spec.builds.push_back(spec.builds[0]);
  spec.builds[1].name = "o0";
  spec.builds[1].ptxas_level = 0;
  const RunReport report = run_one(spec, device);
  ASSERT_EQ(report.specs[0].differences.size(), 1u);
  EXPECT_EQ(report.specs[0].differences[0].layer, Layer::optimiser);
  spec.builds[1].options = {"-DX=1"};
  EXPECT_EQ(run_one(spec, device).specs[0].differences[0].layer, Layer::unknown);
}

TEST(RunBlames, ReportsPathsThatDifferWithTheLayer) {
  FakeDevice device;
  device.computes("a", larger).computes_at("a", "jit", seven);
  const RunReport report = run_one(spec_of({"a"}), device);
  ASSERT_EQ(report.specs[0].differences.size(), 1u);
  const Difference& difference = report.specs[0].differences[0];
  EXPECT_EQ(difference.layer, Layer::driver);
  EXPECT_EQ(difference.first, 0u);
  EXPECT_EQ(difference.second, 1u);
}

}  // namespace
}  // namespace semcheck
