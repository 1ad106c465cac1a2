#include "device/ptx/races.h"

#include <fmt/format.h>

namespace semcheck::ptx {

namespace {

std::uint32_t local_thread(const Races& races, std::uint32_t thread) {
  return thread % static_cast<std::uint32_t>(races.threads.size());
}

std::uint32_t block_of(const Races& races, std::uint32_t thread) {
  return thread / static_cast<std::uint32_t>(races.threads.size());
}

/// Whether a thread of the block that runs knows of an access.
bool is_ordered(const Races& races, const Access& before, std::uint32_t thread) {
  if (before.thread == thread) return true;
  const Clock& clock = races.threads[thread - races.first_thread].knows;
  const std::uint32_t own = before.thread - races.first_thread;
  if (own < races.threads.size()) return clock.own && (*clock.own)[own] >= before.time;
  const Times* times = known(clock.others.get(), block_of(races, before.thread));
  return times && (*times)[local_thread(races, before.thread)] >= before.time;
}

// PTX ISA, Morally strong operations: both are strong, and each one's scope includes the other thread.
bool are_strong_together(const Races& races, const Access& a, const Access& b) {
  if (a.strength == Strength::weak || b.strength == Strength::weak) return false;
  const bool same_block = block_of(races, a.thread) == block_of(races, b.thread);
  if (a.strength == Strength::is_volatile && b.strength == Strength::is_volatile) {
    return !same_block || local_thread(races, a.thread) / kWarpSize != local_thread(races, b.thread) / kWarpSize;
  }
  return same_block || (a.strength != Strength::block && b.strength != Strength::block);
}

bool race(const Races& races, const Access& before, const Access& now) {
  return before.time != 0 && (before.writes || now.writes) && !are_strong_together(races, before, now) &&
         !is_ordered(races, before, now.thread);
}

std::string described(const Block& block, const Access& access) {
  const Place& place = block.program->places[access.pc];
  const Dim3 at = position(block_of(*block.races, access.thread), block.launch->grid);
  const Dim3 thread = position(local_thread(*block.races, access.thread), block.launch->block);
  return fmt::format("{} (line {}) of block ({},{},{}) thread ({},{},{})", place.spelling, place.line, at.x, at.y, at.z,
                     thread.x, thread.y, thread.z);
}

[[noreturn]] void report(const Block& block, const Touch& touch, const Access& before, const Access& now) {
  const std::uint64_t address = touch.shared ? touch.address - kSharedWindow : touch.address;
  throw Undefined(block.program->places[now.pc].line,
                  fmt::format("data race in {} memory at {:#x}: nothing orders {} and {}, in {}",
                              touch.shared ? "shared" : "global", address, described(block, before),
                              described(block, now), block.program->name));
}

/// The first access of a part of a set that races, or null.
const Access* find_race(const Races& races, const AccessSet& set, AccessSet::const_iterator first,
                        AccessSet::const_iterator last, const Access& now) {
  for (; first != last && first != set.end(); ++first)
    if (race(races, *first, now)) return &*first;
  return nullptr;
}

/// Only where they can race are others looked at, since all threads may have added to a counter.
const Access* find_race_with_strong(const Races& races, const Cell& cell, const AccessSet& set, const Access& now) {
  if (cell.narrow || now.strength == Strength::weak || now.strength == Strength::block)
    return find_race(races, set, set.begin(), set.end(), now);
  if (now.strength == Strength::device) return nullptr;
  const std::uint32_t local = local_thread(races, now.thread);
  const std::uint32_t warp = now.thread - local % kWarpSize;
  return find_race(races, set, from_thread(set, warp), from_thread(set, warp + kWarpSize), now);
}

void check(const Block& block, const Touch& touch, const Shadow& shadow, const Cell& cell, const Access& now) {
  const Races& races = *block.races;
  const Access* before = nullptr;
  if (race(races, cell.write, now)) before = &cell.write;
  if (!before && race(races, cell.read, now)) before = &cell.read;
  if (!before && now.writes && cell.reads != 0) {
    const AccessSet& reads = shadow.set(cell.reads);
    before = find_race(races, reads, reads.begin(), reads.end(), now);
  }
  if (!before && cell.strongs != 0) before = find_race_with_strong(races, cell, shadow.set(cell.strongs), now);
  if (before) report(block, touch, *before, now);
}

void remember_write(Shadow& shadow, Cell& cell, const Access& now) {
  cell.write = now;
  cell.read = {};
  if (cell.reads != 0) shadow.set(cell.reads).clear();
  if (cell.strongs != 0) shadow.set(cell.strongs).clear();
}

void remember_read(const Races& races, Shadow& shadow, Cell& cell, const Access& now) {
  if (cell.read.time == 0 || is_ordered(races, cell.read, now.thread)) {
    cell.read = now;
  } else {
    remember(shadow.set(cell.reads), now);
  }
}

void remember(const Races& races, Shadow& shadow, Cell& cell, const Access& now) {
  if (now.strength == Strength::weak && now.writes) return remember_write(shadow, cell, now);
  if (now.strength == Strength::weak) return remember_read(races, shadow, cell, now);
  cell.narrow = cell.narrow || now.strength == Strength::block;
  remember(shadow.set(cell.strongs), now);
}

/// When an access happens in its thread's time. PTX ISA, Release and Acquire Patterns: a strong write after a fence is
/// part of what the fence releases, though the plain accesses between them are not.
std::uint32_t time_of(const Races& races, std::uint32_t thread, const Touch& touch) {
  const ThreadClock& clock = races.threads[thread];
  const bool narrow = touch.strength == Strength::block;
  const Clock& released = narrow ? clock.released_in_block : clock.released_in_device;
  const bool is_part = touch.writes && touch.strength != Strength::weak && released.own;
  return is_part ? (*released.own)[thread] : clock.time;
}

void publish_to(Knowledge& knowledge, std::uint32_t block, const Clock& clock) {
  learn(knowledge, {block, clock.own});
  if (!clock.others) return;
  for (const BlockTimes& each : *clock.others) learn(knowledge, each);
}

}  // namespace

void begin_block(Races& races, std::uint32_t number, std::uint32_t threads) {
  races.block = number;
  races.first_thread = number * threads;
  races.threads.assign(threads, {});
  races.shared.clear();
  std::erase_if(races.locations, [](const auto& each) { return each.first - kSharedWindow < kWindowSize; });
}

void touch(const Warp& warp, unsigned lane, const Touch& touch) {
  Races& races = *warp.block->races;
  Shadow& shadow = touch.shared ? races.shared : races.global;
  const std::uint32_t thread = warp.first_thread + lane;
  const Access now{races.first_thread + thread, time_of(races, thread, touch), warp.pc - 1, touch.strength,
                   touch.writes};
  for (std::uint32_t i = 0; i < touch.elements; ++i) {
    shadow.for_each_cell(touch.address + std::uint64_t{i} * touch.size, touch.size, [&](Cell& cell) {
      check(*warp.block, touch, shadow, cell, now);
      remember(races, shadow, cell, now);
    });
  }
}

void fence(Races& races, std::uint32_t thread, Reach reach) {
  ThreadClock& clock = races.threads[thread];
  clock.released_in_block = meet(races.threads, {&thread, 1});
  if (reach == Reach::device) clock.released_in_device = clock.released_in_block;
}

void publish(Races& races, std::uint32_t thread, std::uint64_t address, Reach reach, bool anew) {
  const ThreadClock& clock = races.threads[thread];
  if (!clock.released_in_block.own && races.locations.empty()) return;
  Location& location = races.locations[address];
  if (anew) location = {};
  publish_to(location.in_block, races.block, clock.released_in_block);
  if (reach == Reach::device) publish_to(location.in_device, races.block, clock.released_in_device);
}

void observe(Races& races, std::uint32_t thread, std::uint64_t address, Reach reach) {
  const auto location = races.locations.find(address);
  if (location == races.locations.end()) return;
  Clock& knows = races.threads[thread].knows;
  for (const BlockTimes& each : location->second.in_block)
    if (each.block == races.block) learn(knows.own, each.times);
  if (reach == Reach::device) learn(knows.others, location->second.in_device);
}

Clock arrive(Races& races, std::span<const std::uint32_t> threads) {
  return meet(races.threads, threads);
}

void depart(Races& races, std::span<const std::uint32_t> threads, const Clock& clock) {
  for (const std::uint32_t thread : threads) races.threads[thread].knows = clock;
}

}  // namespace semcheck::ptx
