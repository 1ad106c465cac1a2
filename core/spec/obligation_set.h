#pragma once

#include <bitset>
#include <cstddef>
#include <initializer_list>
#include <vector>

#include "core/spec/obligation.h"

namespace semcheck {

/// A set of obligations, iterated and printed in the order of the enumeration.
class ObligationSet {
 public:
  ObligationSet() = default;
  ObligationSet(std::initializer_list<Obligation> list) {
    for (Obligation o : list) insert(o);
  }
  void insert(Obligation o) { bits_.set(static_cast<std::size_t>(o)); }
  bool contains(Obligation o) const { return bits_.test(static_cast<std::size_t>(o)); }
  bool empty() const { return bits_.none(); }
  std::vector<Obligation> items() const {
    std::vector<Obligation> list;
    for (std::size_t i = 0; i < kObligationCount; ++i)
      if (bits_.test(i)) list.push_back(static_cast<Obligation>(i));
    return list;
  }
  friend bool operator==(const ObligationSet&, const ObligationSet&) = default;
  friend ObligationSet operator|(ObligationSet a, const ObligationSet& b) {
    a.bits_ |= b.bits_;
    return a;
  }
  /// What is in `a` and not in `b`.
  friend ObligationSet operator-(ObligationSet a, const ObligationSet& b) {
    a.bits_ &= ~b.bits_;
    return a;
  }

 private:
  std::bitset<kObligationCount> bits_;
};

}  // namespace semcheck
