#include <algorithm>
#include <bit>
#include <chrono>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "device/ptx/barriers.h"
#include "device/ptx/effects.h"
#include "device/ptx/effects_warp.h"
#include "device/ptx/races.h"

namespace semcheck::ptx {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::uint32_t kMostThreads = 1024;
constexpr std::uint64_t kMostSharedBytes = 227U << 10;
constexpr std::uint64_t kInstructionsBetweenLooksAtTheClock = 4096;
/// How long a warp runs before others have their turn, which some of its lanes may be waiting for.
constexpr std::uint64_t kInstructionsOfATurn = 16384;
/// How many blocks of a kernel without means to make order are searched for races.
constexpr std::uint64_t kBlocksSearched = 2;

/// What a launch has done so far, and when it must end.
struct Progress {
  Statistics statistics;
  SteadyClock::time_point deadline;
};

std::uint32_t count(const Dim3& dim) {
  return dim.x * dim.y * dim.z;
}

std::uint32_t warps_in(const Dim3& block) {
  return (count(block) + kWarpSize - 1) / kWarpSize;
}

Dim3 thread_at(const Warp& warp, std::uint32_t lane) {
  const Dim3& block = warp.block->launch->block;
  return block.y * block.z == 1 ? Dim3{warp.first_thread + lane, 0, 0} : position(warp.first_thread + lane, block);
}

/// The value of a special register.
Word special_value(const Warp& warp, Special special, std::uint32_t lane) {
  const Launch& launch = *warp.block->launch;
  const Word mask = Word{1} << lane;
  switch (special) {
    case Special::tid_x: return thread_at(warp, lane).x;
    case Special::tid_y: return thread_at(warp, lane).y;
    case Special::tid_z: return thread_at(warp, lane).z;
    case Special::ntid_x: return launch.block.x;
    case Special::ntid_y: return launch.block.y;
    case Special::ntid_z: return launch.block.z;
    case Special::ctaid_x: return warp.block->index.x;
    case Special::ctaid_y: return warp.block->index.y;
    case Special::ctaid_z: return warp.block->index.z;
    case Special::nctaid_x: return launch.grid.x;
    case Special::nctaid_y: return launch.grid.y;
    case Special::nctaid_z: return launch.grid.z;
    case Special::laneid: return lane;
    case Special::warpid: return warp.first_thread / kWarpSize;
    case Special::nwarpid: return warps_in(launch.block);
    case Special::lanemask_eq: return mask;
    case Special::lanemask_lt: return mask - 1;
    case Special::lanemask_le: return (mask << 1) - 1;
    case Special::lanemask_gt: return low_bits(kWarpSize) & ~((mask << 1) - 1);
    case Special::lanemask_ge: return low_bits(kWarpSize) & ~(mask - 1);
    case Special::dynamic_smem_size: return launch.dynamic_shared;
  }
  return 0;
}

/// Puts a warp at the start of the program.
void start(Warp& warp, Block& block, std::uint32_t first_thread, std::span<const std::uint64_t> variables) {
  const Program& program = *block.program;
  warp.block = &block;
  warp.first_thread = first_thread;
  warp.pc = 0;
  const std::uint32_t threads = std::min(kWarpSize, count(block.launch->block) - first_thread);
  warp.active = warp.alive = static_cast<Lanes>(low_bits(threads));
  warp.retried = 0;
  warp.highest_first = false;
  warp.registers.assign(std::size_t{program.slots} * kWarpSize, 0);
  warp.local.assign(program.local_bytes * kWarpSize, std::byte{0});
  for (const ConstantSlot& each : program.constants) std::fill_n(warp.lanes(each.slot), kWarpSize, each.value);
  for (const VariableSlot& each : program.variables)
    std::fill_n(warp.lanes(each.slot), kWarpSize, variables[each.variable]);
  for (const SpecialSlot& each : program.specials) {
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      warp.lanes(each.slot)[lane] = special_value(warp, each.special, lane);
  }
}

/// The active lanes whose guard holds.
Lanes guarded(Warp& warp, Slot slot, bool negated) {
  if (slot == kNoSlot) return warp.active;
  const Word* guard = warp.lanes(slot);
  Lanes lanes = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) lanes |= static_cast<Lanes>(guard[lane]) << lane;
  return warp.active & (negated ? ~lanes : lanes);
}

