#pragma once

/// @file
/// What a thread of a sweep adds to the tally of all.

#include "device/device_tally.h"

namespace semcheck {

// Tallies are in global memory, of which the compiler loses sight where functions are not inlined: it would then make
// code for shared memory as well.

inline unsigned compare_and_swap(unsigned* place, unsigned expected, unsigned value) {
  unsigned there = 0;
  asm volatile("atom.global.cas.b32 %0, [%1], %2, %3;"
               : "=r"(there)
               : "l"(__cvta_generic_to_global(place)), "r"(expected), "r"(value)
               : "memory");
  return there;
}
inline unsigned long long lower(unsigned long long* place, unsigned long long value) {
  unsigned long long there = 0;
  asm volatile("atom.global.min.u64 %0, [%1], %2;"
               : "=l"(there)
               : "l"(__cvta_generic_to_global(place)), "l"(value)
               : "memory");
  return there;
}
inline void increase(unsigned long long* place, unsigned long long by) {
  asm volatile("red.global.add.u64 [%0], %1;" ::"l"(__cvta_generic_to_global(place)), "l"(by) : "memory");
}
/// A value that other threads lower at the same time.
inline unsigned long long load_shared(const unsigned long long* place) {
  unsigned long long value = 0;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(__cvta_generic_to_global(place)) : "memory");
  return value;
}

inline unsigned load_shared(const unsigned* place) {
  unsigned value = 0;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(__cvta_generic_to_global(place)) : "memory");
  return value;
}

/// The entry of a key, or null where all are taken by others.
__noinline__ DeviceTally::Entry* entry_of(DeviceTally* tally, SuspicionKey key) {
  // Keys differ in few bits; the golden ratio spreads them (Knuth, volume 3, 6.4).
  const unsigned begin = key * 0x9e3779b1u >> 16;
#pragma unroll 1
  for (unsigned i = 0; i < kDeviceKeys; ++i) {
    DeviceTally::Entry& entry = tally->entries[(begin + i) % kDeviceKeys];
    // A key that is there stays there, and a look at it is cheaper than an exchange.
    SuspicionKey found = load_shared(&entry.key);
    if (found == 0) found = compare_and_swap(&entry.key, 0, key);
    if (found == 0 || found == key) return &entry;
  }
  return nullptr;
}

/// Puts an index among the lowest. Each place keeps the least that comes by and hands the other one on.
__noinline__ void enter(DeviceTally::Entry& entry, unsigned long long index) {
#pragma unroll 1
  for (int k = 0; k < kDeviceLowest && index != ~0ull; ++k) {
    const unsigned long long there = lower(&entry.lowest[k], index);
    if (there > index) index = there;
  }
}

/// The wrong cases of a thread, counted by key before all threads add to the same tally.
class WrongCases {
 public:
  explicit WrongCases(DeviceTally* tally) : tally_(tally) {}

  __noinline__ void add(SuspicionKey key, unsigned long long index) {
    Kind& kind = kind_of(key);
    ++kind.count;
    if (kind.entry == nullptr || index >= kind.limit) return;
    kind.limit = load_shared(&kind.entry->lowest[kDeviceLowest - 1]);
    if (index < kind.limit) enter(*kind.entry, index);
  }

  __noinline__ void flush() {
#pragma unroll 1
    for (unsigned k = 0; k < used_; ++k) flush(kinds_[k]);
    used_ = 0;
  }

 private:
  struct Kind {
    SuspicionKey key;
    DeviceTally::Entry* entry;
    unsigned long long count;
    unsigned long long limit;  ///< no index from here on is among the lowest
  };
  static constexpr unsigned kKinds = 8;

  Kind& kind_of(SuspicionKey key) {
    for (unsigned k = 0; k < used_; ++k)
      if (kinds_[k].key == key) return kinds_[k];
    if (used_ == kKinds) flush();
    kinds_[used_] = {key, entry_of(tally_, key), 0, ~0ull};
    return kinds_[used_++];
  }

  void flush(const Kind& kind) { increase(kind.entry != nullptr ? &kind.entry->count : &tally_->lost, kind.count); }

  DeviceTally* tally_;
  unsigned used_ = 0;
  Kind kinds_[kKinds];
};

/// Adds a number of every thread of a block, whose warps are whole.
inline void add_up(unsigned long long* sum, unsigned long long part) {
  if (!__any_sync(0xffffffffu, part != 0)) return;
  for (int apart = 16; apart > 0; apart /= 2) part += __shfl_xor_sync(0xffffffffu, part, apart);
  if (threadIdx.x % 32 == 0) increase(sum, part);
}

}  // namespace semcheck
