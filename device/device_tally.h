#pragma once

/// @file
/// A tally in the memory of a GPU. Compiled by the host compiler and by NVRTC.

#include "core/judge/suspicion.h"
#include "core/values/format.h"

namespace semcheck {

/// Indices that are kept of each key, and keys that there is room for: more than any operation has suspicions.
inline constexpr int kDeviceLowest = 16;
inline constexpr int kDeviceKeys = 128;
/// Sums that each number is kept in, so that not all threads add to the same one.
inline constexpr int kDeviceSums = 64;

/// What a sweep has come to. Lowest indices are in order, `~0` where there are fewer.
struct DeviceTally {
  struct Entry {
    SuspicionKey key = 0;  ///< 0 where the entry is free
    unsigned int unused = 0;
    unsigned long long count = 0;
    unsigned long long lowest[kDeviceLowest] = {};
  };
  unsigned long long unchecked[kDeviceSums] = {};
  unsigned long long digest[kDeviceSums] = {};
  unsigned long long unsteady = 0;  ///< times that a result was wrong, and right when it was computed again
  unsigned long long lost = 0;      ///< wrong cases whose key found no room
  Entry entries[kDeviceKeys];
};

}  // namespace semcheck