/// A conditional branch in a launch that counts them: it takes all active lanes, and asks its guard itself.
void count_branch(Warp& warp, const Instruction& instruction, Lanes lanes) {
  const Lanes taken = guarded(warp, instruction.s[0], instruction.guard_negated);
  Statistics& statistics = *warp.block->statistics;
  ++statistics.branches;
  statistics.uniform_branches += taken == 0 || taken == lanes;
  // Lanes whose guard does not hold do not execute an instruction.
  statistics.thread_instructions -= static_cast<std::uint64_t>(std::popcount(lanes & ~taken));
  if (taken != 0) branch(warp, instruction, taken);
}

/// The program with every conditional branch counted. Others pay nothing for it.
Program counting_branches(Program program) {
  for (Instruction& instruction : program.instructions) {
    if (instruction.execute != &branch || instruction.guard == kNoSlot) continue;
    instruction.execute = &count_branch;
    instruction.s[0] = std::exchange(instruction.guard, kNoSlot);
  }
  return program;
}

void check_time(Warp& warp, const Progress& progress) {
  const std::atomic<bool>* interrupted = warp.block->launch->interrupted;
  if (interrupted && *interrupted) throw Trap("interrupted");
  if (SteadyClock::now() < progress.deadline) return;
  const auto lane = static_cast<unsigned>(std::countr_zero(warp.active));
  trap_at(warp, lane,
          fmt::format("timed out after {} ms: {}", warp.block->launch->timeout.count(), place(warp).spelling));
}

/// Runs a warp until no lane of it can go on or its turn ends; false when no lane could.
bool run(Warp& warp, Progress& progress) {
  const std::vector<Instruction>& instructions = warp.block->program->instructions;
  const std::uint64_t start = progress.statistics.warp_instructions;
  while (next_group(warp)) {
    if (progress.statistics.warp_instructions - start == kInstructionsOfATurn) break;
    const Instruction& instruction = instructions[warp.pc++];
    if (++progress.statistics.warp_instructions % kInstructionsBetweenLooksAtTheClock == 0) check_time(warp, progress);
    const Lanes lanes = guarded(warp, instruction.guard, instruction.guard_negated);
    progress.statistics.thread_instructions += static_cast<std::uint64_t>(std::popcount(lanes));
    if (lanes != 0) instruction.execute(warp, instruction, lanes);
  }
  return progress.statistics.warp_instructions != start;
}

/// A turn of a warp that shares memory with others. Lanes that the turn's end finds behind others go first in the next
/// one: these may be waiting for them.
bool take_turn(Warp& warp, Progress& progress) {
  bool ran = run(warp, progress);
  while (warp.active == 0 && warp.waiting.empty() && !warp.gathered.empty()) {
    continue_gathered(warp);
    ran = run(warp, progress) || ran;
  }
  warp.highest_first = !warp.waiting.empty() && !warp.highest_first;
  return ran;
}

/// Runs the warps of a block one after the other.
void run_independent(Block& block, Warp& warp, std::span<const std::uint64_t> variables, Progress& progress) {
  for (std::uint32_t i = 0; i < warps_in(block.launch->block); ++i) {
    start(warp, block, i * kWarpSize, variables);
    while (run(warp, progress)) {
    }
  }
}

/// Runs the warps of a block in turns until all have left.
void run_together(Block& block, std::span<Warp> warps, std::span<const std::uint64_t> variables, Progress& progress) {
  block.shared.assign(block.shared.size(), std::byte{0});
  for (std::uint32_t i = 0; i < warps.size(); ++i) start(warps[i], block, i * kWarpSize, variables);
  for (bool ran = true; ran;) {
    ran = false;
    for (Warp& warp : warps) {
      if (!take_turn(warp, progress)) continue;
      complete_barriers(block, warps);
      ran = true;
    }
  }
  check_all_have_left(warps);
}

