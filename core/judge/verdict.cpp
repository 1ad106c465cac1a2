#include "core/judge/verdict.h"

#include <algorithm>
#include <cassert>

#include "core/judge/classify.h"

namespace semcheck {
namespace {

/// A pattern that the outcome allows.
Bits representative(const Format& f, const Outcome& outcome) {
  const bool nan = outcome.kind == OutcomeKind::any_quiet_nan || outcome.kind == OutcomeKind::any_nan;
  return nan ? magnitude_mask(f) : outcome.bits;
}

bool has_signaling_operand(const Format& f, std::span<const Bits> operands) {
  return std::any_of(operands.begin(), operands.end(), [&](Bits b) { return is_signaling(f, b); });
}

/// A wrong result of one case and what it may break.
struct Finding {
  std::size_t index = 0;
  Suspicion suspicion;
  bool signaling = false;
};

/// Walks through the cases in order and tells which results are not allowed.
class Comparison {
 public:
  Comparison(const Operation& operation, const Rules& rules, const Cases& cases, const Expectations& expectations)
      : operation_(operation),
        rules_(rules),
        cases_(cases),
        expectations_(expectations),
        tuple_(cases.operands.size()) {}

  std::vector<Finding> find(std::span<const Bits> results) {
    std::vector<Finding> findings;
    for (std::size_t i = 0; i < results.size(); ++i)
      if (results[i] != expectations_.likely[i]) check(i, results[i], findings);
    return findings;
  }

 private:
  void check(std::size_t i, Bits actual, std::vector<Finding>& findings) {
    const Format& f = format(operation_.dtype);
    while (next_open_ < expectations_.open.size() && expectations_.open[next_open_].index < i) ++next_open_;
    const bool open = next_open_ < expectations_.open.size() && expectations_.open[next_open_].index == i;
    if (!open) exact_.assign(1, {OutcomeKind::exactly, expectations_.likely[i]});
    const Expected& allowed = open ? expectations_.open[next_open_].allowed : exact_;
    if (allows(f, allowed, actual)) return;
    for (std::size_t k = 0; k < tuple_.size(); ++k) tuple_[k] = cases_.operands[k][i];
    const Suspicion suspicion = suspect({operation_, rules_, expectations_.readings, tuple_, allowed, actual});
    findings.push_back({i, suspicion, has_signaling_operand(f, tuple_)});
  }

  const Operation& operation_;
  const Rules& rules_;
  const Cases& cases_;
  const Expectations& expectations_;
  std::size_t next_open_ = 0;
  Expected exact_;
  std::vector<Bits> tuple_;
};

/// Where two obligations explain a case, takes the second if other cases prove that one broken and the first unproved.
void settle_doubts(std::vector<Finding>& findings) {
  ObligationSet proved;
  for (const Finding& finding : findings)
    if (finding.suspicion.certain()) proved.insert(finding.suspicion.likely);
  for (Finding& finding : findings) {
    Suspicion& s = finding.suspicion;
    if (!proved.contains(s.likely) && proved.contains(s.otherwise)) s.likely = s.otherwise;
  }
}

/// design: `snan` when only signaling operands make one side a NaN and the other not.
void blame_signaling(std::vector<Finding>& findings) {
  const auto is_nan_mismatch = [](const Finding& f) { return f.suspicion.likely == Obligation::nan; };
  const bool quiet_too = std::any_of(findings.begin(), findings.end(),
                                     [&](const Finding& f) { return is_nan_mismatch(f) && !f.signaling; });
  if (quiet_too) return;
  for (Finding& finding : findings)
    if (is_nan_mismatch(finding)) finding.suspicion.likely = Obligation::snan;
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
  std::vector<Bits> tuple(cases.operands.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    for (std::size_t k = 0; k < tuple.size(); ++k) tuple[k] = cases.operands[k][i];
    const Outcome first = evaluate(operation, result.readings.front(), tuple);
    result.likely[i] = representative(format(operation.dtype), first);
    bool open = first.kind != OutcomeKind::exactly;
    for (std::size_t r = 1; !open && r < result.readings.size(); ++r)
      open = evaluate(operation, result.readings[r], tuple) != first;
    if (!open) continue;
    result.open.push_back({i, expected(operation, result.readings, tuple)});
    result.unchecked += is_unchecked(result.open.back().allowed);
  }
  return result;
}

Judgement judge(const Operation& operation, const Rules& rules, const Cases& cases, const Expectations& expectations,
                std::span<const Bits> results, std::size_t max_examples) {
  assert(results.size() == cases.size() && expectations.likely.size() == cases.size());
  std::vector<Finding> findings = Comparison(operation, rules, cases, expectations).find(results);
  settle_doubts(findings);
  blame_signaling(findings);
  Judgement judgement;
  judgement.cases = cases.size();
  judgement.unchecked = expectations.unchecked;
  judgement.mismatches = findings.size();
  for (const Finding& finding : findings) {
    const Obligation broken = finding.suspicion.likely;
    if (judgement.count[static_cast<std::size_t>(broken)]++ < max_examples)
      judgement.examples.push_back(
          {broken, cases.at(finding.index), expectations.of(finding.index), results[finding.index]});
  }
  return judgement;
}

}  // namespace semcheck
