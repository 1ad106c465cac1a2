#include "core/judge/row_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/unit/judge/sample.h"

namespace semcheck {
namespace {

constexpr Bits kNan = 0x7fc00000, kOne = 0x3f800000;

Inputs inputs_of(std::vector<std::uint32_t> sizes, std::uint64_t random = 0) {
  Inputs inputs;
  inputs.matrices = {sample::matrix_of(Dtype::f32, sample::kSpecialF32)};
  inputs.sizes = std::move(sizes);
  inputs.random = {random, 1};
  return inputs;
}

Operation reduce_max() {
  return operation_over(OperationKind::reduce_max, Dtype::f32);
}

std::vector<std::vector<Bits>> rows_of(const Cases& cases) {
  std::vector<std::vector<Bits>> rows;
  for (std::size_t i = 0; i < cases.size(); ++i) rows.push_back(cases.at(i));
  return rows;
}

TEST(RowCases, OneElementTakesEveryValueAndTwoEveryPair) {
  const std::size_t values = sample::kSpecialF32.size();
  EXPECT_EQ(make_row_cases(reduce_max(), inputs_of({1})).size(), values);
  const auto pairs = rows_of(make_row_cases(reduce_max(), inputs_of({2})));
  for (Bits x : sample::kSpecialF32)
    for (Bits z : sample::kSpecialF32) EXPECT_EQ(std::count(pairs.begin(), pairs.end(), std::vector<Bits>{x, z}), 1);
}

TEST(RowCases, AnEmptyRowIsARow) {
  const Cases cases = make_row_cases(reduce_max(), inputs_of({0}));
  ASSERT_EQ(cases.size(), 1u);
  EXPECT_TRUE(cases.at(0).empty());
}

TEST(RowCases, ANanAndTheExtremumStandAtEveryPlaceOfAShortRow) {
  for (std::uint32_t size : {5u, 31u, 32u, 33u}) {
    std::set<std::size_t> nans, extrema;
    for (const auto& row : rows_of(make_row_cases(reduce_max(), inputs_of({size})))) {
      ASSERT_EQ(row.size(), size);
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (is_nan(format(Dtype::f32), row[i]) && !is_nan(format(Dtype::f32), row[i == 0 ? 1 : i - 1])) nans.insert(i);
        if (row[i] == kOne && std::count(row.begin(), row.end(), kOne) == 1) extrema.insert(i);
      }
    }
    EXPECT_EQ(nans.size(), size);
    EXPECT_EQ(extrema.size(), size);
  }
}

TEST(RowCases, TheExtremumStandsOnBothSidesOfEveryBoundaryOfALongRow) {
  const auto rows = rows_of(make_row_cases(reduce_max(), inputs_of({1025})));
  for (std::size_t place : {0u, 31u, 32u, 63u, 64u, 255u, 256u, 511u, 512u, 1023u, 1024u})
    EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), [&](const auto& row) {
      return row[place] == kOne && std::count(row.begin(), row.end(), kOne) == 1;
    })) << place;
}

TEST(RowCases, ARowLongerThanAWarpHasTheNanAndTheExtremumAtItsBoundaries) {
  for (std::uint32_t size : {65u, 1025u}) {
    const auto rows = rows_of(make_row_cases(reduce_max(), inputs_of({size})));
    for (std::size_t place : {0u, 31u, 32u, 63u, 64u}) {
      const auto stands_alone = [&](const auto& row, const auto& test) {
        return test(row[place]) && std::count_if(row.begin(), row.end(), test) == 1;
      };
      const auto is_one = [](Bits b) { return b == kOne; };
      const auto is_a_nan = [](Bits b) { return is_nan(format(Dtype::f32), b); };
      EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return stands_alone(row, is_one); }));
      EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return stands_alone(row, is_a_nan); }));
    }
  }
}

TEST(RowCases, LongRowsAreFew) {
  EXPECT_LE(make_row_cases(reduce_max(), inputs_of({257})).size(), 28u);
  EXPECT_LE(make_row_cases(reduce_max(), inputs_of({1025})).size(), 28u);
  const auto random = rows_of(make_row_cases(reduce_max(), inputs_of({5, 1025}, 500)));
  const auto is_long = [](const auto& row) { return row.size() == 1025; };
  EXPECT_EQ(std::count_if(random.begin(), random.end(), is_long), 28 + 100);
}

TEST(RowCases, NoRowComesTwiceAndRandomOnesComeLast) {
  const Cases cases = make_row_cases(reduce_max(), inputs_of({0, 1, 2, 3, 33}, 50));
  const auto rows = rows_of(cases);
  EXPECT_EQ(std::set(rows.begin(), rows.end()).size(), rows.size());
  EXPECT_LT(cases.special, cases.size());
  EXPECT_LE(cases.size(), cases.special + 50);
}

TEST(RowCases, ARowOfAMillionElementsDoesNotBringManyMore) {
  const Cases cases = make_row_cases(reduce_max(), inputs_of({1 << 20}));
  EXPECT_GE(cases.size(), 4u);
  EXPECT_LE(cases.operands[0].size(), std::size_t{8} << 20);
}

TEST(RowName, ShortRowsAreWrittenWhole) {
  EXPECT_EQ(row_name(reduce_max(), std::vector<Bits>{}), "[no elements]");
  EXPECT_EQ(row_name(reduce_max(), std::vector<Bits>{kOne, kNan, 0x80000000}), "[1, +qnan, -0]");
}

TEST(RowName, LongRowsSayWhatStandsOut) {
  std::vector<Bits> row(1025, 0xc0000000);
  EXPECT_EQ(row_name(reduce_max(), row), "[1025 elements: all -2]");
  row[31] = kNan;
  row[1024] = kOne;
  EXPECT_EQ(row_name(reduce_max(), row), "[1025 elements: +qnan at 31, 1 at 1024, else -2]");
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = i % 2 == 0 ? 0 : 0x80000000;
  EXPECT_EQ(row_name(reduce_max(), row), "[1025 elements: +0, -0 in turn]");
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = kOne + i;
  row[7] = kNan;
  row[9] = kNan;
  EXPECT_EQ(row_name(reduce_max(), row),
            "[1025 elements: 1, 1.0000001, …, 1.0001221; 2 NaNs, the first +qnan at 7; greatest 1.0001221 at 1024, "
            "least 1 at 0]");
}

}  // namespace
}  // namespace semcheck
