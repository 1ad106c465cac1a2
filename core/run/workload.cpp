#include "core/run/workload.h"

#include <algorithm>

#include "core/run/feeds.h"

namespace semcheck {
namespace {

/// The values of the first matrix: laws go through every triple of them.
std::vector<Bits> law_values(const Spec& spec) {
  std::vector<Bits> values;
  if (spec.inputs.matrices.empty()) return values;
  for (const NamedValue& value : resolve(spec.inputs.matrices.front(), spec.operation.dtype))
    values.push_back(value.bits);
  return values;
}

void append(Cases& cases, const Cases& more) {
  cases.operands.resize(more.operands.size());
  for (std::size_t k = 0; k < more.operands.size(); ++k)
    cases.operands[k].insert(cases.operands[k].end(), more.operands[k].begin(), more.operands[k].end());
  cases.special = cases.size();
}

SupplyWork make_supply_work(const Spec& spec, Supply supply, const Cases& cases) {
  SupplyWork work;
  work.supply = supply;
  work.feeds = feeds_of(spec, {supply});
  for (const Feed& feed : work.feeds) append(work.cases, work.by_feed.emplace_back(feed_cases(spec, feed, cases)));
  return work;
}

}  // namespace

std::vector<Supply> supplies_of(const Spec& spec, const RunOptions& options) {
  std::vector<Supply> supplies = {Supply::array};
  if (is_row_operation(spec.operation.kind)) return supplies;
  for (Supply supply : options.supplies.empty() ? spec.inputs.supplies : options.supplies)
    if (std::find(supplies.begin(), supplies.end(), supply) == supplies.end()) supplies.push_back(supply);
  return supplies;
}

Workload make_workload(const Spec& spec, const RunOptions& options) {
  Inputs inputs = spec.inputs;
  if (options.seed) inputs.random.seed = *options.seed;
  Workload work{make_cases(spec.operation, inputs), law_values(spec), {}};
  for (Supply supply : supplies_of(spec, options))
    if (supply != Supply::array) work.supplies.push_back(make_supply_work(spec, supply, work.cases));
  return work;
}

ExpectationCache::Entry& ExpectationCache::entry(const Rules& rules, const Cases& cases) {
  const std::lock_guard lock(guard_);
  for (Entry& known : entries_)
    if (known.cases == &cases && known.rules == rules) return known;
  Entry& fresh = entries_.emplace_back();
  fresh.rules = rules;
  fresh.cases = &cases;
  return fresh;
}

const Expectations& ExpectationCache::of(const Rules& rules, const Cases& cases) {
  Entry& found = entry(rules, cases);
  std::call_once(found.computed, [&] { found.expectations = expect(operation_, rules, cases); });
  return found.expectations;
}

}  // namespace semcheck
