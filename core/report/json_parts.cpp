#include "core/report/json_parts.h"

#include "core/report/printable.h"
#include "core/values/spelling.h"

namespace semcheck {
namespace {

/// An allowed pattern as hex, a class of patterns by its name ("any quiet NaN").
std::string outcome_text(Dtype dtype, const Outcome& outcome) {
  return outcome.kind == OutcomeKind::exactly ? hex(dtype, outcome.bits) : spell(dtype, Expected{outcome});
}

}  // namespace

Json operands_json(const Operation& operation, const std::vector<Bits>& operands) {
  Json list = Json::array();
  for (std::size_t i = 0; i < operands.size(); ++i)
    list.push_back(hex(i < operation.operands.size() ? operation.operands[i] : operation.dtype, operands[i]));
  return list;
}

Json example_json(const Operation& operation, const Mismatch& mismatch) {
  Json expected = Json::array();
  for (const Outcome& outcome : mismatch.expected) expected.push_back(outcome_text(operation.result, outcome));
  Json example = {{"case", case_name(operation, mismatch.operands)},
                  {"operands", operands_json(operation, mismatch.operands)},
                  {"expected", expected},
                  {"actual", hex(operation.result, mismatch.actual)},
                  {"rule", name(mismatch.breaks)}};
  if (!mismatch.supplied.empty()) example["supplied"] = mismatch.supplied;
  return example;
}

Json blames_json(const std::vector<Blame>& blames) {
  Json list = Json::array();
  for (const Blame& blame : blames)
    list.push_back({{"rule", name(blame.breaks)},
                    {"layer", name(blame.layer)},
                    {"mismatches", blame.mismatches},
                    {"evidence", printable(blame.evidence)}});
  return list;
}

Json list_of(const ObligationSet& set) {
  Json list = Json::array();
  for (std::string_view word : names(set)) list.push_back(word);
  return list;
}

Json rules_json(const Rules& rules) {
  Json object = Json::object();
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    const ObligationRow& rule = row(static_cast<Obligation>(i));
    Json values = Json::array();
    for (std::size_t v = 0; v < rule.values.size(); ++v)
      if (((rules.allowed[i] >> v) & 1) != 0) values.push_back(rule.values[v].name);
    if (!values.empty()) object[std::string(rule.name)] = values.size() == 1 ? values.front() : values;
  }
  return object;
}

Json strings_json(const std::vector<std::string>& strings) {
  Json list = Json::array();
  for (const std::string& text : strings) list.push_back(printable(text));
  return list;
}

Json device_json(const DeviceInfo& device) {
  return {{"kind", device.kind},
          {"name", printable(device.name)},
          {"compute_capability", device.compute_capability},
          {"driver", device.driver},
          {"reason", printable(device.reason)},
          {"arch", device.arch}};
}

Json flags_json(const std::vector<std::pair<std::string, std::string>>& flags) {
  Json json = Json::object();
  for (const auto& [flag, value] : flags) json[flag] = printable(value);
  return json;
}

Json toolchain_json(const Toolchain* toolchain) {
  if (toolchain == nullptr) return {};
  return {{"compiler", printable(toolchain->compiler)},
          {"options", strings_json(toolchain->options)},
          {"in_effect", flags_json(toolchain->in_effect)}};
}

}  // namespace semcheck
