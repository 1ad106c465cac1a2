#include "core/report/json_parts.h"
#include "core/report/printable.h"
#include "core/report/probe.h"

namespace semcheck {
namespace {

Json spread_json(const Spread& spread) {
  return {{"median", spread.median},
          {"least", spread.least},
          {"most", spread.most},
          {"relative_spread", spread.relative()}};
}

Json shape_json(const ChainShape& shape) {
  return {{"verdict", name(shape.verdict)},
          {"opcodes", strings_json(shape.opcodes)},
          {"accumulators", strings_json(shape.accumulators)},
          {"found", shape.found},
          {"wanted", shape.wanted},
          {"between", strings_json(shape.between)},
          {"findings", strings_json(shape.findings)},
          {"lines", strings_json(shape.lines)}};
}

Json role_json(const RoleResult& result) {
  Json ops = Json::array();
  for (const ChainOp op : result.role->ops) ops.push_back(name(op));
  Json role = {{"name", result.role->name},
               {"kind", name(result.role->kind)},
               {"ops", ops},
               {"length", result.role->length},
               {"shape", shape_json(result.shape)},
               {"measured", result.measured()},
               {"not_measured", result.not_measured},
               {"error", printable(result.error)},
               {"samples", result.samples},
               {"progress", nullptr},
               {"cycles_per_instruction", nullptr}};
  if (!result.measured()) return role;
  role["progress"] = spread_json(result.progress);
  role["cycles_per_instruction"] = spread_json(result.cycles);
  return role;
}

Json comparison_json(const RoleComparison& comparison) {
  const bool drawn = comparison.not_drawn.empty();
  return {{"first", comparison.first->name},
          {"second", comparison.second->name},
          {"drawn", drawn},
          {"ratio", drawn ? spread_json(comparison.ratio) : Json(nullptr)},
          {"conclusion", conclusion(comparison)}};
}

Json probe_part(const ProbeReport& report) {
  const Probe& probe = *report.probe;
  return {{"name", probe.name},
          {"path", printable(probe.path)},
          {"summary", printable(probe.summary)},
          {"dtype", name(probe.dtype)},
          {"blocks", probe.blocks},
          {"threads", probe.threads},
          {"repeats", report.repeats},
          {"budget", probe.budget},
          {"unroll", probe.unroll},
          {"require_shape", probe.require_shape}};
}

}  // namespace

std::string probe_json(const ProbeReport& report, std::string_view version) {
  Json roles = Json::array(), comparisons = Json::array(), steps = Json::array();
  for (const RoleResult& result : report.roles) roles.push_back(role_json(result));
  for (const RoleComparison& comparison : report.comparisons) comparisons.push_back(comparison_json(comparison));
  for (const ChainStep& step : report.steps)
    steps.push_back({{"shorter", step.shorter->name}, {"longer", step.longer->name}, {"cycles", step.cycles}});
  const Json document = {{"schema", kProbeSchema},
                         {"tool", {{"version", version}}},
                         {"device", device_json(report.device)},
                         {"compiler", {{"nvrtc", report.device.nvrtc}, {"path", printable(report.device.nvrtc_path)}}},
                         {"complete", report.complete},
                         {"as_required", report.as_required()},
                         {"probe", probe_part(report)},
                         {"roles", roles},
                         {"comparisons", comparisons},
                         {"steps", steps},
                         {"not_concluded", kNoConclusion}};
  return document.dump(2) + "\n";
}

}  // namespace semcheck
