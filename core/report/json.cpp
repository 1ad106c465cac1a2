#include "core/report/json.h"

#include "core/report/blame.h"
#include "core/report/json_parts.h"
#include "core/report/measurement.h"
#include "core/report/printable.h"
#include "core/report/sweep_json.h"
#include "core/report/wording.h"
#include "core/values/sha256.h"
#include "core/values/spelling.h"

namespace semcheck {

namespace {

Json counts_json(const Judgement& judgement) {
  Json counts = Json::object();
  for (Obligation o : judgement.breaks().items())
    counts[std::string(name(o))] = judgement.count[static_cast<std::size_t>(o)];
  return counts;
}

Json result_json(const Result& result, const Operation& operation) {
  Json examples = Json::array();
  for (const Mismatch& mismatch : result.judgement.examples) examples.push_back(example_json(operation, mismatch));
  Json json = {{"variant", result.variant},
               {"build", result.build},
               {"arch", result.arch},
               {"compiler", result.compiler},
               {"path", name(result.path)},
               {"supply", result.supply},
               {"verdict", name(result.verdict)},
               {"as_declared", result.as_declared},
               {"waived", result.waived},
               {"breaks", list_of(result.breaks)},
               {"declared_breaks", list_of(result.declared_breaks)},
               {"behaves_as", result.behaves_as.explained ? rules_json(result.behaves_as.values) : Json::object()},
               {"layer", layer_of(result)},
               {"blames", blames_json(result.blames)},
               {"unmet", strings_json(result.unmet)},
               {"not_inspected", printable(result.not_inspected)},
               {"cases", result.judgement.cases},
               {"unchecked_cases", result.judgement.unchecked},
               {"mismatches", result.judgement.mismatches},
               {"counts", counts_json(result.judgement)},
               {"error", printable(result.error)},
               {"not_compared", result.not_compared},
               {"examples", examples}};
  if (!result.sweeps.empty()) json["sweeps"] = sweeps_json(result, operation);
  if (result.measured) json["measured"] = measurement_json(*result.measured);
  return json;
}

/// What compiled a build, one entry a toolkit: the options it was given and the flags in effect.
Json toolchains_json(const SpecReport& report, const Build& build) {
  Json list = Json::array();
  for (const CompiledBuild& compiled : compiled_builds(report)) {
    if (compiled.build != build.name) continue;
    list.push_back({{"compiler", printable(compiled.compiler)},
                    {"arch", compiled.arch},
                    {"options", strings_json(compiled.options)},
                    {"in_effect", flags_json(compiled.in_effect)}});
  }
  return list;
}

Json build_json(const SpecReport& report, const Build& build) {
  return {{"name", build.name},
          {"options", strings_json(build.options)},
          {"toolchains", toolchains_json(report, build)},
          {"rules", rules_json(build.rules)}};
}

Json way_json(const Result& result) {
  return {
      {"build", result.build}, {"compiler", result.compiler}, {"path", name(result.path)}, {"supply", result.supply}};
}

Json difference_json(const SpecReport& report, const Difference& difference) {
  const Operation& operation = report.spec->operation;
  return {{"variant", report.results[difference.first].variant},
          {"first", way_json(report.results[difference.first])},
          {"second", way_json(report.results[difference.second])},
          {"cases", difference.cases},
          {"case", case_name(operation, difference.operands)},
          {"operands", operands_json(operation, difference.operands)},
          {"of_first", hex(operation.result, difference.of_first)},
          {"of_second", hex(operation.result, difference.of_second)},
          {"same_rules", is_unexplained(report, difference)},
          {"layer", name(difference.layer)},
          {"evidence", printable(difference.evidence)}};
}

Json dtypes_json(const std::vector<Dtype>& dtypes) {
  Json list = Json::array();
  for (Dtype dtype : dtypes) list.push_back(name(dtype));
  return list;
}

Json spec_json(const SpecReport& report) {
  const Spec& spec = *report.spec;
  Json builds = Json::array();
  for (const Build& build : spec.builds) builds.push_back(build_json(report, build));
  Json results = Json::array();
  for (const Result& result : report.results) results.push_back(result_json(result, spec.operation));
  Json differences = Json::array();
  for (const Difference& difference : report.differences) differences.push_back(difference_json(report, difference));
  return {{"name", spec.operation.name},
          {"path", printable(spec.path)},
          {"operation", name(spec.operation.kind)},
          {"dtype", name(spec.operation.dtype)},
          {"operands", dtypes_json(spec.operation.operands)},
          {"result", name(spec.operation.result)},
          {"sha256", sha256(spec.text)},
          {"seed", report.seed},
          {"rules", rules_json(spec.rules)},
          {"laws", list_of(spec.laws)},
          {"builds", builds},
          {"as_declared", report.as_declared},
          {"results", results},
          {"differences", differences}};
}

Json compiler_json(const DeviceInfo& device) {
  Json toolkits = Json::array();
  for (const ToolkitInfo& toolkit : device.toolkits)
    toolkits.push_back({{"nvrtc", toolkit.nvrtc},
                        {"path", printable(toolkit.nvrtc_path)},
                        {"nvcc", toolkit.nvcc},
                        {"nvcc_path", printable(toolkit.nvcc_path)}});
  return {{"nvrtc", device.nvrtc}, {"path", printable(device.nvrtc_path)}, {"toolkits", toolkits}};
}

}  // namespace

std::string json_report(const RunReport& report, std::string_view version) {
  Json specs = Json::array();
  for (const SpecReport& spec : report.specs) specs.push_back(spec_json(spec));
  const Json document = {{"schema", kRunSchema},
                         {"tool", {{"version", version}}},
                         {"device", device_json(report.device)},
                         {"compiler", compiler_json(report.device)},
                         {"max_mismatches", report.max_mismatches},
                         {"complete", report.complete},
                         {"as_declared", report.as_declared()},
                         {"specs", specs}};
  return document.dump(2) + "\n";
}

}  // namespace semcheck
