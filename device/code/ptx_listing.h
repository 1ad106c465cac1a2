#pragma once

/// @file
/// PTX as it is written, read so lightly that whatever a compiler emits can be listed and counted: what the interpreter
/// refuses too.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace semcheck::code {

/// What stands between two semicolons or braces of a function: views into the text but for the text itself.
struct PtxStatement {
  enum class Kind : std::uint8_t { instruction, label, directive, open, close };
  Kind kind = Kind::instruction;
  std::string_view guard;  ///< the predicate's name; empty where there is none
  bool guard_negated = false;
  std::string_view opcode;
  std::vector<std::string_view> operands;  ///< "%f1", "{%f1, %f2}", "[%rd1+4]"; of a label its name
  std::string text;                        ///< in one line, without comments
};

/// An entry or a device function.
struct PtxFunction {
  std::string_view name;
  bool is_entry = false;
  std::vector<std::string_view> parameters;
  std::vector<std::string_view> results;
  std::vector<PtxStatement> statements;
};

/// The functions of a PTX text that have a body. What cannot be read is left out or ends a function early; it is never
/// a failure. `text` must be free of comments: without_comments().
std::vector<PtxFunction> read_ptx(std::string_view text);

}  // namespace semcheck::code
