#include "core/report/json.h"

#include "core/report/json_parts.h"
#include "core/report/printable.h"
#include "core/report/wording.h"
#include "core/values/spelling.h"

namespace semcheck {

namespace {

/// An allowed pattern as hex, a class of patterns by its name ("any quiet NaN").
std::string outcome_text(Dtype dtype, const Outcome& outcome) {
  return outcome.kind == OutcomeKind::exactly ? hex(dtype, outcome.bits) : spell(dtype, Expected{outcome});
}

Json example_json(const Operation& operation, const Mismatch& mismatch) {
  Json operands = Json::array();
  for (std::size_t i = 0; i < mismatch.operands.size(); ++i)
    operands.push_back(
        hex(i < operation.operands.size() ? operation.operands[i] : operation.dtype, mismatch.operands[i]));
  Json expected = Json::array();
  for (const Outcome& outcome : mismatch.expected) expected.push_back(outcome_text(operation.result, outcome));
  Json example = {{"case", case_name(operation, mismatch.operands)},
                  {"operands", operands},
                  {"expected", expected},
                  {"actual", hex(operation.result, mismatch.actual)},
                  {"rule", name(mismatch.breaks)}};
  if (!mismatch.supplied.empty()) example["supplied"] = mismatch.supplied;
  return example;
}

Json counts_json(const Judgement& judgement) {
  Json counts = Json::object();
  for (Obligation o : judgement.breaks().items())
    counts[std::string(name(o))] = judgement.count[static_cast<std::size_t>(o)];
  return counts;
}

Json result_json(const Result& result, const Operation& operation) {
  Json examples = Json::array();
  for (const Mismatch& mismatch : result.judgement.examples) examples.push_back(example_json(operation, mismatch));
  return {{"variant", result.variant},
          {"build", result.build},
          {"arch", result.arch},
          {"path", name(result.path)},
          {"supply", result.supply},
          {"verdict", name(result.verdict)},
          {"as_declared", result.as_declared},
          {"waived", result.waived},
          {"breaks", list_of(result.breaks)},
          {"declared_breaks", list_of(result.declared_breaks)},
          {"behaves_as", result.behaves_as.explained ? rules_json(result.behaves_as.values) : Json::object()},
          {"layer", result.layer},
          {"cases", result.judgement.cases},
          {"unchecked_cases", result.judgement.unchecked},
          {"mismatches", result.judgement.mismatches},
          {"counts", counts_json(result.judgement)},
          {"error", printable(result.error)},
          {"not_compared", result.not_compared},
          {"examples", examples}};
}

Json build_json(const Build& build) {
  Json options = Json::array();
  for (const std::string& option : build.options) options.push_back(printable(option));
  return {{"name", build.name}, {"options", options}, {"rules", rules_json(build.rules)}};
}

Json spec_json(const SpecReport& report) {
  const Spec& spec = *report.spec;
  Json builds = Json::array();
  for (const Build& build : spec.builds) builds.push_back(build_json(build));
  Json results = Json::array();
  for (const Result& result : report.results) results.push_back(result_json(result, spec.operation));
  return {{"name", spec.operation.name},
          {"path", printable(spec.path)},
          {"operation", name(spec.operation.kind)},
          {"dtype", name(spec.operation.dtype)},
          {"seed", report.seed},
          {"rules", rules_json(spec.rules)},
          {"laws", list_of(spec.laws)},
          {"builds", builds},
          {"as_declared", report.as_declared},
          {"results", results}};
}

Json device_json(const DeviceInfo& device) {
  return {{"kind", device.kind},
          {"name", printable(device.name)},
          {"compute_capability", device.compute_capability},
          {"driver", device.driver},
          {"reason", printable(device.reason)},
          {"arch", device.arch}};
}

}  // namespace

std::string json_report(const RunReport& report, std::string_view version) {
  Json specs = Json::array();
  for (const SpecReport& spec : report.specs) specs.push_back(spec_json(spec));
  const Json document = {{"schema", kRunSchema},
                         {"tool", {{"version", version}}},
                         {"device", device_json(report.device)},
                         {"compiler", {{"nvrtc", report.device.nvrtc}, {"path", printable(report.device.nvrtc_path)}}},
                         {"complete", report.complete},
                         {"as_declared", report.as_declared()},
                         {"specs", specs}};
  return document.dump(2) + "\n";
}

}  // namespace semcheck
