#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "device/code/code.h"

namespace semcheck::code {

/// An opcode of PTX without its qualifiers.
struct PtxOpcode {
  std::string_view name;
  InstructionKind kind;
  bool has_result = true;  ///< its first operand is written
};

/// The opcodes that are known, in no particular order.
std::span<const PtxOpcode> ptx_opcodes();

/// The row of an opcode, or null.
const PtxOpcode* find_ptx_opcode(std::string_view name);

/// The bits of a type qualifier such as `f32` or `b128`; nothing for any other word.
std::optional<std::uint32_t> type_bits(std::string_view qualifier);

/// What `cvt` with these qualifiers, `add` and its kin, or any other opcode do beside its kind.
bool takes_extremum(std::string_view name, std::span<const std::string_view> qualifiers);
bool changes_type(std::string_view name, std::span<const std::string_view> qualifiers);

/// What a load, store or copy moves; nothing for an instruction that moves nothing.
std::optional<MemoryUse> memory_use(std::string_view name, std::span<const std::string_view> qualifiers);

}  // namespace semcheck::code
