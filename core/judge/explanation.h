#pragma once

/// @file
/// What the functions that suspect a rule ask about a wrong result. Compiled by the host compiler and by NVRTC, for
/// which what is asked more than once is a function of its own: this code runs rarely and has to compile fast.
///
/// A wrong result is a WrongCase or, of an operation over rows, what classify_row.cpp makes of it. Of either they ask
/// by members: `actual`, `readings()`, `result()` for its format, `allowed(rule)` for the values that a rule lets,
/// `gives_actual(reading)`, `expects_any(is)` for whether some outcome that is right is of a kind, and
/// `has_operand(is)` for whether some operand, constants of the spec included, is.

#include "core/judge/contract.h"

namespace semcheck {

/// The readings of rules, to loop over.
struct Readings {
  const Choice* first = nullptr;
  int count = 0;
  SEMCHECK_HD constexpr const Choice* begin() const { return first; }
  SEMCHECK_HD constexpr const Choice* end() const { return first + count; }
};

/// The operation of a contract whose kind is known at compile time.
template <OperationKind kOfKind>
struct OfKind {
  static constexpr OperationKind kKind = kOfKind;
  SEMCHECK_HD static constexpr const Elementwise& of(const Contract& contract) { return contract.operation; }
  SEMCHECK_HD static constexpr Outcome outcome(const Contract& contract, const Choice& reading, const Bits* operands) {
    return evaluate<kKind>(contract.operation, reading, operands);
  }
};

/// The operation of a contract, known at compile time: its formats fold away.
template <Elementwise kOperation>
struct Known {
  static constexpr OperationKind kKind = kOperation.kind;
  SEMCHECK_HD static constexpr const Elementwise& of(const Contract&) { return kOperation; }
  SEMCHECK_HD static constexpr Outcome outcome(const Contract&, const Choice& reading, const Bits* operands) {
    return evaluate<kKind>(kOperation, reading, operands);
  }
};

/// A result of an elementwise operation that its contract does not allow.
/// @tparam Operation  OfKind or Known
template <class Operation>
struct WrongCase {
  const Contract& contract;
  const Bits* operands;
  Bits actual;

