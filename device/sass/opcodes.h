#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/run/inspection.h"

namespace semcheck::sass {

/// Which operands of an instruction are written.
enum class Result : std::uint8_t {
  none,
  usual,           ///< leading predicates, the first register, and the predicates right behind it
  predicate,       ///< one predicate
  two_predicates,  ///< two predicates
  all_but_last,    ///< of a vote
};

/// How many 32-bit registers stand behind the one that is written down.
enum class Width : std::uint8_t {
  modifier,  ///< as a modifier says: .64, .128
  one,       ///< never more than one, whatever the modifiers are: SHF.L.U64.HI
  pair,      ///< two, of every operand
  wide,      ///< two of the result and the third operand where .WIDE says so
  convert,   ///< two of whichever side has a 64-bit type
  matrix,    ///< four, of every operand, to be safe
};

/// The memory that an instruction loads or stores.
enum class Space : std::uint8_t { none, global, generic, local, shared, constant };

/// As in Access.
constexpr std::string_view name(Space space) {
  constexpr std::array<std::string_view, 6> names = {"", "global", "generic", "local", "shared", "constant"};
  return names[static_cast<std::size_t>(space)];
}

/// An opcode of SASS without its modifiers, from Volta to Blackwell.
struct Opcode {
  std::string_view name;
  InstructionKind kind;
  Result result = Result::usual;
  Width width = Width::modifier;
  Space space = Space::none;
  bool load = false;
  bool store = false;
};

std::span<const Opcode> opcodes();

/// The row of an opcode without modifiers, or null.
const Opcode* find_opcode(std::string_view name);

}  // namespace semcheck::sass
