#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "device/ptx/program.h"

namespace semcheck::ptx {

// PTX ISA, State Spaces: shared, local and parameter memory are windows of the generic address space.
constexpr std::uint64_t kSharedWindow = 0x0000600000000000;
constexpr std::uint64_t kLocalWindow = 0x0000610000000000;
constexpr std::uint64_t kParamWindow = 0x0000620000000000;
constexpr std::uint64_t kWindowSize = 0x0000010000000000;

/// What the warps of a block share.
struct Block {
  const Program* program = nullptr;
  const Launch* launch = nullptr;
  Memory* memory = nullptr;
  Dim3 index;
  std::vector<std::byte> shared;
  std::vector<std::byte> parameters;
};

/// Lanes that wait at an instruction.
struct Group {
  std::uint32_t pc = 0;
  Lanes lanes = 0;
};

/// 32 threads that execute together. The lanes with the lowest program counter go first, and take
/// others along where they meet.
struct Warp {
  Block* block = nullptr;
  std::uint32_t first_thread = 0;  ///< within the block
  std::vector<Word> registers;     ///< slot by slot, 32 lanes each
  std::vector<std::byte> local;    ///< lane by lane
  std::uint32_t pc = 0;            ///< of the instruction being executed, already advanced while it is
  Lanes active = 0;                ///< the lanes that execute
  std::vector<Group> waiting;      ///< lanes behind a branch
  std::vector<Group> parked;       ///< lanes at a barrier

  Word* lanes(Slot slot) { return registers.data() + std::size_t{slot} * kWarpSize; }
};

/// The instruction that a warp is executing.
const Place& place(const Warp& warp);

/// Throws a Trap that says what happened to which thread and where: `what`, then the kernel, the block and the thread.
[[noreturn]] void trap_at(const Warp& warp, unsigned lane, const std::string& what);

}  // namespace semcheck::ptx
