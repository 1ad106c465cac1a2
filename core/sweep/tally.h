#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "core/judge/suspicion.h"
#include "core/values/format.h"

namespace semcheck {

/// The most indices that a sweep keeps of each suspicion.
inline constexpr std::size_t kMostLowest = 16;

/// What the cases of some part of a sweep came to. Parts add up, in whatever order.
struct Tally {
  /// Wrong cases that are suspected of the same.
  struct Entry {
    std::uint64_t count = 0;
    std::vector<std::uint64_t> lowest;  ///< the first indices of them, in order, at most kMostLowest
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  std::uint64_t cases = 0;
  std::uint64_t unchecked = 0;          ///< cases for which the rules allow anything
  Bits digest = 0;                      ///< of the indices and results of chosen blocks (digest.h)
  std::map<SuspicionKey, Entry> wrong;  ///< of rules, or of laws

  std::uint64_t mismatches() const;
  void add(SuspicionKey key, std::uint64_t index);
  void add(const Tally& part);
  friend bool operator==(const Tally&, const Tally&) = default;
};

}  // namespace semcheck