const Program& find_program(const Module& module, std::string_view entry) {
  for (const Program& program : module.programs) {
    if (program.name == entry) return program;
  }
  throw std::invalid_argument(fmt::format("the module has no entry `{}`", entry));
}

void check_launch(const Program& program, const Launch& launch) {
  if (program.error) throw PtxError(*program.error);
  const auto threads = std::uint64_t{launch.block.x} * launch.block.y * launch.block.z;
  if (threads == 0 || threads > kMostThreads || launch.block.x > kMostThreads || launch.block.y > kMostThreads) {
    throw std::invalid_argument("a block has 1 to 1024 threads");
  }
  if (program.shared_bytes + launch.dynamic_shared > kMostSharedBytes)
    throw std::invalid_argument("a block has at most 232448 bytes of shared memory");
  if (launch.parameters.size() < program.parameter_bytes) {
    throw std::invalid_argument(fmt::format("`{}` takes {} bytes of parameters, not {}", program.name,
                                            program.parameter_bytes, launch.parameters.size()));
  }
}

/// Where a thread stands: the kernel, its line, the block and the thread.
std::string where(const Warp& warp, unsigned lane) {
  const Block& block = *warp.block;
  const Dim3 thread = position(warp.first_thread + lane, block.launch->block);
  return fmt::format("in {} (line {}), block ({},{},{}) thread ({},{},{})", block.program->name, place(warp).line,
                     block.index.x, block.index.y, block.index.z, thread.x, thread.y, thread.z);
}

}  // namespace

Dim3 position(std::uint64_t index, const Dim3& size) {
  return {static_cast<std::uint32_t>(index % size.x), static_cast<std::uint32_t>(index / size.x % size.y),
          static_cast<std::uint32_t>(index / size.x / size.y)};
}

const Place& place(const Warp& warp) {
  return warp.block->program->places[warp.pc - 1];
}

void trap_at(const Warp& warp, unsigned lane, const std::string& what) {
  throw Trap(fmt::format("{} {}", what, where(warp, lane)));
}

void undefined_at(const Warp& warp, unsigned lane, const std::string& what) {
  throw Undefined(place(warp).line, fmt::format("{} {}", what, where(warp, lane)));
}

Statistics launch(const Module& module, const Launch& launch, Memory& memory) {
  const Program& found = find_program(module, launch.entry);
  check_launch(found, launch);
  const Program counting = launch.count_branches ? counting_branches(found) : Program();
  const Program& program = launch.count_branches ? counting : found;
  const std::span<const std::uint64_t> variables = memory.variables(module);
  Block block;
  block.program = &program;
  block.launch = &launch;
  block.memory = &memory;
  block.parameters.assign(launch.parameters.begin(), launch.parameters.end());
  block.shared.resize(program.shared_bytes + launch.dynamic_shared);
  Races races;
  Progress progress{{}, SteadyClock::now() + launch.timeout};
  block.statistics = &progress.statistics;
  std::vector<Warp> warps(program.cooperates ? warps_in(launch.block) : 1);
  const std::uint64_t blocks = std::uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  for (std::uint64_t i = 0; i < blocks; ++i) {
    block.index = position(i, launch.grid);
    const bool searched = program.cooperates || i < kBlocksSearched;
    block.races = searched && blocks * count(launch.block) > 1 ? &races : nullptr;
    if (block.races) begin_block(races, static_cast<std::uint32_t>(i), count(launch.block));
    if (program.cooperates) {
      run_together(block, warps, variables, progress);
    } else {
      run_independent(block, warps[0], variables, progress);
    }
  }
  return progress.statistics;
}

}  // namespace semcheck::ptx
