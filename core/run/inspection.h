#pragma once

/// @file
/// What was read in the code of a kernel.

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/spec/inspection.h"

namespace semcheck {

/// What an instruction is for.
enum class InstructionKind : std::uint8_t {
  extremum,
  select,
  predicate,
  branch,
  convert,
  memory,
  atomic,
  shuffle,
  barrier,
  arithmetic,
  move,
  control,
  other,
};

struct InstructionKindRow {
  InstructionKind kind;
  std::string_view name;
  std::string_view summary;
};
inline constexpr std::array kInstructionKinds = {
    InstructionKindRow{InstructionKind::extremum, "extremum", "minimum or maximum: FMNMX, DSETP.MAX, max.f32"},
    InstructionKindRow{InstructionKind::select, "select", "chooses by a predicate: FSEL, selp"},
    InstructionKindRow{InstructionKind::predicate, "predicate", "sets a predicate or compares: FSETP, setp"},
    InstructionKindRow{InstructionKind::branch, "branch", "goes elsewhere: BRA, bra"},
    InstructionKindRow{InstructionKind::convert, "convert", "to another type: F2I, cvt"},
    InstructionKindRow{InstructionKind::memory, "memory", "loads, stores and their kin, in any space"},
    InstructionKindRow{InstructionKind::atomic, "atomic", "ATOM, RED, atom"},
    InstructionKindRow{InstructionKind::shuffle, "shuffle", "between the lanes of a warp: SHFL, REDUX, shfl.sync"},
    InstructionKindRow{InstructionKind::barrier, "barrier", "threads of a block wait: BAR, bar.sync"},
    InstructionKindRow{InstructionKind::arithmetic, "arithmetic", "of numbers and bits"},
    InstructionKindRow{InstructionKind::move, "move", "moves, constants, special registers"},
    InstructionKindRow{InstructionKind::control, "control", "what is left of control flow: EXIT, ret, NOP"},
    InstructionKindRow{InstructionKind::other, "other", "an opcode that is not known"},
};
constexpr std::string_view name(InstructionKind kind) {
  return kInstructionKinds[static_cast<std::size_t>(kind)].name;
}

/// One line of a listing.
struct CodeLine {
  std::string text;                     ///< without leading blanks and comments
  std::optional<InstructionKind> kind;  ///< nothing for a label or a directive
  bool decides = false;                 ///< it takes part in choosing the result
};

/// Memory instructions of one width.
struct Access {
  std::string space;  ///< "global", "shared", "local", "constant", of PTX also "parameter"; "generic": any of them
  bool store = false;
  std::uint32_t bytes = 0;  ///< that one thread moves with one of them
  std::size_t count = 0;
  friend bool operator==(const Access&, const Access&) = default;
};

/// The longest run of instructions that each need the result of the one before, through one register.
struct Chain {
  std::size_t length = 0;
  std::string opcode;       ///< of all of them, or "" when they differ
  std::string accumulator;  ///< the register, "R5" or "%f3"; "" where it is not the same from end to end
};

/// What the code of a kernel is, in one language.
struct CodeFacts {
  CodeLanguage language = CodeLanguage::ptx;
  CodeForm form = CodeForm::other;
  std::size_t instructions = 0;
  std::map<std::string, std::size_t> opcodes;    ///< with their modifiers: {"FMNMX.NAN", 1}
  std::map<InstructionKind, std::size_t> kinds;  ///< those that occur
  std::vector<std::string> unknown;              ///< the opcodes counted as `other`, each once
  std::vector<Access> accesses;                  ///< by space, loads first, narrow first
  std::uint32_t loaded = 0;                      ///< bytes of global memory that an element takes
  std::uint32_t stored = 0;
  bool reduction = false;            ///< threads combine their values, or a loop carries an accumulator
  bool carried_accumulator = false;  ///< a loop updates a register that it needs again
  Chain chain;
  std::optional<std::uint32_t> registers;  ///< a thread takes, where the machine code says
  std::optional<std::uint32_t> spilled;    ///< bytes of local memory written
  std::optional<std::uint32_t> shared;     ///< bytes of static shared memory
  std::vector<CodeLine> listing;

  std::size_t count(InstructionKind kind) const {
    const auto found = kinds.find(kind);
    return found == kinds.end() ? 0 : found->second;
  }
};

/// What was read of one kernel: its code in the language of its image, or why it could not be read.
struct Inspection {
  std::optional<CodeFacts> facts;
  std::string error;  ///< "no nvdisasm was found"; "" when there are facts
  std::string help;   ///< what to do about it
};

}  // namespace semcheck
