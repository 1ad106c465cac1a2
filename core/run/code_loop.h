#pragma once

/// @file
/// The loop of a kernel in its machine code, instruction by instruction.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/inspection.h"

namespace semcheck {

/// One instruction of a listing, taken apart.
struct CodeInstruction {
  std::string text;                   ///< as it stands there
  std::string opcode;                 ///< with its modifiers: "FMNMX.NAN"
  std::vector<std::string> operands;  ///< "R9", "-R2", "c[0x0][0x210]"
};

/// Takes a line apart; its opcode is empty where it holds no instruction.
CodeInstruction parse_instruction(std::string_view line);

/// "FMNMX" of "FMNMX.NAN".
std::string_view base_opcode(std::string_view opcode);

/// The numbers of the general registers that an operand names: of "R2.64" 2, of "UR4", "RZ" and "P0" none.
std::vector<unsigned> registers_in(std::string_view operand);

/// The body of the loop that reads the clock, from its label to the branch back; empty when the listing has none.
std::vector<CodeInstruction> clock_loop(std::span<const CodeLine> listing);

}  // namespace semcheck
