#pragma once

/// @file
/// The code of a kernel as far as reading it for its meaning needs: the same for PTX and for SASS.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/inspection.h"

namespace semcheck::code {

/// A register, a predicate, or a memory through which the threads of a block or a call hand values on.
using Register = std::uint32_t;

/// The registers of some code, by name. The name of a memory begins with '['.
class Registers {
 public:
  Register find_or_add(std::string_view name) {
    const auto [place, is_new] = numbers_.emplace(name, static_cast<Register>(names_.size()));
    if (is_new) names_.emplace_back(name);
    return place->second;
  }
  const std::string& name(Register number) const { return names_[number]; }
  bool is_memory(Register number) const { return names_[number].front() == '['; }

 private:
  std::map<std::string, Register, std::less<>> numbers_;
  std::vector<std::string> names_;
};

/// What an instruction moves between a thread and memory.
struct MemoryUse {
  std::string_view space;  ///< as in Access
  bool load = false;
  bool store = false;
  std::uint32_t bytes = 0;     ///< of one thread
  std::uint32_t elements = 0;  ///< of a vector; 0 where the opcode does not say
};

/// An instruction, with what it takes apart by use.
struct Instruction {
  std::string opcode;  ///< with its modifiers
  InstructionKind kind = InstructionKind::other;
  std::vector<Register> writes;
  std::vector<Register> values;      ///< operands that the result is made of
  std::vector<Register> predicates;  ///< operands that choose, and carries
  std::vector<Register> address;
  std::optional<Register> guard;  ///< it does nothing unless this predicate says so
  bool guard_negated = false;
  std::optional<MemoryUse> memory;
  bool chooses = false;           ///< takes a minimum or maximum, whatever its kind: also FFMA.SAT, REDUX.MAX
  bool changes_type = false;      ///< a conversion in which a floating type turns into another or an integer is clamped
  bool is_wide = false;           ///< computes with 64 bits
  bool ends = false;              ///< the thread's way ends here, where the guard allows
  bool falls_through = true;      ///< the next instruction may come next
  std::vector<std::size_t> next;  ///< other instructions that may come next
  std::size_t line = 0;           ///< of the listing
};

/// The code of a kernel with that of the functions it calls.
struct Code {
  CodeLanguage language = CodeLanguage::ptx;
  Registers registers;
  std::vector<Instruction> instructions;
  std::vector<CodeLine> listing;
  std::optional<std::uint32_t> shared;  ///< bytes of static shared memory, where the code declares it
};

}  // namespace semcheck::code
