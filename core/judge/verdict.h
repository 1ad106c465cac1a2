#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/judge/cases.h"
#include "core/reference/reference.h"

namespace semcheck {

/// One case that breaks an obligation, with what was allowed and what was seen.
struct Mismatch {
  Obligation breaks = Obligation::value;
  std::vector<Bits> operands;
  Expected expected;
  Bits actual = 0;
  std::string supplied{};  ///< how the operands came, where that is what broke: "literal z"
};

/// A case whose result breaks an obligation.
struct Fault {
  std::size_t index = 0;
  Obligation breaks = Obligation::value;
};

/// What the checks of one variant found.
struct Judgement {
  std::size_t cases = 0;       ///< cases that ran
  std::size_t unchecked = 0;   ///< of them, cases for which the rules allow anything
  std::size_t mismatches = 0;  ///< cases with a result that is not allowed, and tuples that break a law
  std::array<std::size_t, kObligationCount> count{};  ///< mismatches by obligation
  std::vector<Mismatch> examples;                     ///< the first of each obligation, in the order of the cases
  std::vector<Fault> faults;                          ///< every mismatch that is one of a case, not of a law

  ObligationSet breaks() const;
};

/// What the rules expect of every case, computed once and shared by all variants.
struct Expectations {
  /// A case for which the rules allow more than one pattern.
  struct Open {
    std::size_t index = 0;
    Expected allowed;
  };

  std::vector<Choice> readings;
  std::vector<Bits> likely;   ///< for each case one pattern that the rules allow
  std::vector<Open> open;     ///< the cases that allow more than the likely pattern, in order
  std::size_t unchecked = 0;  ///< of those, the cases that allow anything

  /// The set that the rules allow for case i.
  Expected of(std::size_t i) const;
};
Expectations expect(const Operation& operation, const Rules& rules, const Cases& cases);

/// Compares the results of a variant with what the rules expect. What a mismatch breaks is decided by classify.h; where
/// two obligations explain one mismatch, it goes to the one that other cases prove broken.
/// @param results       one pattern for each case
/// @param max_examples  how many mismatches to keep for each obligation
Judgement judge(const Operation& operation, const Rules& rules, const Cases& cases, const Expectations& expectations,
                std::span<const Bits> results, std::size_t max_examples);

}  // namespace semcheck
