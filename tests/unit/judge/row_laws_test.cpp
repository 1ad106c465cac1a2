#include "core/judge/row_laws.h"

#include <gtest/gtest.h>

namespace semcheck {
namespace {

constexpr Bits kOne = 0x3f800000, kTwo = 0x40000000, kNan = 0x7fc00abc, kOtherNan = 0x7fc00001;
const ObligationSet kBoth = {Obligation::bounded, Obligation::permutation_invariant};

Cases rows(const std::vector<std::vector<Bits>>& list) {
  Cases cases;
  cases.operands.resize(1);
  cases.starts.push_back(0);
  for (const auto& row : list) {
    cases.operands[0].insert(cases.operands[0].end(), row.begin(), row.end());
    cases.starts.push_back(cases.operands[0].size());
  }
  cases.special = list.size();
  return cases;
}

/// What one row's result, and the same of each of its permutations, break.
ObligationSet broken(OperationKind kind, const std::vector<Bits>& row, Bits result, const std::vector<Bits>& permuted) {
  const Operation operation = operation_over(kind, Dtype::f32);
  const Cases cases = rows({row});
  Judgement judgement;
  check_row_laws(kBoth, operation, default_rules(subject_of(operation)), cases, {&result, 1},
                 permuted_rows(kBoth, cases), permuted, 3, judgement);
  return judgement.breaks();
}

TEST(RowLaws, RowsArePermutedByReversalAndRotation) {
  const PermutedRows permuted = permuted_rows(kBoth, rows({{1, 2, 3}, {4}, {5, 6}}));
  ASSERT_EQ(permuted.cases.size(), 3u);
  EXPECT_EQ(permuted.cases.at(0), std::vector<Bits>({3, 2, 1}));
  EXPECT_EQ(permuted.cases.at(1), std::vector<Bits>({2, 3, 1}));
  EXPECT_EQ(permuted.cases.at(2), std::vector<Bits>({6, 5}));
  EXPECT_EQ(permuted.of, std::vector<std::size_t>({0, 0, 2}));
}

TEST(RowLaws, WithoutTheLawNothingIsPermuted) {
  EXPECT_EQ(permuted_rows({Obligation::bounded}, rows({{1, 2}})).cases.size(), 0u);
}

TEST(RowLaws, AMaximumIsBoundedByItsRow) {
  EXPECT_EQ(broken(OperationKind::reduce_max, {kOne, kTwo}, kTwo, {kTwo}), ObligationSet());
  EXPECT_EQ(broken(OperationKind::reduce_max, {kOne, kTwo}, kOne, {kOne}), ObligationSet{Obligation::bounded});
  EXPECT_EQ(broken(OperationKind::reduce_min, {kOne, kTwo}, kTwo, {kTwo}), ObligationSet{Obligation::bounded});
  EXPECT_EQ(broken(OperationKind::reduce_max, {kOne, kNan}, kOne, {kOne}), ObligationSet());
}

TEST(RowLaws, APermutationGivesTheSameBits) {
  EXPECT_EQ(broken(OperationKind::reduce_max, {kOne, kNan}, kOne, {kNan}),
            ObligationSet{Obligation::permutation_invariant});
  EXPECT_EQ(broken(OperationKind::reduce_max, {kNan, kOtherNan}, kNan, {kOtherNan}),
            ObligationSet{Obligation::permutation_invariant});
}

TEST(RowLaws, AnIndexStandsForItsElement) {
  EXPECT_EQ(broken(OperationKind::argmax, {kOne, kTwo}, 1, {0}), ObligationSet());
  EXPECT_EQ(broken(OperationKind::argmax, {kOne, kTwo}, 1, {1}), ObligationSet{Obligation::permutation_invariant});
  EXPECT_EQ(broken(OperationKind::argmax, {0, 0x80000000}, 0, {0}), ObligationSet());
  EXPECT_EQ(broken(OperationKind::argmax, {kNan, kOtherNan}, 0, {0}), ObligationSet());
  EXPECT_EQ(broken(OperationKind::argmax, {kOne, kTwo}, 2, {2}), ObligationSet{Obligation::bounded});
}

}  // namespace
}  // namespace semcheck
