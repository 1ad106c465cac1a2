#include "core/judge/verdict.h"

#include <algorithm>
#include <cassert>

#include "core/judge/classify.h"

namespace semcheck {
namespace {

/// A pattern that the outcome allows.
Bits representative(const Format& f, const Outcome& outcome) {
  const bool named = outcome.kind == OutcomeKind::exactly || outcome.kind == OutcomeKind::either_sign;
  return !named && is_nan(f, outcome) ? outcome.bits | magnitude_mask(f) : outcome.bits;
}

bool has_signaling_operand(const Operation& operation, std::span<const Bits> operands) {
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const Dtype dtype = operation.operands[std::min(k, operation.operands.size() - 1)];
    if (is_signaling(format(dtype), operands[k])) return true;
  }
  return false;
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
      : operation_(operation), rules_(rules), cases_(cases), expectations_(expectations) {}

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
    const Suspicion suspicion = suspect({operation_, rules_, expectations_.readings, tuple_, allowed, actual});
    findings.push_back({i, suspicion, has_signaling_operand(operation_, tuple_)});
  }

  const Operation& operation_;
  const Rules& rules_;
  const Cases& cases_;
  const Expectations& expectations_;
  std::size_t next_open_ = 0;
  Expected exact_;
  std::vector<Bits> tuple_;
};

/// Where several obligations explain a case, takes the first of them that other cases prove broken, if there is one.
void settle_doubts(std::vector<Finding>& findings) {
  ObligationSet proved;
  for (const Finding& finding : findings)
    if (finding.suspicion.certain()) proved.insert(finding.suspicion.likely);
  for (Finding& finding : findings) {
    Suspicion& s = finding.suspicion;
    if (proved.contains(s.likely)) continue;
    if (proved.contains(s.otherwise))
      s.likely = s.otherwise;
    else if (s.third != Obligation::value && proved.contains(s.third))
      s.likely = s.third;
  }
}

/// design: `snan` when only signaling operands make one side a NaN and the other not, or a clamp take another bound.
constexpr std::array kShownByNans = {Obligation::nan, Obligation::clamp_form, Obligation::clamp_nan_bound};

void blame_signaling(const Operation& operation, std::vector<Finding>& findings) {
  if (!applies_to(Obligation::snan, subject_of(operation))) return;
  for (Obligation rule : kShownByNans) {
    const auto shows_rule = [&](const Finding& f) { return f.suspicion.likely == rule; };
    const bool quiet_too =
        std::any_of(findings.begin(), findings.end(), [&](const Finding& f) { return shows_rule(f) && !f.signaling; });
    if (quiet_too) continue;
    for (Finding& finding : findings)
      if (shows_rule(finding)) finding.suspicion.likely = Obligation::snan;
  }
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
  std::vector<Bits> tuple;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    cases.get(i, tuple);
    const bool row = is_row_operation(operation.kind);
    const Expected allowed = row ? expected(operation, result.readings, tuple) : Expected();
    const Outcome first = row ? allowed.front() : evaluate(operation, result.readings.front(), tuple);
    result.likely[i] = representative(format(operation.result), first);
    bool open = first.kind != OutcomeKind::exactly || allowed.size() > 1;
    for (std::size_t r = 1; !row && !open && r < result.readings.size(); ++r)
      open = evaluate(operation, result.readings[r], tuple) != first;
    if (!open) continue;
    result.open.push_back({i, row ? allowed : expected(operation, result.readings, tuple)});
    result.unchecked += is_unchecked(result.open.back().allowed);
  }
  return result;
}

Judgement judge(const Operation& operation, const Rules& rules, const Cases& cases, const Expectations& expectations,
                std::span<const Bits> results, std::size_t max_examples) {
  assert(results.size() == cases.size() && expectations.likely.size() == cases.size());
  std::vector<Finding> findings = Comparison(operation, rules, cases, expectations).find(results);
  settle_doubts(findings);
  blame_signaling(operation, findings);
  Judgement judgement;
  judgement.cases = cases.size();
  judgement.unchecked = expectations.unchecked;
  judgement.mismatches = findings.size();
  for (const Finding& finding : findings) {
    const Obligation broken = finding.suspicion.likely;
    judgement.faults.push_back({finding.index, broken});
    if (judgement.count[static_cast<std::size_t>(broken)]++ < max_examples)
      judgement.examples.push_back(
          {broken, cases.at(finding.index), expectations.of(finding.index), results[finding.index]});
  }
  return judgement;
}

}  // namespace semcheck
