#include "core/report/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <set>
#include <sstream>

#include "core/report/blame.h"
#include "core/report/printable.h"
#include "core/report/sweep_text.h"
#include "core/report/testcases.h"
#include "core/report/wording.h"
#include "core/values/sha256.h"
#include "core/values/spelling.h"

namespace semcheck {

namespace {

void set(pugi::xml_node node, const char* attribute, std::string_view value) {
  node.append_attribute(attribute).set_value(printable(value).c_str());
}

void add_property(pugi::xml_node properties, std::string_view name, std::string_view value) {
  pugi::xml_node property = properties.append_child("property");
  set(property, "name", name);
  set(property, "value", value);
}

/// What the cases were made from, as text whose digest changes when any case can.
std::string inputs_text(const SpecReport& report) {
  const Inputs& inputs = report.spec->inputs;
  std::string text;
  for (const Matrix& matrix : inputs.matrices) {
    text += fmt::format("matrix {} {}\n", matrix.name, static_cast<int>(matrix.combine));
    for (const NamedValue& value : resolve(matrix, report.spec->operation.dtype))
      text += hex(report.spec->operation.dtype, value.bits) + "\n";
  }
  return text + fmt::format("random {} {}\n", inputs.random.count, report.seed);
}

void add_properties(pugi::xml_node suite, const RunReport& run, const SpecReport& report, const JunitContext& context) {
  const DeviceInfo& device = run.device;
  const Spec& spec = *report.spec;
  pugi::xml_node properties = suite.append_child("properties");
  add_property(properties, "semcheck.version", context.version);
  add_property(properties, "device.kind", device.kind);
  add_property(properties, "device.name", device.name);
  add_property(properties, "device.compute_capability", device.compute_capability);
  add_property(properties, "device.arch", device.arch);
  add_property(properties, "device.reason", device.reason);
  add_property(properties, "driver.version", device.driver);
  add_property(properties, "nvrtc.version", device.nvrtc);
  add_property(properties, "spec.path", spec.path);
  add_property(properties, "spec.sha256", sha256(spec.text));
  add_property(properties, "inputs.sha256", sha256(inputs_text(report)));
  add_property(properties, "seed", std::to_string(report.seed));
  for (const Build& build : spec.builds)
    add_property(properties, "build." + build.name + ".options", fmt::format("{}", fmt::join(build.options, " ")));
  const bool several = has_several_compilers(report);
  for (const CompiledBuild& build : compiled_builds(report))
    add_property(properties, fmt::format("build.{}{}.in_effect", build.build, several ? "." + build.compiler : ""),
                 flags_line(build));
  int sweeps = 0;
  for (const std::string& line : swept_lines(report)) add_property(properties, fmt::format("sweep.{}", ++sweeps), line);
  add_property(properties, "complete", run.complete ? "true" : "false");
}

void add_child(pugi::xml_node testcase, const TestCase& test) {
  if (test.status == CaseStatus::passed) return;
  const char* element = test.status == CaseStatus::failure ? "failure"
                        : test.status == CaseStatus::error ? "error"
                                                           : "skipped";
  pugi::xml_node child = testcase.append_child(element);
  // JUnit-windyroad.xsd and jenkins-junit-4.xsd: `skipped` has text and no attributes.
  if (test.status != CaseStatus::skipped) {
    set(child, "message", test.message);
    set(child, "type", test.type);
  }
  child.text().set(printable(test.content).c_str());
}

std::size_t count(const std::vector<TestCase>& tests, CaseStatus status) {
  return static_cast<std::size_t>(std::ranges::count(tests, status, &TestCase::status));
}

/// Makes the name of a testcase one that its class has not had in this file.
void make_unique(TestCase& test, std::set<std::pair<std::string, std::string>>& taken) {
  const std::string plain = test.name;
  for (int i = 2; !taken.emplace(test.classname, test.name).second; ++i) test.name = fmt::format("{} #{}", plain, i);
}

void add_suite(pugi::xml_node root, std::size_t index, const RunReport& run, const JunitContext& context,
               std::set<std::pair<std::string, std::string>>& taken) {
  const SpecReport& report = run.specs[index];
  std::vector<TestCase> tests = testcases(report);
  pugi::xml_node suite = root.append_child("testsuite");
  set(suite, "id", std::to_string(index));
  set(suite, "package", "semcheck");
  set(suite, "name", report.spec->operation.name);
  set(suite, "hostname", context.hostname);
  set(suite, "timestamp", context.timestamp);
  set(suite, "tests", std::to_string(tests.size()));
  set(suite, "failures", std::to_string(count(tests, CaseStatus::failure)));
  set(suite, "errors", std::to_string(count(tests, CaseStatus::error)));
  set(suite, "skipped", std::to_string(count(tests, CaseStatus::skipped)));
  set(suite, "time", fmt::format("{:.3f}", index < context.seconds.size() ? context.seconds[index] : 0.0));
  add_properties(suite, run, report, context);
  for (TestCase& test : tests) {
    make_unique(test, taken);
    pugi::xml_node testcase = suite.append_child("testcase");
    set(testcase, "classname", test.classname);
    set(testcase, "name", test.name);
    set(testcase, "time", "0");
    add_child(testcase, test);
  }
  suite.append_child("system-out");
  pugi::xml_node errors = suite.append_child("system-err");
  if (!run.complete)
    errors.text().set(run.out_of_time ? "time limit reached: the sweeps are not finished"
                                      : "interrupted: this report is partial");
}

}  // namespace

std::string junit_report(const RunReport& report, const JunitContext& context) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  set(declaration, "version", "1.0");
  set(declaration, "encoding", "UTF-8");
  pugi::xml_node root = document.append_child("testsuites");
  std::set<std::pair<std::string, std::string>> taken;
  for (std::size_t i = 0; i < report.specs.size(); ++i) add_suite(root, i, report, context, taken);
  std::ostringstream out;
  document.save(out, "  ");
  return out.str();
}

}  // namespace semcheck
