#include "core/report/junit.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <pugixml.hpp>
#include <set>

#include "tests/unit/report/sample.h"

namespace semcheck {
namespace {

const JunitContext kContext = {"0.1.0", "2026-11-30T12:00:00", "localhost", {0.4125}};

pugi::xml_document parsed(const RunReport& report) {
  pugi::xml_document document;
  const std::string text = junit_report(report, kContext);
  EXPECT_TRUE(document.load_string(text.c_str())) << text;
  return document;
}

pugi::xml_node testcase(const pugi::xml_document& document, const char* name) {
  return document.child("testsuites").child("testsuite").find_child_by_attribute("testcase", "name", name);
}

/// The result with sweeps: one that is done, one that is not, one that failed and one that was not made.
Result swept(Result result) {
  Sweep sweep;
  sweep.space.kind = SpaceKind::exhaustive;
  sweep.total = 100;
  sweep.share = {0, 100};
  sweep.part.done = {{0, 100}};
  sweep.part.rules.cases = 100;
  result.sweeps.assign(4, sweep);
  result.sweeps[1].part.done = {{0, 7}};
  result.sweeps[2].error = "illegal address\n\x01";
  result.sweeps[3].not_swept = "<too many>";
  return result;
}

/// A report with every kind of result, over two specs of the same name.
RunReport everything(const Spec& spec) {
  RunReport report = sample::report(
      spec, {swept(sample::conforming("fmaxf")), sample::breaking_signed_zero("ternary"),
             sample::declared(sample::breaking_signed_zero("branch"), {Obligation::signed_zero}),
             sample::declared(sample::conforming("repaired"), {Obligation::commutative}),
             sample::failed("typo", "spec.toml:1:1: error: \x01 \xff <b> & \"\nexpr\n^"),
             sample::unavailable("max_nan", "needs sm_80"), sample::supplied(sample::conforming("fmaxf"), "literal"),
             sample::breaking_supply_invariant("ternary", "literal", "literal z")});
  report.specs.push_back(report.specs.front());
  report.complete = false;
  return report;
}

TEST(JunitReport, WritesATestcaseAnObligation) {
  const Spec spec = sample::spec();
  const std::string text = junit_report(sample::report(spec, {sample::conforming("fmaxf", Path::cubin)}), kContext);
  EXPECT_EQ(
      text.substr(text.find("  <testsuite ")),
      R"(  <testsuite id="0" package="semcheck" name="max_f32" hostname="localhost" timestamp="2026-11-30T12:00:00" tests="8" failures="0" errors="0" skipped="0" time="0.412">
    <properties>
      <property name="semcheck.version" value="0.1.0" />
      <property name="device.kind" value="ptx" />
      <property name="device.name" value="PTX interpreter" />
      <property name="device.compute_capability" value="9.0" />
      <property name="device.arch" value="sm_90" />
      <property name="device.reason" value="no NVIDIA driver: libcuda.so.1 was not found" />
      <property name="driver.version" value="" />
      <property name="nvrtc.version" value="13.0" />
      <property name="spec.path" value="specs/max_f32.toml" />
      <property name="spec.sha256" value="ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" />
      <property name="inputs.sha256" value="3f6461026d31a7d5f0b5fa448b68529c05f85278a605c3fc9fd189090344c29a" />
      <property name="seed" value="1" />
      <property name="build.default.options" value="" />
      <property name="complete" value="true" />
    </properties>
    <testcase classname="semcheck.max_f32.fmaxf" name="nan [default/cubin]" time="0" />
    <testcase classname="semcheck.max_f32.fmaxf" name="nan_result [default/cubin]" time="0" />
    <testcase classname="semcheck.max_f32.fmaxf" name="snan [default/cubin]" time="0" />
    <testcase classname="semcheck.max_f32.fmaxf" name="signed_zero [default/cubin]" time="0" />
    <testcase classname="semcheck.max_f32.fmaxf" name="subnormal [default/cubin]" time="0" />
    <testcase classname="semcheck.max_f32.fmaxf" name="infinity [default/cubin]" time="0" />
    <testcase classname="semcheck.max_f32.fmaxf" name="value [default/cubin]" time="0" />
    <testcase classname="semcheck.max_f32.fmaxf" name="commutative [default/cubin]" time="0" />
    <system-out />
    <system-err />
  </testsuite>
</testsuites>
)");
}

TEST(JunitReport, ShowsAnUndeclaredBreakAsFailureWithItsMessageRepeated) {
  const Spec spec = sample::spec();
  const auto document = parsed(sample::report(spec, {sample::breaking_signed_zero("ternary")}));
  const pugi::xml_node failure = testcase(document, "signed_zero [default/ptx]").child("failure");
  EXPECT_STREQ(failure.attribute("message").value(), "signed_zero: 1 of 71,234 cases differ");
  EXPECT_STREQ(failure.attribute("type").value(), "UndeclaredBreak");
  EXPECT_STREQ(failure.text().get(),
               "signed_zero: 1 of 71,234 cases differ\n"
               "(-0, +0): 0x80000000 (-0), expected 0x00000000 (+0)\n"
               "behaves as signed_zero = \"equal\", tie = \"first\"");
  EXPECT_FALSE(testcase(document, "nan [default/ptx]").first_child());
}

TEST(JunitReport, PassesADeclaredBreak) {
  const Spec spec = sample::spec();
  const Result result = sample::declared(sample::breaking_signed_zero("ternary"), {Obligation::signed_zero});
  const auto document = parsed(sample::report(spec, {result}));
  EXPECT_TRUE(testcase(document, "signed_zero [default/ptx]"));
  EXPECT_FALSE(testcase(document, "signed_zero [default/ptx]").first_child());
}

TEST(JunitReport, FailsADeclaredBreakThatDidNotHappen) {
  const Spec spec = sample::spec();
  const auto document = parsed(sample::report(spec, {sample::declared(sample::conforming("f"), {Obligation::tie})}));
  const pugi::xml_node failure = testcase(document, "tie [default/ptx]").child("failure");
  EXPECT_STREQ(failure.attribute("message").value(), "declared to break tie, but did not");
  EXPECT_STREQ(failure.attribute("type").value(), "DeclaredBreakMissing");
}

TEST(JunitReport, ShowsNoResultAsErrorOfEveryTestcase) {
  const Spec spec = sample::spec();
  const auto document = parsed(sample::report(spec, {sample::failed("typo", "9:9: error: what\n  q\n  ^")}));
  const pugi::xml_node suite = document.child("testsuites").child("testsuite");
  EXPECT_EQ(suite.attribute("errors").as_int(), 8);
  const pugi::xml_node error = testcase(document, "value [default/ptx]").child("error");
  EXPECT_STREQ(error.attribute("message").value(), "9:9: error: what");
  EXPECT_STREQ(error.attribute("type").value(), "NoResult");
  EXPECT_STREQ(error.text().get(), "9:9: error: what\n  q\n  ^");
}

TEST(JunitReport, SkipsWhatIsUnavailableWithTheReasonAsText) {
  const Spec spec = sample::spec();
  const auto document = parsed(sample::report(spec, {sample::unavailable("max_nan", "needs sm_80")}));
  EXPECT_STREQ(testcase(document, "nan [default/ptx]").child("skipped").text().get(), "unavailable: needs sm_80");
}

TEST(JunitReport, SkipsARuleThatAllowsAnything) {
  const Spec spec = sample::spec();
  Result open = sample::conforming("fmaxf");
  open.rules.set(Obligation::nan_result, NanResult::any);
  const auto document = parsed(sample::report(spec, {open}));
  EXPECT_STREQ(testcase(document, "nan_result [default/ptx]").child("skipped").text().get(),
               "unchecked: the rules allow any result");
  EXPECT_FALSE(testcase(document, "nan [default/ptx]").first_child());
}

TEST(JunitReport, NamesTheSupplyAndChecksNoLawsUnderIt) {
  const Spec spec = sample::spec();
  Result apart = sample::supplied(sample::conforming("b"), "tail");
  apart.not_compared = "array gave no result to compare with";
  const auto document =
      parsed(sample::report(spec, {sample::breaking_supply_invariant("a", "literal", "literal z"), apart}));
  const pugi::xml_node failure = testcase(document, "supply_invariant [default/ptx, literal]").child("failure");
  EXPECT_STREQ(failure.attribute("message").value(), "supply_invariant: 1 of 71,234 cases differ");
  EXPECT_STREQ(testcase(document, "supply_invariant [default/ptx, tail]").child("skipped").text().get(),
               "unchecked: array gave no result to compare with");
  EXPECT_TRUE(testcase(document, "nan [default/ptx, literal]"));
  EXPECT_FALSE(testcase(document, "commutative [default/ptx, literal]"));
}

TEST(JunitReport, MarksAnInterruptedRun) {
  const Spec spec = sample::spec();
  const auto document = parsed(everything(spec));
  const pugi::xml_node suite = document.child("testsuites").child("testsuite");
  EXPECT_STREQ(suite.child("properties").find_child_by_attribute("name", "complete").attribute("value").value(),
               "false");
  EXPECT_STREQ(suite.child("system-err").text().get(), "interrupted: this report is partial");
}

TEST(JunitReport, HasUniqueNamesAndAtMostOneChildEach) {
  const Spec spec = sample::spec();
  const auto document = parsed(everything(spec));
  std::set<std::pair<std::string, std::string>> names;
  std::size_t tests = 0;
  for (const pugi::xml_node suite : document.child("testsuites").children("testsuite"))
    for (const pugi::xml_node test : suite.children("testcase")) {
      ++tests;
      names.emplace(test.attribute("classname").value(), test.attribute("name").value());
      EXPECT_LE(std::distance(test.children().begin(), test.children().end()), 1);
    }
  EXPECT_EQ(names.size(), tests);
  EXPECT_EQ(tests, 2u * (8u * 8u + 4u));
}

TEST(JunitReport, CountsWhatItWrites) {
  const Spec spec = sample::spec();
  const auto document = parsed(everything(spec));
  const pugi::xml_node suite = document.child("testsuites").child("testsuite");
  EXPECT_EQ(suite.attribute("tests").as_int(), 64 + 4);
  EXPECT_EQ(suite.attribute("failures").as_int(), 3);
  EXPECT_EQ(suite.attribute("errors").as_int(), 8 + 1);
  EXPECT_EQ(suite.attribute("skipped").as_int(), 8 + 2);
}

TEST(JunitReport, EscapesWhatXmlCannotHold) {
  const Spec spec = sample::spec();
  const auto document = parsed(sample::report(spec, {sample::failed("typo", "\x01 \xff <b> & \"")}));
  EXPECT_STREQ(testcase(document, "nan [default/ptx]").child("error").attribute("message").value(),
               "\\x01 \\xff <b> & \"");
}

/// The exit status of xmllint for a file against one of the schemas in tests/conformance/junit.
int validate(const std::filesystem::path& file, const std::string& schema) {
  const std::string folder = SEMCHECK_SOURCE_DIR "/tests/conformance/junit/";
  return std::system(("xmllint --noout --schema " + folder + schema + " " + file.string() + " 2>&1").c_str());
}

class JunitSchema : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (std::system("command -v xmllint >/dev/null") != 0) GTEST_SKIP() << "xmllint is not installed";
    path_ = testing::TempDir() + "semcheck_junit_" + std::to_string(getpid()) + ".xml";
  }
  void TearDown() override { std::filesystem::remove(path_); }
  void write(std::string_view text) { std::ofstream(path_, std::ios::binary) << text; }
  std::filesystem::path path_;
};

TEST_P(JunitSchema, AcceptsAReportWithEveryKindOfResult) {
  const Spec spec = sample::spec();
  write(junit_report(everything(spec), kContext));
  EXPECT_EQ(validate(path_, GetParam()), 0);
}

TEST_P(JunitSchema, AcceptsAReportWithoutResults) {
  write(junit_report({}, kContext));
  EXPECT_EQ(validate(path_, GetParam()), 0);
}

TEST_P(JunitSchema, RejectsASuiteWithoutAName) {
  write("<testsuites><testsuite/></testsuites>");
  EXPECT_NE(validate(path_, GetParam()), 0);
}

INSTANTIATE_TEST_SUITE_P(Schemas, JunitSchema,
                         testing::Values("junit-10.xsd", "jenkins-junit-4.xsd", "JUnit-windyroad.xsd"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::erase_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
                           return name;
                         });

}  // namespace
}  // namespace semcheck
