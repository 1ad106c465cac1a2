#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/judge/verdict.h"
#include "core/run/blame.h"
#include "core/sweep/space.h"
#include "core/sweep/tally.h"

namespace semcheck {

/// Indices `first` to `last` - 1.
struct Range {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  friend bool operator==(const Range&, const Range&) = default;
};

/// A wrong case that a sweep kept, judged on the host.
struct SweepExample {
  SuspicionKey key = 0;  ///< what it is counted by in the tallies
  std::uint64_t index = 0;
  Mismatch mismatch;
  std::optional<Layer> layer{};  ///< that made it wrong; nothing where it was not followed
  std::string evidence{};        ///< of that, or why it was not followed
};

/// What has been swept so far of one space by one variant: parts of it add up, and one that was interrupted goes on.
struct SweepPart {
  /// What was swept: spec, variant, build, toolkit, path, supply, feed, space, seed and size. Parts add up only if it
  /// is the same.
  std::string identity;
  std::vector<Range> done;  ///< in order, not touching each other
  Tally rules;
  Tally laws;
  std::vector<SweepExample> examples;  ///< for each suspicion of the tallies those of its lowest indices, by index
  std::uint64_t audited = 0;           ///< cases that the host computed as well
};

/// The sweep of one space by one variant.
struct Sweep {
  Space space;
  std::uint64_t total = 0;  ///< cases of the space
  Range share;              ///< of this run: all of them, or those of its shard
  std::string supplied;     ///< "literal z", "" where operands come from arrays
  SweepPart part;
  std::array<std::uint64_t, kObligationCount> count{};  ///< wrong cases by the obligation they break
  std::string error;                                    ///< why it went no further
  std::string not_swept;                                ///< why it was not made at all
  std::string no_laws;                                  ///< why the laws were not checked along with the rules

  ObligationSet breaks() const;
  /// Whether all of its share is done.
  bool is_finished() const;
};

/// Adds a part of the same sweep that has no case in common with it.
/// @param most_examples  that are kept of each suspicion
void add(SweepPart& sum, const SweepPart& part, std::size_t most_examples);

/// Which sweeps a run makes, besides those that specs ask for.
struct SweepOptions {
  bool exhaustive = false;
  bool structured = false;
  std::uint64_t drawn = 0;  ///< cases of a random sweep; 0 for none
  std::uint64_t shard = 0;  ///< of `shards` equal shares, this one
  std::uint64_t shards = 1;
  std::vector<SweepPart> resumed;        ///< what earlier runs have done
  std::function<bool()> is_out_of_time;  ///< asked between stretches; empty for no limit
  std::optional<std::uint64_t> replay;   ///< only this case
};

}  // namespace semcheck
