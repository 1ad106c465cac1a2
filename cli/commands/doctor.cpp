#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

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

ExitCode examine_all(const std::vector<std::string>& toolkits) {
  const std::vector<Finding> findings = examine(toolkits);
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
  const auto toolkits = std::make_shared<std::vector<std::string>>();
  add_values(command, "--toolkit", *toolkits, "DIR",
             "CUDA Toolkit or Python package to look in, and nowhere else; may be given several times");
  return [toolkits](const Terminal&) { return examine_all(*toolkits); };
}

}  // namespace semcheck
