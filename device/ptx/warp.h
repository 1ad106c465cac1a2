#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "device/ptx/clock.h"
#include "device/ptx/program.h"

namespace semcheck::ptx {

// PTX ISA, State Spaces: shared, local and parameter memory are windows of the generic address space.
constexpr std::uint64_t kSharedWindow = 0x0000600000000000;
constexpr std::uint64_t kLocalWindow = 0x0000610000000000;
constexpr std::uint64_t kParamWindow = 0x0000620000000000;
constexpr std::uint64_t kWindowSize = 0x0000010000000000;

struct Races;

/// A barrier of a block: the warps that came by bar.arrive since it last completed, as bits, how many threads they
/// said it takes, and what they knew.
struct Barrier {
  std::uint32_t arrived = 0;
  std::uint32_t threads = 0;
  Clock clock;
};

// PTX ISA, barrier: each CTA instance has sixteen barriers numbered 0..15.
constexpr std::uint32_t kBarriers = 16;

/// What the warps of a block share.
struct Block {
  const Program* program = nullptr;
  const Launch* launch = nullptr;
  Memory* memory = nullptr;
  Dim3 index;
  std::vector<std::byte> shared;
  std::vector<std::byte> parameters;
  std::array<Barrier, kBarriers> barriers;
  Races* races = nullptr;            ///< null where no race is looked for
  Statistics* statistics = nullptr;  ///< of the launch
};

/// Lanes that stand before an instruction.
struct Group {
  std::uint32_t pc = 0;
  Lanes lanes = 0;
};

/// Lanes that have come to a barrier, or to an instruction that lanes of a warp execute together, and wait for others.
struct Stop {
  Group group;                ///< its program counter is already advanced
  std::uint32_t number = 0;   ///< of the barrier, or the membermask
  std::uint32_t threads = 0;  ///< that the barrier takes; 0 for all of the block
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
  Lanes alive = 0;                 ///< the lanes that have not left
  Lanes retried = 0;               ///< those that were alive when the gathered lanes last tried again
  bool highest_first = false;      ///< for a while, so that no lane waits forever for one that may not go on
  std::vector<Group> waiting;      ///< lanes behind a branch
  std::vector<Stop> gathered;      ///< lanes at an instruction of the warp
  std::vector<Stop> parked;        ///< lanes at a barrier of the block

  Word* lanes(Slot slot) { return registers.data() + std::size_t{slot} * kWarpSize; }
};

/// The position of an index in a grid or block, x first.
Dim3 position(std::uint64_t index, const Dim3& size);

/// The instruction that a warp is executing.
const Place& place(const Warp& warp);

/// Throws a Trap that says what happened to which thread and where: `what`, then the kernel, the block and the thread.
[[noreturn]] void trap_at(const Warp& warp, unsigned lane, const std::string& what);

/// Throws Undefined with the same text.
[[noreturn]] void undefined_at(const Warp& warp, unsigned lane, const std::string& what);

}  // namespace semcheck::ptx
