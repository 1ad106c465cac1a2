#include "tests/golden/transcript.h"

#include <array>
#include <charconv>
#include <regex>

namespace semcheck::golden {

namespace {

/// What is replaced before two outputs are compared. Keep this list short: whatever stands in it is not tested.
struct Substitution {
  const char* pattern;
  const char* replacement;
};

constexpr std::array kSubstitutions = {
    Substitution{SEMCHECK_SOURCE_DIR, "ROOT"},                                 // where the tree is
    Substitution{R"(/tmp/semcheck_golden_\w+)", "SCRATCH"},                    // where a test may write
    Substitution{R"(semcheck \d+\.\d+\.\d+)", "semcheck VERSION"},             // semcheck --version
    Substitution{R"("version": "\d+\.\d+\.\d+")", R"("version": "VERSION")"},  // JSON
    Substitution{R"((NVRTC +)\d+\.\d+)", "$1N.N"},                             // the compiler that is installed
    Substitution{R"("nvrtc": "\d+\.\d+")", R"("nvrtc": "N.N")"},
    Substitution{R"re((nvrtc|semcheck)\.version" value="[\d.]+")re", R"re($1.version" value="N.N")re"},  // JUnit
    Substitution{R"("nvcc": "[\d.]*")", R"("nvcc": "N.N")"},  // where there is one
    Substitution{R"("nvcc_path": "[^"]*")", R"("nvcc_path": "NVCC")"},
    Substitution{R"([^ "\n]*/libnvrtc\.so[.\d]*)", "LIBNVRTC"},
    Substitution{R"(\d+(\.\d+)? ms)", "N ms"},  // the log of -v
    // Without a disassembler, requirements on machine code are not judged.
    Substitution{R"(; inspect not judged: SASS: neither nvdisasm[^\n,]*)", ""},
};

/// The next line without its end, taken off the front of `text`.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::optional<int> exit_of(std::string_view line) {
  constexpr std::string_view kBefore = "[exit ";
  if (!line.starts_with(kBefore) || !line.ends_with(']')) return std::nullopt;
  int code = 0;
  const auto [end, error] = std::from_chars(line.data() + kBefore.size(), line.data() + line.size() - 1, code);
  return error == std::errc() && end == line.data() + line.size() - 1 ? std::optional(code) : std::nullopt;
}

}  // namespace

std::vector<Step> parse_steps(std::string_view text) {
  std::vector<Step> steps;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    const std::optional<int> exit = exit_of(line);
    if (line.starts_with("$ "))
      steps.push_back({std::string(line.substr(2)), "", std::nullopt});
    else if (!steps.empty() && exit)
      steps.back().exit = exit;
    else if (!steps.empty())
      steps.back().output += std::string(line) + "\n";
  }
  return steps;
}

std::string format_steps(const std::vector<Step>& steps) {
  std::string text;
  for (const Step& step : steps) {
    text += "$ " + step.command + "\n" + step.output;
    if (step.exit) text += "[exit " + std::to_string(*step.exit) + "]\n";
  }
  return text;
}

Document parse_markdown(std::string_view text) {
  Document document;
  std::string other;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    other += std::string(line) + "\n";
    if (line != "```console") continue;
    const std::size_t end = std::min(text.find("\n```\n") + 1, text.size());
    document.sections.push_back({std::move(other), parse_steps(text.substr(0, end))});
    other.clear();
    text.remove_prefix(end);
  }
  document.after = std::move(other);
  return document;
}

std::string format_markdown(const Document& document) {
  std::string text;
  for (const Section& section : document.sections) text += section.before + format_steps(section.steps);
  return text + document.after;
}

std::string without_volatile_parts(std::string text) {
  for (const Substitution& substitution : kSubstitutions)
    text = std::regex_replace(text, std::regex(substitution.pattern), substitution.replacement);
  return text;
}

}  // namespace semcheck::golden
