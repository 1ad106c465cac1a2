#include "core/report/inspect_wording.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/report/wording.h"

namespace semcheck {

std::vector<std::string_view> combining(const CodeFacts& facts) {
  std::vector<std::string_view> ways;
  const auto add = [&](bool is_so, std::string_view way) {
    if (is_so) ways.push_back(way);
  };
  add(facts.count(InstructionKind::shuffle) > 0, "shuffle");
  add(facts.count(InstructionKind::barrier) > 0, "barrier");
  add(std::ranges::find(facts.accesses, "shared", &Access::space) != facts.accesses.end(), "shared memory");
  add(facts.count(InstructionKind::atomic) > 0, "atomic");
  add(facts.carried_accumulator, "loop-carried accumulator");
  return ways;
}

std::string context_of(const CodeFacts& facts) {
  if (!facts.reduction) return "elementwise";
  const auto ways = combining(facts);
  return ways.empty() ? "reduction" : fmt::format("reduction ({})", join(ways, ", "));
}

std::string chain_of(const Chain& chain) {
  if (chain.length < 2) return "";
  const std::string opcode = chain.opcode.empty() ? "different instructions" : chain.opcode;
  const std::string where = chain.accumulator.empty() ? "through several registers" : "in " + chain.accumulator;
  return fmt::format("chain of {} {} {}", chain.length, opcode, where);
}

std::string traffic_of(const CodeFacts& facts, bool store) {
  std::string text = std::to_string(store ? facts.stored : facts.loaded);
  std::string_view separator = " by ";
  for (const Access& access : facts.accesses) {
    if (access.space != "global" || access.store != store) continue;
    text += fmt::format("{}{}", separator, access.bytes);
    separator = ", ";
  }
  return text;
}

std::string name_beside(const InspectedCode& code, const InspectedCode& other) {
  if (code.variant == other.variant && code.build != other.build) return code.build->name;
  if (code.build == other.build && code.variant != other.variant) return code.variant->name;
  return fmt::format("{} [{}]", code.variant->name, code.build->name);
}

std::vector<Lack> lacks_of(const InspectionReport& report) {
  std::vector<Lack> lacks;
  const auto add = [&](const std::optional<Inspection>& inspection) {
    if (!inspection || inspection->facts || inspection->help.empty()) return;
    if (std::ranges::find(lacks, inspection->error, &Lack::error) == lacks.end())
      lacks.push_back({inspection->error, inspection->help});
  };
  for (const SpecInspection& spec : report.specs)
    for (const InspectedCode& code : spec.codes) {
      add(code.ptx);
      add(code.sass);
    }
  return lacks;
}

}  // namespace semcheck
