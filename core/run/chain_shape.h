#pragma once

/// @file
/// Whether the machine code of a chain is the chain: its instruction, as many in a row, through one register.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/inspection.h"
#include "core/spec/probe_spec.h"

namespace semcheck {

enum class ShapeVerdict : std::uint8_t {
  clean,      ///< the machine code is the chain
  differs,    ///< the assembler made something else of it
  unchecked,  ///< the machine code was not read
};
std::string_view name(ShapeVerdict verdict);

/// What was read in the machine code of a chain.
struct ChainShape {
  ShapeVerdict verdict = ShapeVerdict::unchecked;
  std::vector<std::string> opcodes;       ///< of the chain, with their modifiers, in turn: "FADD"
  std::vector<std::string> accumulators;  ///< the registers that carry it: "R9"
  std::size_t found = 0;                  ///< instructions that are links of the chain
  std::size_t wanted = 0;
  std::vector<std::string> between;   ///< the loop's own instructions that stand between those of the chain
  std::vector<std::string> findings;  ///< what differs, or why the code was not read
  std::vector<std::string> lines;     ///< the instructions that make the difference
  std::string help;                   ///< what to do where the code was not read
};

/// Holds the machine code of a role to its chain.
ChainShape chain_shape(const Probe& probe, const Role& role, const Inspection& inspection);

/// `8 FADD through R9`, `shape differs: 6 of 8 …`, `unchecked: …`: in one line.
std::string shape_line(const ChainShape& shape);

}  // namespace semcheck
