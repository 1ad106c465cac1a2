#include <gtest/gtest.h>

#include <random>

#include "core/reference/row_reference.h"
#include "tests/unit/reference/row_brute_force.h"

namespace semcheck {
namespace {

constexpr Bits kOne = 0x3f800000, kTwo = 0x40000000, kMinusOne = 0xbf800000;
constexpr Bits kPlusZero = 0, kMinusZero = 0x80000000, kNan = 0x7fc00abc;

brute::Patterns indices(const Choice& reading, const std::vector<Bits>& row,
                        OperationKind kind = OperationKind::argmax) {
  brute::Patterns set;
  for (const Outcome& outcome : row_outcomes(operation_over(kind, Dtype::f32), {&reading, 1}, row))
    set.insert(outcome.bits);
  return set;
}

Choice reading_of(IndexTie tie, IndexNan nan, ReduceOrder order = ReduceOrder::any) {
  Choice c;
  c.signed_zero = SignedZero::equal;
  c.index_tie = tie;
  c.index_nan = nan;
  c.reduce_order = order;
  return c;
}

// NumPy, argmax: "In case of multiple occurrences of the maximum values, the indices corresponding to the first".
TEST(IndexReference, TheTieRulePicksAmongEqualExtrema) {
  const std::vector<Bits> row = {kOne, kTwo, kMinusOne, kTwo};
  EXPECT_EQ(indices(reading_of(IndexTie::lowest_index, IndexNan::ignore), row), brute::Patterns({1}));
  EXPECT_EQ(indices(reading_of(IndexTie::highest_index, IndexNan::ignore), row), brute::Patterns({3}));
  EXPECT_EQ(indices(reading_of(IndexTie::either, IndexNan::ignore), row), brute::Patterns({1, 3}));
  EXPECT_EQ(indices(reading_of(IndexTie::lowest_index, IndexNan::ignore), row, OperationKind::argmin),
            brute::Patterns({2}));
}

TEST(IndexReference, ZerosTieUnlessTheyAreOrdered) {
  const std::vector<Bits> row = {kMinusZero, kPlusZero};
  Choice reading = reading_of(IndexTie::lowest_index, IndexNan::ignore);
  EXPECT_EQ(indices(reading, row), brute::Patterns({0}));
  reading.signed_zero = SignedZero::ordered;
  EXPECT_EQ(indices(reading, row), brute::Patterns({1}));
  EXPECT_EQ(indices(reading, row, OperationKind::argmin), brute::Patterns({0}));
}

// np.argmax([1, NaN, 2, NaN]) is 1, np.nanargmax of it 2.
TEST(IndexReference, TheNanRuleReturnsTheFirstNanOrPassesOverThem) {
  const std::vector<Bits> row = {kOne, kNan, kTwo, kNan};
  EXPECT_EQ(indices(reading_of(IndexTie::lowest_index, IndexNan::first_nan), row), brute::Patterns({1}));
  EXPECT_EQ(indices(reading_of(IndexTie::highest_index, IndexNan::first_nan), row), brute::Patterns({3}));
  EXPECT_EQ(indices(reading_of(IndexTie::lowest_index, IndexNan::ignore), row), brute::Patterns({2}));
  EXPECT_EQ(indices(reading_of(IndexTie::lowest_index, IndexNan::ignore), {kNan, kNan}), brute::Patterns({0, 1}));
}

TEST(IndexReference, AnEmptyRowHasNoIndex) {
  const Choice reading = reading_of(IndexTie::lowest_index, IndexNan::ignore);
  EXPECT_TRUE(is_unchecked(row_outcomes(operation_over(OperationKind::argmax, Dtype::f32), {&reading, 1}, {})));
}

/// The index that a comparison leaves: by value, then by index, and with a NaN the operand on one side.
void compare(const std::vector<Bits>& row, IndexTie tie, bool left, Bits i, Bits j, brute::Patterns& into) {
  const Format& f = format(Dtype::f32);
  const auto value = [&](Bits k) { return order_key(f, is_zero(f, row[k]) ? 0 : row[k]); };
  if (is_nan(f, row[i]) || is_nan(f, row[j]))
    into.insert(left ? i : j);
  else if (value(i) != value(j))
    into.insert(value(i) > value(j) ? i : j);
  else
    into.insert(tie == IndexTie::lowest_index ? std::min(i, j) : std::max(i, j));
}

TEST(IndexReference, ComparisonsWithANanGiveWhatEveryOrderGives) {
  constexpr std::array kElements = {kOne, kTwo, kMinusOne, kPlusZero, kMinusZero, kNan, kNan};
  std::mt19937_64 random(7);
  for (int i = 0; i < 1500; ++i) {
    std::vector<Bits> row, leaves;
    for (std::size_t k = 0, size = 1 + random() % 5; k < size; ++k) {
      row.push_back(kElements[random() % kElements.size()]);
      leaves.push_back(k);
    }
    const IndexTie tie = i % 2 == 0 ? IndexTie::lowest_index : IndexTie::highest_index;
    for (ReduceOrder order : {ReduceOrder::sequential, ReduceOrder::tree, ReduceOrder::any}) {
      brute::Patterns judged;
      for (bool left : {false, true})
        judged.merge(brute::in_order(
            leaves, order, [&](Bits a, Bits b, brute::Patterns& into) { compare(row, tie, left, a, b, into); }));
      ASSERT_EQ(indices(reading_of(tie, IndexNan::order_dependent, order), row), judged) << "row " << i;
    }
  }
}

}  // namespace
}  // namespace semcheck
