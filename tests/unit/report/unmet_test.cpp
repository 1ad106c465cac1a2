#include <gtest/gtest.h>

#include <algorithm>

#include "core/report/json.h"
#include "core/report/testcases.h"
#include "core/report/text.h"
#include "core/report/wording.h"
#include "tests/unit/report/sample.h"
#include "tests/unit/run/code.h"

namespace semcheck {
namespace {

/// A spec whose variant fmaxf states what its code must be.
Spec requiring() {
  Spec spec = sample::spec();
  spec.variants.emplace_back().name = "fmaxf";
  spec.variants[0].inspect = {testing::requires_form({CodeForm::direct})};
  return spec;
}

Result unmet(std::vector<std::string> lines) {
  Result result = sample::conforming("fmaxf");
  result.verdict = Verdict::breaks;
  result.as_declared = false;
  result.breaks = {Obligation::inspect};
  result.judgement.count[static_cast<std::size_t>(Obligation::inspect)] = lines.size();
  result.unmet = std::move(lines);
  return result;
}

std::vector<TestCase> of_inspect(const Spec& spec, const Result& result) {
  std::vector<TestCase> tests = testcases(sample::report(spec, {result}).specs[0]);
  std::erase_if(tests, [](const TestCase& test) { return !test.name.starts_with("inspect "); });
  return tests;
}

TEST(UnmetRequirements, StandBelowTheirVariant) {
  const Spec spec = requiring();
  const std::string text = text_report(
      sample::report(spec,
                     {unmet({"SASS form is compare_select, required direct", "FSETP stands 1 time, required 0"})}),
      {Detail::normal, false});
  EXPECT_NE(text.find("  FAIL  fmaxf  default · ptx  breaks inspect; not declared\n"
                      "        inspect  SASS form is compare_select, required direct\n"
                      "        inspect  FSETP stands 1 time, required 0\n"
                      "        help: fix the variant, or declare breaks = [\"inspect\"]\n"),
            std::string::npos)
      << text;
}

TEST(UnmetRequirements, OfDifferentCodeAreShownApart) {
  const Spec spec = requiring();
  Result other = unmet({"FSEL stands 1 time, required 0"});
  other.build = "other";
  const std::string text =
      text_report(sample::report(spec, {unmet({"FSETP stands 1 time, required 0"}), other}), {Detail::normal, false});
  EXPECT_NE(text.find("inspect  FSETP stands 1 time, required 0\n"), std::string::npos) << text;
  EXPECT_NE(text.find("inspect  FSEL stands 1 time, required 0\n"), std::string::npos) << text;
}

TEST(UnmetRequirements, AreATestCaseOfTheirOwn) {
  const Spec spec = requiring();
  const auto failed = of_inspect(spec, unmet({"FSETP stands 1 time, required 0"}));
  ASSERT_EQ(failed.size(), 1u);
  EXPECT_EQ(failed[0].name, "inspect [default/ptx]");
  EXPECT_EQ(failed[0].status, CaseStatus::failure);
  EXPECT_EQ(failed[0].type, "UndeclaredBreak");
  EXPECT_EQ(failed[0].message, "inspect: 1 requirement not met");
  EXPECT_NE(failed[0].content.find("\nFSETP stands 1 time, required 0\n"), std::string::npos) << failed[0].content;
  const auto passed = of_inspect(spec, sample::conforming("fmaxf"));
  ASSERT_EQ(passed.size(), 1u);
  EXPECT_EQ(passed[0].status, CaseStatus::passed);
}

TEST(UnmetRequirements, AreSkippedWhereTheCodeWasNotRead) {
  const Spec spec = requiring();
  Result result = sample::conforming("fmaxf");
  result.not_inspected = "SASS: no nvdisasm was found";
  const auto tests = of_inspect(spec, result);
  ASSERT_EQ(tests.size(), 1u);
  EXPECT_EQ(tests[0].status, CaseStatus::skipped);
  EXPECT_EQ(tests[0].message, "unchecked: SASS: no nvdisasm was found");
  EXPECT_EQ(verdict_line(result), "conforms; inspect not judged: SASS: no nvdisasm was found");
}

TEST(UnmetRequirements, AreNoTestCaseOfWhatHasNone) {
  const Spec spec = requiring();
  EXPECT_TRUE(of_inspect(spec, sample::conforming("ternary")).empty());
  EXPECT_TRUE(of_inspect(spec, sample::supplied(sample::conforming("fmaxf"), "literal")).empty());
}

TEST(UnmetRequirements, StandInTheJson) {
  const Spec spec = requiring();
  const std::string json = json_report(sample::report(spec, {unmet({"FSETP stands 1 time, required 0"})}), "1");
  EXPECT_NE(json.find("\"unmet\": [\n            \"FSETP stands 1 time, required 0\"\n          ]"), std::string::npos);
  EXPECT_NE(json.find("\"not_inspected\": \"\""), std::string::npos);
}

}  // namespace
}  // namespace semcheck
