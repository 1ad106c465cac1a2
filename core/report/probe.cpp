#include "core/report/probe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/report/painter.h"
#include "core/report/printable.h"
#include "core/report/wording.h"

namespace semcheck {
namespace {

/// Ratios as near to one as this are called the same.
constexpr double kSame = 0.01;
/// Lines of machine code that a person is shown of one role.
constexpr std::size_t kLinesShown = 16;

std::string ops_of(const Role& role) {
  std::vector<std::string_view> ops;
  for (const ChainOp op : role.ops) ops.push_back(name(op));
  return join(ops, " and ");
}

/// What equal progress of chains of one kind is equal in.
std::string_view meaning(ChainKind kind) {
  switch (kind) {
    case ChainKind::dependent: return "the time from one instruction to the next that needs its result";
    case ChainKind::independent: return "the rate at which this launch issues them";
    case ChainKind::mixed: return "the time that their turns take";
  }
  return "";
}

std::string title(const Probe& probe, std::uint32_t repeats) {
  return fmt::format("{}: chains of {}, {} of {}, {} of {} clock cycles ({})\n", probe.name, name(probe.dtype),
                     counted(probe.blocks, "block"), counted(probe.threads, "thread"), counted(repeats, "repeat"),
                     with_separators(probe.budget), printable(probe.path));
}

std::string whole(double number) {
  return with_separators(static_cast<std::size_t>(std::llround(number)));
}

std::string progress_line(const RoleResult& result) {
  if (!result.error.empty()) return fmt::format("error: {}", first_line(printable(result.error)));
  if (!result.measured()) return result.not_measured.empty() ? "not measured: interrupted" : result.not_measured;
  const Spread& progress = result.progress;
  return fmt::format("{} instructions ({} to {}, {:.3g} %), {:.3f} cycles each", whole(progress.median),
                     whole(progress.least), whole(progress.most), 100 * progress.relative(), result.cycles.median);
}

std::string painted(const Painter& paint, ShapeVerdict verdict) {
  switch (verdict) {
    case ShapeVerdict::clean: return paint.green(name(verdict));
    case ShapeVerdict::differs: return paint.yellow(name(verdict));
    default: return paint.faint(name(verdict));
  }
}

std::string role_lines(const RoleResult& result, std::size_t width, const Painter& paint) {
  const ChainShape& shape = result.shape;
  std::string text = fmt::format("  {}{}  {:{}}  {}\n", painted(paint, shape.verdict),
                                 std::string(9 - name(shape.verdict).size(), ' '), result.role->name, width,
                                 printable(shape_line(shape)));
  const std::string indent(width + 15, ' ');
  const std::size_t shown = std::min(shape.lines.size(), kLinesShown);
  for (std::size_t i = 0; i < shown; ++i) text += fmt::format("{}  {}\n", indent, printable(shape.lines[i]));
  if (shown < shape.lines.size())
    text += fmt::format("{}  and {} more\n", indent, counted(shape.lines.size() - shown, "line"));
  return text + fmt::format("{}{}\n", indent, progress_line(result));
}

std::string comparison_lines(const RoleComparison& comparison) {
  const std::string pair = fmt::format("  {} / {}", comparison.first->name, comparison.second->name);
  if (!comparison.not_drawn.empty()) return fmt::format("{}: {}\n", pair, conclusion(comparison));
  const Spread& ratio = comparison.ratio;
  return fmt::format("{}: {:.4f} ({:.4f} to {:.4f})\n    {}\n", pair, ratio.median, ratio.least, ratio.most,
                     conclusion(comparison));
}

/// What every role that was not read lacks, said once.
std::string help_lines(const ProbeReport& report) {
  for (const RoleResult& result : report.roles)
    if (!result.shape.help.empty()) return fmt::format("\nhelp: {}\n", result.shape.help);
  return "";
}

}  // namespace

std::string conclusion(const RoleComparison& comparison) {
  if (!comparison.not_drawn.empty()) return fmt::format("no comparison: {}", comparison.not_drawn);
  const Role &first = *comparison.first, &second = *comparison.second;
  const Spread& ratio = comparison.ratio;
  const bool alike = first.kind == second.kind && first.length == second.length;
  const std::string pair =
      alike ? fmt::format("{} {}-chains of {} and {}", name(first.kind), first.length, ops_of(first), ops_of(second))
            : fmt::format("{} and {}", first.name, second.name);
  const double distance = std::abs(ratio.median - 1);
  if (distance > kSame)
    return fmt::format(
        "{}: the first advances {:.3f} times as far as the second in this shape, on this GPU at its "
        "present clocks",
        pair, ratio.median);
  if (ratio.most - ratio.least > 2 * kSame)
    return fmt::format("{} cannot be told apart, but their samples lie {:.1f} % apart", pair,
                       100 * (ratio.most - ratio.least));
  return fmt::format(
      "{} advance within {:.2g} % of each other: in this shape, on this GPU at its present clocks, {} is "
      "the same",
      pair, std::max(0.01, 100 * distance), alike ? meaning(first.kind) : "their progress");
}

std::string probe_text(const ProbeReport& report, bool color) {
  std::string text = printable(device_line(report.device)) + "\n\n" + title(*report.probe, report.repeats);
  std::size_t width = 0;
  for (const RoleResult& result : report.roles) width = std::max(width, result.role->name.size());
  for (const RoleResult& result : report.roles) text += role_lines(result, width, Painter(color));
  if (!report.comparisons.empty()) text += "\ncomparisons of progress\n";
  for (const RoleComparison& comparison : report.comparisons) text += comparison_lines(comparison);
  if (!report.steps.empty()) text += "\nan instruction more, without the work of the loop\n";
  for (const ChainStep& step : report.steps)
    text += fmt::format("  {} to {}: {:.3f} cycles\n", step.shorter->name, step.longer->name, step.cycles);
  const auto drawn = [](const RoleComparison& comparison) { return comparison.not_drawn.empty(); };
  if (std::any_of(report.comparisons.begin(), report.comparisons.end(), drawn))
    text += fmt::format("\n{}\n", kNoConclusion);
  text += help_lines(report);
  return report.complete ? text : text + "\ninterrupted: not every role ran as often as it should\n";
}

}  // namespace semcheck
