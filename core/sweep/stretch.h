#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/sweep/tally.h"

namespace semcheck {

/// Cases of a sweep that are computed together: indices `first` to `first + count - 1` of a space.
struct Stretch {
  std::size_t space = 0;  ///< index into the spaces of the sweep
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  bool laws = false;  ///< the laws are checked on them, and not the rules
};

/// What a stretch came to.
struct Swept {
  Tally tally;
  std::string error;
  bool interrupted = false;   ///< and then the tally is not that of the whole stretch, and worth nothing
  double device_seconds = 0;  ///< that the device took; 0 where that is not known
};

/// The results of a short stretch, for the host to look at.
struct Sample {
  std::vector<Bits> results;  ///< one pattern for each case
  Bits twin = 0;              ///< the sum of twin_term() over the cases, as the device has it
  std::string error;
  bool interrupted = false;
};

}  // namespace semcheck
