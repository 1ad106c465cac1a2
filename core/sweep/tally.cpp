#include "core/sweep/tally.h"

#include <algorithm>
#include <iterator>

namespace semcheck {

std::uint64_t Tally::mismatches() const {
  std::uint64_t sum = 0;
  for (const auto& [key, entry] : wrong) sum += entry.count;
  return sum;
}

void Tally::add(SuspicionKey key, std::uint64_t index) {
  Entry& entry = wrong[key];
  ++entry.count;
  const auto at = std::lower_bound(entry.lowest.begin(), entry.lowest.end(), index);
  if (at == entry.lowest.end() && entry.lowest.size() == kMostLowest) return;
  entry.lowest.insert(at, index);
  if (entry.lowest.size() > kMostLowest) entry.lowest.pop_back();
}

void Tally::add(const Tally& part) {
  cases += part.cases;
  unchecked += part.unchecked;
  digest += part.digest;
  for (const auto& [key, more] : part.wrong) {
    Entry& entry = wrong[key];
    entry.count += more.count;
    std::vector<std::uint64_t> both;
    std::merge(entry.lowest.begin(), entry.lowest.end(), more.lowest.begin(), more.lowest.end(),
               std::back_inserter(both));
    both.resize(std::min(both.size(), kMostLowest));
    entry.lowest = std::move(both);
  }
}

}  // namespace semcheck
