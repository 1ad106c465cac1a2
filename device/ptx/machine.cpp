#include <algorithm>
#include <bit>
#include <chrono>
#include <stdexcept>

#include <fmt/format.h>

#include "device/ptx/lanes.h"
#include "device/ptx/schedule.h"

namespace semcheck::ptx {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kMostThreads = 1024;
constexpr std::uint64_t kInstructionsBetweenLooksAtTheClock = 4096;

/// What a launch has done so far, and when it must end.
struct Progress {
  Statistics statistics;
  Clock::time_point deadline;
};

std::uint32_t count(const Dim3& dim) {
  return dim.x * dim.y * dim.z;
}

Dim3 position(std::uint64_t index, const Dim3& size) {
  return {static_cast<std::uint32_t>(index % size.x), static_cast<std::uint32_t>(index / size.x % size.y),
          static_cast<std::uint32_t>(index / size.x / size.y)};
}

std::uint32_t warps_in(const Dim3& block) {
  return (count(block) + kWarpSize - 1) / kWarpSize;
}

/// The value of a special register.
Word special_value(const Warp& warp, Special special, std::uint32_t lane) {
  const Launch& launch = *warp.block->launch;
  const Dim3 thread = position(warp.first_thread + lane, launch.block);
  const Word mask = Word{1} << lane;
  switch (special) {
    case Special::tid_x: return thread.x;
    case Special::tid_y: return thread.y;
    case Special::tid_z: return thread.z;
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
  warp.active = static_cast<Lanes>(low_bits(threads));
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
Lanes guarded(Warp& warp, const Instruction& instruction) {
  if (instruction.guard == kNoSlot) return warp.active;
  const Word* guard = warp.lanes(instruction.guard);
  Lanes lanes = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) lanes |= static_cast<Lanes>(guard[lane]) << lane;
  return warp.active & (instruction.guard_negated ? ~lanes : lanes);
}

void check_time(Warp& warp, const Progress& progress) {
  if (Clock::now() < progress.deadline) return;
  const auto lane = static_cast<unsigned>(std::countr_zero(warp.active));
  trap_at(warp, lane,
          fmt::format("timed out after {} ms: {}", warp.block->launch->timeout.count(), place(warp).spelling));
}

/// Runs a warp until all its lanes have left or wait at a barrier.
void run(Warp& warp, Progress& progress) {
  const std::vector<Instruction>& instructions = warp.block->program->instructions;
  while (next_group(warp)) {
    const Instruction& instruction = instructions[warp.pc++];
    if (++progress.statistics.warp_instructions % kInstructionsBetweenLooksAtTheClock == 0) check_time(warp, progress);
    const Lanes lanes = guarded(warp, instruction);
    progress.statistics.thread_instructions += static_cast<std::uint64_t>(std::popcount(lanes));
    if (lanes != 0) instruction.execute(warp, instruction, lanes);
  }
}

/// Runs the warps of a block in turn, each as far as it gets; those at the barrier go on when all
/// have come there or left.
void run_block(Block& block, std::vector<Warp>& warps, std::span<const std::uint64_t> variables, Progress& progress) {
  block.shared.assign(block.program->shared_bytes, std::byte{0});
  const std::uint32_t number = warps_in(block.launch->block);
  if (!block.program->has_barrier) {
    for (std::uint32_t i = 0; i < number; ++i) {
      start(warps[0], block, i * kWarpSize, variables);
      run(warps[0], progress);
    }
    return;
  }
  for (std::uint32_t i = 0; i < number; ++i) start(warps[i], block, i * kWarpSize, variables);
  for (bool released = true; released;) {
    for (Warp& warp : warps) run(warp, progress);
    released = false;
    for (Warp& warp : warps) released = release(warp) || released;
  }
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
  if (launch.parameters.size() < program.parameter_bytes) {
    throw std::invalid_argument(fmt::format("`{}` takes {} bytes of parameters, not {}", program.name,
                                            program.parameter_bytes, launch.parameters.size()));
  }
}

}  // namespace

const Place& place(const Warp& warp) {
  return warp.block->program->places[warp.pc - 1];
}

void trap_at(const Warp& warp, unsigned lane, const std::string& what) {
  const Block& block = *warp.block;
  const Dim3 thread = position(warp.first_thread + lane, block.launch->block);
  throw Trap(fmt::format("{} in {} (line {}), block ({},{},{}) thread ({},{},{})", what, block.program->name,
                         place(warp).line, block.index.x, block.index.y, block.index.z, thread.x, thread.y, thread.z));
}

Statistics launch(const Module& module, const Launch& launch, Memory& memory) {
  const Program& program = find_program(module, launch.entry);
  check_launch(program, launch);
  const std::span<const std::uint64_t> variables = memory.variables(module);
  Block block{&program, &launch, &memory, {}, {}, {launch.parameters.begin(), launch.parameters.end()}};
  Progress progress{{}, Clock::now() + launch.timeout};
  std::vector<Warp> warps(program.has_barrier ? warps_in(launch.block) : 1);
  const std::uint64_t blocks = std::uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  for (std::uint64_t i = 0; i < blocks; ++i) {
    block.index = position(i, launch.grid);
    run_block(block, warps, variables, progress);
  }
  return progress.statistics;
}

}  // namespace semcheck::ptx
