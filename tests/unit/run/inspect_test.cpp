#include "core/run/inspect.h"

#include <gtest/gtest.h>

#include "tests/unit/run/code.h"
#include "tests/unit/run/run_fixture.h"

namespace semcheck {
namespace {

using namespace testing;

/// ternary and branch have the same code, fmaxf another.
FakeDevice three_variants() {
  FakeDevice device;
  device.reads("fmaxf", direct_sass()).reads("fmaxf", direct_ptx());
  for (const char* variant : {"ternary", "branch"}) device.reads(variant, select_sass()).reads(variant, select_ptx());
  return device;
}

std::vector<std::string> names_of(const SpecInspection& inspection) {
  std::vector<std::string> names;
  for (const InspectedCode& code : inspection.codes)
    names.push_back(code.variant->name + " " + code.build->name + " " + code.arch);
  return names;
}

TEST(Inspect, ReadsEveryVariantForEveryBuildAndArchitecture) {
  FakeDevice device = three_variants();
  std::vector<Spec> specs = {testing::spec_of({"fmaxf", "ternary"})};
  specs[0].builds.push_back(specs[0].builds[0]);
  specs[0].builds[1].name = "old";
  specs[0].builds[1].arch = "sm_75";
  EXPECT_EQ(names_of(inspect(specs, device, {}).specs.at(0)),
            (std::vector<std::string>{"fmaxf default sm_90", "fmaxf old sm_75", "ternary default sm_90",
                                      "ternary old sm_75"}));
  InspectOptions options;
  options.archs = {"sm_80", "sm_90"};
  options.variants = {"ternary"};
  options.builds = {"old"};
  EXPECT_EQ(names_of(inspect(specs, device, options).specs.at(0)),
            (std::vector<std::string>{"ternary old sm_80", "ternary old sm_90"}));
}

TEST(Inspect, ReadsOnlyTheLanguagesThatAreAskedFor) {
  FakeDevice device = three_variants();
  const std::vector<Spec> specs = {testing::spec_of({"fmaxf"})};
  InspectOptions options;
  options.languages = {CodeLanguage::ptx};
  const InspectionReport report = inspect(specs, device, options);
  const InspectedCode& code = report.specs.at(0).codes.at(0);
  ASSERT_TRUE(code.ptx && code.ptx->facts);
  EXPECT_EQ(code.ptx->facts->form, CodeForm::direct);
  EXPECT_FALSE(code.sass.has_value());
}

TEST(Inspect, SaysWhichCodeIsTheSame) {
  FakeDevice device = three_variants();
  const std::vector<Spec> specs = {testing::spec_of({"fmaxf", "ternary", "branch"})};
  const std::vector<InspectedCode> codes = inspect(specs, device, {}).specs.at(0).codes;
  ASSERT_EQ(codes.size(), 3u);
  EXPECT_EQ(codes[0].same_sass, std::nullopt);
  EXPECT_EQ(codes[1].same_sass, std::nullopt);
  EXPECT_EQ(codes[2].same_sass, 1u);
  EXPECT_EQ(codes[2].same_ptx, 1u);
}

TEST(Inspect, TakesCodeThatDiffersInNamesOfLabelsForTheSame) {
  const auto loop = [](const std::string& label, const std::string& target) {
    return code(CodeLanguage::ptx, CodeForm::other,
                {{label + ":", InstructionKind::control}, {"bra " + target + ";", InstructionKind::branch}});
  };
  FakeDevice device;
  device.reads("first", loop("$L__BB0_1", "$L__BB0_1")).reads("moved", loop("$L__BB1_4", "$L__BB1_4"));
  device.reads("other", loop("$L__BB2_1", "$L__BB2_2"));
  const std::vector<Spec> specs = {testing::spec_of({"first", "moved", "other"})};
  const std::vector<InspectedCode> codes = inspect(specs, device, {}).specs.at(0).codes;
  EXPECT_EQ(codes.at(1).same_ptx, 0u);
  EXPECT_EQ(codes.at(2).same_ptx, std::nullopt);
}

TEST(Inspect, HoldsCodeAgainstItsRequirements) {
  FakeDevice device = three_variants();
  std::vector<Spec> specs = {testing::spec_of({"fmaxf", "ternary"})};
  for (Variant& variant : specs[0].variants) variant.inspect = {requires_form({CodeForm::direct})};
  const InspectionReport report = inspect(specs, device, {});
  EXPECT_FALSE(report.as_declared());
  EXPECT_TRUE(report.specs[0].codes[0].as_declared());
  EXPECT_EQ(report.specs[0].codes[1].check.unmet,
            std::vector<std::string>{"SASS form is compare_select, required direct"});
  specs[0].variants[1].breaks.otherwise = {Obligation::inspect};
  EXPECT_TRUE(inspect(specs, device, {}).as_declared());
  specs[0].variants[0].breaks.otherwise = {Obligation::inspect};
  EXPECT_FALSE(inspect(specs, device, {}).as_declared()) << "declared to break, but does not";
}

TEST(Inspect, TakesWhatAnArchitectureLacksForNoFailure) {
  FakeDevice device = three_variants();
  device.lacks("ternary");
  std::vector<Spec> specs = {testing::spec_of({"fmaxf", "ternary"})};
  specs[0].variants[1].inspect = {requires_form({CodeForm::direct})};
  const InspectionReport report = inspect(specs, device, {});
  EXPECT_TRUE(report.as_declared());
  EXPECT_TRUE(report.specs[0].codes[1].unavailable);
  EXPECT_EQ(report.specs[0].codes[1].error, "needs sm_100");
  EXPECT_FALSE(report.specs[0].codes[1].sass.has_value());
}

TEST(Inspect, StopsWhereItIsInterrupted) {
  FakeDevice device = three_variants();
  const std::vector<Spec> specs = {testing::spec_of({"fmaxf"})};
  const std::atomic<bool> interrupted = true;
  InspectOptions options;
  options.interrupted = &interrupted;
  const InspectionReport report = inspect(specs, device, options);
  EXPECT_FALSE(report.complete);
  EXPECT_TRUE(report.specs.at(0).codes.empty());
}

TEST(Inspect, CountsItsCompilations) {
  FakeDevice device = three_variants();
  const std::vector<Spec> specs = {testing::spec_of({"fmaxf"})};
  InspectOptions options;
  options.archs = {"sm_75", "sm_80", "sm_90"};
  std::size_t last = 0;
  options.progress = [&](const Progress& progress) {
    EXPECT_EQ(progress.total, 3u);
    EXPECT_EQ(progress.done, ++last);
  };
  inspect(specs, device, options);
  EXPECT_EQ(last, 3u);
}

}  // namespace
}  // namespace semcheck
