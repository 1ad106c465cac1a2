#include "core/report/blame.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/report/wording.h"
#include "core/values/spelling.h"

namespace semcheck {
namespace {

/// The layers of some blames, the last one in the chain first.
std::vector<Layer> layers_in(const std::vector<Blame>& blames) {
  std::vector<Layer> found;
  for (auto row = layers().rbegin(); row != layers().rend(); ++row)
    if (std::ranges::find(blames, row->layer, &Blame::layer) != blames.end()) found.push_back(row->layer);
  return found;
}

}  // namespace

std::string layer_of(const Result& result) {
  std::vector<std::string_view> names;
  for (Layer layer : layers_in(result.blames)) names.push_back(name(layer));
  return join(names, ", ");
}

std::vector<std::string> blame_lines(const Result& result, bool everything) {
  std::vector<std::string> lines;
  for (Layer layer : layers_in(result.blames)) {
    if (layer == Layer::source && !everything) continue;
    std::vector<std::string_view> rules;
    std::string evidence;
    for (const Blame& blame : result.blames) {
      if (blame.layer != layer) continue;
      if (rules.empty()) evidence = blame.evidence;
      rules.push_back(name(blame.breaks));
    }
    lines.push_back(fmt::format("{}: {}: {}", name(layer), fmt::join(rules, ", "), evidence));
  }
  return lines;
}

std::vector<std::string> blame_lines(const Result& result, Obligation obligation) {
  std::vector<std::string> lines;
  for (const Blame& blame : result.blames)
    if (blame.breaks == obligation) lines.push_back(fmt::format("{}: {}", name(blame.layer), blame.evidence));
  return lines;
}

namespace {

/// What was compiled together, whatever its path.
bool are_together(const CompiledBuild& build, const Result& result) {
  return build.build == result.build && build.arch == result.arch && build.compiler == result.toolchain->compiler;
}

/// Whether a flag is worth a place on a line: it decides bits, or is not what it is by default.
bool is_telling(const std::string& flag, const std::string& value) {
  constexpr std::array<std::string_view, 4> kNumeric = {"fmad", "ftz", "prec-div", "prec-sqrt"};
  const bool numeric = std::ranges::find(kNumeric, flag) != kNumeric.end();
  return numeric || (value != "false" && value != "on");
}

}  // namespace

std::vector<CompiledBuild> compiled_builds(const SpecReport& report) {
  std::vector<CompiledBuild> builds;
  for (const Result& result : report.results) {
    if (!result.toolchain) continue;
    const Toolchain& toolchain = *result.toolchain;
    auto known = std::ranges::find_if(builds, [&](const CompiledBuild& b) { return are_together(b, result); });
    if (known == builds.end())
      known = builds.insert(known, {result.build, result.arch, toolchain.compiler, toolchain.options, {}});
    for (const auto& flag : toolchain.in_effect)
      if (std::ranges::find(known->in_effect, flag) == known->in_effect.end()) known->in_effect.push_back(flag);
  }
  return builds;
}

std::string flags_line(const CompiledBuild& build) {
  std::string text = build.compiler + ",";
  for (const auto& [flag, value] : build.in_effect)
    if (is_telling(flag, value)) text += fmt::format(" {}={}", flag, value);
  return text;
}

bool has_several_compilers(const SpecReport& report) {
  return std::ranges::any_of(report.results, [&](const Result& result) { return result.toolkit != 0; });
}

std::string way_of(const SpecReport& report, const Result& result) {
  std::string text = fmt::format("{}/{}", result.build, name(result.path));
  if (result.supply != name(Supply::array)) text += "/" + result.supply;
  if (has_several_compilers(report)) text += ", " + result.compiler;
  return text;
}

bool is_unexplained(const SpecReport& report, const Difference& difference) {
  return report.results[difference.first].rules == report.results[difference.second].rules;
}

std::string difference_line(const SpecReport& report, const Difference& difference) {
  const Operation& operation = report.spec->operation;
  return fmt::format("{} and {} differ in {}: {}: {} and {}", way_of(report, report.results[difference.first]),
                     way_of(report, report.results[difference.second]), counted(difference.cases, "case"),
                     case_name(operation, difference.operands), hex(operation.result, difference.of_first),
                     hex(operation.result, difference.of_second));
}

std::string difference_blame(const Difference& difference) {
  return fmt::format("{}: {}", name(difference.layer), difference.evidence);
}

}  // namespace semcheck
