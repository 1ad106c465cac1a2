#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "core/reference/outcome.h"

namespace semcheck {

/// A set of outcomes, each once, in a fixed order.
class OutcomeSet {
 public:
  OutcomeSet() = default;
  explicit OutcomeSet(const Outcome& only) : items_{only} {}

  void insert(const Outcome& outcome) {
    const auto at = std::lower_bound(items_.begin(), items_.end(), outcome, before);
    if (at == items_.end() || !(*at == outcome)) items_.insert(at, outcome);
  }
  void insert(const OutcomeSet& others) {
    for (const Outcome& outcome : others.items_) insert(outcome);
  }
  void clear() { items_.clear(); }
  bool empty() const { return items_.empty(); }
  const std::vector<Outcome>& items() const { return items_; }
  std::vector<Outcome> take() { return std::move(items_); }
  friend bool operator==(const OutcomeSet&, const OutcomeSet&) = default;

 private:
  static bool before(const Outcome& a, const Outcome& b) {
    return a.kind != b.kind ? a.kind < b.kind : a.bits < b.bits;
  }

  std::vector<Outcome> items_;
};

}  // namespace semcheck
