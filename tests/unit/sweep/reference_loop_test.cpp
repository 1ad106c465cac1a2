#include "core/sweep/reference_loop.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "core/reference/reference.h"
#include "core/values/dtype.h"

// Every loop says of every case what evaluate() says.
namespace semcheck {
namespace {

Bits verdict_of(const Elementwise& operation, const Choice& reading, const Bits* operands, Bits result) {
  const Outcome outcome = evaluate(operation, reading, operands);
  return (allows(operation.result, outcome, result) ? kAllowed : 0) |
         (outcome.kind == OutcomeKind::anything ? kUnchecked : 0);
}

/// Compares what a loop says of a full batch, whose verdicts it adds to.
void expect_as_evaluated(const Elementwise& operation, const Choice& reading, ReferenceLoop loop, Batch& batch) {
  std::fill_n(batch.verdicts, kBatch, Bits{4});
  loop(operation, reading, batch);
  for (std::size_t i = 0; i < kBatch; ++i) {
    Bits operands[kMostOperands] = {};
    for (int k = 0; k < kMostOperands; ++k) operands[k] = batch.operands[k][i];
    ASSERT_EQ(batch.verdicts[i], 4 | verdict_of(operation, reading, operands, batch.results[i]))
        << std::hex << operands[0] << ' ' << operands[1] << ' ' << operands[2] << " to " << batch.results[i];
  }
}

/// Patterns of both signs at the ends of every class of numbers and NaNs.
std::vector<Bits> specials(const Format& f) {
  std::vector<Bits> list;
  for (Bits sign : {Bits{0}, sign_mask(f)})
    for (Bits b : {Bits{0}, Bits{1}, fraction_mask(f), fraction_mask(f) + 1, exponent_mask(f) >> 1 & exponent_mask(f),
                   exponent_mask(f) - 1, exponent_mask(f), exponent_mask(f) | 1, exponent_mask(f) | quiet_bit(f),
                   exponent_mask(f) | quiet_bit(f) | 1, magnitude_mask(f), quiet_bit(f)})
      list.push_back((sign | b) & value_mask(f));
  return list;
}

/// Calls `full(batch)` for batches that hold every pair of special patterns, each with one of the two, the canonical
/// NaN or another pattern for its result.
template <class Full>
void for_each_pair(const Format& f, Bits canonical, const Full& full) {
  const auto batch = std::make_unique<Batch>();
  std::size_t i = 0;
  for (Bits x : specials(f))
    for (Bits z : specials(f))
      for (Bits result : {x, z, canonical, x ^ 1, flushed(f, x), quieted(f, z)}) {
        batch->operands[0][i] = x;
        batch->operands[1][i] = z;
        batch->results[i] = result & value_mask(f);
        if (++i == kBatch) full(*batch), i = 0;
      }
  if (i != 0) full(*batch);
}

TEST(ReferenceLoop, SpecialOnesAgreeWithTheReferenceOnAllPairsOfSpecialPatterns) {
  ASSERT_FALSE(special_loops().empty());
  for (const SpecialLoop& loop : special_loops())
    for_each_pair(loop.operation.result, loop.reading.nan_canonical,
                  [&](Batch& batch) { expect_as_evaluated(loop.operation, loop.reading, loop.run, batch); });
}

TEST(ReferenceLoop, SpecialOnesAgreeWithTheReferenceOnRandomPairs) {
  std::mt19937_64 generator(1);
  const auto batch = std::make_unique<Batch>();
  for (const SpecialLoop& loop : special_loops()) {
    const Bits mask = value_mask(loop.operation.result);
    for (int repetition = 0; repetition < 8; ++repetition) {
      for (std::size_t i = 0; i < kBatch; ++i) {
        const Bits x = batch->operands[0][i] = generator() & mask;
        const Bits z = batch->operands[1][i] = generator() & mask;
        batch->results[i] = i % 3 == 0 ? x : i % 3 == 1 ? z : (x ^ Bits{1} << i % 8);
      }
      expect_as_evaluated(loop.operation, loop.reading, loop.run, *batch);
    }
  }
}

TEST(ReferenceLoop, GeneralOnesAgreeWithTheReferenceOfEveryKind) {
  std::mt19937_64 generator(2);
  const auto batch = std::make_unique<Batch>();
  for (int kind = 0; kind <= static_cast<int>(OperationKind::fma_relu); ++kind) {
    Elementwise operation;
    operation.kind = static_cast<OperationKind>(kind);
    const std::vector<Bits> list = specials(operation.result);
    for (auto& column : batch->operands)
      for (Bits& b : column) b = (generator() & 1) != 0 ? list[generator() % list.size()] : generator() & 0xffffffff;
    for (const Choice& reading : {Choice{}, Choice{.nan = Nan::undefined, .infinity = Infinity::undefined}}) {
      for (std::size_t i = 0; i < kBatch; ++i)
        batch->results[i] = i % 4 == 0 ? 0 : i % 4 == 1 ? 1 : batch->operands[i % 2][i];
      expect_as_evaluated(operation, reading, general_loop(operation.kind), *batch);
    }
  }
}

TEST(ReferenceLoop, IsASpecialOneForTheRulesOfFmaxf) {
  Elementwise max = elementwise(operation_over(OperationKind::max, Dtype::f32));
  const Choice fmaxf = {.nan = Nan::ignore, .nan_canonical = 0x7fffffff};
  EXPECT_NE(loop_for(max, fmaxf), general_loop(OperationKind::max));
  EXPECT_EQ(loop_for(max, {.nan = Nan::first}), general_loop(OperationKind::max));
  max.count = 3;
  EXPECT_EQ(loop_for(max, fmaxf), general_loop(OperationKind::max));
}

}  // namespace
}  // namespace semcheck
