#include "core/judge/behaviour.h"

#include <algorithm>
#include <cassert>

#include "core/judge/readings.h"

namespace semcheck {
namespace {

/// Operands about whose treatment the readings differ: the rest is ordinary arithmetic order, the same for all of them.
bool is_delicate(const Format& f, Bits b) {
  return is_nan(f, b) || is_zero(f, b) || is_subnormal(f, b);
}

/// The observed cases, with the work of rejecting a reading laid out so that a wrong one falls early.
class Observation {
 public:
  Observation(const Operation& operation, const Cases& cases, std::span<const Bits> results)
      : operation_(operation), cases_(cases), results_(results), tuple_(cases.operands.size()) {
    const bool floating = is_floating(format(operation.dtype));
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const bool delicate = std::any_of(cases.operands.begin(), cases.operands.end(), [&](const auto& column) {
        return is_delicate(format(operation.dtype), column[i]);
      });
      (i < cases.special || !floating || delicate ? delicate_ : ordinary_).push_back(i);
    }
  }

  /// The NaN that came out first: the canonical one, if the variant has one.
  Bits first_nan() const {
    const Format& f = format(operation_.dtype);
    const auto found = std::find_if(results_.begin(), results_.end(), [&](Bits b) { return is_nan(f, b); });
    return found != results_.end() ? *found : row(operation_.dtype).canonical_nan;
  }

  bool explains_delicate(const Choice& reading) { return explains(reading, delicate_); }
  bool explains_ordinary(const Choice& reading) { return explains(reading, ordinary_); }

 private:
  bool explains(const Choice& reading, const std::vector<std::size_t>& indices) {
    return std::all_of(indices.begin(), indices.end(), [&](std::size_t i) {
      for (std::size_t k = 0; k < tuple_.size(); ++k) tuple_[k] = cases_.operands[k][i];
      return evaluate(operation_, reading, tuple_) == Outcome{OutcomeKind::exactly, results_[i]};
    });
  }

  const Operation& operation_;
  const Cases& cases_;
  std::span<const Bits> results_;
  std::vector<Bits> tuple_;
  std::vector<std::size_t> delicate_;  ///< the special cases first
  std::vector<std::size_t> ordinary_;
};

/// Ordinary numbers are told apart by nothing but whether magnitudes are compared and what sign comes out.
bool agree_on_ordinary(const Choice& a, const Choice& b) {
  return a.abs == b.abs && a.sign == b.sign;
}

/// Of the readings, sorted by their mechanisms, those that explain everything with the fewest.
std::vector<Choice> simplest_explanations(Observation& observation, const std::vector<Choice>& readings) {
  std::vector<Choice> explaining;
  for (const Choice& reading : readings) {
    if (!explaining.empty() && mechanisms(reading) > mechanisms(explaining.front())) break;
    if (!observation.explains_delicate(reading)) continue;
    const bool known = std::any_of(explaining.begin(), explaining.end(),
                                   [&](const Choice& other) { return agree_on_ordinary(reading, other); });
    if (known || observation.explains_ordinary(reading)) explaining.push_back(reading);
  }
  return explaining;
}

}  // namespace

Behaviour observe(const Operation& operation, const Cases& cases, std::span<const Bits> results) {
  assert(results.size() == cases.size());
  Observation observation(operation, cases, results);
  const Bits nan = is_floating(format(operation.dtype)) ? observation.first_nan() : 0;
  const std::vector<Choice> explaining = simplest_explanations(observation, all_readings(operation, nan));
  Behaviour behaviour;
  behaviour.explained = !explaining.empty();
  for (const Choice& reading : explaining) {
    const Rules rules = rules_of(reading, operation.dtype);
    for (std::size_t i = 0; i < kRuleCount; ++i) behaviour.values.allowed[i] |= rules.allowed[i];
  }
  const bool canonical = behaviour.values.allows(Obligation::nan_result, NanResult::canonical);
  behaviour.values.nan_canonical = canonical ? nan : row(operation.dtype).canonical_nan;
  return behaviour;
}

}  // namespace semcheck
