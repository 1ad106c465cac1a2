#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "core/reference/row_reference.h"

namespace semcheck {
namespace {

/// The factor by the host's IEEE 754 arithmetic.
float factor(float limit, const std::vector<float>& row, bool fused) {
  float sum = 0;
  for (float x : row) {
    const volatile float square = x * x;
    sum = fused ? std::fma(x, x, sum) : sum + square;
  }
  return std::fmin(limit / std::sqrt(sum), 1.0F);
}

Operation norm_clip(float limit) {
  Operation operation = operation_over(OperationKind::norm_clip, Dtype::f32);
  operation.operands.assign(1, Dtype::f32);
  operation.constants = {{"limit", std::bit_cast<std::uint32_t>(limit)}};
  return operation;
}

Choice reading_of(Contraction contract) {
  Choice c;
  c.nan = Nan::ignore;
  c.nan_canonical = 0x7fffffff;
  c.contract = contract;
  return c;
}

Bits outcome(float limit, const Choice& reading, const std::vector<float>& row) {
  std::vector<Bits> bits;
  for (float x : row) bits.push_back(std::bit_cast<std::uint32_t>(x));
  const Expected expected = row_outcomes(norm_clip(limit), {&reading, 1}, bits);
  return expected.size() == 1 ? expected.front().bits : ~Bits{0};
}

TEST(NormClipReference, AgreesWithTheHostBitForBit) {
  std::mt19937_64 random(9);
  std::normal_distribution<float> normal;
  for (int i = 0; i < 20'000; ++i) {
    std::vector<float> row(random() % 9);
    const int scale = static_cast<int>(random() % 140) - 75;
    for (float& x : row) x = std::ldexp(normal(random), scale);
    const float limit = std::ldexp(1.0F + static_cast<float>(random() % 1000) / 1000, scale / 2);
    for (Contraction contract : {Contraction::fused, Contraction::separate})
      ASSERT_EQ(outcome(limit, reading_of(contract), row),
                std::bit_cast<std::uint32_t>(factor(limit, row, contract == Contraction::fused)))
          << "row " << i;
  }
}

// IEEE 754-2019 7.3: limit / 0 is infinite; 9.6, minimumNumber(NaN, 1) is 1; limit / inf is 0.
TEST(NormClipReference, EmptyAndSpecialRows) {
  const Choice reading = reading_of(Contraction::fused);
  EXPECT_EQ(outcome(1, reading, {}), 0x3f800000u);
  EXPECT_EQ(outcome(1, reading, {0, 0}), 0x3f800000u);
  EXPECT_EQ(outcome(1, reading, {1, NAN}), 0x3f800000u);
  EXPECT_EQ(outcome(1, reading, {1, INFINITY}), 0u);
  Choice propagating = reading;
  propagating.nan = Nan::propagate;
  EXPECT_EQ(outcome(1, propagating, {1, NAN}), 0x7fffffffu);
}

// The operation's own example: {3, 4} with limit 1 is 0.2, the f32 nearest to it.
TEST(NormClipReference, ThreeAndFourMakeOneFifth) {
  EXPECT_EQ(outcome(1, reading_of(Contraction::fused), {3, 4}), 0x3e4ccccdu);
}

TEST(NormClipReference, FlushedSquaresLeaveTheNormZero) {
  Choice reading = reading_of(Contraction::separate);
  const float tiny = 0x1p-64F;  // its square is subnormal
  EXPECT_EQ(outcome(0x1p-66F, reading, {tiny}), std::bit_cast<std::uint32_t>(0.25F));
  reading.subnormal = Subnormal::flush;
  EXPECT_EQ(outcome(0x1p-66F, reading, {tiny}), 0x3f800000u);
}

}  // namespace
}  // namespace semcheck
