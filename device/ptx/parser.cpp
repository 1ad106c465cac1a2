#include <fmt/format.h>

#include "device/ptx/reader.h"

namespace semcheck::ptx {

namespace {

constexpr std::size_t kDeepestScope = 64;

void skip_past(Reader& reader, std::string_view end) {
  while (!reader.at(end)) {
    if (reader.at(TokenKind::end)) reader.unexpected(fmt::format("`{}`", end));
    reader.take();
  }
  reader.take();
}

void skip_line(Reader& reader) {
  const std::size_t line = reader.token().line;
  while (!reader.at(TokenKind::end) && reader.token().line == line) reader.take();
}

/// A `.section` with its braces: debugging information.
void skip_section(Reader& reader) {
  skip_past(reader, "{");
  skip_past(reader, "}");
}

InstructionText read_instruction(Reader& reader) {
  InstructionText instruction;
  if (reader.accept("@")) {
    instruction.guard_negated = reader.accept("!");
    instruction.guard = reader.expect(TokenKind::word, "a predicate").text;
  }
  const Token opcode = reader.expect(TokenKind::word, "an instruction");
  instruction.line = opcode.line;
  const char* end = opcode.text.data() + opcode.text.size();
  while (reader.at(TokenKind::dot_word)) {
    const Token qualifier = reader.take();
    end = qualifier.text.data() + qualifier.text.size();
  }
  instruction.spelling = {opcode.text.data(), static_cast<std::size_t>(end - opcode.text.data())};
  while (!reader.at(";")) {
    if (!instruction.operands.empty()) reader.expect(",");
    instruction.operands.push_back(read_operand(reader));
  }
  reader.expect(";");
  return instruction;
}

void add_item(FunctionText& function, ItemKind kind, std::size_t index, const Token& at) {
  function.items.push_back({kind, index, at.text, at.line});
}

void read_local_declarations(Reader& reader, FunctionText& function) {
  const Token at = reader.token();
  const std::size_t first = function.declarations.size();
  read_declarations(reader, function.declarations, false);
  for (std::size_t i = first; i < function.declarations.size(); ++i) add_item(function, ItemKind::declaration, i, at);
}

/// A directive such as `.branchtargets`: kept as an instruction that no row has, so that only its entry is refused.
void read_directive_in_body(Reader& reader, FunctionText& function) {
  const Token at = reader.token();
  InstructionText instruction;
  instruction.line = at.line;
  instruction.spelling = at.text;
  add_item(function, ItemKind::instruction, function.instructions.size(), at);
  function.instructions.push_back(instruction);
  skip_past(reader, ";");
}

void read_statement(Reader& reader, FunctionText& function) {
  const Token at = reader.token();
  if (at.kind == TokenKind::dot_word) return read_directive_in_body(reader, function);
  if (at.kind != TokenKind::word && !reader.at("@")) reader.unexpected("an instruction, a declaration or `}`");
  if (at.kind == TokenKind::word) {
    Reader ahead = reader;
    ahead.take();
    if (ahead.accept(":")) {
      reader = ahead;
      return add_item(function, ItemKind::label, 0, at);
    }
  }
  add_item(function, ItemKind::instruction, function.instructions.size(), at);
  function.instructions.push_back(read_instruction(reader));
}

void read_parameters(Reader& reader, std::vector<Declaration>& parameters) {
  if (!reader.accept("(")) return;
  while (!reader.at(")")) {
    if (!parameters.empty()) reader.expect(",");
    parameters.push_back(read_parameter(reader));
  }
  reader.expect(")");
}

/// What stands between the parameters and the body: performance directives.
void skip_directives(Reader& reader) {
  while (!reader.at("{") && !reader.at(";")) {
    if (reader.at(TokenKind::end)) reader.unexpected("`{` or `;`");
    reader.take();
  }
}

FunctionText read_function(Reader& reader, bool is_entry) {
  FunctionText function;
  function.is_entry = is_entry;
  if (!is_entry) read_parameters(reader, function.results);
  const Token name = reader.expect(TokenKind::word, "a name");
  function.name = name.text;
  function.line = name.line;
  read_parameters(reader, function.parameters);
  skip_directives(reader);
  function.has_body = reader.at("{");
  if (!reader.accept(";")) read_body(reader, function);
  return function;
}

void read_address_size(Reader& reader) {
  const Token size = reader.expect(TokenKind::integer, "64");
  if (size.value != 64) reader.error(size, "only an address size of 64 is supported");
}

void read_directive(Reader& reader, ModuleText& module) {
  bool external = false;
  while (reader.at(".visible") || reader.at(".extern") || reader.at(".weak") || reader.at(".common")) {
    external = reader.take().text == ".extern" || external;
  }
  if (reader.at(TokenKind::dot_word) && begins_declaration(reader.token()) && !reader.at(".reg")) {
    return read_declarations(reader, module.variables, external);
  }
  if (skip_remark(reader)) return;
  const Token word = reader.expect(TokenKind::dot_word, "a directive");
  if (word.text == ".entry" || word.text == ".func") {
    module.functions.push_back(read_function(reader, word.text == ".entry"));
  } else if (word.text == ".address_size") {
    read_address_size(reader);
  } else if (word.text == ".section") {
    skip_section(reader);
  } else {
    reader.error(word, fmt::format("the directive `{}` is not supported", word.text));
  }
}

/// `.version` and `.target`, which every module begins with.
void read_head(Reader& reader) {
  reader.expect(".version");
  reader.expect(TokenKind::real, "a version such as 8.0");
  reader.expect(".target");
  do {
    reader.expect(TokenKind::word, "an architecture such as sm_90");
  } while (reader.accept(","));
}

}  // namespace

bool skip_remark(Reader& reader) {
  if (reader.at(".loc") || reader.at(".file")) {
    skip_line(reader);
    return true;
  }
  if (!reader.at(".pragma")) return false;
  skip_past(reader, ";");
  return true;
}

void read_body(Reader& reader, FunctionText& function) {
  reader.expect("{");
  for (std::size_t depth = 1; depth != 0;) {
    const Token at = reader.token();
    if (reader.accept("{")) {
      add_item(function, ItemKind::open, 0, at);
      if (++depth > kDeepestScope) reader.error(at, "scopes are nested too deeply");
    } else if (reader.accept("}")) {
      --depth;
      if (depth != 0) add_item(function, ItemKind::close, 0, at);
    } else if (begins_declaration(at)) {
      read_local_declarations(reader, function);
    } else if (!reader.accept(";") && !skip_remark(reader)) {
      read_statement(reader, function);
    }
  }
}

ModuleText parse_syntax(std::string_view text) {
  Reader reader(text);
  ModuleText module;
  module.text = text;
  read_head(reader);
  while (!reader.at(TokenKind::end)) read_directive(reader, module);
  return module;
}

}  // namespace semcheck::ptx
