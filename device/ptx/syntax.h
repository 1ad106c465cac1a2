#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "device/ptx/form.h"
#include "device/ptx/lexer.h"
#include "device/ptx/types.h"

namespace semcheck::ptx {

// A PTX text as it is written: what parse_syntax() reads and decode() resolves. Names are views into the text.

enum class OperandKind : std::uint8_t {
  name,     ///< a register, variable or label, `+offset` or not; `_` too
  number,   ///< an integer or the bits of a float
  address,  ///< `[name+offset]` or `[number]`
  vector,   ///< `{a, b, …}`
  list,     ///< `(a, b, …)`, the arguments or results of a call
  pair      ///< `p|q`
};

struct Operand {
  OperandKind kind = OperandKind::name;
  std::string_view name;  ///< with its member, as in `%tid.x`; empty for an absolute address
  bool negated = false;   ///< `!p`
  TokenKind number = TokenKind::integer;
  Word value = 0;  ///< a number's value, or the offset from `name`
  std::vector<Operand> elements;
};

struct InstructionText {
  std::size_t line = 0;
  std::string_view guard;  ///< the predicate's name; empty where there is none
  bool guard_negated = false;
  std::string_view spelling;  ///< the opcode with its qualifiers
  std::vector<Operand> operands;
};

/// `.reg`, a variable or a parameter. A register `%r<10>` has count 10 and stands for %r0 to %r9.
struct Declaration {
  std::size_t line = 0;
  bool is_register = false;
  bool is_external = false;
  bool has_address = false;  ///< among the initial values
  Space space = Space::generic;
  Type type = Type::none;
  std::string_view name;
  std::uint32_t count = 0;
  std::uint64_t alignment = 1;
  std::uint64_t elements = 1;
  std::vector<Word> initial;  ///< the bits of the first elements
};

enum class ItemKind : std::uint8_t { instruction, label, declaration, open, close };

/// What stands in a body: `index` is of instructions or declarations, `name` the first word, which for
/// a label is its name.
struct Item {
  ItemKind kind = ItemKind::instruction;
  std::size_t index = 0;
  std::string_view name;
  std::size_t line = 0;
};

/// An entry or a device function.
struct FunctionText {
  std::size_t line = 0;
  bool is_entry = false;
  bool has_body = false;
  std::string_view name;
  std::vector<Declaration> results;
  std::vector<Declaration> parameters;
  std::vector<Item> items;
  std::vector<InstructionText> instructions;
  std::vector<Declaration> declarations;
};

struct ModuleText {
  std::string_view text;
  std::vector<FunctionText> functions;
  std::vector<Declaration> variables;
};

/// Reads a module's text. Throws PtxError for what is no PTX or outside the interpreter's part of its syntax.
ModuleText parse_syntax(std::string_view text);

}  // namespace semcheck::ptx
