#include "device/code/ptx_listing.h"

#include <algorithm>

#include "device/code/text.h"

namespace semcheck::code {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\f\v";

bool is_blank(char c) {
  return kBlanks.find(c) != std::string_view::npos;
}

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' || c == '%';
}

/// Takes the text up to one of some characters, which stay; all of it where none is left.
std::string_view take_until(std::string_view& text, std::string_view ends) {
  const std::size_t end = std::min(text.find_first_of(ends), text.size());
  const std::string_view taken = text.substr(0, end);
  text.remove_prefix(end);
  return taken;
}

std::string_view take_name(std::string_view& text) {
  text = text.substr(std::min(text.find_first_not_of(kBlanks), text.size()));
  const auto end = std::ranges::find_if_not(text, is_name);
  const std::string_view name = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(name.size());
  return name;
}

/// A text with single blanks.
std::string in_one_line(std::string_view text) {
  std::string line;
  for (char c : trim(text)) {
    const bool blank = is_blank(c);
    if (blank && line.back() == ' ') continue;
    line += blank ? ' ' : c;
  }
  return line;
}

/// The names of a parameter list that begins a text, which the list is taken from: the last word of each parameter,
/// without the brackets of an array.
std::vector<std::string_view> take_parameters(std::string_view& text) {
  std::vector<std::string_view> names;
  text = text.substr(std::min(text.find_first_not_of(kBlanks), text.size()));
  if (!text.starts_with('(')) return names;
  text.remove_prefix(1);
  const std::string_view list = take_until(text, ")");
  if (!text.empty()) text.remove_prefix(1);
  for (std::string_view parameter : split_operands(list)) {
    parameter = trim(parameter.substr(0, parameter.find('[')));
    names.push_back(parameter.substr(parameter.find_last_of(kBlanks) + 1));
  }
  return names;
}

PtxStatement read_instruction(std::string_view text) {
  PtxStatement statement;
  statement.text = in_one_line(text) + ";";
  text = trim(text);
  if (text.starts_with('@')) {
    text.remove_prefix(1);
    statement.guard_negated = text.starts_with('!');
    if (statement.guard_negated) text.remove_prefix(1);
    statement.guard = take_name(text);
    text = trim(text);
  }
  statement.opcode = take_until(text, kBlanks);
  if (statement.opcode.starts_with('.')) statement.kind = PtxStatement::Kind::directive;
  statement.operands = split_operands(text);
  return statement;
}

/// `.loc` and `.file` end with their line.
bool skip_line_directive(std::string_view& text) {
  if (!text.starts_with(".loc") && !text.starts_with(".file")) return false;
  take_until(text, "\n");
  return true;
}

/// The length of a label with its colon at the start of a text, or 0.
std::size_t label_length(std::string_view text) {
  std::string_view rest = text;
  if (take_name(rest).empty()) return 0;
  rest = rest.substr(std::min(rest.find_first_not_of(kBlanks), rest.size()));
  return rest.starts_with(':') && !rest.starts_with("::") ? text.size() - rest.size() + 1 : 0;
}

PtxStatement mark(PtxStatement::Kind kind, std::string_view text) {
  PtxStatement statement;
  statement.kind = kind;
  statement.text = text;
  return statement;
}

/// The end of an instruction: its semicolon, or the brace that closes the body before one.
std::size_t instruction_end(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ';') return i;
    if (text[i] == '{') ++depth;
    if (text[i] != '}') continue;
    if (depth == 0) return i;
    --depth;
  }
  return text.size();
}

/// Reads what stands between the braces of a function, the first of which has been taken.
void read_body(std::string_view& text, PtxFunction& function) {
  std::size_t depth = 1;
  while (depth > 0) {
    text = text.substr(std::min(text.find_first_not_of(kBlanks), text.size()));
    if (text.empty()) return;
    if (skip_line_directive(text)) continue;
    const std::size_t label = label_length(text);
    if (text.front() == '{' || text.front() == '}') {
      const bool opens = text.front() == '{';
      depth = opens ? depth + 1 : depth - 1;
      if (depth > 0)
        function.statements.push_back(
            mark(opens ? PtxStatement::Kind::open : PtxStatement::Kind::close, text.substr(0, 1)));
      text.remove_prefix(1);
    } else if (label > 0) {
      function.statements.push_back(mark(PtxStatement::Kind::label, trim(text.substr(0, label))));
      function.statements.back().operands = {trim(text.substr(0, label - 1))};
      text.remove_prefix(label);
    } else {
      const std::size_t end = instruction_end(text);
      if (end > 0) function.statements.push_back(read_instruction(text.substr(0, end)));
      text.remove_prefix(std::min(end + (end < text.size() && text[end] == ';'), text.size()));
    }
  }
}

}  // namespace

std::vector<PtxFunction> read_ptx(std::string_view text) {
  std::vector<PtxFunction> functions;
  while (true) {
    const std::size_t entry = text.find(".entry");
    const std::size_t start = std::min(entry, text.find(".func"));
    if (start == std::string_view::npos) return functions;
    PtxFunction function;
    function.is_entry = start == entry;
    text.remove_prefix(start + (function.is_entry ? 6 : 5));
    if (!function.is_entry) function.results = take_parameters(text);
    function.name = take_name(text);
    function.parameters = take_parameters(text);
    take_until(text, "{;");
    if (!text.starts_with('{')) continue;
    text.remove_prefix(1);
    read_body(text, function);
    functions.push_back(std::move(function));
  }
}

}  // namespace semcheck::code
