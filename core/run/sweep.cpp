#include "core/run/sweep.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/run/ranges.h"

namespace semcheck {

ObligationSet Sweep::breaks() const {
  ObligationSet set;
  for (std::size_t i = 0; i < kObligationCount; ++i)
    if (count[i] > 0) set.insert(static_cast<Obligation>(i));
  return set;
}

bool Sweep::is_finished() const {
  return not_swept.empty() && error.empty() && without(share, part.done).empty();
}

void add(SweepPart& sum, const SweepPart& part, std::size_t most_examples) {
  sum.rules.add(part.rules);
  sum.laws.add(part.laws);
  sum.audited += part.audited;
  for (const Range& range : part.done) add(sum.done, range);
  sum.examples.insert(sum.examples.end(), part.examples.begin(), part.examples.end());
  std::sort(sum.examples.begin(), sum.examples.end(), [](const SweepExample& a, const SweepExample& b) {
    return std::pair(a.index, a.key) < std::pair(b.index, b.key);
  });
  std::map<SuspicionKey, std::size_t> kept;
  std::erase_if(sum.examples, [&](const SweepExample& example) { return kept[example.key]++ >= most_examples; });
}

}  // namespace semcheck
