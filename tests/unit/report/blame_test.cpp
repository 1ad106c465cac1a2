#include "core/report/blame.h"

#include <gtest/gtest.h>

#include "core/report/junit.h"
#include "core/report/text.h"
#include "tests/unit/report/sample.h"

namespace semcheck {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(BlameReport, NamesTheLayerBehindTheVerdictAndTheEvidenceBelowTheExamples) {
  const Spec spec = sample::spec();
  const std::string text = text_report(sample::report(spec, {sample::blamed(sample::breaking_signed_zero("a"))}), {});
  EXPECT_TRUE(contains(text, "breaks signed_zero; not declared (front end)\n")) << text;
  EXPECT_TRUE(contains(text,
                       "        front end: signed_zero: (-0, +0) is 0x00000000 over exact types, 0x80000000 by its "
                       "PTX\n"))
      << text;
}

TEST(BlameReport, TellsTheSourceOnlyWhereEverythingIsShown) {
  Result result = sample::breaking_signed_zero("a");
  result.blames = {{Obligation::signed_zero, Layer::source, 1, "(-0, +0) is 0x80000000 over exact types too"}};
  EXPECT_EQ(blame_lines(result, false), std::vector<std::string>{});
  EXPECT_EQ(blame_lines(result, true),
            std::vector<std::string>{"source: signed_zero: (-0, +0) is 0x80000000 over exact types too"});
}

TEST(BlameReport, NamesTheDeepestLayerFirst) {
  Result result = sample::breaking_signed_zero("a");
  result.blames = {{Obligation::nan, Layer::source, 3, "s"}, {Obligation::nan_result, Layer::ptxas, 1, "p"}};
  EXPECT_EQ(layer_of(result), "ptxas, source");
}

TEST(BlameReport, PrintsTheFlagsInEffectOfEveryBuild) {
  const Spec spec = sample::spec();
  const std::string text = text_report(sample::report(spec, {sample::blamed(sample::breaking_signed_zero("a"))}), {});
  EXPECT_TRUE(contains(text, "  build default  NVRTC 13.0, fmad=true ftz=false\n")) << text;
}

TEST(BlameReport, PutsLayerAndFlagsIntoJunit) {
  const Spec spec = sample::spec();
  const std::string xml = junit_report(sample::report(spec, {sample::blamed(sample::breaking_signed_zero("a"))}), {});
  EXPECT_TRUE(contains(xml, "layer front end: (-0, +0) is 0x00000000 over exact types, 0x80000000 by its PTX")) << xml;
  EXPECT_TRUE(contains(xml, "<property name=\"build.default.in_effect\" value=\"NVRTC 13.0, fmad=true ftz=false\" />"))
      << xml;
}

TEST(BlameReport, ShowsWhereBuildsDifferUnlessTheirRulesSaySo) {
  const Spec spec = sample::spec();
  RunReport report = sample::report(spec, {sample::conforming("a", Path::cubin), sample::conforming("a", Path::jit)});
  report.specs[0].differences = {sample::difference()};
  EXPECT_TRUE(contains(text_report(report, {}),
                       "  diff  a: default/cubin and default/jit differ in 1 case: (-0, +0): 0x00000000 and "
                       "0x80000000\n        driver: the PTX of both gives 0x00000000\n"))
      << text_report(report, {});
  report.specs[0].results[1].rules.set(Obligation::signed_zero, SignedZero::either);
  EXPECT_FALSE(contains(text_report(report, {}), "differ in"));
  EXPECT_TRUE(contains(text_report(report, {Detail::all, false}), "differ in"));
}

TEST(BlameReport, NamesTheCompilerWhereThereAreSeveral) {
  const Spec spec = sample::spec();
  Result first = sample::blamed(sample::conforming("a")), second = first;
  second.toolkit = 1;
  second.compiler = "NVRTC 12.9";
  second.toolchain = std::make_shared<const Toolchain>(Toolchain{"NVRTC 12.9", {}, {{"fmad", "true"}}});
  const RunReport report = sample::report(spec, {first, second});
  EXPECT_EQ(way_of(report.specs[0], report.specs[0].results[1]), "default/ptx, NVRTC 12.9");
  EXPECT_TRUE(contains(text_report(report, {}), "build default  NVRTC 12.9, fmad=true\n")) << text_report(report, {});
  EXPECT_TRUE(contains(junit_report(report, {}), "[default/ptx, NVRTC 12.9]"));
}

}  // namespace
}  // namespace semcheck
