#pragma once

#include <cstdint>
#include <vector>

#include "core/run/sweep.h"

namespace semcheck {

/// Adds a range to ranges that are in order and do not touch each other. They do not overlap it.
void add(std::vector<Range>& ranges, Range more);

/// What of a whole is not among ranges that are in order; these may reach beyond it.
std::vector<Range> without(Range whole, const std::vector<Range>& ranges);

std::uint64_t size_of(Range range);
std::uint64_t size_of(const std::vector<Range>& ranges);

/// One of several contiguous shares of a space, cut at multiples of kChunk. All of them together are the space, and the
/// last ones of a small space are empty.
Range share_of(std::uint64_t total, std::uint64_t shard, std::uint64_t shards);

}  // namespace semcheck
