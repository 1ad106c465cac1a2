#include "core/report/sweep_text.h"

#include <gtest/gtest.h>

#include "core/report/junit.h"
#include "core/report/testcases.h"
#include "core/report/text.h"
#include "core/sweep/chunks.h"
#include "tests/unit/run/sweep_fixture.h"

namespace semcheck {
namespace {

using namespace testing;

Bits wrong_once(Bits x, Bits z) {
  return x == 200 && z == 141 ? 7 : larger(x, z);
}

RunReport swept(const std::vector<std::string>& variants, const RunOptions& options) {
  SweepingDevice device;
  device.computes("rare", wrong_once).computes("right", larger);
  Spec spec = spec_of(variants);
  spec.path = "specs/max_u8.toml";
  return run_one(spec, device, options);
}

const TestCase& testcase(const std::vector<TestCase>& tests, std::string_view name) {
  for (const TestCase& test : tests)
    if (test.name == name) return test;
  throw std::logic_error("no such testcase");
}

TEST(SweepText, IsOneLineWhereSweepsAgreeWithSpecialCases) {
  const RunReport report = swept({"right"}, exhaustively());
  EXPECT_EQ(swept_lines(report.specs[0]),
            std::vector<std::string>{"exhaustive, all 65,536 inputs, by 1 variant on 2 paths"});
  EXPECT_EQ(replay_command(report.specs[0], report.specs[0].results[0]), "");
  const std::string text = text_report(report, {Detail::normal, false});
  EXPECT_NE(text.find("\n  swept: exhaustive, all 65,536 inputs, by 1 variant on 2 paths\n"), std::string::npos);
  EXPECT_EQ(text.find("replay"), std::string::npos);
}

TEST(SweepText, ShowsTheCasesThatOnlyASweepShows) {
  const std::string text = text_report(swept({"rare"}, exhaustively()), {Detail::normal, false});
  EXPECT_NE(text.find("        value  (200, 141): 0x07 (7), expected 0xc8 (200), case 51341 of exhaustive\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("        exhaustive: value in 1 of 65,536 cases\n"), std::string::npos) << text;
  EXPECT_NE(text.find("        replay: semcheck run specs/max_u8.toml --exhaustive --replay 51341 --variant rare\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("        help: fix the variant, or declare breaks = [\"value\"]\n"), std::string::npos) << text;
}

TEST(SweepText, SaysWithEverythingWhatWasAudited) {
  const std::string text = text_report(swept({"right"}, exhaustively()), {Detail::all, false});
  EXPECT_NE(text.find("        exhaustive: 65,536 cases, none wrong, 16,384 audited, digest 0x"), std::string::npos)
      << text;
}

TEST(SweepText, NamesTheShareOfAShard) {
  RunOptions options;
  options.sweeps.drawn = 3 * kChunk;
  options.sweeps.shard = 1;
  options.sweeps.shards = 2;
  SweepingDevice device;
  device.computes("right", larger);
  device.computes_only({});
  const RunReport report = run_one(spec_of_u16({"right"}), device, options);
  EXPECT_EQ(swept_lines(report.specs[0]),
            std::vector<std::string>{"random, cases 33,554,432 to 50,331,647 of 50,331,648, by 1 variant on 2 paths"});
}

TEST(SweepText, SaysThatTheTimeLimitCameFirst) {
  RunOptions options = exhaustively();
  options.sweeps.is_out_of_time = [] { return true; };
  const RunReport report = swept({"right"}, options);
  EXPECT_FALSE(report.complete);
  EXPECT_EQ(swept_lines(report.specs[0]),
            std::vector<std::string>{"exhaustive, 0 of 65,536 inputs, not finished, by 1 variant on 2 paths"});
  const std::string text = text_report(report, {Detail::normal, false});
  EXPECT_NE(text.find("time limit reached: the sweeps are not finished, and --resume goes on with them"),
            std::string::npos)
      << text;
}

TEST(SweepText, SaysWhyNothingWasSwept) {
  RunOptions options;
  options.sweeps.exhaustive = true;
  SweepingDevice device;
  device.computes("right", larger);
  Spec spec = spec_of({"right"});
  spec.operation = given::operation("max_u32", OperationKind::max, Dtype::u32, {Dtype::u32, Dtype::u32});
  const RunReport report = run_one(spec, device, options);
  ASSERT_EQ(not_swept_lines(report.specs[0]).size(), 1u);
  EXPECT_EQ(not_swept_lines(report.specs[0])[0].substr(0, 23), "max_u32 has 2^64 inputs");
}

TEST(SweepTestcases, FailTheRuleWithTheCaseAndPassTheSweep) {
  const RunReport report = swept({"rare"}, exhaustively());
  const std::vector<TestCase> tests = testcases(report.specs[0]);
  const TestCase& rule = testcase(tests, "value [default/jit]");
  EXPECT_EQ(rule.status, CaseStatus::failure);
  EXPECT_EQ(rule.message, "value: 1 of 65,536 swept cases differ");
  EXPECT_NE(rule.content.find("(200, 141): 0x07 (7), expected 0xc8 (200), case 51341 of exhaustive"),
            std::string::npos);
  EXPECT_EQ(testcase(tests, "sweep exhaustive [default/jit]").status, CaseStatus::passed);
}

TEST(SweepTestcases, SkipASweepThatIsNotFinished) {
  RunOptions options = exhaustively();
  options.sweeps.is_out_of_time = [] { return true; };
  const RunReport report = swept({"right"}, options);
  const std::vector<TestCase> tests = testcases(report.specs[0]);
  EXPECT_EQ(testcase(tests, "sweep exhaustive [default/jit]").status, CaseStatus::skipped);
  EXPECT_NE(junit_report(report, {"0.1.0", "", "", {}}).find("<property name=\"sweep.1\" value=\"exhaustive, 0 of"),
            std::string::npos);
}

}  // namespace
}  // namespace semcheck
