#include "device/sass/listing.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string>

#include "device/code/text.h"

namespace semcheck::sass {
namespace {

constexpr std::string_view kFunction = "Function : ";  // cuobjdump
constexpr std::string_view kSection = ".text.";        // nvdisasm

std::optional<std::uint64_t> hexadecimal(std::string_view digits) {
  std::uint64_t value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, fault] = std::from_chars(digits.data(), end, value, 16);
  if (fault != std::errc{} || stop != end) return std::nullopt;
  return value;
}

/// Takes the address that begins a line, `/*01a0*/`.
std::optional<std::uint64_t> take_address(std::string_view& line) {
  if (!line.starts_with("/*")) return std::nullopt;
  const std::size_t end = line.find("*/");
  if (end == std::string_view::npos) return std::nullopt;
  const auto address = hexadecimal(line.substr(2, end - 2));
  if (address) line = code::trim(line.substr(end + 2));
  return address;
}

bool is_label(std::string_view text) {
  return text.size() > 1 && text.ends_with(':') && text.find_first_of(" \t,") == std::string_view::npos;
}

/// `@!P0 FADD R5, R5, R7`
void read_instruction(std::string_view text, Line& line) {
  if (text.starts_with('@')) {
    const std::size_t end = std::min(text.find(' '), text.size());
    line.guard = text.substr(1, end - 1);
    line.guard_negated = line.guard.starts_with('!');
    if (line.guard_negated) line.guard.erase(0, 1);
    text = code::trim(text.substr(end));
  }
  const std::size_t end = std::min(text.find(' '), text.size());
  line.opcode = text.substr(0, end);
  for (std::string_view operand : code::split_operands(text.substr(end))) line.operands.emplace_back(operand);
}

Line read_line(std::string_view text) {
  Line line;
  line.address = take_address(text);
  const std::string clean = code::without_comments(text);
  text = code::trim(clean);
  if (line.address) {
    text = code::trim(text.substr(0, text.find(';')));
    read_instruction(text, line);
  } else if (is_label(text)) {
    line.label = text.substr(0, text.size() - 1);
  }
  line.text = text;
  return line;
}

/// Whether a line ends the function that is being read: the headline of another section, or cuobjdump's row of points.
bool ends_function(std::string_view line) {
  return line.starts_with("//---") || line.starts_with(".section") || line.starts_with("....");
}

/// The name of the function that a line begins, or nothing.
std::string_view begun_function(std::string_view line) {
  if (line.starts_with(kFunction)) return code::trim(line.substr(kFunction.size()));
  if (line.starts_with(kSection) && line.ends_with(':')) return line.substr(kSection.size(), line.size() - 7);
  return {};
}

/// A directive is of no use, but an instruction whose address says so may begin with anything.
bool is_directive(std::string_view line) {
  return line.starts_with('.') && !is_label(line);
}

/// The instructions whose operands may be places in the code.
bool may_lead_on(std::string_view opcode) {
  return opcode.starts_with("BRA") || opcode.starts_with("BSSY") || opcode.starts_with("CALL");
}

/// cuobjdump gives places as addresses: they become labels as nvdisasm has them, so that both tell the same.
void name_places(Function& function) {
  std::map<std::uint64_t, std::string> labels;
  for (const Line& line : function.lines)
    for (std::string_view operand : line.operands)
      if (may_lead_on(line.opcode) && operand.starts_with("0x"))
        if (const auto place = hexadecimal(operand.substr(2))) labels[*place];
  std::size_t count = 0;
  for (auto& [place, label] : labels) label = ".L_x_" + std::to_string(count++);
  std::vector<Line> lines;
  for (Line& line : function.lines) {
    for (std::string& operand : line.operands) {
      const auto place = operand.starts_with("0x") ? hexadecimal(std::string_view(operand).substr(2)) : std::nullopt;
      if (!may_lead_on(line.opcode) || !place) continue;
      const std::string name = "`(" + labels[*place] + ")";
      line.text.replace(line.text.rfind(operand), operand.size(), name);
      operand = name;
    }
    if (const auto label = line.address ? labels.find(*line.address) : labels.end(); label != labels.end()) {
      lines.emplace_back().text = label->second + ":";
      lines.back().label = label->second;
    }
    lines.push_back(std::move(line));
  }
  function.lines = std::move(lines);
}

/// What fills the code up to its end is never executed: a branch to itself and no-operations.
void drop_padding(Function& function) {
  auto& lines = function.lines;
  while (!lines.empty() && (lines.back().opcode == "NOP" || !lines.back().address)) lines.pop_back();
  const bool has_end = std::ranges::any_of(lines, [](const Line& line) { return line.opcode == "EXIT"; });
  if (!has_end || lines.back().opcode != "BRA") return;
  lines.pop_back();
  while (!lines.empty() && !lines.back().address) lines.pop_back();
}

}  // namespace

std::vector<Function> read_sass(std::string_view listing) {
  std::vector<Function> functions;
  bool is_inside = false;
  while (!listing.empty()) {
    const std::size_t end = std::min(listing.find('\n'), listing.size());
    const std::string_view line = code::trim(listing.substr(0, end));
    listing.remove_prefix(std::min(end + 1, listing.size()));
    if (const std::string_view name = begun_function(line); !name.empty()) {
      functions.push_back({std::string(name), {}});
      is_inside = true;
    } else if (ends_function(line)) {
      is_inside = false;
    } else if (is_inside && !is_directive(line)) {
      Line read = read_line(line);
      if (!read.text.empty()) functions.back().lines.push_back(std::move(read));
    }
  }
  for (Function& function : functions) {
    drop_padding(function);
    name_places(function);
  }
  return functions;
}

}  // namespace semcheck::sass
