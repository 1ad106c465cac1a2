#include "device/reproducer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "core/run/conclude.h"
#include "core/values/spelling.h"
#include "device/kernel_source.h"
#include "device/reproducer_host.h"

namespace semcheck {
namespace {

/// An option of NVRTC that nvcc does not have, and that does not change what a kernel computes; with one dash or two.
struct NvrtcOption {
  std::string_view name;
  bool has_value;  ///< behind '=' or as the next option
};
// NVRTC documentation, Supported Compile Options.
constexpr std::array kNvrtcOnly = {NvrtcOption{"builtin-initializer-list", true},
                                   NvrtcOption{"builtin-move-forward", true},
                                   NvrtcOption{"create-pch", true},
                                   NvrtcOption{"default-device", false},
                                   NvrtcOption{"device-as-default-execution-space", false},
                                   NvrtcOption{"device-float128", false},
                                   NvrtcOption{"device-int128", false},
                                   NvrtcOption{"instantiate-templates-in-pch", true},
                                   NvrtcOption{"minimal", false},
                                   NvrtcOption{"modify-stack-limit", true},
                                   NvrtcOption{"no-cache", false},
                                   NvrtcOption{"no-source-include", false},
                                   NvrtcOption{"pch", false},
                                   NvrtcOption{"pch-dir", true},
                                   NvrtcOption{"pch-messages", true},
                                   NvrtcOption{"pch-verbose", true},
                                   NvrtcOption{"use-pch", true}};

/// The row of an option's name, or null for one that nvcc has too.
const NvrtcOption* only_nvrtc(std::string_view option) {
  if (!option.starts_with('-')) return nullptr;
  option.remove_prefix(option.starts_with("--") ? 2 : 1);
  const auto found = std::ranges::find(kNvrtcOnly, option.substr(0, option.find('=')), &NvrtcOption::name);
  return found == kNvrtcOnly.end() ? nullptr : &*found;
}

/// The options of a build that nvcc takes.
std::vector<std::string> nvcc_options(const std::vector<std::string>& options) {
  std::vector<std::string> taken;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const NvrtcOption* left_out = only_nvrtc(options[i]);
    if (!left_out)
      taken.push_back(options[i]);
    else if (left_out->has_value && options[i].find('=') == std::string::npos)
      ++i;
  }
  return taken;
}

/// Text from outside as a part of one comment line.
std::string comment(std::string_view text) {
  std::string line;
  for (char c : text) line += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  // A backslash at its end would make the next line a part of the comment.
  if (line.ends_with('\\')) line += " .";
  return line;
}

std::string shell_word(const std::string& word) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string quoted = "'";
  for (char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

/// A part of a file's name.
std::string file_word(std::string_view text) {
  std::string word;
  for (char c : text) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    word += plain ? c : '_';
  }
  return word;
}

/// The kernel source without the lines that lead a compiler to the spec: the file stands for itself.
std::string without_line_directives(const std::string& source) {
  std::string text;
  for (std::size_t at = 0; at < source.size();) {
    const std::size_t end = std::min(source.find('\n', at), source.size() - 1) + 1;
    const std::string_view line = std::string_view(source).substr(at, end - at);
    if (!line.starts_with("#line ")) text += line;
    at = end;
  }
  return text;
}

ObligationSet rules_among(const ObligationSet& set) {
  ObligationSet rules;
  for (Obligation o : set.items())
    if (!is_law(o)) rules.insert(o);
  return rules;
}

template <class Items>
const auto* named(const Items& items, const std::string& name) {
  const auto found = std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.name == name; });
  return found == items.end() ? nullptr : &*found;
}

/// Writes the reproducer of one result.
class Writer {
 public:
  Writer(const DeviceInfo& device, const Spec& spec, const Result& result, const ObligationSet& shown)
      : device_(device),
        spec_(spec),
        result_(result),
        shown_(shown),
        variant_(named(spec.variants, result.variant)),
        build_(named(spec.builds, result.build)) {}

  /// "" where there is nothing to show.
  std::string text(const std::string& file) const {
    if (!variant_ || !build_) return "";
    const std::vector<ReproducedLaunch> launches = reproduced_launches(spec_, result_, shown_);
    if (launches.empty()) return "";
    std::vector<Feed> feeds;
    feeds.reserve(launches.size());
    for (const ReproducedLaunch& launch : launches) feeds.push_back(launch.feed);
    const std::array variants = {variant_};
    std::string kernels = without_line_directives(kernel_source(spec_, variants, feeds));
    kernels.insert(0, kernels.starts_with('\n') ? "" : "\n");
    // Not every strategy uses all that they share.
    if (is_row_operation(spec_.operation.kind)) kernels.insert(0, "\n#pragma nv_diag_suppress 177");
    return title() + examples() + blames() + origin() + usage(file) + kernels +
           reproducer_host(spec_, *variant_, launches);
  }

  std::string file() const {
    std::string text =
        fmt::format("{}.{}.{}", file_word(spec_.operation.name), file_word(result_.variant), file_word(result_.build));
    if (device_.toolkits.size() > 1) text += fmt::format(".toolkit{}", result_.toolkit + 1);
    if (result_.path != Path::ptx) text += fmt::format(".{}", name(result_.path));
    if (result_.supply != name(Supply::array)) text += "." + file_word(result_.supply);
    return text;
  }

