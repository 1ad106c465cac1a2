#pragma once

#include <list>
#include <mutex>
#include <vector>

#include "core/run/run.h"

namespace semcheck {

/// What a supply is checked on.
struct SupplyWork {
  Supply supply = Supply::literal;
  std::vector<Feed> feeds;
  std::vector<Cases> by_feed;  ///< the cases of each feed
  Cases cases;                 ///< all of them, in the order of the feeds
};

/// The cases of a spec and the values its laws are checked on, those of its first matrix; the same for all of its
/// builds.
struct Workload {
  Cases cases;
  std::vector<Bits> values;
  std::vector<SupplyWork> supplies;  ///< without `array`
};

Workload make_workload(const Spec& spec, const RunOptions& options);

/// The supplies that a spec is run with, `array` first: those of the options where they name any, else its own.
std::vector<Supply> supplies_of(const Spec& spec, const RunOptions& options);

/// What each set of rules expects of each set of cases of a spec, computed when it is first asked for. May be asked
/// from several threads at once.
class ExpectationCache {
 public:
  explicit ExpectationCache(const Operation& operation) : operation_(operation) {}
  /// @param cases  of the workload: they are told apart by where they stand
  const Expectations& of(const Rules& rules, const Cases& cases);

 private:
  struct Entry {
    Rules rules;
    const Cases* cases = nullptr;
    std::once_flag computed;
    Expectations expectations;
  };
  Entry& entry(const Rules& rules, const Cases& cases);

  const Operation& operation_;
  std::mutex guard_;
  std::list<Entry> entries_;
};

}  // namespace semcheck
