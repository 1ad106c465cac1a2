#include "core/report/infer.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/report/json_parts.h"
#include "core/report/wording.h"
#include "core/spec/operation_words.h"
#include "core/values/spelling.h"

namespace semcheck {
namespace {

constexpr std::size_t kNearestShown = 3;

/// What the rules rest on and what is known by the same ones.
std::string comments(const Variant& variant, const Inference& inference, const DeviceInfo& device) {
  std::string text = fmt::format("# The rules that {} follows, as observed over {} cases:\n# {}\n", variant.name,
                                 with_separators(inference.cases), device_line(device));
  for (const std::string& profile : inference.equals) text += fmt::format("# equals {}\n", profile);
  for (std::size_t i = 0; i < std::min(kNearestShown, inference.nearest.size()); ++i) {
    const Likeness& likeness = inference.nearest[i];
    text += fmt::format("# {} differs in {}\n", likeness.profile, join(names(likeness.differs), ", "));
  }
  return text;
}

/// What only some operations have.
std::string attributes(const Operation& operation) {
  const OperationRow& r = row(operation.kind);
  std::string text;
  if (r.result != ResultType::same) text += fmt::format("result = \"{}\"\n", name(operation.result));
  if (operation.operands.size() > r.least_operands) text += fmt::format("arity = {}\n", operation.operands.size());
  if (operation.kind == OperationKind::compare)
    text += fmt::format("relation = \"{}\"\n", kRelations[static_cast<std::size_t>(operation.relation)]);
  if (operation.kind == OperationKind::relu_grad)
    text += fmt::format("from = \"{}\"\n", kGradientSources[static_cast<std::size_t>(operation.gradient_from)]);
  if (operation.slope) text += fmt::format("slope = \"{}\"\n", hex(operation.dtype, *operation.slope));
  for (const Constant& constant : operation.constants)
    text += fmt::format("{} = \"{}\"\n", constant.name, hex(operation.dtype, constant.bits));
  return text;
}

std::string operation_table(const Operation& operation) {
  std::string text = fmt::format("\n[operation]\nname = {}\nkind = \"{}\"\ndtype = \"{}\"\n",
                                 toml_string(operation.name), name(operation.kind), name(operation.dtype));
  const auto differs = [&](Dtype d) { return d != operation.dtype; };
  if (std::any_of(operation.operands.begin(), operation.operands.end(), differs)) {
    std::vector<std::string_view> operands;
    for (Dtype d : operation.operands) operands.push_back(name(d));
    text += fmt::format("operands = [\"{}\"]\n", fmt::join(operands, "\", \""));
  }
  return text + attributes(operation);
}

std::string rules_table(const Inference& inference, Dtype result) {
  const Rules& rules = inference.behaviour.values;
  std::string text = "\n[rules]\n";
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    const auto rule = static_cast<Obligation>(i);
    if (rules[rule] == 0) continue;
    const bool open = inference.undecided.contains(rule);
    text += fmt::format("{}{}\n", spell_rule(rules, rule), open ? "  # the cases cannot tell these apart" : "");
  }
  if (rules.nan_canonical != row(result).canonical_nan && rules.allows(Obligation::nan_result, NanResult::canonical))
    text += fmt::format("nan_canonical = \"{}\"\n", hex(result, rules.nan_canonical));
  return text;
}

std::string inputs_table(const Inputs& inputs) {
  std::vector<std::string> matrices;
  for (const Matrix& matrix : inputs.matrices)
    matrices.push_back(toml_string(std::filesystem::path(matrix.path).stem().string()));
  std::string text = fmt::format("\n[inputs]\nmatrices = [{}]\nrandom = {{ count = {}, seed = {} }}\n",
                                 fmt::join(matrices, ", "), inputs.random.count, inputs.random.seed);
  if (!inputs.sizes.empty()) text += fmt::format("sizes = [{}]\n", fmt::join(inputs.sizes, ", "));
  return text;
}

/// What only variants of row operations have.
std::string row_keys(const Operation& operation, const Variant& variant) {
  if (!is_row_operation(operation.kind)) return "";
  std::string text;
  if (variant.form == VariantForm::expr) text += fmt::format("strategy = \"{}\"\n", name(variant.strategy));
  text += fmt::format("launch = {{ block = {} }}\n", variant.block);
  if (variant.identity) text += fmt::format("identity = \"{}\"\n", hex(operation.dtype, *variant.identity));
  return text;
}

std::string variant_table(const Operation& operation, const Variant& variant) {
  std::string text = fmt::format("\n[[variant]]\nname = {}\n{} = {}\n", toml_string(variant.name),
                                 variant.form == VariantForm::expr ? "expr" : "body", toml_string(variant.code));
  if (!variant.needs.empty()) text += fmt::format("needs = {}\n", toml_string(variant.needs));
  return text + row_keys(operation, variant);
}

std::string build_table(const Build& build) {
  if (build.options.empty() && build.arch.empty()) return "";
  std::vector<std::string> options;
  for (const std::string& option : build.options) options.push_back(toml_string(option));
  std::string text =
      fmt::format("\n[[build]]\nname = {}\noptions = [{}]\n", toml_string(build.name), fmt::join(options, ", "));
  if (!build.arch.empty()) text += fmt::format("arch = {}\n", toml_string(build.arch));
  return text;
}

}  // namespace

std::string toml_string(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      quoted += {'\\', c};
    else if (c == '\n')
      quoted += "\\n";
    else if (code < 0x20 || code == 0x7f)
      quoted += fmt::format("\\u{:04x}", code);
    else
      quoted += c;
  }
  return quoted + '"';
}

std::string inferred_spec(const Spec& spec, const Variant& variant, const Inference& inference,
                          const DeviceInfo& device) {
  return comments(variant, inference, device) + operation_table(spec.operation) +
         rules_table(inference, spec.operation.result) + inputs_table(spec.inputs) +
         variant_table(spec.operation, variant) + build_table(spec.builds.front());
}

std::string inference_json(const Inference& inference) {
  Json nearest = Json::array();
  for (const Likeness& likeness : inference.nearest)
    nearest.push_back({{"profile", likeness.profile}, {"differs", list_of(likeness.differs)}});
  const Json document = {{"schema", kInferSchema},
                         {"explained", inference.behaviour.explained},
                         {"cases", inference.cases},
                         {"rules", rules_json(inference.behaviour.values)},
                         {"undecided", list_of(inference.undecided)},
                         {"equals", inference.equals},
                         {"nearest", nearest}};
  return document.dump(2) + "\n";
}

}  // namespace semcheck
