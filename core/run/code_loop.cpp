#include "core/run/code_loop.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace semcheck {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && (is_blank(text.back()) || text.back() == ';')) text.remove_suffix(1);
  return text;
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// `.L_x_0` of a line `.L_x_0:`, or "".
std::string_view label_of(std::string_view line) {
  return line.ends_with(':') ? line.substr(0, line.size() - 1) : "";
}

/// Whether an instruction goes to a label: BRA `(.L_x_0)
bool goes_to(const CodeInstruction& instruction, std::string_view label) {
  if (base_opcode(instruction.opcode) != "BRA") return false;
  return std::any_of(instruction.operands.begin(), instruction.operands.end(), [&](std::string_view operand) {
    const std::size_t at = operand.find(label);
    return at != std::string_view::npos &&
           (at + label.size() == operand.size() || !is_word(operand[at + label.size()]));
  });
}

bool reads_clock(const CodeInstruction& instruction) {
  return instruction.text.find("SR_CLOCK") != std::string::npos;
}

}  // namespace

CodeInstruction parse_instruction(std::string_view line) {
  CodeInstruction instruction;
  std::string_view rest = trimmed(line);
  instruction.text = rest;
  if (rest.ends_with(':') || rest.starts_with('.')) return instruction;
  if (rest.starts_with('@')) rest = trimmed(rest.substr(std::min(rest.find(' '), rest.size())));
  const std::size_t end = std::min(rest.find(' '), rest.size());
  instruction.opcode = rest.substr(0, end);
  rest = trimmed(rest.substr(end));
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    instruction.operands.emplace_back(trimmed(rest.substr(0, comma)));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return instruction;
}

std::string_view base_opcode(std::string_view opcode) {
  return opcode.substr(0, opcode.find('.'));
}

std::vector<unsigned> registers_in(std::string_view operand) {
  std::vector<unsigned> found;
  for (std::size_t i = 0; i + 1 < operand.size(); ++i) {
    const auto is_digit = [&](std::size_t at) {
      return at < operand.size() && operand[at] >= '0' && operand[at] <= '9';
    };
    if (operand[i] != 'R' || !is_digit(i + 1) || (i > 0 && is_word(operand[i - 1]))) continue;
    unsigned number = 0;
    for (std::size_t at = i + 1; is_digit(at); ++at) number = number * 10 + static_cast<unsigned>(operand[at] - '0');
    found.push_back(number);
  }
  return found;
}

std::vector<CodeInstruction> clock_loop(std::span<const CodeLine> listing) {
  std::map<std::string, std::size_t, std::less<>> labels;  // with how many instructions stand above each
  std::vector<CodeInstruction> instructions;
  for (const CodeLine& line : listing) {
    if (const std::string_view label = label_of(trimmed(line.text)); !label.empty())
      labels.emplace(label, instructions.size());
    CodeInstruction instruction = parse_instruction(line.text);
    if (instruction.opcode.empty()) continue;
    instructions.push_back(std::move(instruction));
    for (const auto& [label, start] : labels) {
      if (!goes_to(instructions.back(), label)) continue;
      const auto first = instructions.begin() + static_cast<std::ptrdiff_t>(start);
      if (std::any_of(first, instructions.end(), reads_clock)) return {first, instructions.end()};
    }
  }
  return {};
}

}  // namespace semcheck
