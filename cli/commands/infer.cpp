#include "core/run/infer.h"

#include <fmt/format.h>

#include <functional>
#include <future>
#include <memory>

#include "cli/commands/command.h"
#include "cli/device_options.h"
#include "cli/load_specs.h"
#include "cli/options.h"
#include "cli/report_file.h"
#include "cli/usage_error.h"
#include "core/report/infer.h"

namespace semcheck {

namespace {

struct Given {
  std::string spec, variant;
  std::string expr, kind = "max", dtype = "f32";
  std::vector<std::string> attributes;
  DeviceRequest device;
  std::string timeout = "10";
  std::string json;
};

/// The keys of [operation] that --set gives: `result=s8` is `result = "s8"`, and digits are a number where only a
/// number can stand.
std::string attributes(const Given& given) {
  std::string text;
  for (const std::string& attribute : given.attributes) {
    const std::size_t at = attribute.find('=');
    if (at == std::string::npos || at == 0)
      throw UsageError(fmt::format("--set: \"{}\" is not KEY=VALUE", attribute), "such as --set result=s8");
    const std::string key = attribute.substr(0, at), value = attribute.substr(at + 1);
    const bool number = key == "arity" && value.find_first_not_of("0123456789") == std::string::npos;
    text += fmt::format("{} = {}\n", toml_string(key), number ? value : toml_string(value));
  }
  return text;
}

/// The spec that --expr, --kind, --dtype and --set stand for.
SourceFile spec_of_expression(const Given& given) {
  return {"--expr",
          fmt::format("[operation]\nname = {}\nkind = {}\ndtype = {}\n{}\n[[variant]]\nname = \"expr\"\nexpr = {}\n",
                      toml_string("inferred"), toml_string(given.kind), toml_string(given.dtype), attributes(given),
                      toml_string(given.expr))};
}

LoadedSpecs load(const Given& given, const Terminal& terminal) {
  if (given.spec.empty() == given.expr.empty())
    throw UsageError("infer needs either a SPEC or --expr",
                     "semcheck infer --expr 'fmaxf(x, z)' --kind max --dtype f32");
  return given.expr.empty() ? load_specs({given.spec}, terminal) : load_spec_text(spec_of_expression(given), terminal);
}

/// The variant that is asked about: the only one, or the one that --variant names.
const Variant& chosen_variant(const Given& given, const Spec& spec) {
  if (given.variant.empty() && spec.variants.size() == 1) return spec.variants.front();
  std::vector<std::string_view> names;
  for (const Variant& variant : spec.variants) {
    if (variant.name == given.variant) return variant;
    names.push_back(variant.name);
  }
  const std::string all = fmt::format("one of {}", fmt::join(names, ", "));
  if (given.variant.empty()) throw UsageError("--variant is required: the spec has several", all);
  const std::string help = did_you_mean(given.variant, names);
  throw UsageError(fmt::format("--variant: the spec has no \"{}\"", given.variant), help.empty() ? all : help);
}

ExitCode report(const Given& given, const Spec& spec, const Variant& variant, const Inference& inference,
                const DeviceInfo& device, const Terminal& terminal) {
  if (!inference.error.empty()) {
    print_error(terminal, fmt::format("{} gave no result: {}", variant.name, inference.error), "");
    return ExitCode::not_as_declared;
  }
  if (!given.json.empty()) write_report(given.json, inference_json(inference));
  if (!inference.behaviour.explained) {
    print_error(terminal, fmt::format("no rule values explain every result of {}", variant.name),
                "run it under a profile to see where it differs");
    return ExitCode::not_as_declared;
  }
  if (given.json != "-") print(inferred_spec(spec, variant, inference, device));
  return ExitCode::as_declared;
}

ExitCode infer_rules(const Given& given, const Terminal& terminal) {
  require_sense(given.device);
  require_one_toolkit(given.device);
  RunOptions options;
  options.timeout = parse_timeout(given.timeout);
  if (!given.json.empty()) require_writable("--json", given.json);
  const LoadedSpecs loaded = load(given, terminal);
  if (!loaded.valid) return ExitCode::bad_usage;
  const Spec& spec = loaded.specs.front();
  const Variant& variant = chosen_variant(given, spec);
  const std::unique_ptr<Device> device = open_device(given.device);
  const Inference inference = infer(spec, variant, loaded.profiles, *device, options);
  return report(given, spec, variant, inference, device->info(), terminal);
}

}  // namespace

Action add_infer(CLI::App& command, CommonOptions& common) {
  const auto given = std::make_shared<Given>();
  command
      .add_option("SPEC", given->spec,
                  "spec that holds the variant: a file, or the name of one that comes with semcheck")
      ->type_name("SPEC");
  add_value(command, "--variant", given->variant, "NAME", "the variant of the spec to ask about");
  add_value(command, "--expr", given->expr, "EXPR", "an expression of the operands to ask about, instead of a spec");
  add_value(command, "--kind", given->kind, "KIND", "what the expression computes");
  add_value(command, "--dtype", given->dtype, "DTYPE", "type of its operands");
  add_values(command, "--set", given->attributes, "KEY=VALUE",
             "another key of [operation], such as result=s8 or relation=lt; may be given several times");
  add_device_options(command, given->device);
  add_value(command, "--timeout", given->timeout, "SECONDS", "time the variant may take");
  add_value(command, "--json", given->json, "FILE",
            "write rules and profiles as JSON; - for stdout, and then nothing else there");
  add_color(command, common);
  return [given](const Terminal& terminal) { return infer_rules(*given, terminal); };
}

}  // namespace semcheck
