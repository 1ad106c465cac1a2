#include "device/ptx/effects_warp.h"

#include <utility>

#include <fmt/format.h>

#include "device/ptx/races.h"
#include "device/ptx/semantics_shuffle.h"

namespace semcheck::ptx {

namespace {

/// The lanes of a set in which a predicate holds.
Lanes holding(Warp& warp, Slot predicate, Lanes lanes) {
  const Word* values = warp.lanes(predicate);
  Lanes result = 0;
  for_each_lane(lanes, [&](unsigned lane) { result |= static_cast<Lanes>(values[lane]) << lane; });
  return result;
}

void write_all(Warp& warp, Slot slot, Lanes lanes, Word value) {
  if (slot == kNoSlot) return;
  for_each_lane(lanes, [&](unsigned lane) { warp.lanes(slot)[lane] = value; });
}

/// A vote: `result(yes, group)` is the same for all lanes of a group.
template <class Result>
void vote(Warp& warp, const Instruction& instruction, Lanes lanes, Result result) {
  collect(warp, instruction.s[1], lanes, [&](Lanes group) {
    write_all(warp, instruction.d[0], group, result(holding(warp, instruction.s[0], group), group));
  });
}

/// The lanes of a group with the same value as a lane of it.
Lanes matching(const Word* values, Lanes group, unsigned lane) {
  Lanes result = 0;
  for_each_lane(group, [&](unsigned other) { result |= Lanes{values[other] == values[lane]} << other; });
  return result;
}

/// What a lane receives, and whether its source lane is in range.
struct Received {
  Word value = 0;
  Word in_range = 0;
};

// PTX ISA, shfl.sync: results are undefined if a thread sources a register from an inactive thread or one that is not
// in the membermask.
Received receive(Warp& warp, const Instruction& instruction, Lanes group, unsigned lane) {
  const Word b = warp.lanes(instruction.s[1])[lane];
  const Word c = warp.lanes(instruction.s[2])[lane];
  const Word source = shuffled_lane<Word>(instruction.form, lane, b, c);
  const Word in_range = bit(is_in_range<Word>(instruction.form, lane, source, c));
  const Word from = in_range != 0 ? source : lane;
  if ((group >> from & 1) == 0) {
    undefined_at(
        warp, lane,
        fmt::format("{} of lane {} reads lane {}, which does not take part,", place(warp).spelling, lane, from));
  }
  return {warp.lanes(instruction.s[0])[from], in_range};
}

Execute execute_at(const Warp& warp, const Stop& stop) {
  return warp.block->program->instructions[stop.group.pc - 1].execute;
}

/// Whether lanes wait for each other, at whatever places.
bool is_together(const Warp& warp, const Stop& a, const Stop& b) {
  return a.number == b.number && execute_at(warp, a) == execute_at(warp, b);
}

/// The gathered lanes that wait for those of a stop.
Lanes waiting_together(const Warp& warp, const Stop& stop) {
  Lanes lanes = 0;
  for (const Stop& each : warp.gathered)
    if (is_together(warp, each, stop)) lanes |= each.group.lanes;
  return lanes;
}

// PTX ISA, bar.warp.sync: guarantees memory ordering among the participating threads.
void order_lanes(Warp& warp, Lanes lanes) {
  if (!warp.block->races) return;
  std::vector<std::uint32_t> threads;
  for_each_lane(lanes, [&](unsigned lane) { threads.push_back(warp.first_thread + lane); });
  depart(*warp.block->races, threads, arrive(*warp.block->races, threads));
}

/// Lets lanes go on that have come to bar.warp.sync at several places.
void release_together(Warp& warp, const Stop& stop, Lanes lanes) {
  order_lanes(warp, lanes);
  std::erase_if(warp.gathered, [&](const Stop& each) {
    const bool goes = is_together(warp, each, stop);
    if (goes) resume(warp, each.group);
    return goes;
  });
}

[[noreturn]] void refuse_several_places(Warp& warp, const Stop& stop) {
  const Place& place = warp.block->program->places[stop.group.pc - 1];
  throw PtxError(place.line, std::string(place.spelling),
                 "lanes that execute this together at several places are not supported");
}

[[noreturn]] void give_up(Warp& warp, const Stop& stop) {
  warp.pc = stop.group.pc;
  undefined_at(warp, static_cast<unsigned>(std::countr_zero(stop.group.lanes)),
               fmt::format("{} waits for lanes {:#x} of its membermask, which do not come,", place(warp).spelling,
                           stop.number & warp.alive & ~waiting_together(warp, stop)));
}

}  // namespace

Lanes gather(Warp& warp, Lanes lanes) {
  std::erase_if(warp.gathered, [&](const Stop& stop) {
    const bool here = stop.group.pc == warp.pc;
    if (here) lanes |= stop.group.lanes;
    return here;
  });
  return lanes;
}

Lanes complete_group(Warp& warp, const Word* membermask, Lanes& together) {
  const auto first = static_cast<unsigned>(std::countr_zero(together));
  const auto mask = static_cast<Lanes>(membermask[first]);
  Lanes group = 0;
  for_each_lane(together, [&](unsigned lane) { group |= Lanes{membermask[lane] == mask} << lane; });
  together &= ~group;
  if ((group & ~mask) != 0) {
    const auto stranger = static_cast<unsigned>(std::countr_zero(group & ~mask));
    undefined_at(
        warp, stranger,
        fmt::format("{} of lane {} with the membermask {:#x}, which lacks it,", place(warp).spelling, stranger, mask));
  }
  if (group == (mask & warp.alive)) return group;
  warp.gathered.push_back({{warp.pc, group}, mask, 0});
  return 0;
}

void continue_gathered(Warp& warp) {
  for (const Stop& stop : warp.gathered) {
    const Lanes together = waiting_together(warp, stop);
    if (together != (stop.number & warp.alive)) continue;
    if (execute_at(warp, stop) == &synchronise_warp) return release_together(warp, Stop(stop), together);
    if (together != stop.group.lanes) refuse_several_places(warp, stop);
  }
  if (warp.retried == warp.alive) give_up(warp, warp.gathered.front());
  warp.retried = warp.alive;
  for (const Stop& each : std::exchange(warp.gathered, {})) resume(warp, {each.group.pc - 1, each.group.lanes});
}

void shuffle(Warp& warp, const Instruction& instruction, Lanes lanes) {
  collect(warp, instruction.s[3], lanes, [&](Lanes group) {
    LaneWords values;
    LaneWords in_range;
    for_each_lane(group, [&](unsigned lane) {
      const Received received = receive(warp, instruction, group, lane);
      values[lane] = received.value;
      in_range[lane] = received.in_range;
    });
    if (instruction.d[0] != kNoSlot) write(warp.lanes(instruction.d[0]), values, group);
    if (instruction.d[1] != kNoSlot) write(warp.lanes(instruction.d[1]), in_range, group);
  });
}

// PTX ISA, vote.sync: .all is True if the predicate is True for all, .any if for any, .uni if it has the same value for
// all non-exited threads of the membermask.
void vote_all(Warp& warp, const Instruction& instruction, Lanes lanes) {
  vote(warp, instruction, lanes, [](Lanes yes, Lanes group) { return Word{yes == group}; });
}

void vote_any(Warp& warp, const Instruction& instruction, Lanes lanes) {
  vote(warp, instruction, lanes, [](Lanes yes, Lanes) { return Word{yes != 0}; });
}

void vote_uniform(Warp& warp, const Instruction& instruction, Lanes lanes) {
  vote(warp, instruction, lanes, [](Lanes yes, Lanes group) { return Word{yes == group || yes == 0}; });
}

// PTX ISA, vote.sync.ballot: the predicate of each lane at its bit; 0 for those that do not take part.
void vote_ballot(Warp& warp, const Instruction& instruction, Lanes lanes) {
  vote(warp, instruction, lanes, [](Lanes yes, Lanes) { return Word{yes}; });
}

// PTX ISA, match.any.sync: d is the mask of the threads of the membermask with the same value of a.
void match_any(Warp& warp, const Instruction& instruction, Lanes lanes) {
  collect(warp, instruction.s[1], lanes, [&](Lanes group) {
    const LaneWords values = copy_lanes(warp.lanes(instruction.s[0]));
    for_each_lane(group, [&](unsigned lane) {
      write_all(warp, instruction.d[0], Lanes{1} << lane, matching(values.data(), group, lane));
    });
  });
}

// PTX ISA, match.all.sync: d is the mask of the threads and p is True if all have the same value of a; else 0 and
// False.
void match_all(Warp& warp, const Instruction& instruction, Lanes lanes) {
  collect(warp, instruction.s[1], lanes, [&](Lanes group) {
    const auto first = static_cast<unsigned>(std::countr_zero(group));
    const bool same = matching(warp.lanes(instruction.s[0]), group, first) == group;
    write_all(warp, instruction.d[0], group, same ? group : 0);
    write_all(warp, instruction.d[1], group, Word{same});
  });
}

// PTX ISA, elect.sync: the same leader for the same membermask every time; which one is left open: the lowest here.
void elect(Warp& warp, const Instruction& instruction, Lanes lanes) {
  collect(warp, instruction.s[0], lanes, [&](Lanes group) {
    const auto leader = static_cast<unsigned>(std::countr_zero(group));
    write_all(warp, instruction.d[0], group, leader);
    write_all(warp, instruction.d[1], group, 0);
    write_all(warp, instruction.d[1], Lanes{1} << leader, 1);
  });
}

// PTX ISA, activemask: the active threads for which the guard holds.
void active_mask(Warp& warp, const Instruction& instruction, Lanes lanes) {
  write_all(warp, instruction.d[0], lanes, lanes);
}

void synchronise_warp(Warp& warp, const Instruction& instruction, Lanes lanes) {
  collect(warp, instruction.s[0], lanes, [&](Lanes group) { order_lanes(warp, group); });
}

}  // namespace semcheck::ptx
