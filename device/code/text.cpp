#include "device/code/text.h"

#include <algorithm>

namespace semcheck::code {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\f\v";

}  // namespace

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::vector<std::string_view> split_operands(std::string_view text) {
  std::vector<std::string_view> operands;
  std::size_t start = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    depth += c == '[' || c == '{' || c == '(';
    depth -= c == ']' || c == '}' || c == ')';
    if (i < text.size() && (c != ',' || depth > 0)) continue;
    const std::string_view operand = trim(text.substr(start, i - start));
    if (!operand.empty()) operands.push_back(operand);
    start = i + 1;
  }
  return operands;
}

std::string without_comments(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    const std::size_t start = std::min(text.find("//"), text.find("/*"));
    clean += text.substr(0, start);
    if (start == std::string_view::npos) break;
    const bool is_block = text[start + 1] == '*';
    const std::size_t end = text.find(is_block ? "*/" : "\n", start + 2);
    clean += ' ';
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + (is_block ? 2 : 0));
  }
  return clean;
}

std::vector<std::string_view> parts_of(std::string_view opcode) {
  std::vector<std::string_view> parts;
  for (std::size_t start = 0; start <= opcode.size();) {
    const std::size_t end = std::min(opcode.find('.', start), opcode.size());
    parts.push_back(opcode.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

}  // namespace semcheck::code
