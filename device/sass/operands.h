#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "device/sass/listing.h"
#include "device/sass/opcodes.h"

namespace semcheck::sass {

/// The registers of an instruction by use, each 32-bit register by its own name: R4 and R5 of a pair.
struct Use {
  std::vector<std::string> writes;
  std::vector<std::string> values;
  std::vector<std::string> predicates;
  std::vector<std::string> address;
};

/// What an instruction does with its registers.
/// @param row  of its opcode; null where that is not known
Use use_of(const Line& line, const Opcode* row);

/// The modifiers of an opcode: NAN of FMNMX.NAN.
std::vector<std::string_view> modifiers_of(std::string_view opcode);

/// Bytes of memory that one thread moves with these modifiers.
std::uint32_t moved_bytes(const std::vector<std::string_view>& modifiers);

}  // namespace semcheck::sass
