#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "device/ptx/form.h"
#include "device/ptx/program.h"

namespace semcheck::ptx {

/// A row of opcodes.def. `pairs` executes it on both halves of a packed type.
struct OpcodeRow {
  std::string_view form;
  std::string_view types;
  std::string_view operands;
  Execute scalar;
  Execute pairs;
};

std::span<const OpcodeRow> opcode_rows();

/// What the spelling of an instruction says.
struct Spelling {
  Qualifiers q;
  Type type = Type::none;
  Type source = Type::none;
  Type third = Type::none;  ///< `.btype` of a video instruction
};

/// The name of an opcode: what stands before the first qualifier of a form or spelling.
std::string_view opcode_name(std::string_view spelling);

/// A row whose form a spelling has, and what the spelling says by it.
struct Fit {
  const OpcodeRow* row = nullptr;
  Spelling spelling;
};

/// The rows whose form a spelling has, in the order of the table.
std::vector<Fit> fitting_rows(std::string_view spelling);

}  // namespace semcheck::ptx
