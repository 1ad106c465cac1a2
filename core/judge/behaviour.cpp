#include "core/judge/behaviour.h"

#include <algorithm>
#include <cassert>
#include <optional>

#include "core/judge/readings.h"

namespace semcheck {
namespace {

/// Operands and results about whose treatment the readings differ: the rest is ordinary arithmetic and order, the same
/// for all that agree_on_ordinary().
bool is_delicate(const Format& f, Bits b) {
  return is_nan(f, b) || is_zero(f, b) || is_subnormal(f, b);
}

/// The observed cases, with the work of rejecting a reading laid out so that a wrong one falls early.
class Observation {
 public:
  Observation(const Operation& operation, const Cases& cases, std::span<const Bits> results)
      : operation_(operation), cases_(cases), results_(results) {
    for (std::size_t i = 0; i < cases.size(); ++i)
      (i < cases.special || is_delicate_case(i) ? delicate_ : ordinary_).push_back(i);
  }

  /// What may be the variant's canonical NaN: the first that came out of a NaN, and the first that was made of numbers.
  std::vector<Bits> canonical_nans() {
    const Format& f = format(operation_.result);
    std::optional<Bits> passed, made;
    for (std::size_t i = 0; i < results_.size() && !(passed && made); ++i) {
      if (!is_nan(f, results_[i]) || is_alone(i)) continue;
      std::optional<Bits>& nan = has_nan_operand(i) ? passed : made;
      if (!nan) nan = results_[i];
    }
    std::vector<Bits> nans;
    if (passed) nans.push_back(*passed);
    if (made && made != passed) nans.push_back(*made);
    if (nans.empty()) nans.push_back(row(operation_.result).canonical_nan);
    return nans;
  }

  bool explains_delicate(const Choice& reading) { return explains(reading, delicate_); }
  bool explains_ordinary(const Choice& reading) { return explains(reading, ordinary_); }

 private:
  /// An element alone in its row comes out as it went in.
  bool is_alone(std::size_t i) const { return !cases_.starts.empty() && cases_.starts[i + 1] - cases_.starts[i] == 1; }
  bool has_nan_operand(std::size_t i) {
    cases_.get(i, tuple_);
    for (std::size_t k = 0; k < tuple_.size(); ++k)
      if (is_nan(format(operation_.operands[std::min(k, operation_.operands.size() - 1)]), tuple_[k])) return true;
    return false;
  }

  bool is_delicate_case(std::size_t i) {
    if (is_delicate(format(operation_.result), results_[i])) return true;
    cases_.get(i, tuple_);
    for (std::size_t k = 0; k < tuple_.size(); ++k) {
      const Dtype dtype = operation_.operands[std::min(k, operation_.operands.size() - 1)];
      if (!is_floating(format(dtype)) || is_delicate(format(dtype), tuple_[k])) return true;
    }
    return false;
  }

  /// What one reading fails at, others are likely to fail at: it moves forward.
  bool explains(const Choice& reading, std::vector<std::size_t>& indices) {
    const auto failing = std::find_if(indices.begin(), indices.end(), [&](std::size_t i) {
      cases_.get(i, tuple_);
      return !gives(operation_, reading, tuple_, results_[i]);
    });
    if (failing == indices.end()) return true;
    std::iter_swap(indices.begin() + (failing - indices.begin()) / 2, failing);
    return false;
  }

  const Operation& operation_;
  const Cases& cases_;
  std::span<const Bits> results_;
  std::vector<Bits> tuple_;
  std::vector<std::size_t> delicate_;  ///< the special cases first
  std::vector<std::size_t> ordinary_;
};

/// What the treatment of ordinary numbers depends on. Flushing is among it where a result may be subnormal although no
/// operand is.
bool agree_on_ordinary(const Choice& a, const Choice& b) {
  return a.abs == b.abs && a.sign == b.sign && a.clamp_form == b.clamp_form && a.bounds_reversed == b.bounds_reversed &&
         a.round == b.round && a.overflow == b.overflow && a.stage == b.stage && a.contract == b.contract &&
         a.post == b.post && a.subnormal == b.subnormal;
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

/// `selected` can only be stated together with a `nan` that selects. Where another value of `nan` explains the same, so
/// does another value of `nan_result`.
void keep_statable(Rules& rules) {
  const auto mask = [](auto... values) { return ((1u << static_cast<unsigned>(values)) | ...); };
  const bool selects_always = (rules[Obligation::nan] & ~mask(Nan::first, Nan::second)) == 0;
  const auto others = static_cast<std::uint16_t>(rules[Obligation::nan_result] & ~mask(NanResult::selected));
  if (!selects_always && others != 0) rules[Obligation::nan_result] = others;
}

}  // namespace

Behaviour observe(const Operation& operation, const Cases& cases, std::span<const Bits> results) {
  assert(results.size() == cases.size());
  Observation observation(operation, cases, results);
  Bits nan = 0;
  std::vector<Choice> explaining;
  for (const Bits candidate : observation.canonical_nans()) {
    if (!explaining.empty()) break;
    nan = candidate;
    explaining = simplest_explanations(observation, all_readings(operation, nan));
  }
  Behaviour behaviour;
  behaviour.explained = !explaining.empty();
  for (const Choice& reading : explaining) {
    const Rules rules = rules_of(reading, subject_of(operation));
    for (std::size_t i = 0; i < kRuleCount; ++i) behaviour.values.allowed[i] |= rules.allowed[i];
  }
  keep_statable(behaviour.values);
  const Rules& values = behaviour.values;
  const bool by_order_alone = values[Obligation::order] != 0 && !values.allows(Obligation::order, Order::ieee);
  const bool canonical = values.allows(Obligation::nan_result, NanResult::canonical) && !by_order_alone;
  behaviour.values.nan_canonical = canonical ? nan : row(operation.result).canonical_nan;
  return behaviour;
}

}  // namespace semcheck
