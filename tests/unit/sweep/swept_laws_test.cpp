#include "core/sweep/swept_laws.h"

#include <gtest/gtest.h>

#include <array>
#include <map>

#include "core/judge/law_context.h"
#include "core/sweep/law_cases.h"
#include "core/sweep/spaces.h"
#include "tests/unit/operation.h"

namespace semcheck {
namespace {

const Operation kMaximum = given::operation("max", OperationKind::max, Dtype::u8, {Dtype::u8, Dtype::u8});
const LawContext kContext = law_context(kMaximum, default_rules(subject_of(kMaximum)));

Bits first(Bits x, Bits) {
  return x;
}
Bits difference(Bits x, Bits z) {
  return (x - z) & 0xff;
}

constexpr std::array<Bits, 6> kEdges = {0, 1, 127, 128, 254, 255};

using Function = Bits (*)(Bits, Bits);

/// The mismatch that is found when results are asked for as a sweep asks for them.
std::optional<Mismatch> found(Obligation law, const LawContext& context, const LawOperands& operands, Function f) {
  PairResults results;
  for (auto missing = missing_pairs(law, context, operands, results); !missing.empty();
       missing = missing_pairs(law, context, operands, results))
    for (const auto& [x, z] : missing) results[{x, z}] = f(x, z);
  return law_mismatch(law, context, operands, results);
}

void expect_found(Obligation law, const LawOperands& operands, Function f, const std::vector<Bits>& tuple,
                  const std::vector<Bits>& expected, Bits actual) {
  const auto mismatch = found(law, kContext, operands, f);
  ASSERT_TRUE(mismatch);
  EXPECT_EQ(mismatch->breaks, law);
  EXPECT_EQ(mismatch->operands, tuple);
  Expected outcomes;
  for (Bits bits : expected) outcomes.push_back(exactly(bits));
  EXPECT_EQ(mismatch->expected, outcomes);
  EXPECT_EQ(mismatch->actual, actual);
}

// The table of laws.h by hand, for x = 3, z = 5, w = 9.
TEST(SweptLaws, ReportATupleAsTheLawsOfSpecialCasesDo) {
  const LawOperands operands{3, 5, 9};
  expect_found(Obligation::commutative, operands, first, {3, 5}, {5}, 3);
  expect_found(Obligation::associative, operands, difference, {3, 5, 9}, {7}, 0xf5);
  expect_found(Obligation::idempotent, operands, difference, {3, 3}, {3}, 0);
  expect_found(Obligation::absorbing, operands, first, {3, 0xff}, {0xff}, 3);
  expect_found(Obligation::monotone, operands, difference, {3, 5, 9, 5}, {4}, 0xfe);
  expect_found(Obligation::bounded, operands, difference, {3, 5}, {3, 5}, 0xfe);
}

TEST(SweptLaws, HoldForAMaximum) {
  const auto max = [](Bits x, Bits z) { return x > z ? x : z; };
  for (Bits x : kEdges)
    for (Bits z : kEdges)
      for (Bits w : kEdges)
        for (int law = static_cast<int>(Obligation::commutative); law <= static_cast<int>(Obligation::bounded); ++law)
          EXPECT_FALSE(law_fault(static_cast<Obligation>(law), kContext, max, {x, z, w}).is_broken);
}

// IEEE 754-2019 5.11: comparison ignores the sign of zero; a NaN is no number.
TEST(SweptLaws, SeeNumbersOfFloatingFormatsInTheirOrder) {
  const Operation operation = given::operation("max", OperationKind::max, Dtype::f16, {Dtype::f16, Dtype::f16});
  const LawContext context = law_context(operation, default_rules(subject_of(operation)));
  const auto second = [](Bits, Bits z) { return z; };
  EXPECT_FALSE(law_fault(Obligation::bounded, context, second, {0x0000, 0x8000, 0}).is_broken);
  EXPECT_TRUE(law_fault(Obligation::bounded, context, second, {0x3c00, 0x8000, 0}).is_broken);
  EXPECT_FALSE(law_fault(Obligation::bounded, context, second, {0x7e00, 0x8000, 0}).is_broken);
}

// Half of the third operands are near x or z, and a quarter of them special.
TEST(SweptLaws, DrawThirdOperandsNearTheOthersAndSpecial) {
  const Space space = *random_space(kMaximum, 1 << 20, 7);
  int near = 0, different = 0;
  for (Bits i = 0; i < 4096; ++i) {
    const LawOperands o = law_operands(GivenSpace{space}, i);
    const auto distance = [&](Bits a) { return std::min((o.w - a) & 0xff, (a - o.w) & 0xff); };
    near += distance(o.x) <= 4 || distance(o.z) <= 4 ? 1 : 0;
    different += o.w != law_operands(GivenSpace{space}, i + 1).w ? 1 : 0;
  }
  EXPECT_GT(near, 2000);
  EXPECT_GT(different, 3000);
}

}  // namespace
}  // namespace semcheck
