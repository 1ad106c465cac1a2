#include "core/run/ranges.h"

#include <algorithm>
#include <cassert>

#include "core/sweep/chunks.h"

namespace semcheck {

void add(std::vector<Range>& ranges, Range more) {
  if (more.first == more.last) return;
  auto after = std::lower_bound(ranges.begin(), ranges.end(), more.first,
                                [](const Range& range, std::uint64_t first) { return range.first < first; });
  assert(after == ranges.end() || more.last <= after->first);
  if (after != ranges.end() && after->first == more.last) {
    more.last = after->last;
    after = ranges.erase(after);
  }
  if (after != ranges.begin() && std::prev(after)->last == more.first)
    std::prev(after)->last = more.last;
  else
    ranges.insert(after, more);
}

std::vector<Range> without(Range whole, const std::vector<Range>& ranges) {
  std::vector<Range> rest;
  for (const Range& range : ranges) {
    const std::uint64_t last = std::min(range.first, whole.last);
    if (whole.first < last) rest.push_back({whole.first, last});
    whole.first = std::max(whole.first, range.last);
  }
  if (whole.first < whole.last) rest.push_back(whole);
  return rest;
}

std::uint64_t size_of(Range range) {
  return range.last - range.first;
}

std::uint64_t size_of(const std::vector<Range>& ranges) {
  std::uint64_t size = 0;
  for (const Range& range : ranges) size += size_of(range);
  return size;
}

Range share_of(std::uint64_t total, std::uint64_t shard, std::uint64_t shards) {
  assert(shard < shards);
  const std::uint64_t chunks = total / kChunk + (total % kChunk != 0 ? 1 : 0);
  const auto cut = [&](std::uint64_t at) {
    return std::min(total, kChunk * (chunks / shards * at + std::min(at, chunks % shards)));
  };
  return {cut(shard), cut(shard + 1)};
}

}  // namespace semcheck
