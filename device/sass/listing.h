#pragma once

/// @file
/// Reads what NVIDIA's disassemblers print: `cuobjdump -sass`, `nvdisasm -c` and `nvdisasm -hex`.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace semcheck::sass {

/// A line of a function: an instruction, a label, or text that is neither.
struct Line {
  std::string text;                      ///< without address, encoding and comments: "@!P0 FADD R5, R5, R7"
  std::optional<std::uint64_t> address;  ///< of an instruction
  std::string label;                     ///< ".L_x_0"; "" where the line is none
  std::string guard;                     ///< "P0", "" where there is none
  bool guard_negated = false;
  std::string opcode;  ///< with its modifiers
  std::vector<std::string> operands;
};

struct Function {
  std::string name;
  std::vector<Line> lines;
};

/// The functions of a listing in their order. A line that is not understood stays as text; nothing is a failure.
std::vector<Function> read_sass(std::string_view listing);

}  // namespace semcheck::sass
