#pragma once

#include "core/judge/verdict.h"

namespace semcheck {

/// The special rows of up to 65 elements, each reversed, then each rotated by one: the further cases that
/// `permutation_invariant` needs. `of[i]` is the row that row i is a permutation of.
struct PermutedRows {
  Cases cases;
  std::vector<std::size_t> of;
  /// Permutations that are rows themselves, whose results are there.
  struct Known {
    std::size_t row;
    std::size_t of;
  };
  std::vector<Known> known;
};
PermutedRows permuted_rows(const ObligationSet& laws, const Cases& cases);

/// Checks the laws of row operations and adds what it finds to the judgement, under the law's name:
///
///     law                    must hold                                                   `actual`  `expected`
///     bounded                of a row of numbers the result is one of its numbers,        f(row)    the extremum
///                            none of which lies beyond it
///     permutation_invariant  a permutation of the row gives the same result               f(perm.)  f(row)
///
/// Of an index reduction the result is the element at the index. NaNs are the same unless the rules fix their bits by
/// value; of elements at indices all NaNs are the same, and so are the zeros. Order is numerical; where the rules allow
/// flushing, a flushed element may stand for itself.
/// @param results            one pattern for each case
/// @param permuted           its results, one for each of its rows
void check_row_laws(const ObligationSet& laws, const Operation& operation, const Rules& rules, const Cases& cases,
                    std::span<const Bits> results, const PermutedRows& permuted, std::span<const Bits> permuted_results,
                    std::size_t max_examples, Judgement& judgement);

}  // namespace semcheck
