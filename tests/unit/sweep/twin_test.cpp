#include "core/sweep/twin.h"

#include <gtest/gtest.h>

#include "core/judge/held_to.h"
#include "tests/unit/reference/known_rules.h"
#include "tests/unit/sweep/sample_spaces.h"

namespace semcheck {
namespace {

constexpr Elementwise kMax = {};
constexpr Choice kPropagate = {.nan_canonical = 0x7fffffff};
constexpr Choice kAnyZero = {.nan = Nan::ignore, .signed_zero = SignedZero::any, .nan_canonical = 0x7fffffff};
constexpr Choice kReadings[] = {kPropagate, kAnyZero};

constexpr Contract contract() {
  Contract contract;
  contract.readings = kReadings;
  contract.reading_count = 2;
  return contract;
}
constexpr Contract kContract = contract();

// Of max(+0, -0) the first reading allows +0, the second either zero.
TEST(Twin, DigestsOperandsAndWhatEachReadingAllows) {
  constexpr Bits kIndex = 1000;
  constexpr Bits kOperands[] = {0, 0x80000000};
  constexpr Bits kExactlyPlusZero = 0;
  constexpr Bits kEitherZero = static_cast<Bits>(OutcomeKind::any_zero);
  EXPECT_EQ((twin_term<kMax, kPropagate, kAnyZero>(kOperands, kIndex)),
            digest_term(kIndex, 0) + digest_term(kIndex + 1, 0x80000000) + digest_term(kIndex + 16, kExactlyPlusZero) +
                digest_term(kIndex + 17, kEitherZero));
}

TEST(Twin, IsTheSameWhetherOperationAndReadingsAreConstantsOrNot) {
  const Space space = space_over(SpaceKind::structured, {Dtype::f32, Dtype::f32});
  Bits sum = 0;
  for (Bits index = 5000; index < 6000; ++index) {
    const Operands operands = operands_at(space, index);
    const Bits term = twin_term<kMax, kPropagate, kAnyZero>(operands.data(), index);
    EXPECT_EQ(term, twin_term(kContract, space, index));
    sum += term;
  }
  EXPECT_EQ(twin_digest(kContract, space, 5000, 1000), sum);
}

}  // namespace
}  // namespace semcheck
