#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "device/ptx/form.h"
#include "device/ptx/interpreter.h"

namespace semcheck::ptx {

struct Warp;
struct Instruction;

/// A set of a warp's lanes, lane i as bit i.
using Lanes = std::uint32_t;
constexpr unsigned kWarpSize = 32;

/// Executes an instruction for some lanes of a warp.
using Execute = void (*)(Warp& warp, const Instruction& instruction, Lanes lanes);

/// A row of a warp's register file: 32 words, one a lane.
using Slot = std::uint32_t;
constexpr Slot kNoSlot = ~Slot{0};

constexpr std::size_t kMostOperands = 8;

/// An instruction as it is executed: everything looked up, every operand a slot.
struct Instruction {
  Execute execute = nullptr;
  Form form;
  std::array<Slot, kMostOperands> d;        ///< destinations; kNoSlot for what is not wanted
  std::array<Slot, kMostOperands + 1> s{};  ///< sources, an address first
  std::uint8_t sources = 0;                 ///< how many, the elements of a vector not counted
  std::uint8_t elements = 1;                ///< of a vector
  bool guard_negated = false;
  Slot guard = kNoSlot;
  std::uint32_t target = 0;  ///< of a branch
  std::uint64_t offset = 0;  ///< of an address

  Instruction() { d.fill(kNoSlot); }
};

/// Where an instruction or a declaration stands: its line, and the view into the text that names it.
struct Place {
  std::size_t line = 0;
  std::string_view spelling;
};

/// The special registers, which kSpecials in names.cpp names.
enum class Special : std::uint8_t {
  tid_x,
  tid_y,
  tid_z,
  ntid_x,
  ntid_y,
  ntid_z,
  ctaid_x,
  ctaid_y,
  ctaid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z,
  laneid,
  warpid,
  nwarpid,
  lanemask_eq,
  lanemask_le,
  lanemask_lt,
  lanemask_ge,
  lanemask_gt,
  dynamic_smem_size
};

struct SpecialSlot {
  Slot slot = 0;
  Special special = Special::tid_x;
};

struct ConstantSlot {
  Slot slot = 0;
  Word value = 0;
};

/// A slot that holds the address of a variable of the module.
struct VariableSlot {
  Slot slot = 0;
  std::size_t variable = 0;
};

/// An entry, ready to run. Functions that it calls are part of it.
struct Program {
  std::string_view name;
  std::optional<PtxError> error;  ///< why it cannot run
  std::vector<Instruction> instructions;
  std::vector<Place> places;
  std::uint64_t parameter_bytes = 0;
  std::uint64_t local_bytes = 0;
  std::uint64_t shared_bytes = 0;
  std::uint64_t shared_alignment = 16;  ///< of the dynamic shared memory behind those
  bool cooperates = false;              ///< whether threads share memory or may wait for each other
  Slot slots = 0;                       ///< registers, constants and special registers together
  std::vector<ConstantSlot> constants;
  std::vector<SpecialSlot> specials;
  std::vector<VariableSlot> variables;
};

/// A `.global` or `.const` variable: its size and first bytes.
struct Variable {
  std::uint64_t size = 0;
  std::vector<std::byte> initial;
};

struct Module {
  std::uint64_t id = 0;  ///< another one for every module of the process
  std::string text;      ///< what names and spellings are views into
  std::vector<Program> programs;
  std::vector<Variable> variables;
};

}  // namespace semcheck::ptx
