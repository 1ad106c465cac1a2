#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/spec/rule_values.h"
#include "core/values/dtype.h"

namespace semcheck {

/// Everything a variant can break: the rules first (those with values, then those that always hold), then the laws.
enum class Obligation : std::uint8_t {
  // rules with values, the keys of [rules]
  nan,
  nan_result,
  snan,
  signed_zero,
  tie,
  subnormal,
  signedness,
  infinity,
  abs,
  sign,
  // rules that always hold
  value,
  supply_invariant,
  // laws, the keys of [laws]
  commutative,
  associative,
  idempotent,
  absorbing,
  monotone,
  bounded,
};

enum class ObligationKind : std::uint8_t { rule, implicit_rule, law };

/// One value of a rule: its word and what it means.
struct RuleValue {
  std::size_t index = 0;  ///< of the enumerator, and of the bit in a mask
  std::string_view name;
  std::string_view summary;
};

/// Where a rule has a meaning.
enum class Applies : std::uint8_t { floating, integer, everywhere };

struct ObligationRow {
  Obligation obligation;
  ObligationKind kind;
  std::string_view name;
  Applies applies;
  std::span<const RuleValue> values;  ///< in the order of the enumeration in rule_values.h; empty for laws
  std::string_view summary;
  std::string_view explanation;  ///< the long text of `semcheck explain`, with an example
};

/// All obligations; row i describes obligation i.
std::span<const ObligationRow> obligations();
const ObligationRow& row(Obligation obligation);
std::string_view name(Obligation obligation);
std::optional<Obligation> find_obligation(std::string_view name);
/// The value of a rule that a word names, or nothing. `n/a` names `signedness = "same"`.
std::optional<std::size_t> find_value(Obligation rule, std::string_view word);
inline bool is_law(Obligation o) {
  return o >= Obligation::commutative;
}

inline constexpr std::size_t kObligationCount = static_cast<std::size_t>(Obligation::bounded) + 1;
/// The obligations that take a value in [rules]; they come first in the enumeration.
inline constexpr std::size_t kRuleCount = static_cast<std::size_t>(Obligation::sign) + 1;

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

/// The names of a set, in order.
std::vector<std::string_view> names(const ObligationSet& set);

/// The rules of a spec: for each rule key the values that are allowed, as a bit per row of its value table. An empty
/// mask means that the rule does not apply to the operation and dtype.
struct Rules {
  std::array<std::uint16_t, kRuleCount> allowed{};
  Bits nan_canonical = 0;  ///< the pattern that `nan_result = "canonical"` stands for

  std::uint16_t& operator[](Obligation o) { return allowed[static_cast<std::size_t>(o)]; }
  std::uint16_t operator[](Obligation o) const { return allowed[static_cast<std::size_t>(o)]; }
  template <class Value>
  bool allows(Obligation o, Value v) const {
    return ((*this)[o] >> static_cast<int>(v)) & 1;
  }
  /// Replaces the values of a rule by a single one.
  template <class Value>
  void set(Obligation o, Value v) {
    (*this)[o] = static_cast<std::uint16_t>(1u << static_cast<int>(v));
  }
  friend bool operator==(const Rules&, const Rules&) = default;
};

/// Whether the rule has a meaning for operands of that dtype (laws and implicit rules included).
bool applies_to(Obligation obligation, Dtype dtype);

/// The rules that hold when a spec says nothing: IEEE 754-2019 `maximum`, NaN results canonical, subnormals preserved.
/// `tie` is absent: zeros are ordered.
Rules default_rules(Dtype dtype);

/// A rule and its values as a spec writes them: `nan = "ignore"`, `nan_result = ["canonical", "second"]`; "" for a rule
/// without values.
std::string spell_rule(const Rules& rules, Obligation rule);

/// Every deterministic reading of the rules: the product of the allowed values, with `either` and `operand` replaced by
/// the values they stand for. A rule without values reads as the default. Never empty; equal readings appear once.
std::vector<Choice> choices(const Rules& rules);

/// True when operands can compare equal and be told apart: zeros may tie, or a comparison may flush subnormals.
bool tie_is_observable(const Rules& rules);

/// The rules with exactly the values of one reading, for those that apply to the dtype and can be seen under it (`tie`
/// is absent unless tie_is_observable()).
Rules rules_of(const Choice& choice, Dtype dtype);

}  // namespace semcheck
