#include "device/ptx/barriers.h"

#include <bit>

#include <fmt/format.h>

#include "device/ptx/effects.h"
#include "device/ptx/lanes.h"
#include "device/ptx/races.h"
#include "device/ptx/schedule.h"

namespace semcheck::ptx {

namespace {

/// Throws Undefined about lanes at a barrier.
[[noreturn]] void undefined_at_stop(Warp& warp, const Stop& stop, const std::string& what) {
  warp.pc = stop.group.pc;
  undefined_at(warp, static_cast<unsigned>(std::countr_zero(stop.group.lanes)),
               fmt::format("{} {} {}", place(warp).spelling, stop.number, what));
}

/// The value of a barrier's operand, the same in all lanes.
std::uint32_t uniform(Warp& warp, Slot slot, Lanes lanes, std::string_view what) {
  const Word* values = warp.lanes(slot);
  const auto first = static_cast<unsigned>(std::countr_zero(lanes));
  for_each_lane(lanes, [&](unsigned lane) {
    if (values[lane] == values[first]) return;
    undefined_at(warp, lane,
                 fmt::format("{} with another {} in lane {} than in lane {}", place(warp).spelling, what, lane, first));
  });
  return static_cast<std::uint32_t>(values[first]);
}

// PTX ISA, barrier: bar.sync, bar.red and bar.arrive are barrier.sync.aligned and so on.
bool is_aligned(const Place& place) {
  return place.spelling.starts_with("bar.") || place.spelling.find(".aligned") != std::string_view::npos;
}

/// Reads the operands of a barrier: its number, and the number of threads if there is one more source than it needs.
Stop stop_at(Warp& warp, const Instruction& instruction, Lanes lanes, unsigned needed) {
  Stop stop{{warp.pc, lanes}, uniform(warp, instruction.s[0], lanes, "barrier"), 0};
  if (stop.number >= kBarriers) undefined_at_stop(warp, stop, "is no barrier from 0 to 15");
  if (instruction.sources == needed) return stop;
  stop.threads = uniform(warp, instruction.s[1], lanes, "number of threads");
  if (stop.threads == 0 || stop.threads % kWarpSize != 0)
    undefined_at_stop(warp, stop, fmt::format("takes {} threads, no multiple of 32", stop.threads));
  return stop;
}

/// PTX ISA, barrier: .aligned says that all threads of the warp execute the same instruction.
void check_alignment(Warp& warp, const Stop& stop) {
  if (!is_aligned(place(warp))) return;
  for (const Stop& other : warp.parked) {
    if (other.group.pc == stop.group.pc) continue;
    undefined_at_stop(warp, stop,
                      fmt::format("in divergent code: other lanes of the warp wait at line {},",
                                  warp.block->program->places[other.group.pc - 1].line));
  }
}

void park(Warp& warp, const Instruction& instruction, Lanes lanes, unsigned needed) {
  const Stop stop = stop_at(warp, instruction, lanes, needed);
  check_alignment(warp, stop);
  warp.parked.push_back(stop);
  warp.active &= ~lanes;
}

/// Who has come to a barrier.
struct Attendance {
  std::uint32_t alive = 0;    ///< the warps that have not left, as bits
  std::uint32_t waiting = 0;  ///< the warps all of whose lanes wait there
  Warp* first = nullptr;      ///< that waits
  Stop stop;                  ///< of it
};

Attendance attendance_at(std::span<Warp> warps, std::uint32_t number) {
  Attendance attendance;
  for (std::size_t i = 0; i < warps.size(); ++i) {
    Lanes lanes = 0;
    for (const Stop& stop : warps[i].parked) {
      if (stop.number != number) continue;
      lanes |= stop.group.lanes;
      if (attendance.first) continue;
      attendance.first = &warps[i];
      attendance.stop = stop;
    }
    if (warps[i].alive != 0) attendance.alive |= 1U << i;
    if (lanes != 0 && lanes == warps[i].alive) attendance.waiting |= 1U << i;
  }
  return attendance;
}

/// PTX ISA, barrier: a barrier takes all threads of the block, or a number of them, a whole warp at a time.
bool is_complete(const Block& block, const Attendance& at) {
  const Barrier& barrier = block.barriers[at.stop.number];
  if (at.stop.threads == 0 && barrier.arrived == 0) return at.waiting == at.alive;
  const auto warps = static_cast<unsigned>(std::popcount(at.waiting) + std::popcount(barrier.arrived));
  const bool agrees = barrier.arrived == 0 || barrier.threads == at.stop.threads;
  if (!agrees || warps * kWarpSize > at.stop.threads) {
    undefined_at_stop(*at.first, at.stop, "is used with different numbers of threads, or by more than it takes,");
  }
  return warps * kWarpSize == at.stop.threads;
}

/// Calls `each(warp, stop)` for all lanes at a barrier.
template <class Each>
void for_each_stop(std::span<Warp> warps, std::uint32_t number, Each each) {
  for (Warp& warp : warps) {
    for (const Stop& stop : warp.parked)
      if (stop.number == number) each(warp, stop);
  }
}

// PTX ISA, barrier: bar.red must not be mixed with bar.sync; an aligned barrier that takes all threads of the block is
// one instruction that all of them execute.
void check_agreement(std::span<Warp> warps, const Attendance& at) {
  const Program& program = *warps.front().block->program;
  const Execute execute = program.instructions[at.stop.group.pc - 1].execute;
  const bool same_place = at.stop.threads == 0 && is_aligned(program.places[at.stop.group.pc - 1]);
  for_each_stop(warps, at.stop.number, [&](Warp& warp, const Stop& stop) {
    const bool agrees = stop.threads == at.stop.threads && (!same_place || stop.group.pc == at.stop.group.pc) &&
                        program.instructions[stop.group.pc - 1].execute == execute;
    if (agrees) return;
    undefined_at_stop(warp, stop,
                      fmt::format("in divergent code: other threads wait at it at line {},",
                                  program.places[at.stop.group.pc - 1].line));
  });
}

const Instruction& instruction_of(const Warp& warp, const Stop& stop) {
  return warp.block->program->instructions[stop.group.pc - 1];
}

// PTX ISA, barrier.red: the predicates of all threads, counted or combined; all waiting threads get the result.
void reduce_predicates(std::span<Warp> warps, std::uint32_t number) {
  Word yes = 0;
  Word all = 0;
  for_each_stop(warps, number, [&](Warp& warp, const Stop& stop) {
    const Instruction& instruction = instruction_of(warp, stop);
    const Word* predicate = warp.lanes(instruction.s[instruction.sources - 1U]);
    for_each_lane(stop.group.lanes, [&](unsigned lane) { yes += predicate[lane]; });
    all += static_cast<Word>(std::popcount(stop.group.lanes));
  });
  for_each_stop(warps, number, [&](Warp& warp, const Stop& stop) {
    const Instruction& instruction = instruction_of(warp, stop);
    const bool conjunction = static_cast<Boolean>(instruction.form.q.boolean) == Boolean::conjunction;
    const Word combined = conjunction ? Word{yes == all} : Word{yes != 0};
    const Word result = instruction.execute == &count_at_barrier ? yes : combined;
    for_each_lane(stop.group.lanes, [&](unsigned lane) { warp.lanes(instruction.d[0])[lane] = result; });
  });
}

/// PTX ISA, barrier: prior memory accesses of the threads that came are performed for all that waited.
void order_memory(Block& block, std::span<Warp> warps, std::uint32_t number) {
  if (!block.races) return;
  std::vector<std::uint32_t> threads;
  for_each_stop(warps, number, [&](Warp& warp, const Stop& stop) {
    for_each_lane(stop.group.lanes, [&](unsigned lane) { threads.push_back(warp.first_thread + lane); });
  });
  Clock clock = arrive(*block.races, threads);
  learn(clock, block.barriers[number].clock);
  depart(*block.races, threads, clock);
}

bool complete(Block& block, std::span<Warp> warps, std::uint32_t number) {
  const Attendance attendance = attendance_at(warps, number);
  if (attendance.waiting == 0 || !is_complete(block, attendance)) return false;
  check_agreement(warps, attendance);
  const Execute execute = instruction_of(*attendance.first, attendance.stop).execute;
  if (execute != &synchronise) reduce_predicates(warps, number);
  order_memory(block, warps, number);
  block.barriers[number] = {};
  for_each_stop(warps, number, [](Warp& warp, const Stop& stop) { resume(warp, stop.group); });
  for (Warp& warp : warps) std::erase_if(warp.parked, [&](const Stop& stop) { return stop.number == number; });
  return true;
}

}  // namespace

void complete_barriers(Block& block, std::span<Warp> warps) {
  for (std::uint32_t number = 0; number < kBarriers; ++number) complete(block, warps, number);
}

void check_all_have_left(std::span<Warp> warps) {
  for (Warp& warp : warps) {
    if (!warp.parked.empty()) undefined_at_stop(warp, warp.parked.front(), "waits for threads that never come,");
  }
}

void synchronise(Warp& warp, const Instruction& instruction, Lanes lanes) {
  park(warp, instruction, lanes, 1);
}

void count_at_barrier(Warp& warp, const Instruction& instruction, Lanes lanes) {
  park(warp, instruction, lanes, 2);
}

void combine_at_barrier(Warp& warp, const Instruction& instruction, Lanes lanes) {
  park(warp, instruction, lanes, 2);
}

// PTX ISA, barrier.arrive: the warp is counted at the barrier and does not wait; it must not come there again before
// the barrier is complete.
void arrive_only(Warp& warp, const Instruction& instruction, Lanes lanes) {
  const Stop stop = stop_at(warp, instruction, lanes, 1);
  if (lanes != warp.alive) undefined_at_stop(warp, stop, "in divergent code, without the other lanes of the warp,");
  Barrier& barrier = warp.block->barriers[stop.number];
  const std::uint32_t bit = 1U << (warp.first_thread / kWarpSize);
  if ((barrier.arrived & bit) != 0) undefined_at_stop(warp, stop, "comes again before the barrier is complete");
  if (barrier.arrived != 0 && barrier.threads != stop.threads)
    undefined_at_stop(warp, stop, "takes another number of threads than in the warps before");
  barrier.arrived |= bit;
  barrier.threads = stop.threads;
  if (!warp.block->races) return;
  std::vector<std::uint32_t> threads;
  for_each_lane(lanes, [&](unsigned lane) { threads.push_back(warp.first_thread + lane); });
  learn(barrier.clock, arrive(*warp.block->races, threads));
}

}  // namespace semcheck::ptx
