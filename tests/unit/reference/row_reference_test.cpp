#include "core/reference/row_reference.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <random>

#include "core/judge/readings.h"
#include "tests/unit/reference/known_rules.h"
#include "tests/unit/reference/row_brute_force.h"

namespace semcheck {
namespace {

constexpr std::array kOrders = {ReduceOrder::sequential, ReduceOrder::tree, ReduceOrder::any};
constexpr Bits kOne = 0x3f800000, kTwo = 0x40000000, kMinusOne = 0xbf800000;
constexpr Bits kPlusZero = 0, kMinusZero = 0x80000000, kInfinity = 0x7f800000, kMinusInfinity = 0xff800000;
constexpr Bits kNan = 0x7fc00abc, kOtherNan = 0xffc00001, kSignaling = 0x7f800001;
constexpr Bits kLowest = 0xff7fffff;
constexpr std::array kElements = {kOne,      kTwo,           kMinusOne, kPlusZero,        kMinusZero,
                                  kInfinity, kMinusInfinity, kNan,      kOtherNan,        kSignaling,
                                  kLowest,   Bits{1},        Bits{2},   Bits{0x80000001}, Bits{0x40400000}};

Operation reduce_max() {
  return operation_over(OperationKind::reduce_max, Dtype::f32);
}

/// The patterns of `kElements` and of the classes that outcomes name, as far as an outcome allows them.
brute::Patterns patterns(const Format& f, const Expected& expected) {
  brute::Patterns set;
  for (const Outcome& outcome : expected) {
    if (outcome.kind == OutcomeKind::any_zero) set.insert({0, sign_mask(f)});
    if (outcome.kind == OutcomeKind::exactly) set.insert(outcome.bits);
  }
  return set;
}

std::vector<Bits> random_row(std::mt19937_64& random, std::size_t size, bool nans) {
  std::vector<Bits> row;
  while (row.size() < size) {
    const Bits b = kElements[random() % kElements.size()];
    if (nans || !is_nan(format(Dtype::f32), b)) row.push_back(b);
  }
  return row;
}

std::string show(const std::vector<Bits>& row) {
  std::string text;
  for (Bits b : row) text += fmt::format(" {:08x}", b);
  return text;
}

/// Every deterministic reading over f32 whose NaN results are patterns.
std::vector<Choice> all_pair_readings() {
  std::vector<Choice> list;
  for (const Choice& c : all_readings(known::max_of(Dtype::f32), row(Dtype::f32).canonical_nan))
    if (c.abs == Abs::none) list.push_back(c);
  return list;
}

void compare_with_brute_force(const Operation& operation, std::vector<Choice> readings, const std::vector<Bits>& row) {
  const brute::Binary binary(operation, readings);
  const auto combine = [&](Bits x, Bits z, brute::Patterns& into) { binary.add(x, z, into); };
  for (ReduceOrder order : kOrders) {
    for (Choice& reading : readings) reading.reduce_order = order;
    const auto actual = patterns(format(operation.dtype), row_outcomes(operation, readings, row));
    ASSERT_EQ(actual, brute::in_order(row, order, combine))
        << "order " << static_cast<int>(order) << show(row) << "\n"
        << spell_rule(rules_of(readings[0], operation.dtype), Obligation::nan);
  }
}

TEST(RowReference, EveryReadingGivesWhatEveryOrderGives) {
  std::mt19937_64 random(3);
  const std::vector<Choice> readings = all_pair_readings();
  for (OperationKind kind : {OperationKind::reduce_max, OperationKind::reduce_min})
    for (int i = 0; i < 3000; ++i) {
      const std::size_t size = 1 + random() % 5;
      const Choice& reading = readings[random() % readings.size()];
      compare_with_brute_force(operation_over(kind, Dtype::f32), {reading}, random_row(random, size, i % 4 != 0));
      if (HasFatalFailure()) return;
    }
}

TEST(RowReference, MixedReadingsGiveWhatEveryOrderGives) {
  std::mt19937_64 random(4);
  const std::vector<Choice> readings = all_pair_readings();
  for (int i = 0; i < 3000; ++i) {
    const std::size_t size = 2 + random() % 4;
    std::vector<Choice> mixed = {readings[random() % readings.size()], readings[random() % readings.size()]};
    if (i % 2 == 0) mixed[1].nan = mixed[0].nan;
    compare_with_brute_force(reduce_max(), mixed, random_row(random, size, i % 3 != 0));
    if (HasFatalFailure()) return;
  }
}

TEST(RowReference, AnIdentityThatTakesPartMayStandAnywhereAndMoreThanOnce) {
  std::mt19937_64 random(5);
  const std::vector<Choice> all = all_pair_readings();
  for (int i = 0; i < 600; ++i) {
    Choice reading = all[random() % all.size()];
    // Where one order is not like another and the identity joins in, more than they give is allowed: not compared.
    if (reading.snan == Snan::propagate || reading.nan_result == NanResult::second) continue;
    if (reading.nan == Nan::second && reading.nan_result == NanResult::first) continue;
    reading.init_participates = InitParticipates::yes;
    reading.identity = i % 2 == 0 ? Identity::infinity : Identity::lowest;
    const Bits identity = i % 2 == 0 ? kMinusInfinity : kLowest;
    const std::vector<Bits> elements = random_row(random, 1 + random() % 3, true);
    const std::vector<Choice> readings = {reading};
    const brute::Binary binary(reduce_max(), readings);
    const auto combine = [&](Bits x, Bits z, brute::Patterns& into) { binary.add(x, z, into); };
    for (ReduceOrder order : {ReduceOrder::tree, ReduceOrder::any}) {
      brute::Patterns judged;
      for (const auto& row : brute::with_identity(elements, identity, 2))
        judged.merge(brute::in_order(row, order, combine));
      reading.reduce_order = order;
      ASSERT_EQ(patterns(format(Dtype::f32), row_outcomes(reduce_max(), {&reading, 1}, elements)), judged)
          << "order " << static_cast<int>(order) << show(elements) << " identity " << identity;
    }
  }
}

/// A compare-select: C17 6.5.8, a relation with a NaN is false.
Choice select(Nan nan, ReduceOrder order) {
  Choice c = known::compare_select(Dtype::f32, nan, Tie::second);
  c.reduce_order = order;
  return c;
}

brute::Patterns outcomes(const Operation& operation, const Choice& reading, const std::vector<Bits>& row) {
  return patterns(format(operation.result), row_outcomes(operation, {&reading, 1}, row));
}

// The texts of reduce.order: {1, NaN, -1} under x > z ? x : z.
TEST(RowReference, ACompareSelectGivesWhatItsOrderDecides) {
  const std::vector<Bits> row = {kOne, kNan, kMinusOne};
  EXPECT_EQ(outcomes(reduce_max(), select(Nan::second, ReduceOrder::sequential), row), brute::Patterns({kMinusOne}));
  EXPECT_EQ(outcomes(reduce_max(), select(Nan::second, ReduceOrder::tree), row), brute::Patterns({kMinusOne, kOne}));
  EXPECT_EQ(outcomes(reduce_max(), select(Nan::second, ReduceOrder::any), row),
            brute::Patterns({kMinusOne, kOne, kNan}));
}

TEST(RowReference, LongRowsGiveWhatTheirNanLetsThrough) {
  std::vector<Bits> row(1025, kMinusOne);
  row[0] = kOne;
  row[500] = kNan;
  row[1000] = kTwo;
  // A NaN that swallows up to 2 leaves 1; one that swallows less leaves 2; what stands behind it is below both.
  EXPECT_EQ(outcomes(reduce_max(), select(Nan::first, ReduceOrder::tree), row), brute::Patterns({kOne, kTwo}));
  EXPECT_EQ(outcomes(reduce_max(), select(Nan::first, ReduceOrder::any), row),
            brute::Patterns({kOne, kTwo, kMinusOne, kNan}));
  row[0] = kNan;
  EXPECT_EQ(outcomes(reduce_max(), select(Nan::first, ReduceOrder::tree), row), brute::Patterns({kNan}));
}

TEST(RowReference, AMillionElementsHaveTheirMaximum) {
  std::vector<Bits> row(1 << 20, kMinusOne);
  row[777'777] = kTwo;
  Choice reading = known::maximum_number(Dtype::f32);
  for (ReduceOrder order : kOrders) {
    reading.reduce_order = order;
    EXPECT_EQ(outcomes(reduce_max(), reading, row), brute::Patterns({kTwo}));
  }
}

TEST(RowReference, AnEmptyRowGivesWhatItsRuleSays) {
  Choice reading = known::maximum(Dtype::f32);
  EXPECT_EQ(outcomes(reduce_max(), reading, {}), brute::Patterns({kMinusInfinity}));
  EXPECT_EQ(outcomes(operation_over(OperationKind::reduce_min, Dtype::f32), reading, {}), brute::Patterns({kInfinity}));
  reading.identity = Identity::lowest;
  EXPECT_EQ(outcomes(reduce_max(), reading, {}), brute::Patterns({kLowest}));
  reading.empty = Empty::nan;
  EXPECT_EQ(outcomes(reduce_max(), reading, {}), brute::Patterns({0x7fffffff}));
  reading.empty = Empty::error;
  EXPECT_TRUE(is_unchecked(row_outcomes(reduce_max(), {&reading, 1}, {})));
}

TEST(RowReference, TheIdentityOfIntegersIsTheEndOfTheirRange) {
  const Choice reading;
  EXPECT_EQ(outcomes(operation_over(OperationKind::reduce_max, Dtype::s8), reading, {}), brute::Patterns({0x80}));
  EXPECT_EQ(outcomes(operation_over(OperationKind::reduce_min, Dtype::s8), reading, {}), brute::Patterns({0x7f}));
  EXPECT_EQ(outcomes(operation_over(OperationKind::reduce_max, Dtype::u8), reading, {}), brute::Patterns({0}));
  EXPECT_EQ(outcomes(operation_over(OperationKind::reduce_min, Dtype::u8), reading, {}), brute::Patterns({0xff}));
}

// cub#662: the maximum of a row of -inf that starts from -FLT_MAX.
TEST(RowReference, AnIdentityThatTakesPartBeatsWhatIsBelowIt) {
  Choice reading = known::maximum_number(Dtype::f32);
  reading.identity = Identity::lowest;
  const std::vector<Bits> row = {kMinusInfinity, kMinusInfinity};
  EXPECT_EQ(outcomes(reduce_max(), reading, row), brute::Patterns({kMinusInfinity}));
  reading.init_participates = InitParticipates::yes;
  EXPECT_EQ(outcomes(reduce_max(), reading, row), brute::Patterns({kLowest}));
}

TEST(RowReference, AGuardedSoftmaxSubtractsZeroFromAMaskedRow) {
  const Operation softmax = operation_over(OperationKind::softmax_max, Dtype::f32);
  const std::vector<Bits> row = {kMinusInfinity, kMinusInfinity};
  Choice reading = known::maximum(Dtype::f32);
  EXPECT_EQ(outcomes(softmax, reading, row), brute::Patterns({kMinusInfinity}));
  reading.softmax_guard = SoftmaxGuard::zero;
  EXPECT_EQ(outcomes(softmax, reading, row), brute::Patterns({kPlusZero}));
  EXPECT_EQ(outcomes(softmax, reading, {kMinusInfinity, kMinusOne}), brute::Patterns({kMinusOne}));
}

}  // namespace
}  // namespace semcheck
