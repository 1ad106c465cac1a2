#include "core/report/inspect.h"
#include "core/report/inspect_wording.h"
#include "core/report/json_parts.h"
#include "core/report/printable.h"

namespace semcheck {

namespace {

Json optional_json(const std::optional<std::uint32_t>& value) {
  return value ? Json(*value) : Json();
}

Json accesses_json(const CodeFacts& facts) {
  Json accesses = Json::array();
  for (const Access& access : facts.accesses)
    accesses.push_back(
        {{"space", access.space}, {"store", access.store}, {"bytes", access.bytes}, {"count", access.count}});
  return accesses;
}

Json listing_json(const CodeFacts& facts) {
  Json listing = Json::array();
  for (const CodeLine& line : facts.listing)
    listing.push_back({{"text", printable(line.text)},
                       {"kind", line.kind ? Json(name(*line.kind)) : Json()},
                       {"decides", line.decides}});
  return listing;
}

Json facts_json(const CodeFacts& facts) {
  Json opcodes = Json::object(), kinds = Json::object();
  for (const auto& [opcode, count] : facts.opcodes) opcodes[printable(opcode)] = count;
  for (const auto& [kind, count] : facts.kinds) kinds[std::string(name(kind))] = count;
  return {{"form", name(facts.form)},
          {"instructions", facts.instructions},
          {"kinds", kinds},
          {"opcodes", opcodes},
          {"unknown_opcodes", strings_json(facts.unknown)},
          {"registers", optional_json(facts.registers)},
          {"spilled", optional_json(facts.spilled)},
          {"shared", optional_json(facts.shared)},
          {"loaded", facts.loaded},
          {"stored", facts.stored},
          {"accesses", accesses_json(facts)},
          {"context", facts.reduction ? "reduction" : "elementwise"},
          {"combined_by", combining(facts)},
          {"chain",
           {{"length", facts.chain.length},
            {"opcode", printable(facts.chain.opcode)},
            {"accumulator", printable(facts.chain.accumulator)}}},
          {"listing", listing_json(facts)}};
}

/// The facts, or why there are none, and null where the code was not asked for or did not compile.
Json inspection_part(const std::optional<Inspection>& inspection, const std::optional<std::size_t>& same) {
  if (!inspection) return {};
  if (!inspection->facts) return {{"error", printable(inspection->error)}};
  Json json = facts_json(*inspection->facts);
  json["same_as"] = same ? Json(*same) : Json();
  return json;
}

Json code_json(const InspectedCode& code) {
  return {{"variant", code.variant->name},
          {"build", code.build->name},
          {"arch", code.arch},
          {"toolkit", code.toolkit},
          {"made_by", toolchain_json(code.toolchain.get())},
          {"error", printable(code.error)},
          {"unavailable", code.unavailable},
          {"ptx", inspection_part(code.ptx, code.same_ptx)},
          {"sass", inspection_part(code.sass, code.same_sass)},
          {"unmet", strings_json(code.check.unmet)},
          {"not_inspected", printable(code.check.not_inspected)},
          {"declared", code.declared},
          {"as_declared", code.as_declared()}};
}

Json spec_json(const SpecInspection& inspection) {
  const Spec& spec = *inspection.spec;
  Json codes = Json::array();
  for (const InspectedCode& code : inspection.codes) codes.push_back(code_json(code));
  return {{"name", spec.operation.name},
          {"path", printable(spec.path)},
          {"operation", name(spec.operation.kind)},
          {"dtype", name(spec.operation.dtype)},
          {"codes", codes}};
}

}  // namespace

std::string inspection_json(const InspectionReport& report, std::string_view version) {
  Json specs = Json::array();
  for (const SpecInspection& spec : report.specs) specs.push_back(spec_json(spec));
  const Json document = {{"schema", kInspectSchema},
                         {"tool", {{"version", version}}},
                         {"compiler", {{"nvrtc", report.device.nvrtc}, {"path", printable(report.device.nvrtc_path)}}},
                         {"complete", report.complete},
                         {"as_declared", report.as_declared()},
                         {"specs", specs}};
  return document.dump(2) + "\n";
}

}  // namespace semcheck
