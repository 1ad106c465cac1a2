#include "device/reproducer_cases.h"

#include <algorithm>

#include "core/run/conclude.h"
#include "core/run/feeds.h"
#include "device/supply_kernel.h"

namespace semcheck {
namespace {

using Examples = std::vector<const Mismatch*>;

/// The operands of the examples as cases, each once.
Cases cases_of(const Operation& operation, const Examples& examples) {
  std::vector<std::vector<Bits>> tuples;
  for (const Mismatch* example : examples)
    if (std::find(tuples.begin(), tuples.end(), example->operands) == tuples.end()) tuples.push_back(example->operands);
  Cases cases;
  const bool rows = is_row_operation(operation.kind);
  cases.operands.resize(rows ? 1 : operation.operands.size());
  if (rows) cases.starts.push_back(0);
  for (const std::vector<Bits>& tuple : tuples) {
    for (std::size_t k = 0; k < tuple.size(); ++k) cases.operands[rows ? 0 : k].push_back(tuple[k]);
    if (rows) cases.starts.push_back(cases.operands[0].size());
  }
  cases.special = tuples.size();
  return cases;
}

/// Whether the supply has each case at many places of a launch, over and over.
bool is_repeated(Supply supply) {
  return vector_width(supply) > 1 || supply == Supply::tail;
}

/// An odd number of cases, so that they come to every place of a vector and of a warp.
Cases made_odd(Cases cases) {
  if (cases.size() % 2 == 1) return cases;
  for (std::vector<Bits>& column : cases.operands) column.push_back(column.front());
  cases.special = cases.operands.front().size();
  return cases;
}

/// Where the operands of an example stand, if they came by this feed.
void add_checked(const Operation& operation, const Mismatch& example, std::size_t step, ReproducedLaunch& launch) {
  for (std::size_t i = 0; i < launch.cases.size(); ++i) {
    if (launch.cases.at(i) != example.operands) continue;
    const bool elsewhere =
        step == 0 && !example.supplied.empty() && describe(operation, launch.feed, launch.cases, i) != example.supplied;
    if (elsewhere) continue;
    launch.checked.push_back({&example, i, step});
    return;
  }
}

Examples shown_examples(const Spec& spec, const Result& result, const ObligationSet& shown) {
  Examples examples;
  const bool rows = is_row_operation(spec.operation.kind);
  for (const Mismatch* example : telling_examples(result)) {
    if (!shown.contains(example->breaks) || is_law(example->breaks)) continue;
    if (rows || example->operands.size() == spec.operation.operands.size()) examples.push_back(example);
  }
  return examples;
}

}  // namespace

std::vector<ReproducedLaunch> reproduced_launches(const Spec& spec, const Result& result, const ObligationSet& shown) {
  const Examples examples = shown_examples(spec, result, shown);
  const auto supply = find_supply(result.supply);
  if (examples.empty() || !supply) return {};
  const bool repeated = is_repeated(*supply);
  Cases cases = cases_of(spec.operation, examples);
  if (repeated) cases = made_odd(std::move(cases));
  const std::size_t step = repeated ? cases.size() : 0;

  std::vector<ReproducedLaunch> launches;
  for (const Feed& feed : feeds_of(spec, {*supply})) {
    // The further launches of `tail` move the cases along; here they are everywhere already.
    if (feed.moved > 0) continue;
    ReproducedLaunch launch{feed, feed_cases(spec, feed, cases), {}};
    for (const Mismatch* example : examples) add_checked(spec.operation, *example, step, launch);
    if (!launch.checked.empty()) launches.push_back(std::move(launch));
  }
  return launches;
}

}  // namespace semcheck
