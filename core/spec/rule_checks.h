#pragma once

/// @file
/// Rules that contradict each other, or that say of an operation what it cannot do.

#include <fmt/format.h>

#include <string>
#include <vector>

#include "core/spec/rules.h"

namespace semcheck {

template <class... Values>
constexpr std::uint16_t mask_of(Values... values) {
  return static_cast<std::uint16_t>(((1u << static_cast<unsigned>(values)) | ...));
}

/// True when a rule has a value outside of `mask`.
inline bool exceeds(const Rules& rules, Obligation rule, std::uint16_t mask) {
  return (rules[rule] & ~mask) != 0;
}

/// Rules that contradict each other; the first of them that is stated is marked.
struct Contradiction {
  std::vector<Obligation> between;
  std::string message;
  std::string help;
};

using Contradictions = std::vector<Contradiction>;

inline std::string contradicts(const Rules& rules, Obligation one, Obligation other) {
  return fmt::format("`{}` contradicts `{}`", spell_rule(rules, one), spell_rule(rules, other));
}

/// Contradictions among the rules of clamps, conversions and multiply-adds.
void find_in_composites(const RuleSubject& subject, const Rules& rules, Contradictions& found);
/// Contradictions among the rules of reductions.
void find_in_reductions(const RuleSubject& subject, const Rules& rules, Contradictions& found);

}  // namespace semcheck
