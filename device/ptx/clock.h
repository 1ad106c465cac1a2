#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace semcheck::ptx {

// What a thread knows of the others' past: vector clocks. A thread's time moves on with each synchronisation it takes
// part in; an access is ordered before what a thread does now when the thread knows the time the access was made at.

/// The latest known time of each thread of a block.
using Times = std::vector<std::uint32_t>;
using TimesPointer = std::shared_ptr<const Times>;

struct BlockTimes {
  std::uint32_t block = 0;
  TimesPointer times;
};

/// What is known of several blocks, in the order of their numbers.
using Knowledge = std::vector<BlockTimes>;
using KnowledgePointer = std::shared_ptr<const Knowledge>;

/// What a thread knows of its own block and of others; nothing at all at first.
struct Clock {
  TimesPointer own;
  KnowledgePointer others;
};

/// What is known of a block, or null.
const Times* known(const Knowledge* knowledge, std::uint32_t block);

/// Adds what `from` knows.
void learn(TimesPointer& times, const TimesPointer& from);
void learn(Knowledge& knowledge, const BlockTimes& from);
void learn(KnowledgePointer& knowledge, const Knowledge& from);
void learn(Clock& clock, const Clock& from);

/// A thread's clock: what it knows, its own time, and what its last fences have ready for others.
struct ThreadClock {
  Clock knows;
  std::uint32_t time = 1;
  Clock released_in_block;
  Clock released_in_device;
};

/// What some threads of a block know together, their own past included; their times move on.
Clock meet(std::span<ThreadClock> block, std::span<const std::uint32_t> threads);

}  // namespace semcheck::ptx