  static constexpr OperationKind kKind = Operation::kKind;
  SEMCHECK_HD constexpr const Elementwise& operation() const { return Operation::of(contract); }
  SEMCHECK_HD constexpr Format result() const { return operation().result; }
  SEMCHECK_HD constexpr Readings readings() const { return {contract.readings, contract.reading_count}; }
  SEMCHECK_HD constexpr unsigned allowed(Obligation rule) const {
    return contract.allowed[static_cast<unsigned>(rule)];
  }
  SEMCHECK_NOINLINE SEMCHECK_HD constexpr Outcome outcome(const Choice& reading) const {
    return Operation::outcome(contract, reading, operands);
  }
  SEMCHECK_NOINLINE SEMCHECK_HD constexpr bool gives_actual(const Choice& reading) const {
    return allows(result(), outcome(reading), actual);
  }
  template <class Is>
  SEMCHECK_NOINLINE SEMCHECK_HD constexpr bool expects_any(const Is& is) const {
    SEMCHECK_ROLLED for (const Choice& reading : readings()) {
      if (is(outcome(reading))) return true;
    }
    return false;
  }
  template <class Is>
  SEMCHECK_HD constexpr bool has_operand(const Is& is) const {
    const Elementwise& op = operation();
    for (int k = 0; k < op.count; ++k)
      if (is(op.operands[k], operands[k])) return true;
    // A constant that is not there is an ordinary zero.
    return is(op.result, op.constants[0]) || is(op.result, op.constants[1]);
  }
};

/// Values of a rule, as the bits that Rules::allowed has for them.
template <class... Values>
SEMCHECK_HD constexpr unsigned values_of(Values... values) {
  return ((1u << static_cast<unsigned>(values)) | ...);
}

inline constexpr unsigned kAllNans =
    values_of(Nan::propagate, Nan::ignore, Nan::first, Nan::second, Nan::propagate_unless_dominant);
inline constexpr unsigned kAllSubnormals = values_of(Subnormal::preserve, Subnormal::flush, Subnormal::flush_compare);
inline constexpr unsigned kAllSignednesses =
    values_of(Signedness::same, Signedness::promote, Signedness::exact, Signedness::as_signed, Signedness::as_unsigned);
inline constexpr unsigned kAllRoundings =
    values_of(Rounding::rn, Rounding::rz, Rounding::rm, Rounding::rp, Rounding::rna);
inline constexpr unsigned kBothContractions = values_of(Contraction::fused, Contraction::separate);

/// Whether `holds` says so of a reading with one of these values for a rule. The values are tried in their order, and
/// the last one stays.
template <class Value, class Holds>
SEMCHECK_HD constexpr bool with_some(Choice& reading, Value Choice::*rule, unsigned values, const Holds& holds) {
  SEMCHECK_ROLLED for (unsigned value = 0; values >> value != 0; ++value) {
    if ((values >> value & 1) == 0) continue;
    reading.*rule = static_cast<Value>(value);
    if (holds(reading)) return true;
  }
  return false;
}

/// Whether the result would be right if one rule had one of these values.
template <class Wrong, class Value>
SEMCHECK_NOINLINE SEMCHECK_HD constexpr bool explained_by(const Wrong& wrong, Value Choice::*rule, unsigned values) {
  const auto gives_actual = [&](const Choice& reading) { return wrong.gives_actual(reading); };
  SEMCHECK_ROLLED for (Choice reading : wrong.readings()) {
    if (with_some(reading, rule, values, gives_actual)) return true;
  }
  return false;
}

/// Whether the result would be right if two rules each had one of these values.
template <class Wrong, class First, class Second>
SEMCHECK_HD constexpr bool explained_by_both(const Wrong& wrong, First Choice::*rule, unsigned values,
                                             Second Choice::*other_rule, unsigned other_values) {
  const auto gives_actual = [&](const Choice& reading) { return wrong.gives_actual(reading); };
  const auto with_other = [&](Choice& reading) { return with_some(reading, other_rule, other_values, gives_actual); };
  SEMCHECK_ROLLED for (Choice reading : wrong.readings()) {
    if (with_some(reading, rule, values, with_other)) return true;
  }
  return false;
}

template <class Wrong, class Value>
SEMCHECK_HD constexpr bool allows_value(const Wrong& wrong, Obligation rule, Value value) {
  return (wrong.allowed(rule) & values_of(value)) != 0;
}
/// Whether a rule is stated and lacks a value.
template <class Wrong, class Value>
SEMCHECK_HD constexpr bool excludes(const Wrong& wrong, Obligation rule, Value value) {
  return wrong.allowed(rule) != 0 && !allows_value(wrong, rule, value);
}

/// Whether a pattern would have been right.
template <class Wrong>
SEMCHECK_HD constexpr bool expects(const Wrong& wrong, Bits pattern) {
  return wrong.expects_any([&](const Outcome& outcome) { return allows(wrong.result(), outcome, pattern); });
}

template <class Wrong>
SEMCHECK_NOINLINE SEMCHECK_HD constexpr bool has_subnormal_operand(const Wrong& wrong) {
  return wrong.has_operand([](const Format& f, Bits b) { return is_subnormal(f, b); });
}
template <class Wrong>
SEMCHECK_HD constexpr bool has_nan_operand(const Wrong& wrong) {
  return wrong.has_operand([](const Format& f, Bits b) { return is_nan(f, b); });
}

/// The rules that explain a result, the likeliest first; a fourth is one too many to tell.
struct Explanations {
  Obligation rules[3] = {Obligation::value, Obligation::value, Obligation::value};
  int count = 0;

  SEMCHECK_HD constexpr void add(Obligation rule) {
    if (count < 3) rules[count++] = rule;
  }
  /// There must be one.
  SEMCHECK_HD constexpr Suspicion suspicion() const {
    return count == 1 ? certainly(rules[0]) : Suspicion{rules[0], rules[1], rules[2]};
  }
};

}  // namespace semcheck
