#include "core/judge/laws.h"

#include <gtest/gtest.h>

#include <functional>

#include "tests/unit/judge/sample.h"

namespace semcheck {
namespace {

using Function = std::function<Bits(Bits, Bits)>;

const Operation kMaxF32 = known::max_of(Dtype::f32);
const Operation kMinF32 = known::min_of(Dtype::f32);
const Operation kMaxS8 = known::max_of(Dtype::s8);

constexpr Bits kOne = 0x3f800000;
constexpr Bits kTwo = 0x40000000;
constexpr Bits kMinusZero = 0x80000000;
constexpr Bits kNan = 0x7fc00abc;

ResultTable table_of(const ObligationSet& laws, const Operation& operation, const std::vector<Bits>& values,
                     const Function& f) {
  ResultTable table;
  for (;;) {
    const Cases missing = missing_pairs(laws, operation, values, table);
    if (missing.size() == 0) return table;
    std::vector<Bits> results;
    for (std::size_t i = 0; i < missing.size(); ++i)
      results.push_back(f(missing.operands[0][i], missing.operands[1][i]));
    table.add(missing, results);
  }
}

Judgement check(Obligation law, const Operation& operation, const Rules& rules, const std::vector<Bits>& values,
                const Function& f) {
  Judgement judgement;
  check_laws({law}, operation, rules, values, table_of({law}, operation, values, f), 2, judgement);
  return judgement;
}

Function following(const Operation& operation, const Choice& choice) {
  return [=](Bits x, Bits z) { return known::only_result(operation, choice, x, z); };
}

const Rules kCanonical = sample::rules_f32(known::maximum_number(Dtype::f32));
const Rules kOpenNans = [] {
  Rules rules = kCanonical;
  rules.set(Obligation::nan_result, NanResult::any);
  return rules;
}();
const Rules kIntegers = rules_of(Choice{}, Dtype::s8);

Bits first_of(Bits x, Bits) {
  return x;
}

TEST(ResultTable, FindsWhatWasAddedAndNothingElse) {
  ResultTable table;
  EXPECT_FALSE(table.find(1, 2));
  table.add({{{1, 2, 3}, {2, 1, 9}}, 2, {}}, std::vector<Bits>{7, 8, 99});
  EXPECT_EQ(table.find(1, 2), 7u);
  EXPECT_EQ(table.find(2, 1), 8u);
  EXPECT_FALSE(table.find(1, 1));
  EXPECT_FALSE(table.find(3, 9));
}

TEST(ResultTable, KeepsItsResultsAsItGrows) {
  ResultTable table;
  table.add({{{1, 2}, {2, 1}}, 2, {}}, std::vector<Bits>{7, 8});
  Cases more{{{}, {}}, 100, {}};
  std::vector<Bits> results;
  for (Bits i = 0; i < 100; ++i) {
    more.operands[0].push_back(1000 + i);
    more.operands[1].push_back(1);
    results.push_back(i);
  }
  table.add(more, results);
  EXPECT_EQ(table.find(1, 2), 7u);
  EXPECT_EQ(table.find(2, 1), 8u);
  EXPECT_EQ(table.find(1042, 1), 42u);
}

TEST(MissingPairs, AreAllPairsOfTheValuesThatTheTableDoesNotHold) {
  ResultTable table;
  table.add({{{1}, {2}}, 1, {}}, std::vector<Bits>{1});
  const Cases missing = missing_pairs({Obligation::commutative}, kMaxF32, {1, 2}, table);
  EXPECT_EQ(missing.operands, (std::vector<std::vector<Bits>>{{1, 2, 2}, {1, 1, 2}}));
  EXPECT_EQ(missing.special, 3u);
}

TEST(MissingPairs, AreThePairsOfEachValueWithItselfForIdempotence) {
  const Cases missing = missing_pairs({Obligation::idempotent}, kMaxF32, {1, 2}, {});
  EXPECT_EQ(missing.operands, (std::vector<std::vector<Bits>>{{1, 2}, {1, 2}}));
}

TEST(MissingPairs, HoldTheGreatestNumberForAbsorption) {
  const Cases max = missing_pairs({Obligation::absorbing}, kMaxF32, {1}, {});
  EXPECT_EQ(max.operands, (std::vector<std::vector<Bits>>{{1, 0x7f800000}, {0x7f800000, 1}}));
  const Cases min = missing_pairs({Obligation::absorbing}, kMinF32, {1}, {});
  EXPECT_EQ(min.operands[1][0], 0xff800000u);
  EXPECT_EQ(missing_pairs({Obligation::absorbing}, kMaxS8, {1}, {}).operands[1][0], 0x7fu);
  EXPECT_EQ(missing_pairs({Obligation::absorbing}, known::min_of(Dtype::s8), {1}, {}).operands[1][0], 0x80u);
  EXPECT_EQ(missing_pairs({Obligation::absorbing}, known::max_of(Dtype::u8), {1}, {}).operands[1][0], 0xffu);
  EXPECT_EQ(missing_pairs({Obligation::absorbing}, known::min_of(Dtype::u8), {1}, {}).operands[1][0], 0u);
}

TEST(MissingPairs, FollowUpWithTheResultsForAssociativity) {
  ResultTable table;
  table.add({{{1}, {1}}, 1, {}}, std::vector<Bits>{5});
  const Cases missing = missing_pairs({Obligation::associative}, kMaxF32, {1}, table);
  EXPECT_EQ(missing.operands, (std::vector<std::vector<Bits>>{{5, 1}, {1, 5}}));
}

TEST(MissingPairs, AreNoneWithoutLaws) {
  EXPECT_EQ(missing_pairs({}, kMaxF32, {1, 2}, {}).size(), 0u);
}

TEST(Commutative, IsBrokenOnceForEachUnorderedPair) {
  const Judgement judgement = check(Obligation::commutative, kMaxF32, kCanonical, {kOne, kTwo}, first_of);
  EXPECT_EQ(judgement.mismatches, 1u);
  EXPECT_EQ(judgement.breaks(), ObligationSet{Obligation::commutative});
  ASSERT_EQ(judgement.examples.size(), 1u);
  EXPECT_EQ(judgement.examples[0].operands, (std::vector<Bits>{kOne, kTwo}));
  EXPECT_EQ(judgement.examples[0].actual, kOne);
  EXPECT_EQ(judgement.examples[0].expected, (Expected{{OutcomeKind::exactly, kTwo}}));
}

TEST(Commutative, CountsNanBitsOnlyWhereTheRulesFixThem) {
  const Function first = following(kMaxF32, known::compare_select(Dtype::f32, Nan::first, Tie::first));
  EXPECT_EQ(check(Obligation::commutative, kMaxF32, kCanonical, {kNan, 0xffc00001}, first).mismatches, 1u);
  EXPECT_EQ(check(Obligation::commutative, kMaxF32, kOpenNans, {kNan, 0xffc00001}, first).mismatches, 0u);
  EXPECT_EQ(check(Obligation::commutative, kMaxF32, kOpenNans, {kNan, kOne}, first).mismatches, 1u);
}

TEST(Associative, HoldsForAMaximumAndShowsBothSidesWhereItDoesNot) {
  const Function select = following(kMaxF32, known::compare_select(Dtype::f32, Nan::second, Tie::first));
  EXPECT_EQ(check(Obligation::associative, kMaxF32, kCanonical, {kOne, kTwo, 0}, select).mismatches, 0u);
  const Judgement judgement = check(Obligation::associative, kMaxF32, kCanonical, {kTwo, kNan, kOne}, select);
  EXPECT_GT(judgement.mismatches, 0u);
  ASSERT_FALSE(judgement.examples.empty());
  // f(f(2, NaN), 1) = f(NaN, 1) = 1, but f(2, f(NaN, 1)) = f(2, 1) = 2.
  EXPECT_EQ(judgement.examples[0].operands, (std::vector<Bits>{kTwo, kNan, kOne}));
  EXPECT_EQ(judgement.examples[0].actual, kOne);
  EXPECT_EQ(judgement.examples[0].expected, (Expected{{OutcomeKind::exactly, kTwo}}));
}

TEST(Idempotent, IsBrokenByAResultOtherThanTheOperand) {
  const Judgement judgement =
      check(Obligation::idempotent, kMaxS8, kIntegers, {1, 2}, [](Bits x, Bits) { return x == 2 ? 3 : x; });
  EXPECT_EQ(judgement.mismatches, 1u);
  EXPECT_EQ(judgement.examples.at(0).operands, (std::vector<Bits>{2, 2}));
}

TEST(Idempotent, AcceptsAFlushedOperandWhereTheRulesFlush) {
  Choice flush = known::maximum_number(Dtype::f32);
  flush.subnormal = Subnormal::flush;
  EXPECT_EQ(
      check(Obligation::idempotent, kMaxF32, sample::rules_f32(flush), {1, kOne}, following(kMaxF32, flush)).mismatches,
      0u);
  EXPECT_EQ(check(Obligation::idempotent, kMaxF32, kCanonical, {1, kOne}, following(kMaxF32, flush)).mismatches, 1u);
}

TEST(Absorbing, HoldsOnBothSidesAndForNanOperandsToo) {
  const Function ignore = following(kMaxF32, known::maximum_number(Dtype::f32));
  const Function propagate = following(kMaxF32, known::maximum(Dtype::f32));
  EXPECT_EQ(check(Obligation::absorbing, kMaxF32, kCanonical, {0, kOne, kNan, 0x7f800000}, ignore).mismatches, 0u);
  EXPECT_EQ(check(Obligation::absorbing, kMaxF32, kCanonical, {0, kOne, kNan}, propagate).mismatches, 2u);
  EXPECT_EQ(check(Obligation::absorbing, kMaxF32, kCanonical, {kOne}, first_of).examples.at(0).operands,
            (std::vector<Bits>{kOne, 0x7f800000}));
}

// Against -2 the unsigned maximum of -1 is -1, and that of the greater 0 is -2; the same for the second operand.
TEST(Monotone, IsBrokenByAnUnsignedMaximumOfSignedIntegers) {
  const Function as_unsigned = [](Bits x, Bits z) { return std::max(x, z); };
  EXPECT_EQ(check(Obligation::monotone, kMaxS8, kIntegers, {0xff, 0xfe, 0x00}, as_unsigned).mismatches, 2u);
}

TEST(Monotone, ShowsTheTwoStepsThatGoTheWrongWay) {
  const Function falls = [](Bits x, Bits) { return x == 2 ? Bits{0} : x; };
  const Judgement judgement = check(Obligation::monotone, kMaxS8, kIntegers, {1, 2}, falls);
  // f(1, z) = 1 and f(2, z) = 0 for both z; the second operand changes nothing.
  EXPECT_EQ(judgement.mismatches, 2u);
  EXPECT_EQ(judgement.examples.at(0).operands, (std::vector<Bits>{1, 1, 2, 1}));
  EXPECT_EQ(judgement.examples.at(0).actual, 1u);
  EXPECT_EQ(judgement.examples.at(0).expected, (Expected{{OutcomeKind::exactly, 0}}));
}

TEST(Monotone, SeesTheSecondOperandToo) {
  const Function falls = [](Bits, Bits z) { return z == 2 ? Bits{0} : z; };
  const Judgement judgement = check(Obligation::monotone, kMaxS8, kIntegers, {1, 2}, falls);
  EXPECT_EQ(judgement.mismatches, 2u);
  EXPECT_EQ(judgement.examples.at(0).operands, (std::vector<Bits>{1, 1, 1, 2}));
}

TEST(Monotone, TakesZerosAsEqualAndLeavesNansOut) {
  const Function select = following(kMaxF32, known::compare_select(Dtype::f32, Nan::second, Tie::second));
  EXPECT_EQ(
      check(Obligation::monotone, kMaxF32, kCanonical, {0, kMinusZero, kOne, 0xbf800000, kNan}, select).mismatches, 0u);
}

TEST(Monotone, IsBrokenByANanThatNumbersGive) {
  const Function nan = [](Bits, Bits) { return kNan; };
  EXPECT_GT(check(Obligation::monotone, kMaxF32, kCanonical, {0, kOne}, nan).mismatches, 0u);
}

TEST(Bounded, HoldsForMaximaAndMinimaOfNumbers) {
  for (const Choice& c : {known::maximum(Dtype::f32), known::compare_select(Dtype::f32, Nan::second, Tie::first)}) {
    EXPECT_EQ(check(Obligation::bounded, kMaxF32, kCanonical, sample::kSpecialF32, following(kMaxF32, c)).mismatches,
              0u);
    EXPECT_EQ(check(Obligation::bounded, kMinF32, kCanonical, sample::kSpecialF32, following(kMinF32, c)).mismatches,
              0u);
  }
}

TEST(Bounded, IsBrokenBelowAnOperandAboveTheRangeAndByANan) {
  EXPECT_EQ(check(Obligation::bounded, kMaxS8, kIntegers, {1, 2}, first_of).mismatches, 1u);
  EXPECT_EQ(check(Obligation::bounded, kMaxS8, kIntegers, {1, 2}, [](Bits, Bits) { return Bits{3}; }).mismatches, 4u);
  EXPECT_EQ(check(Obligation::bounded, kMinF32, kCanonical, {0, kOne}, [](Bits, Bits) { return kNan; }).mismatches, 4u);
  EXPECT_EQ(check(Obligation::bounded, known::min_of(Dtype::s8), kIntegers, {1, 2}, first_of).mismatches, 1u);
  EXPECT_EQ(check(Obligation::bounded, known::min_of(Dtype::s8), kIntegers, {1, 2}, [](Bits, Bits) { return Bits{0}; })
                .mismatches,
            4u);
}

TEST(Bounded, AcceptsFlushedOperandsWhereTheRulesFlush) {
  for (Subnormal subnormal : {Subnormal::flush, Subnormal::flush_compare}) {
    Choice c = known::compare_select(Dtype::f32, Nan::second, Tie::second);
    c.subnormal = subnormal;
    const Function f = following(kMaxF32, c);
    EXPECT_EQ(check(Obligation::bounded, kMaxF32, sample::rules_f32(c), sample::kSpecialF32, f).mismatches, 0u);
    EXPECT_GT(check(Obligation::bounded, kMaxF32, kCanonical, sample::kSpecialF32, f).mismatches, 0u);
    EXPECT_EQ(check(Obligation::monotone, kMaxF32, sample::rules_f32(c), sample::kSpecialF32, f).mismatches, 0u);
  }
}

TEST(Laws, AddToAJudgementThatIsThereAlready) {
  Judgement judgement;
  judgement.mismatches = 5;
  judgement.count[static_cast<std::size_t>(Obligation::nan)] = 5;
  const ObligationSet laws = {Obligation::commutative, Obligation::bounded};
  check_laws(laws, kMaxS8, kIntegers, {1, 2}, table_of(laws, kMaxS8, {1, 2}, first_of), 2, judgement);
  EXPECT_EQ(judgement.mismatches, 7u);
  EXPECT_EQ(judgement.breaks(), (ObligationSet{Obligation::nan, Obligation::commutative, Obligation::bounded}));
}

TEST(Laws, PassOverTuplesWhoseResultsAreUnknown) {
  Judgement judgement;
  ResultTable table;
  table.add({{{1}, {2}}, 1, {}}, std::vector<Bits>{1});
  const ObligationSet all = {Obligation::commutative, Obligation::associative, Obligation::idempotent,
                             Obligation::absorbing,   Obligation::monotone,    Obligation::bounded};
  check_laws(all, kMaxS8, kIntegers, {1, 2, 3}, table, 2, judgement);
  EXPECT_EQ(judgement.breaks(), ObligationSet{Obligation::bounded});
}

}  // namespace
}  // namespace semcheck
