#include "device/compiler_log.h"

#include <array>
#include <charconv>
#include <optional>
#include <vector>

namespace semcheck {
namespace {

/// What NVRTC and nvcc put before the lines of source that it shows.
constexpr std::string_view kExcerptIndent = "  ";

/// The words with which the assembler says that an instruction is newer than the architecture.
constexpr std::array<std::string_view, 3> kNewerTarget = {"requires .target sm_", "not supported on .target",
                                                          "requires PTX ISA .version"};

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

/// `text` without what stands up to and including `mark`, or nothing when it has no such mark.
std::optional<std::string_view> after(std::string_view text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return std::nullopt;
  return text.substr(at + mark.size());
}

/// The column of the caret among the lines that follow a message, or 0.
std::uint32_t caret_column(const std::vector<std::string_view>& lines, std::size_t message) {
  for (std::size_t i = message + 1; i < lines.size() && i <= message + 2; ++i) {
    const std::size_t caret = lines[i].find_first_not_of(' ');
    if (caret == std::string_view::npos || lines[i].substr(caret) != "^" || caret < kExcerptIndent.size()) continue;
    return static_cast<std::uint32_t>(caret - kExcerptIndent.size() + 1);
  }
  return 0;
}

/// A front-end message `PATH(LINE): error: MESSAGE` that points into the spec.
std::optional<Diagnostic> front_end_error(const std::vector<std::string_view>& lines, std::size_t i, const Spec& spec) {
  if (!lines[i].starts_with(spec.path + "(")) return std::nullopt;
  const std::string_view rest = lines[i].substr(spec.path.size() + 1);
  const auto message = after(rest, "): error: ");
  Span span;
  const auto number = std::from_chars(rest.data(), rest.data() + rest.size(), span.line);
  if (!message || number.ec != std::errc()) return std::nullopt;
  span.column = caret_column(lines, i);
  return Diagnostic{spec.path, span, std::string(*message), ""};
}

/// The assembler's `ptxas application ptx input, line N; error   : MESSAGE`, whose lines are those of generated PTX.
std::optional<std::string> assembler_error(std::string_view line) {
  if (!line.starts_with("ptxas")) return std::nullopt;
  auto message = after(line, "error");
  if (message) message = after(*message, ": ");
  if (!message) return std::nullopt;
  return "ptxas: " + std::string(*message);
}

bool names_newer_target(std::string_view line) {
  for (std::string_view words : kNewerTarget)
    if (line.find(words) != std::string_view::npos) return true;
  return false;
}

}  // namespace

CompilerMessage explain_log(std::string_view log, const Spec& spec, const Variant& variant) {
  CompilerMessage result;
  const std::vector<std::string_view> lines = lines_of(log);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (const auto error = front_end_error(lines, i, spec)) result.text += render(*error, spec.text);
    if (const auto error = assembler_error(lines[i])) {
      result.unavailable = result.unavailable || names_newer_target(lines[i]);
      result.text += render({spec.path, variant.code_span, *error, ""}, spec.text);
    }
  }
  if (!result.text.empty()) return result;
  const std::string fatal = assembler_fatal(log);
  std::string message = fatal.empty() ? std::string(log) : "ptxas: " + fatal;
  if (message.empty()) message = "the compiler failed and did not say why";
  result.text = render({spec.path, variant.code_span, message, ""}, spec.text);
  return result;
}

std::string assembler_fatal(std::string_view log) {
  std::string message;
  for (std::string_view line : lines_of(log)) {
    if (assembler_error(line)) return "";
    if (!line.starts_with("ptxas fatal")) continue;
    if (const auto text = after(line, ": ")) message = *text;
  }
  return message;
}

}  // namespace semcheck
