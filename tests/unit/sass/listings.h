#pragma once

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "device/code/facts.h"
#include "device/code/ptx_code.h"
#include "device/code/text.h"
#include "device/sass/sass_code.h"

namespace semcheck {

inline std::string read_test_file(const std::string& path) {
  std::ifstream file(std::string(SEMCHECK_SOURCE_DIR) + "/tests/" + path, std::ios::binary);
  if (!file) throw std::runtime_error("no test file " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline std::string listing(const std::string& name) {
  return read_test_file("unit/sass/listings/kernels." + name);
}

/// The facts of a kernel in the text of a disassembler. The text of the last call is not read again.
inline CodeFacts sass_facts(const std::string& text, const std::string& entry) {
  static std::string read;
  static std::vector<sass::Function> functions;
  if (read != text) functions = sass::read_sass(read = text);
  auto code = sass::code_of(functions, entry);
  if (!code) throw std::runtime_error("no function " + entry);
  return code::facts_of(std::move(*code));
}

inline CodeFacts ptx_facts(const std::string& text, const std::string& entry) {
  static std::string read, clean;
  static std::vector<code::PtxFunction> functions;
  if (read != text) functions = code::read_ptx(clean = code::without_comments(read = text));
  auto code = code::ptx_code(functions, entry);
  if (!code) throw std::runtime_error("no entry " + entry);
  return code::facts_of(std::move(*code));
}

/// How many instructions have this opcode, and no modifiers but those written.
inline std::size_t count(const CodeFacts& facts, const std::string& opcode) {
  const auto found = facts.opcodes.find(opcode);
  return found == facts.opcodes.end() ? 0 : found->second;
}

/// The lines that decide, joined by newlines.
inline std::string deciding(const CodeFacts& facts) {
  std::string text;
  for (const CodeLine& line : facts.listing)
    if (line.decides) text += line.text + "\n";
  return text;
}

}  // namespace semcheck