 private:
  std::string title() const {
    return fmt::format("// {}: variant {}, build {} ({}), path {}, supply {}\n//\n", comment(spec_.operation.name),
                       comment(result_.variant), comment(result_.build), comment(result_.arch), name(result_.path),
                       result_.supply);
  }

  /// Each rule, and below it what was seen.
  std::string examples() const {
    std::string text;
    for (Obligation rule : shown_.items()) {
      const bool has_values = static_cast<std::size_t>(rule) < kRuleCount && result_.rules[rule] != 0;
      text += fmt::format("// breaks {}\n", has_values ? spell_rule(result_.rules, rule) : std::string(name(rule)));
      for (const Mismatch* example : telling_examples(result_))
        if (example->breaks == rule) text += "//   " + comment(example_text(*example)) + "\n";
    }
    return text;
  }

  std::string example_text(const Mismatch& example) const {
    const Dtype dtype = spec_.operation.result;
    const std::string supplied = example.supplied.empty() ? "" : fmt::format(" [{}]", example.supplied);
    return fmt::format("{}{}: {} ({}), {} {}", case_name(spec_.operation, example.operands), supplied,
                       hex(dtype, example.actual), spell(dtype, example.actual),
                       example.breaks == Obligation::supply_invariant ? "array gives" : "expected",
                       spell(dtype, example.expected));
  }

  std::string blames() const {
    std::string text;
    for (const Blame& blame : result_.blames)
      if (shown_.contains(blame.breaks))
        text += fmt::format("// {}: made by the layer {}: {}\n", name(blame.breaks), name(blame.layer),
                            comment(blame.evidence));
    return text;
  }

  std::string origin() const {
    std::string text = fmt::format("//\n// seen on {}", comment(device_.name));
    if (!device_.driver.empty() && device_.kind == "cuda") text += fmt::format(", driver {}", comment(device_.driver));
    return text + fmt::format(", compiled with {}\n", compiler());
  }

  std::string compiler() const {
    if (!result_.toolchain) return fmt::format("NVRTC {}", comment(device_.nvrtc));
    std::string text = comment(result_.toolchain->compiler);
    for (const std::string& option : result_.toolchain->options) text += fmt::format(" {}", comment(option));
    std::vector<std::string> flags;
    for (const auto& [flag, value] : result_.toolchain->in_effect)
      flags.push_back(comment(fmt::format("{}={}", flag, value)));
    return flags.empty() ? text : fmt::format("{}; in effect {}", text, fmt::join(flags, ", "));
  }

  std::string usage(const std::string& file) const {
    std::string command = "nvcc";
    for (const std::string& argument : nvcc_arguments(*build_, result_)) command += " " + shell_word(argument);
    std::string text = fmt::format("//\n// {} {} -o reproducer && ./reproducer\n//\n", comment(command), file);
    if (result_.path == Path::jit && build_->jit_level)
      text += fmt::format("// The build has jit_level = {}; what nvcc makes leaves the driver its own choice.\n",
                          *build_->jit_level);
    return text +
           "// Prints a line a case. Exit code: 1 when a mismatch shows, 0 when none does, 2 when it cannot run.\n";
  }

  const DeviceInfo& device_;
  const Spec& spec_;
  const Result& result_;
  ObligationSet shown_;
  const Variant* variant_;
  const Build* build_;
};

/// @param declared  whether declared breaks are shown as well
std::vector<Reproducer> written(const RunReport& report, bool declared) {
  std::vector<Reproducer> files;
  std::set<std::string> taken;
  for (const SpecReport& spec : report.specs)
    for (const Result& result : spec.results) {
      const ObligationSet broken = declared ? result.breaks : result.breaks - result.declared_breaks;
      const ObligationSet shown = rules_among(broken);
      if (shown.empty()) continue;
      const Writer writer(report.device, *spec.spec, result, shown);
      std::string file = writer.file();
      for (int i = 2; taken.contains(file); ++i) file = fmt::format("{}.{}", writer.file(), i);
      const std::string text = writer.text(file + ".cu");
      if (text.empty()) continue;
      taken.insert(file);
      files.push_back({file + ".cu", text});
    }
  return files;
}

}  // namespace

std::vector<std::string> nvcc_arguments(const Build& build, const Result& result) {
  std::vector<std::string> arguments{"-std=c++17"};
  for (std::string& option : nvcc_options(build.options)) arguments.push_back(std::move(option));
  if (result.path == Path::jit) {
    constexpr std::string_view machine = "sm_";
    const std::string arch =
        result.arch.starts_with(machine) ? "compute_" + result.arch.substr(machine.size()) : result.arch;
    arguments.push_back("-arch=" + arch);
    arguments.push_back("-code=" + arch);
    return arguments;
  }
  arguments.push_back("-arch=" + result.arch);
  if (build.ptxas_level && result.path == Path::cubin) {
    arguments.emplace_back("-Xptxas");
    arguments.push_back(fmt::format("-O{}", *build.ptxas_level));
  }
  return arguments;
}

std::vector<Reproducer> reproducers(const RunReport& report) {
  std::vector<Reproducer> files = written(report, false);
  return files.empty() ? written(report, true) : files;
}

}  // namespace semcheck
