#include "core/report/replay.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/report/columns.h"
#include "core/report/printable.h"
#include "core/report/wording.h"
#include "core/sweep/cases.h"
#include "core/values/spelling.h"

namespace semcheck {
namespace {

constexpr std::string_view kNothing = "-";

std::string operands_text(const Replay& replay) {
  const Operation& operation = replay.spec->operation;
  const std::vector<std::string_view> names = operand_names(operation);
  std::string text;
  for (std::size_t k = 0; k < replay.operands.size(); ++k)
    text += fmt::format("  {} = {} ({})\n", names[k], hex(operation.operands[k], replay.operands[k]),
                        spell(operation.operands[k], replay.operands[k]));
  return text;
}

std::string bits_text(const Operation& operation, const std::optional<Bits>& bits) {
  return bits ? fmt::format("{} ({})", hex(operation.result, *bits), spell(operation.result, *bits))
              : std::string(kNothing);
}

std::string verdict_of(const ReplayedKernel& kernel) {
  if (!kernel.swept && !kernel.alone) return printable(first_line(kernel.error));
  const bool swept = kernel.swept_is_allowed, alone = kernel.alone_is_allowed;
  if (!swept && !alone) return "wrong";
  if (!swept) return "wrong in the sweep only";
  if (!alone) return "wrong by itself only";
  return kernel.error.empty() ? "as expected" : printable(first_line(kernel.error));
}

std::string kernels_text(const Replay& replay) {
  const Operation& operation = replay.spec->operation;
  std::vector<std::vector<std::string>> rows;
  for (const ReplayedKernel& kernel : replay.kernels)
    rows.push_back({kernel.variant, fmt::format("{}/{}", replay.build, name(kernel.path)),
                    bits_text(operation, kernel.swept), bits_text(operation, kernel.alone), verdict_of(kernel)});
  std::string text;
  for (const std::string& line :
       aligned_columns({"variant", "path", "in the sweep", "by itself", "verdict"}, std::vector(5, Align::left), rows))
    text += fmt::format("  {}\n", line);
  return text;
}

std::string one_text(const Replay& replay) {
  const Operation& operation = replay.spec->operation;
  const std::string supplied = replay.supplied.empty() ? "" : fmt::format(" under {}", replay.supplied);
  return fmt::format("{}, case {}{}: {}\n{}  expected {}\n{}", operation.name, with_separators(replay.index), supplied,
                     replay.drawn, operands_text(replay), spell(operation.result, replay.expected),
                     kernels_text(replay));
}

bool is_right(const ReplayedKernel& kernel) {
  return kernel.error.empty() && kernel.swept_is_allowed && kernel.alone_is_allowed;
}

}  // namespace

std::string replay_text(std::span<const Replay> replays) {
  std::string text;
  for (const Replay& replay : replays) text += fmt::format("\n{}", one_text(replay));
  return text;
}

bool is_right(std::span<const Replay> replays) {
  return std::all_of(replays.begin(), replays.end(), [](const Replay& replay) {
    return std::all_of(replay.kernels.begin(), replay.kernels.end(),
                       [](const ReplayedKernel& kernel) { return is_right(kernel); });
  });
}

}  // namespace semcheck
