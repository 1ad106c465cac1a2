#pragma once

#include <cstddef>
#include <cstdint>

#include "device/ptx/warp.h"

namespace semcheck::ptx {

/// Memory that a lane may access: one allocation or one window, and its state space, which is never generic.
struct Region {
  Memory::Range range;
  Space space = Space::global;
};

/// The region of an access of `size` bytes. Throws a Trap unless one region holds all of it.
Region checked_region(Warp& warp, Space space, unsigned lane, std::uint64_t address, std::size_t size);

/// Throws a Trap that says what is wrong with an access.
[[noreturn]] void trap_access(const Warp& warp, unsigned lane, std::string_view what, std::uint64_t address,
                              std::size_t size);

/// How an instruction uses memory, as far as other threads are concerned.
struct Use {
  bool reads = false;
  bool writes = false;
  unsigned elements = 1;  ///< of the width of the instruction's type
};

/// Looks for races with an access of a lane, and orders it against others as the instruction says.
void note_access(const Warp& warp, const Instruction& instruction, unsigned lane, const Region& region,
                 std::uint64_t address, const Use& use);

}  // namespace semcheck::ptx
