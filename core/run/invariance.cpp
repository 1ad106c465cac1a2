#include "core/run/invariance.h"

#include "core/run/feeds.h"

namespace semcheck {
namespace {

/// How the operands of case i of a supply came.
std::string how_supplied(const Operation& operation, const SupplyWork& supply, std::size_t i) {
  std::size_t f = 0;
  for (; i >= supply.by_feed[f].size(); ++f) i -= supply.by_feed[f].size();
  return describe(operation, supply.feeds[f], supply.by_feed[f], i);
}

}  // namespace

void check_invariance(const Operation& operation, const SupplyWork& supply, std::span<const Bits> results,
                      std::span<const Bits> reference, std::size_t max_examples, Judgement& judgement) {
  std::size_t& count = judgement.count[static_cast<std::size_t>(Obligation::supply_invariant)];
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i] == reference[i]) continue;
    ++judgement.mismatches;
    judgement.faults.push_back({i, Obligation::supply_invariant});
    if (count++ < max_examples)
      judgement.examples.push_back({Obligation::supply_invariant,
                                    supply.cases.at(i),
                                    {{OutcomeKind::exactly, reference[i]}},
                                    results[i],
                                    how_supplied(operation, supply, i)});
  }
}

}  // namespace semcheck
