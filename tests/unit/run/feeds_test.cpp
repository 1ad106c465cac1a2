#include "core/run/feeds.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/unit/operation.h"

namespace semcheck {
namespace {

using given::operation;

/// A maximum over f32 whose only matrix holds two values.
Spec spec_of(std::size_t operands) {
  Spec spec;
  spec.operation = operation("max", OperationKind::max, Dtype::f32, std::vector<Dtype>(operands, Dtype::f32));
  Matrix matrix;
  matrix.floating = {"1", "2"};
  spec.inputs.matrices = {matrix};
  return spec;
}

/// Cases (i, i + 1, …), the first `special` of them from matrices.
Cases numbered(std::size_t operands, std::size_t count, std::size_t special) {
  Cases cases;
  cases.operands.resize(operands);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < operands; ++k) cases.operands[k].push_back(i + k);
  cases.special = special;
  return cases;
}

TEST(Feeds, SupplyEachOperandInTurn) {
  const std::vector<Feed> feeds = feeds_of(spec_of(2), {Supply::array, Supply::literal});
  ASSERT_EQ(feeds.size(), 3u);
  EXPECT_EQ(feeds[0], Feed{});
  EXPECT_EQ(feeds[1].operand, 0u);
  EXPECT_EQ(feeds[2].operand, 1u);
  EXPECT_LE(feeds[1].values.size(), 12u);
  const std::set<Bits> values(feeds[1].values.begin(), feeds[1].values.end());
  EXPECT_EQ(values.size(), feeds[1].values.size());
  // IEEE 754: both zeros, ones and infinities, the extremes, the least subnormal, NaNs of both signs and a signaling
  // one.
  for (Bits bits : std::initializer_list<Bits>{0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
                                               0x7f7fffff, 0xff7fffff, 0x00000001, 0x7fc00001, 0xffc00000, 0x7f800001})
    EXPECT_TRUE(values.contains(bits)) << std::hex << bits;
}

TEST(Feeds, LaunchAnArgumentOnceForEachValue) {
  const std::vector<Feed> literals = feeds_of(spec_of(1), {Supply::literal});
  const std::vector<Feed> arguments = feeds_of(spec_of(1), {Supply::argument});
  ASSERT_EQ(arguments.size(), literals[0].values.size());
  for (std::size_t i = 0; i < arguments.size(); ++i)
    EXPECT_EQ(arguments[i].values, std::vector<Bits>{literals[0].values[i]});
}

TEST(Feeds, PutTheResultOnlyOntoAnOperandOfItsDtype) {
  Spec spec = spec_of(2);
  spec.operation.operands = {Dtype::f16, Dtype::f32};
  const std::vector<Feed> feeds = feeds_of(spec, {Supply::in_place});
  ASSERT_EQ(feeds.size(), 1u);
  EXPECT_EQ(feeds[0].operand, 1u);
}

TEST(FeedCases, ReplaceTheOperandAndKeepEachTupleOnce) {
  Cases cases = numbered(2, 3, 3);
  cases.operands[0] = {5, 5, 6};
  const Feed feed{Supply::literal, 1, {7, 8}, 0, 0};
  const Cases given = feed_cases(spec_of(2), feed, cases);
  EXPECT_EQ(given.operands[0], (std::vector<Bits>{5, 6, 5, 6}));
  EXPECT_EQ(given.operands[1], (std::vector<Bits>{7, 7, 8, 8}));
}

TEST(FeedCases, OfAUnaryOperationAreTheValuesThemselves) {
  const Feed feed{Supply::literal, 0, {7, 8, 9}, 0, 0};
  EXPECT_EQ(feed_cases(spec_of(1), feed, numbered(1, 10, 4)).operands[0], (std::vector<Bits>{7, 8, 9}));
}

TEST(FeedCases, BroadcastRowsAndColumns) {
  const Spec spec = spec_of(2);
  const std::vector<Feed> feeds = feeds_of(spec, {Supply::broadcast});
  ASSERT_EQ(feeds.size(), 1u);
  EXPECT_EQ(feeds[0].columns, 2u);
  const Cases cases = feed_cases(spec, feeds[0], numbered(2, 3, 3));
  EXPECT_EQ(cases.operands[0], (std::vector<Bits>{0x3f800000, 0x3f800000, 0x40000000, 0x40000000}));
  EXPECT_EQ(cases.operands[1], (std::vector<Bits>{0x3f800000, 0x40000000, 0x3f800000, 0x40000000}));
}

TEST(FeedCases, PutEachCaseInEveryPlaceOfAVectorAndLeaveATail) {
  for (std::size_t count : {4u, 5u, 1u}) {
    const Cases cases = feed_cases(spec_of(2), {Supply::vector4, 0, {}, 0, 0}, numbered(2, count, count));
    EXPECT_EQ(cases.size() % 4, 3u);
    std::set<std::pair<Bits, std::size_t>> places;
    for (std::size_t i = 0; i < cases.size() / 4 * 4; ++i) places.emplace(cases.operands[0][i], i % 4);
    EXPECT_EQ(places.size(), 4 * count);
  }
}

TEST(FeedCases, PutEachCaseIntoThePartialBlockOfSomeTail) {
  const Spec spec = spec_of(2);
  const Cases all = numbered(2, 2000, 2000);
  std::set<Bits> last;
  for (const Feed& feed : feeds_of(spec, {Supply::tail})) {
    const Cases cases = feed_cases(spec, feed, all);
    ASSERT_EQ(cases.size(), 1023u);
    EXPECT_EQ(std::set<Bits>(cases.operands[0].begin(), cases.operands[0].end()).size(), 1023u);
    last.insert(cases.operands[0].begin() + 3 * 256, cases.operands[0].end());
  }
  EXPECT_EQ(last.size(), 1023u);
}

TEST(FeedCases, ComeFromNoCasesWithoutAny) {
  for (const SupplyRow& row : kSupplies)
    for (const Feed& feed : feeds_of(spec_of(2), {row.supply}))
      EXPECT_EQ(feed_cases(spec_of(2), feed, numbered(2, 0, 0)).size(), 0u) << row.name;
}

TEST(FeedCases, AreDescribedByWhereTheyAreComputed) {
  const Operation operation = spec_of(2).operation;
  const Cases cases = numbered(2, 11, 11);
  EXPECT_EQ(describe(operation, {Supply::constant, 1, {0}, 0, 0}, cases, 3), "constant z");
  EXPECT_EQ(describe(operation, {Supply::in_place, 0, {}, 0, 0}, cases, 3), "in_place x");
  EXPECT_EQ(describe(operation, {Supply::broadcast, 0, {}, 4, 0}, cases, 7), "broadcast, row 1, column 3");
  EXPECT_EQ(describe(operation, {Supply::vector4, 0, {}, 0, 0}, cases, 6), "vector4, element 2");
  EXPECT_EQ(describe(operation, {Supply::vector4, 0, {}, 0, 0}, cases, 8), "vector4, scalar tail");
  EXPECT_EQ(describe(operation, {Supply::tail, 0, {}, 0, 255}, cases, 6), "tail, element 6 of 11");
}

}  // namespace
}  // namespace semcheck
