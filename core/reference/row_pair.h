#pragma once

#include <span>
#include <vector>

#include "core/reference/outcome_set.h"
#include "core/reference/reference.h"

namespace semcheck {

inline Outcome exact(Bits bits) {
  return {OutcomeKind::exactly, bits};
}

/// The binary operation of a reduction.
class Pair {
 public:
  Pair(const Operation& operation, std::span<const Choice> readings)
      : operation_(operation_over(is_minimum(operation.kind) ? OperationKind::min : OperationKind::max,
                                  operation.operands.front())),
        readings_(readings) {}

  const Format& element() const { return format(operation_.dtype); }
  bool finds_least() const { return operation_.kind == OperationKind::min; }

  /// Adds every outcome of two partial results.
  void combine(const Outcome& left, const Outcome& right, OutcomeSet& into) const {
    if (left.kind == OutcomeKind::exactly && right.kind == OutcomeKind::exactly)
      return add(left.bits, right.bits, into);
    // A result that the rules leave open altogether stays open.
    if (left.kind == OutcomeKind::anything || right.kind == OutcomeKind::anything)
      return into.insert({OutcomeKind::anything, 0});
    combine_patterns(patterns(left), patterns(right), into);
  }

  /// The same where either may have been flushed before.
  void combine_flushed_or_not(const Outcome& left, const Outcome& right, OutcomeSet& into) const {
    combine(left, right, into);
    const Outcome x = flushed_outcome(left);
    const Outcome z = flushed_outcome(right);
    if (x == left && z == right) return;
    combine(x, z, into);
    combine(x, right, into);
    combine(left, z, into);
  }

 private:
  Outcome flushed_outcome(const Outcome& o) const {
    return o.kind == OutcomeKind::exactly ? exact(flushed(element(), o.bits)) : o;
  }

  void combine_patterns(const std::vector<Bits>& left, const std::vector<Bits>& right, OutcomeSet& into) const {
    for (Bits x : left)
      for (Bits z : right) add(x, z, into);
  }
  void add(Bits x, Bits z, OutcomeSet& into) const {
    const Bits operands[] = {x, z};
    for (const Choice& reading : readings_) into.insert(evaluate(operation_, reading, operands));
  }

  /// Patterns of a class that stand for all of it: a combination looks at no more of a NaN of a class than whether it
  /// is quiet.
  std::vector<Bits> patterns(const Outcome& outcome) const {
    const Bits quiet = magnitude_mask(element());
    switch (outcome.kind) {
      case OutcomeKind::any_quiet_nan: return {quiet};
      case OutcomeKind::any_nan: return {quiet, exponent_mask(element()) | 1};
      case OutcomeKind::any_zero: return {0, sign_mask(element())};
      default: return {outcome.bits};
    }
  }

  Operation operation_;
  std::span<const Choice> readings_;
};

}  // namespace semcheck
