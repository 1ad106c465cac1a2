#pragma once

#include <optional>
#include <unordered_map>

#include "core/judge/verdict.h"

namespace semcheck {

/// The results of a variant for pairs of special values, to be asked for again: what the laws are checked on. Every
/// value has a place, and the results lie in a square of places.
class ResultTable {
 public:
  /// Keeps the results of the special cases; random ones are passed over.
  /// @param results  one pattern for each case
  void add(const Cases& cases, std::span<const Bits> results);
  /// The result for a pair, or nothing when it was never computed.
  std::optional<Bits> find(Bits x, Bits z) const;

  /// The place of a value that is an operand of some pair, or nothing.
  std::optional<std::size_t> place(Bits value) const;
  /// The result for a pair of places, or null when it was never computed.
  const Bits* at(std::size_t x, std::size_t z) const {
    const std::size_t i = x * side_ + z;
    return known_[i] != 0 ? &results_[i] : nullptr;
  }

 private:
  void grow(std::size_t side);

  std::unordered_map<Bits, std::size_t> places_;
  std::size_t side_ = 0;
  std::vector<Bits> results_;
  std::vector<unsigned char> known_;
};

/// The pairs that the laws need and the table does not hold, for operands from `values`. Asked for again after the
/// table has grown, it returns an empty set once everything is there.
Cases missing_pairs(const ObligationSet& laws, const Operation& operation, const std::vector<Bits>& values,
                    const ResultTable& table);

/// Checks each law on every tuple of `values` and adds what it finds to the judgement: each tuple that breaks a law is
/// a mismatch under the law's name. A tuple with a result that the table does not hold is passed over. With f the
/// operation:
///
///     law          operands      must hold                                       `actual`       `expected`
///     commutative  x, z          f(x, z) is f(z, x)                              f(x, z)        f(z, x)
///     associative  x, y, z       f(f(x, y), z) is f(x, f(y, z))                  the left side  the right side
///     idempotent   x, x          f(x, x) is x                                    f(x, x)        x
///     absorbing    x, t or t, x  f is t, the greatest number of max, least of    f              t
///                                min; NaN operands are no exception
///     monotone     a, z, b, z    f(a, z) <= f(b, z) for numbers a <= b, z; and   f(a, z)        f(b, z), at least
///                  z, a, z, b    the same for the second operand
///     bounded      x, z          f(x, z) is not below x or z (max), not above    f(x, z)        x or z
///                                (min), and within their range, for numbers
///
/// Results are compared bit for bit, except that two NaNs are the same unless the rules fix the NaN's bits by value
/// (`nan_result = "canonical"`). Order is numerical: -0 and +0 are equal. Where the rules allow flushing, a flushed
/// operand may stand for itself in `idempotent`, `monotone` and `bounded`.
void check_laws(const ObligationSet& laws, const Operation& operation, const Rules& rules,
                const std::vector<Bits>& values, const ResultTable& table, std::size_t max_examples,
                Judgement& judgement);

}  // namespace semcheck
