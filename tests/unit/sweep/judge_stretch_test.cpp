#include "core/sweep/judge_stretch.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "core/judge/held_to.h"
#include "core/judge/settle.h"
#include "core/judge/verdict.h"
#include "core/sweep/digest.h"
#include "tests/unit/reference/known_rules.h"
#include "tests/unit/sweep/sample_spaces.h"

// A stretch comes to what the special cases would, if they were the same.
namespace semcheck {
namespace {

using ResultOf = std::function<Bits(const Operands&)>;
using Counts = std::array<std::size_t, kObligationCount>;

struct Results {
  Cases cases;
  std::vector<Bits> results;
};

Results results_of(const Space& space, Bits first, std::size_t count, const ResultOf& result_of) {
  Results made;
  made.cases.operands.resize(static_cast<std::size_t>(space.operands));
  for (std::size_t i = 0; i < count; ++i) {
    const Operands operands = operands_at(space, first + i);
    for (std::size_t k = 0; k < operands.size(); ++k) made.cases.operands[k].push_back(operands[k]);
    made.results.push_back(result_of(operands));
  }
  return made;
}

Counts counts_of(const Operation& operation, const Tally& tally) {
  std::vector<SuspicionKey> keys;
  for (const auto& [key, entry] : tally.wrong) keys.push_back(key);
  const Settlement settlement = settle(operation, {}, keys);
  Counts counts{};
  for (const auto& [key, entry] : tally.wrong) counts[static_cast<std::size_t>(settlement.at(key))] += entry.count;
  return counts;
}

/// Judges the same cases in both ways.
void expect_as_judged(const Operation& operation, const Rules& rules, const Space& space, Bits first,
                      const ResultOf& result_of) {
  constexpr std::size_t kCases = 5000;
  const Results made = results_of(space, first, kCases, result_of);
  const Judgement judgement =
      judge(operation, rules, made.cases, expect(operation, rules, made.cases), made.results, 1);
  const HeldTo held = held_to(operation, rules);
  const Tally tally = judge_stretch(held.contract, space, first, made.results);
  EXPECT_EQ(tally.cases, kCases);
  EXPECT_EQ(tally.unchecked, judgement.unchecked);
  EXPECT_EQ(tally.mismatches(), judgement.mismatches);
  EXPECT_EQ(counts_of(operation, tally), judgement.count);
}

Rules rules_f32(const Choice& reading) {
  return rules_of(reading, Dtype::f32);
}

const Operation kMax = known::max_of(Dtype::f32);
const Choice kFmaxf = known::maximum_number(Dtype::f32);
const Choice kSelect = known::compare_select(Dtype::f32, Nan::second, Tie::first);

ResultOf following(const Operation& operation, const Choice& reading) {
  return [&](const Operands& operands) { return evaluate(operation, reading, operands).bits; };
}

TEST(JudgeStretch, CountsWhatJudgeCounts) {
  const Space structured = space_over(SpaceKind::structured, {Dtype::f32, Dtype::f32});
  const Space random = random_over({Dtype::f32, Dtype::f32});
  for (const Choice& declared : {kFmaxf, kSelect, known::maximum(Dtype::f32)})
    for (const Choice& followed : {kFmaxf, kSelect, known::maximum(Dtype::f32)}) {
      expect_as_judged(kMax, rules_f32(declared), structured, 3 * 65536, following(kMax, followed));
      expect_as_judged(kMax, rules_f32(declared), random, first_of(Draw::specials) - 700, following(kMax, followed));
    }
}

TEST(JudgeStretch, CountsWhatJudgeCountsOfRulesWithSeveralReadingsAndOpenOnes) {
  Rules rules = rules_f32(kFmaxf);
  rules.set(Obligation::nan_result, NanResult::operand);
  rules.set(Obligation::signed_zero, SignedZero::either);
  const Space space = space_over(SpaceKind::structured, {Dtype::f32, Dtype::f32});
  expect_as_judged(kMax, rules, space, 77, following(kMax, kSelect));
  rules.set(Obligation::nan, Nan::undefined);
  expect_as_judged(kMax, rules, space, 77, following(kMax, kSelect));
}

TEST(JudgeStretch, CountsWhatJudgeCountsOfComposedOperations) {
  const Operation fma = operation_over(OperationKind::fma_relu, Dtype::f32);
  Choice separate = kFmaxf;
  separate.contract = Contraction::separate;
  expect_as_judged(fma, rules_of(kFmaxf, subject_of(fma)), random_over({Dtype::f32, Dtype::f32, Dtype::f32}), 99,
                   following(fma, separate));
}

const Space kSpace = space_over(SpaceKind::structured, {Dtype::f32, Dtype::f32});

TEST(JudgeStretch, DigestsIndicesAndResults) {
  const HeldTo held = held_to(kMax, rules_f32(kFmaxf));
  const std::vector<Bits> results = {1, 0xffffffff, 0x7fc00000};
  const Tally tally = judge_stretch(held.contract, kSpace, 10, results);
  EXPECT_EQ(tally.digest, digest_term(10, 1) + digest_term(11, 0xffffffff) + digest_term(12, 0x7fc00000));
}

TEST(JudgeStretch, ComesToTheSumOfItsParts) {
  const HeldTo held = held_to(kMax, rules_f32(kFmaxf));
  const Space space = random_over({Dtype::f32, Dtype::f32});
  const Bits first = first_of(Draw::specials);
  const std::vector<Bits> results = results_of(space, first, 3000, following(kMax, kSelect)).results;
  const Tally whole = judge_stretch(held.contract, space, first, results);
  EXPECT_GT(whole.mismatches(), 2 * kMostLowest);
  Tally parts;
  for (std::size_t size = 1, left = results.size(); left > 0; size = size * 3 + 1) {
    const std::size_t part = std::min(size, left);
    left -= part;
    parts.add(judge_stretch(held.contract, space, first + left, std::span(results).subspan(left, part)));
  }
  EXPECT_EQ(whole, parts);
}

TEST(JudgeStretch, KeepsTheIndicesOfTheFirstWrongCases) {
  const HeldTo held = held_to(kMax, rules_f32(kFmaxf));
  constexpr Bits kFirst = 1500;
  std::vector<Bits> results = results_of(kSpace, kFirst, 2500, following(kMax, kFmaxf)).results;
  EXPECT_TRUE(judge_stretch(held.contract, kSpace, kFirst, results).wrong.empty());
  results[0] ^= 0x00400000;
  results[1030] ^= 0x00400000;
  results.back() ^= 0x00400000;
  std::vector<std::uint64_t> indices;
  for (const auto& [key, entry] : judge_stretch(held.contract, kSpace, kFirst, results).wrong)
    indices.insert(indices.end(), entry.lowest.begin(), entry.lowest.end());
  std::sort(indices.begin(), indices.end());
  EXPECT_EQ(indices, (std::vector<std::uint64_t>{kFirst, kFirst + 1030, kFirst + 2499}));
}

TEST(JudgeStretch, OfNothingIsNothing) {
  const HeldTo held = held_to(kMax, rules_f32(kFmaxf));
  EXPECT_EQ(judge_stretch(held.contract, kSpace, 5, {}), Tally{});
}

}  // namespace
}  // namespace semcheck
