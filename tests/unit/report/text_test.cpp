#include "core/report/text.h"

#include <gtest/gtest.h>

#include "tests/unit/report/sample.h"

namespace semcheck {
namespace {

constexpr std::string_view kInterpreter =
    "PTX interpreter (no NVIDIA driver: libcuda.so.1 was not found), sm_90, NVRTC 13.0\n";

std::string text(const RunReport& report, Detail detail = Detail::normal) {
  return text_report(report, {detail, false});
}

TEST(TextReport, SaysWhereItRanThenALineAVariantThenASummary) {
  const Spec spec = sample::spec();
  const RunReport report = sample::report(spec, {sample::conforming("fmaxf"), sample::conforming("max_asm")});
  EXPECT_EQ(text(report), std::string(kInterpreter) +
                              "\n"
                              "max_f32: max f32, 71,234 cases (specs/max_f32.toml)\n"
                              "  ok    fmaxf    default · ptx  conforms\n"
                              "  ok    max_asm  default · ptx  conforms\n"
                              "\n"
                              "2 variants, 2 results: 2 conform, 0 not as declared · 71,234 cases each\n");
}

TEST(TextReport, NamesTheDriverOfAGpu) {
  const Spec spec = sample::spec();
  const std::string report = text(sample::report(spec, {}, sample::h200()));
  EXPECT_EQ(report.substr(0, report.find('\n')), "NVIDIA H200, sm_90, driver 580.159.04, NVRTC 13.0");
}

TEST(TextReport, SaysWhatABreakingVariantDoesInsteadAndShowsTheSmallestCase) {
  const Spec spec = sample::spec();
  const Result result = sample::declared(sample::breaking_signed_zero("ternary"), {Obligation::signed_zero});
  EXPECT_EQ(text(sample::report(spec, {result})),
            std::string(kInterpreter) +
                "\n"
                "max_f32: max f32, 71,234 cases (specs/max_f32.toml)\n"
                "  ok    ternary  default · ptx  breaks signed_zero as declared\n"
                "        behaves as signed_zero = \"equal\", tie = \"first\"\n"
                "        signed_zero  (-0, +0): 0x80000000 (-0), expected 0x00000000 (+0)\n"
                "\n"
                "1 variant, 1 result: 1 break as declared, 0 not as declared · 71,234 cases each\n");
}

TEST(TextReport, FoldsTheSuppliesThatAreLikeArrayIntoItsLine) {
  const Spec spec = sample::spec();
  const Result array = sample::conforming("fmaxf");
  EXPECT_EQ(text(sample::report(spec, {array, sample::supplied(array, "literal"), sample::supplied(array, "tail")})),
            std::string(kInterpreter) +
                "\n"
                "max_f32: max f32, 71,234 cases (specs/max_f32.toml)\n"
                "  ok    fmaxf  default · ptx  conforms, 2 supplies alike\n"
                "\n"
                "1 variant, 3 results: 3 conform, 0 not as declared · 71,234 cases each\n");
}

TEST(TextReport, GivesASupplyThatDiffersALineOfItsOwn) {
  const Spec spec = sample::spec();
  const Result array = sample::conforming("ternary");
  const Result literal = sample::breaking_supply_invariant("ternary", "literal", "literal z");
  EXPECT_EQ(
      text(sample::report(spec, {array, literal, sample::supplied(array, "tail")})),
      std::string(kInterpreter) +
          "\n"
          "max_f32: max f32, 71,234 cases (specs/max_f32.toml)\n"
          "  ok    ternary  default · ptx            conforms, 1 supply alike\n"
          "  FAIL  ternary  default · ptx · literal  breaks supply_invariant; not declared\n"
          "        behaves as signed_zero = \"equal\", tie = \"first\"\n"
          "        supply_invariant  (-0, +0) [literal z]: 0x80000000 (-0), array gives 0x00000000 (+0)\n"
          "        help: fix the variant, or declare breaks = { default = [], literal = [\"supply_invariant\"] }\n"
          "\n"
          "1 variant, 3 results: 2 conform, 1 not as declared · 71,234 cases each\n");
}

TEST(TextReport, TellsWhatToDoAboutAnUndeclaredBreak) {
  const Spec spec = sample::spec();
  EXPECT_EQ(text(sample::report(spec, {sample::breaking_signed_zero("ternary")})),
            std::string(kInterpreter) +
                "\n"
                "max_f32: max f32, 71,234 cases (specs/max_f32.toml)\n"
                "  FAIL  ternary  default · ptx  breaks signed_zero; not declared\n"
                "        behaves as signed_zero = \"equal\", tie = \"first\"\n"
                "        signed_zero  (-0, +0): 0x80000000 (-0), expected 0x00000000 (+0)\n"
                "        help: fix the variant, or declare breaks = [\"signed_zero\"]\n"
                "\n"
                "1 variant, 1 result: 1 not as declared · 71,234 cases each\n");
}

TEST(TextReport, SaysWhichDeclaredBreakDidNotHappen) {
  const Spec spec = sample::spec();
  const Result result = sample::declared(sample::conforming("ternary"), {Obligation::tie});
  EXPECT_EQ(text(sample::report(spec, {result}), Detail::problems),
            std::string(kInterpreter) +
                "\n"
                "max_f32: max f32, 71,234 cases (specs/max_f32.toml)\n"
                "  FAIL  ternary  default · ptx  conforms; declared to break tie, but did not\n"
                "        help: if it is meant to conform now, remove its breaks\n"
                "\n"
                "1 variant, 1 result: 1 not as declared · 71,234 cases each\n");
}

TEST(TextReport, TellsUndeclaredBreaksFromDeclaredOnes) {
  const Spec spec = sample::spec();
  Result result = sample::breaking_signed_zero("ternary");
  result.breaks.insert(Obligation::nan);
  result = sample::declared(result, {Obligation::signed_zero, Obligation::tie});
  const std::string report = text(sample::report(spec, {result}));
  EXPECT_NE(report.find("breaks nan, signed_zero; not declared: nan; declared to break tie, but did not\n"),
            std::string::npos)
      << report;
}

TEST(TextReport, MergesBuildsAndPathsThatAgree) {
  Spec spec = sample::spec();
  spec.builds.push_back(spec.builds.front());
  spec.builds[0].name = "strict";
  spec.builds[1].name = "fast_math";
  std::vector<Result> results;
  for (const char* build : {"strict", "fast_math"})
    for (const Path path : {Path::cubin, Path::jit}) {
      results.push_back(sample::conforming("fmaxf", path, build));
      const bool differs = path == Path::jit && build == std::string_view("strict");
      results.push_back(
          differs ? sample::declared(sample::breaking_signed_zero("ternary", path, build), {Obligation::signed_zero})
                  : sample::conforming("ternary", path, build));
    }
  const std::string report = text(sample::report(spec, results, sample::h200()));
  EXPECT_EQ(report,
            "NVIDIA H200, sm_90, driver 580.159.04, NVRTC 13.0\n"
            "\n"
            "max_f32: max f32, 71,234 cases (specs/max_f32.toml)\n"
            "  ok    fmaxf    strict, fast_math · cubin, jit                conforms\n"
            "  ok    ternary  strict/cubin, fast_math/cubin, fast_math/jit  conforms\n"
            "  ok    ternary  strict · jit                                  breaks signed_zero as declared\n"
            "        behaves as signed_zero = \"equal\", tie = \"first\"\n"
            "        signed_zero  (-0, +0): 0x80000000 (-0), expected 0x00000000 (+0)\n"
            "\n"
            "2 variants, 8 results: 7 conform, 1 break as declared, 0 not as declared · 71,234 cases each\n");
}

TEST(TextReport, AdvisesATableOfBreaksWhereBuildsDiffer) {
  Spec spec = sample::spec();
  spec.builds.push_back(spec.builds.front());
  spec.builds[0].name = "strict";
  spec.builds[1].name = "fast_math";
  const std::string report =
      text(sample::report(spec, {sample::breaking_signed_zero("ternary", Path::ptx, "strict"),
                                 sample::declared(sample::conforming("ternary", Path::ptx, "fast_math"), {})}));
  EXPECT_NE(report.find("help: fix the variant, or declare breaks = { strict = [\"signed_zero\"], fast_math = [] }\n"),
            std::string::npos)
      << report;
}

TEST(TextReport, AdvisesNoDeclarationWherePathsOfABuildDisagree) {
  const Spec spec = sample::spec();
  const std::string report = text(sample::report(
      spec, {sample::conforming("ternary", Path::cubin), sample::breaking_signed_zero("ternary", Path::jit)}));
  EXPECT_NE(report.find("help: fix the variant: the paths of build default disagree, and no declaration fits both\n"),
            std::string::npos)
      << report;
}

TEST(TextReport, IndentsTheCompilersMessage) {
  const Spec spec = sample::spec();
  const Result result =
      sample::failed("typo", "specs/max_f32.toml:9:9: error: identifier \"q\" is undefined\n  q + x\n  ^\n");
  EXPECT_EQ(text(sample::report(spec, {result})),
            std::string(kInterpreter) +
                "\n"
                "max_f32: max f32, 0 cases (specs/max_f32.toml)\n"
                "  FAIL  typo  default · ptx  error: specs/max_f32.toml:9:9: error: identifier \"q\" is undefined\n"
                "          q + x\n"
                "          ^\n"
                "\n"
                "1 variant, 1 result: 1 not as declared\n");
}

TEST(TextReport, ShowsAnUnavailableVariantAsSkippedWithTheReason) {
  const Spec spec = sample::spec();
  const std::string report = text(sample::report(spec, {sample::unavailable("max_nan", "needs sm_80")}));
  EXPECT_NE(report.find("  skip  max_nan  default · ptx  unavailable: needs sm_80\n"), std::string::npos) << report;
  EXPECT_NE(report.find("1 variant, 1 result: 1 unavailable, 0 not as declared\n"), std::string::npos) << report;
}

TEST(TextReport, NamesTheRulesThatCheckNothing) {
  Spec spec = sample::spec();
  spec.rules.set(Obligation::nan_result, NanResult::any);
  const std::string report = text(sample::report(spec, {sample::conforming("fmaxf")}));
  EXPECT_NE(report.find("  unchecked: nan_result = \"any\"\n"), std::string::npos) << report;
}

TEST(TextReport, KeepsQuietAboutWhatIsAsDeclared) {
  const Spec spec = sample::spec();
  const RunReport report = sample::report(spec, {sample::conforming("fmaxf")});
  EXPECT_EQ(text(report, Detail::problems),
            std::string(kInterpreter) + "\n1 variant, 1 result: 1 conform, 0 not as declared · 71,234 cases each\n");
}

TEST(TextReport, ShowsCountsAndRulesWhenAskedForAll) {
  const Spec spec = sample::spec();
  const Result result = sample::declared(sample::breaking_signed_zero("ternary"), {Obligation::signed_zero});
  const std::string report = text(sample::report(spec, {result}), Detail::all);
  EXPECT_NE(report.find("  rules: nan = \"ignore\", nan_result = \"canonical\", snan = \"quiet\", "
                        "signed_zero = \"ordered\", subnormal = \"preserve\", infinity = \"ordered\"\n"),
            std::string::npos)
      << report;
  EXPECT_NE(report.find("        mismatches signed_zero 1\n"), std::string::npos) << report;
}

TEST(TextReport, ShowsEveryKeptExampleOfAnUndeclaredBreakAndOneOfADeclaredOne) {
  const Spec spec = sample::spec();
  Result result = sample::breaking_signed_zero("ternary");
  result.judgement.examples.push_back(
      {Obligation::signed_zero, {0x80000000, 0x80000000}, {{OutcomeKind::exactly, 0x80000000}}, 0});
  const std::string second = "(-0, -0): 0x00000000 (+0), expected 0x80000000 (-0)";
  EXPECT_NE(text(sample::report(spec, {result})).find(second), std::string::npos);
  result = sample::declared(result, {Obligation::signed_zero});
  EXPECT_EQ(text(sample::report(spec, {result})).find(second), std::string::npos);
  EXPECT_NE(text(sample::report(spec, {result}), Detail::all).find(second), std::string::npos);
}

TEST(TextReport, ShowsADeclaredBreakOnceForAVariantAndNotBesideAnUndeclaredOne) {
  Spec spec = sample::spec();
  const std::string line = "signed_zero  (-0, +0): 0x80000000 (-0), expected 0x00000000 (+0)\n";
  const Result strict = sample::declared(sample::breaking_signed_zero("ternary"), {Obligation::signed_zero});
  Result fast_math = strict;
  fast_math.build = "fast_math";
  fast_math.behaves_as.explained = false;
  const std::string once = text(sample::report(spec, {strict, fast_math}));
  EXPECT_NE(once.find(line), std::string::npos) << once;
  EXPECT_EQ(once.find(line), once.rfind(line)) << once;
  Result undeclared = strict;
  undeclared.breaks.insert(Obligation::nan);
  undeclared = sample::declared(undeclared, strict.declared_breaks);
  const std::string none = text(sample::report(spec, {undeclared}));
  EXPECT_EQ(none.find(line), std::string::npos) << none;
}

TEST(TextReport, LeavesOutASpecOfWhichNothingRan) {
  const Spec spec = sample::spec();
  EXPECT_EQ(text(sample::report(spec, {})), std::string(kInterpreter) + "\n0 variants, 0 results: 0 not as declared\n");
}

TEST(TextReport, MarksAPartialReport) {
  const Spec spec = sample::spec();
  RunReport report = sample::report(spec, {sample::conforming("fmaxf")});
  report.complete = false;
  EXPECT_NE(text(report).find("\ninterrupted: this report is partial\n"), std::string::npos);
}

TEST(TextReport, NamesTheArchitectureOfABuildThatHasItsOwn) {
  const Spec spec = sample::spec();
  Result result = sample::conforming("fmaxf");
  result.arch = "sm_75";
  const std::string report = text(sample::report(spec, {result}));
  EXPECT_NE(report.find("  ok    fmaxf  default (sm_75) · ptx  conforms\n"), std::string::npos) << report;
}

TEST(TextReport, WritesEscapeSequencesOnlyWhenAskedForColor) {
  const Spec spec = sample::spec();
  const RunReport report = sample::report(spec, {sample::breaking_signed_zero("ternary")});
  EXPECT_EQ(text_report(report, {Detail::normal, false}).find('\033'), std::string::npos);
  EXPECT_NE(text_report(report, {Detail::normal, true}).find("\033[1;31mFAIL\033[0m"), std::string::npos);
}

TEST(TextReport, LetsNoEscapeSequenceOfACompilerThrough) {
  const Spec spec = sample::spec();
  const RunReport report = sample::report(spec, {sample::failed("typo", "\033[2J\nsecond \033[31m")});
  const std::string shown = text(report);
  EXPECT_EQ(shown.find('\033'), std::string::npos);
  EXPECT_NE(shown.find("error: \\x1b[2J\n        second \\x1b[31m\n"), std::string::npos) << shown;
}

}  // namespace
}  // namespace semcheck
