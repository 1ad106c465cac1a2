#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "device/ptx/clock.h"
#include "device/ptx/shadow.h"
#include "device/ptx/warp.h"

namespace semcheck::ptx {

// Data races, by the manual's memory consistency model: two accesses of different threads to the same bytes, one of
// them a write, not both of them strong within each other's scope, and neither ordered before the other. Order comes
// from program order, from barriers (bar, barrier, bar.warp.sync) and from a release that another thread observes: a
// fence before a strong write, or a `.release` one. Shuffles, votes and matches order no memory.
//
// Two ways in which this is not the model to the letter. A strong read observes without a fence after it, which CUDA's
// own threadFenceReduction sample leaves out. And `.volatile` accesses, which are strong, race among the lanes of a
// warp: what they read there hangs on how lanes are scheduled.

/// What strong writes to a location have released to those who read it: in the block, and in the device.
struct Location {
  Knowledge in_block;
  Knowledge in_device;
};

/// What the threads of a launch did to memory and know of each other.
struct Races {
  std::uint32_t block = 0;         ///< the number of the block that runs
  std::uint32_t first_thread = 0;  ///< of it, within the launch
  std::vector<ThreadClock> threads;
  Shadow global;
  Shadow shared;
  std::unordered_map<std::uint64_t, Location> locations;  ///< by generic address
};

/// Forgets shared memory and what the threads of the block before knew.
void begin_block(Races& races, std::uint32_t number, std::uint32_t threads);

/// A part of memory that a lane accesses, in elements of a vector or one alone.
struct Touch {
  bool shared = false;
  std::uint64_t address = 0;  ///< generic
  std::uint32_t size = 0;     ///< of an element, in bytes
  std::uint32_t elements = 1;
  Strength strength = Strength::weak;
  bool writes = false;
};

/// Remembers an access. Throws Undefined when it races with another.
void touch(const Warp& warp, unsigned lane, const Touch& touch);

/// A fence of a thread of the block.
void fence(Races& races, std::uint32_t thread, Reach reach);
/// A strong write: what the last fence released goes with it. `anew` when it does not build on what was there before.
void publish(Races& races, std::uint32_t thread, std::uint64_t address, Reach reach, bool anew);
/// A strong read of what others published.
void observe(Races& races, std::uint32_t thread, std::uint64_t address, Reach reach);

/// Threads of the block that come together: what they know, and those who wait for the others learn it.
Clock arrive(Races& races, std::span<const std::uint32_t> threads);
void depart(Races& races, std::span<const std::uint32_t> threads, const Clock& clock);

}  // namespace semcheck::ptx
