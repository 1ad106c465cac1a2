#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "device/ptx/program.h"
#include "device/ptx/syntax.h"

namespace semcheck::ptx {

enum class EntityKind : std::uint8_t { reg, range, variable, label };

/// What a name stands for.
struct Entity {
  EntityKind kind = EntityKind::reg;
  std::uint8_t width = 0;        ///< of a register, or of the registers of a range
  Slot slot = kNoSlot;           ///< of a register
  std::uint32_t count = 0;       ///< of a range: `%r<10>` stands for %r0 to %r9
  Space space = Space::generic;  ///< of a variable
  std::uint64_t address = 0;  ///< of a variable within its space; for global and constant ones its number in the module
  std::size_t label = 0;
  bool is_dynamic = false;                   ///< `.extern .shared`, whose address is known with the last declaration
  const Declaration* declaration = nullptr;  ///< of a variable of the module
};

using Scope = std::unordered_map<std::string_view, Entity>;

/// The prefix and number of `%r12`; nothing for a name that does not end in a number as a range spells it.
struct RangeName {
  std::string_view prefix;
  std::uint32_t number = 0;
};
std::optional<RangeName> split_range_name(std::string_view name);

/// Whether a name is that of a special register whose value no program text and launch decide, such as `%clock`.
bool is_arbitrary_special(std::string_view name);

/// The special register of a name such as `%tid.x`.
std::optional<Special> special_named(std::string_view name);

}  // namespace semcheck::ptx
