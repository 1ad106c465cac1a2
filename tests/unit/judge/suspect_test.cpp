#include "core/judge/suspect.h"

#include <gtest/gtest.h>

#include "core/judge/classify.h"
#include "core/judge/held_to.h"
#include "tests/unit/judge/sample.h"

// The attribution of wrong results as kernels have it: at compile time, and of an operation that is a constant.
namespace semcheck {
namespace {

using O = Obligation;

constexpr Bits kOne = 0x3f800000;
constexpr Bits kQuietNan = 0x7fc00000;
constexpr Bits kSignalingNan = 0x7f800001;
constexpr Bits kCanonicalNan = 0x7fffffff;
constexpr Bits kMinusZero = 0x80000000;

constexpr Choice kReading = {.nan = Nan::ignore, .nan_canonical = kCanonicalNan};
constexpr Elementwise kMax = {};

constexpr Contract contract() {
  Contract contract;
  contract.operation = kMax;
  contract.readings = &kReading;
  contract.reading_count = 1;
  contract.applicable = ~0ull;
  return contract;
}
constexpr Contract kContract = contract();

constexpr Suspicion of(Bits x, Bits z, Bits actual) {
  const Bits operands[] = {x, z};
  return suspect(kContract, operands, actual);
}
constexpr SuspicionKey key(Bits x, Bits z, Bits actual) {
  const Bits operands[] = {x, z};
  return key_of_wrong<kMax>(kContract, operands, actual);
}

// CUDA's fmaxf, as cuda.fmaxf declares it: a NaN is ignored, and two of them give the canonical one; -0 < +0.
static_assert(of(kQuietNan, kOne, kCanonicalNan) == certainly(O::nan));
static_assert(of(kQuietNan, kQuietNan, kQuietNan) == certainly(O::nan_result));
static_assert(of(kMinusZero, 0, kMinusZero) == certainly(O::signed_zero));
static_assert(of(kOne, 0, 0) == certainly(O::value));
static_assert(key(kQuietNan, kOne, kCanonicalNan) == key_of(certainly(O::nan), false));
static_assert(key(kSignalingNan, kOne, kCanonicalNan) == key_of(certainly(O::nan), true));
static_assert(suspicion_of(key(kMinusZero, 0, kMinusZero)) == certainly(O::signed_zero));
static_assert(!has_signaling_operand(key(kMinusZero, 0, kMinusZero)) &&
              has_signaling_operand(key(kSignalingNan, 0, 1)));

TEST(Suspect, TakesAnOperationThatIsAConstantAsOneThatIsNot) {
  const HeldTo held = held_to(known::max_of(Dtype::f32), sample::rules_f32(known::maximum_number(Dtype::f32)));
  ASSERT_EQ(held.contract.operation, kMax);
  for (Bits x : sample::kSpecialF32)
    for (Bits z : sample::kSpecialF32)
      for (Bits actual : sample::kSpecialF32) {
        const Bits operands[] = {x, z};
        EXPECT_EQ(key_of_wrong<kMax>(held.contract, operands, actual), key_of_wrong(held.contract, operands, actual));
      }
}

TEST(Suspect, MakesAWrongValueOfWhatTheOperationHasNoRuleFor) {
  constexpr Suspicion kSuspicion = {O::nan, O::tie, O::subnormal};
  const auto bit = [](O o) { return 1ull << static_cast<unsigned>(o); };
  EXPECT_EQ(among_applicable(kSuspicion, bit(O::tie)), certainly(O::value));
  EXPECT_EQ(among_applicable(kSuspicion, bit(O::nan)), (Suspicion{O::nan, O::nan, O::subnormal}));
  EXPECT_EQ(among_applicable(kSuspicion, bit(O::nan) | bit(O::tie)), kSuspicion);
}

TEST(HeldTo, KeepsItsReadingsWhenItIsMoved) {
  Rules rules = sample::rules_f32(known::maximum_number(Dtype::f32));
  rules.set(O::subnormal, Subnormal::either);
  HeldTo first = held_to(known::max_of(Dtype::f32), rules);
  const std::vector<Choice> readings = choices(rules);
  const HeldTo held = std::move(first);
  ASSERT_EQ(held.contract.reading_count, static_cast<int>(readings.size()));
  for (std::size_t r = 0; r < readings.size(); ++r) EXPECT_EQ(held.contract.readings[r], readings[r]);
}

TEST(HeldTo, SaysWhatTheOperationHasRulesFor) {
  const auto has = [](const Operation& operation, O o) {
    return (applicable_to(operation) >> static_cast<unsigned>(o) & 1) != 0;
  };
  const Operation max = known::max_of(Dtype::f32);
  const Operation bytes = known::max_of(Dtype::s8);
  EXPECT_TRUE(has(max, O::nan) && has(max, O::value) && !has(max, O::signedness) && !has(max, O::clamp_form));
  EXPECT_TRUE(!has(bytes, O::nan) && has(bytes, O::value) && has(bytes, O::signedness));
}

}  // namespace
}  // namespace semcheck
