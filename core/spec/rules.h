#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/spec/operations.h"
#include "core/spec/rule_values.h"
#include "core/values/dtype.h"

namespace semcheck {

enum class ObligationKind : std::uint8_t { rule, implicit_rule, law };

/// One value of a rule: its word and what it means.
struct RuleValue {
  std::size_t index = 0;  ///< of the enumerator, and of the bit in a mask
  std::string_view name;
  std::string_view summary;
};

/// Where a rule has a meaning, among the operations that have it: where the result is floating, where the operands are,
/// where they are integers, where a conversion rounds, or everywhere.
enum class Applies : std::uint8_t { floating, floating_operand, integer_operand, rounding, everywhere };

struct ObligationRow {
  Obligation obligation;
  ObligationKind kind;
  std::string_view name;  ///< "nan", or "clamp.form" for the key `form` of [clamp]
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

/// What rules are about. A dtype alone stands for a `max` over it.
struct RuleSubject {
  OperationKind kind = OperationKind::max;
  Dtype dtype = Dtype::f32;   ///< of the first operand
  Dtype result = Dtype::f32;  ///< of the result
  bool mixed_signedness = false;

  RuleSubject(Dtype of) : dtype(of), result(of) {}  // NOLINT(google-explicit-constructor)
  RuleSubject(OperationKind what, Dtype from, Dtype to, bool mixed = false)
      : kind(what), dtype(from), result(to), mixed_signedness(mixed) {}
};

/// Whether an obligation has a meaning for the subject.
bool applies_to(Obligation obligation, const RuleSubject& subject);

/// The rules that hold when a spec says nothing: IEEE 754-2019 `maximum`, NaN results canonical, subnormals preserved;
/// for composed operations what each row's explanation says. `tie` is absent: zeros are ordered.
Rules default_rules(const RuleSubject& subject);

/// A rule and its values as a spec writes them: `nan = "ignore"`, `nan_result = ["canonical", "second"]`; "" for a rule
/// without values.
std::string spell_rule(const Rules& rules, Obligation rule);

/// Every deterministic reading of the rules: the product of the allowed values, with `either` and `operand` replaced by
/// the values they stand for. A rule without values reads as the default. Never empty; equal readings appear once.
std::vector<Choice> choices(const Rules& rules);

/// True when operands can compare equal and be told apart: zeros may tie, or a comparison may flush subnormals.
bool tie_is_observable(const Rules& rules);

/// The rules with exactly the values of one reading, for those that apply to the subject and can be seen under it
/// (`tie` is absent unless tie_is_observable()).
Rules rules_of(const Choice& choice, const RuleSubject& subject);

}  // namespace semcheck
