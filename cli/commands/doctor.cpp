#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/commands/command.h"
#include "cli/options.h"
#include "device/devices.h"

namespace semcheck {

namespace {

std::string mark_of(const Finding& finding) {
  if (finding.found) return "ok     ";
  return finding.needed ? "MISSING" : "none   ";
}

std::string finding_text(const Finding& finding, std::size_t width) {
  std::string text = fmt::format("{}  {:<{}}  {}\n", mark_of(finding), finding.what, width, finding.detail);
  std::string_view help = finding.help;
  while (!finding.found && !help.empty()) {
    const std::size_t end = std::min(help.find('\n'), help.size());
    text += fmt::format("{}{}\n", std::string(width + 11, ' '), help.substr(0, end));
    help.remove_prefix(std::min(end + 1, help.size()));
  }
  return text;
}

ExitCode examine_all(const std::string& toolkit) {
  const std::vector<Finding> findings = examine(toolkit);
  std::size_t width = 0;
  for (const Finding& finding : findings) width = std::max(width, finding.what.size());
  bool usable = true;
  for (const Finding& finding : findings) {
    print(finding_text(finding, width));
    usable = usable && (finding.found || !finding.needed);
  }
  return usable ? ExitCode::as_declared : ExitCode::environment;
}

}  // namespace

Action add_doctor(CLI::App& command, CommonOptions&) {
  const auto toolkit = std::make_shared<std::string>();
  add_value(command, "--toolkit", *toolkit, "DIR", "CUDA Toolkit or Python package to look in, and nowhere else");
  return [toolkit](const Terminal&) { return examine_all(*toolkit); };
}

}  // namespace semcheck
