#include "core/judge/verdict.h"

#include <algorithm>
#include <cassert>

#include "core/judge/classify.h"
#include "core/judge/held_to.h"
#include "core/judge/settle.h"
#include "core/judge/suspect.h"

namespace semcheck {
namespace {

/// A pattern that the outcome allows.
Bits representative(const Format& f, const Outcome& outcome) {
  const bool named = outcome.kind == OutcomeKind::exactly || outcome.kind == OutcomeKind::either_sign;
  return !named && is_nan(f, outcome) ? outcome.bits | magnitude_mask(f) : outcome.bits;
}

bool has_signaling_element(const Operation& operation, std::span<const Bits> row) {
  const Format& f = format(operation.operands.front());
  return std::any_of(row.begin(), row.end(), [&](Bits b) { return is_signaling(f, b); });
}

/// A wrong result of one case and what it may break.
struct Finding {
  std::size_t index = 0;
  SuspicionKey key = 0;
};

/// Walks through the cases in order and tells which results are not allowed.
class Comparison {
 public:
  Comparison(const Operation& operation, const Rules& rules, const Cases& cases, const Expectations& expectations)
      : operation_(operation), rules_(rules), cases_(cases), expectations_(expectations) {
    if (!is_row_operation(operation.kind)) contract_ = contract_of(operation, rules, expectations.readings);
  }

  std::vector<Finding> find(std::span<const Bits> results) {
    std::vector<Finding> findings;
    for (std::size_t i = 0; i < results.size(); ++i)
      if (results[i] != expectations_.likely[i]) check(i, results[i], findings);
    return findings;
  }

 private:
  void check(std::size_t i, Bits actual, std::vector<Finding>& findings) {
    const Format& f = format(operation_.result);
    while (next_open_ < expectations_.open.size() && expectations_.open[next_open_].index < i) ++next_open_;
    const bool open = next_open_ < expectations_.open.size() && expectations_.open[next_open_].index == i;
    if (!open) exact_.assign(1, {OutcomeKind::exactly, expectations_.likely[i]});
    const Expected& allowed = open ? expectations_.open[next_open_].allowed : exact_;
    if (allows(f, allowed, actual)) return;
    cases_.get(i, tuple_);
    findings.push_back({i, key_of_case(allowed, actual)});
  }

  SuspicionKey key_of_case(const Expected& allowed, Bits actual) const {
    if (!is_row_operation(operation_.kind)) return key_of_wrong(contract_, tuple_.data(), actual);
    const WrongResult wrong{operation_, rules_, expectations_.readings, tuple_, allowed, actual};
    return key_of(suspect(wrong), has_signaling_element(operation_, tuple_));
  }

  const Operation& operation_;
  const Rules& rules_;
  const Cases& cases_;
  const Expectations& expectations_;
  Contract contract_;  ///< of an elementwise operation
  std::size_t next_open_ = 0;
  Expected exact_;
  std::vector<Bits> tuple_;
};

Settlement settlement_of(const Operation& operation, const std::vector<Finding>& findings) {
  std::vector<SuspicionKey> keys;
  for (const Finding& finding : findings)
    if (keys.empty() || keys.back() != finding.key) keys.push_back(finding.key);
  return settle(operation, {}, keys);
}

}  // namespace

ObligationSet Judgement::breaks() const {
  ObligationSet set;
  for (std::size_t i = 0; i < kObligationCount; ++i)
    if (count[i] > 0) set.insert(static_cast<Obligation>(i));
  return set;
}

Expected Expectations::of(std::size_t i) const {
  const auto found = std::lower_bound(open.begin(), open.end(), i,
                                      [](const Open& entry, std::size_t index) { return entry.index < index; });
  if (found != open.end() && found->index == i) return found->allowed;
  return {{OutcomeKind::exactly, likely[i]}};
}

Expectations expect(const Operation& operation, const Rules& rules, const Cases& cases) {
  Expectations result;
  result.readings = choices(rules);
  result.likely.resize(cases.size());
  const bool row = is_row_operation(operation.kind);
  const Elementwise op = row ? Elementwise() : elementwise(operation);
  std::vector<Bits> tuple;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    cases.get(i, tuple);
    const Expected allowed = row ? expected(operation, result.readings, tuple) : Expected();
    const Outcome first = row ? allowed.front() : evaluate(op, result.readings.front(), tuple.data());
    result.likely[i] = representative(format(operation.result), first);
    bool open = first.kind != OutcomeKind::exactly || allowed.size() > 1;
    for (std::size_t r = 1; !row && !open && r < result.readings.size(); ++r)
      open = evaluate(op, result.readings[r], tuple.data()) != first;
    if (!open) continue;
    result.open.push_back({i, row ? allowed : expected(operation, result.readings, tuple)});
    result.unchecked += is_unchecked(result.open.back().allowed);
  }
  return result;
}

Judgement judge(const Operation& operation, const Rules& rules, const Cases& cases, const Expectations& expectations,
                std::span<const Bits> results, std::size_t max_examples) {
  assert(results.size() == cases.size() && expectations.likely.size() == cases.size());
  const std::vector<Finding> findings = Comparison(operation, rules, cases, expectations).find(results);
  const Settlement settlement = settlement_of(operation, findings);
  Judgement judgement;
  judgement.cases = cases.size();
  judgement.unchecked = expectations.unchecked;
  judgement.mismatches = findings.size();
  for (const Finding& finding : findings) {
    const Obligation broken = settlement.at(finding.key);
    judgement.faults.push_back({finding.index, broken});
    if (judgement.count[static_cast<std::size_t>(broken)]++ < max_examples)
      judgement.examples.push_back(
          {broken, cases.at(finding.index), expectations.of(finding.index), results[finding.index]});
  }
  return judgement;
}

}  // namespace semcheck
