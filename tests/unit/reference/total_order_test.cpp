#include <gtest/gtest.h>

#include "tests/unit/reference/known_rules.h"
#include "tests/unit/reference/results.h"

// Rules order, nan_sign and nan_payload, and maxima of three operands.
namespace semcheck {
namespace {

using known::outcome_of;
using known::result_of;

constexpr Bits kOne = 0x3f800000;
constexpr Bits kMinusOne = 0xbf800000;
constexpr Bits kTwo = 0x40000000;
constexpr Bits kInf = 0x7f800000;
constexpr Bits kMinusInf = 0xff800000;
constexpr Bits kMinusZero = 0x80000000;
constexpr Bits kQuiet = 0x7fc00abc;
constexpr Bits kCanonical = 0x7fffffff;
constexpr Bits kWasmCanonical = 0x7fc00000;

const Operation kMax = known::max_of(Dtype::f32);
const Operation kMin = known::min_of(Dtype::f32);
const Operation kMaxOfThree = known::whole(OperationKind::max, Dtype::f32);

Choice total() {
  Choice c = known::maximum(Dtype::f32);
  c.order = Order::total;
  return c;
}

// IEEE 754-2019 5.10: -qNaN < -sNaN < -inf < … < -0 < +0 < … < +inf < +sNaN < +qNaN, payloads in order.
TEST(OrderRule, TotalGivesEveryPatternItsPlace) {
  const Bits in_order[] = {0xffc00002, 0xffc00001, 0xff800002, 0xff800001, kMinusInf, kMinusOne,
                           0x80000001, kMinusZero, 0x00000000, 0x00000001, kOne,      kInf,
                           0x7f800001, 0x7f800002, 0x7fc00001, 0x7fc00002};
  for (std::size_t i = 0; i < std::size(in_order); ++i)
    for (std::size_t k = i; k < std::size(in_order); ++k) {
      EXPECT_EQ(result_of(kMax, total(), {in_order[i], in_order[k]}), in_order[k]);
      EXPECT_EQ(result_of(kMax, total(), {in_order[k], in_order[i]}), in_order[k]);
      EXPECT_EQ(result_of(kMin, total(), {in_order[i], in_order[k]}), in_order[i]);
      EXPECT_EQ(result_of(kMin, total(), {in_order[k], in_order[i]}), in_order[i]);
    }
}

TEST(OrderRule, TotalOrdersZerosWhateverElseIsSaidOfThem) {
  Choice c = total();
  c.signed_zero = SignedZero::equal;
  c.tie = Tie::first;
  EXPECT_EQ(result_of(kMax, c, {kMinusZero, 0}), 0u);
  c.signed_zero = SignedZero::any;
  EXPECT_EQ(result_of(kMax, c, {kMinusZero, 0}), 0u);
}

TEST(OrderRule, TotalKeepsTheRuleOfSubnormals) {
  Choice c = total();
  c.subnormal = Subnormal::flush;
  EXPECT_EQ(result_of(kMax, c, {0x80000003, 0x00000005}), 0u);
}

Choice wasm() {
  Choice c = known::maximum(Dtype::f32);
  c.nan_canonical = kWasmCanonical;
  c.nan_sign = NanSign::any;
  c.nan_payload = NanPayload::canonical_if_inputs_canonical;
  return c;
}

// WebAssembly core specification, 4.3.3, NaN propagation.
TEST(NanPayloadRule, IsCanonicalIfThatOfEveryNanOperandIs) {
  const Outcome canonical = {OutcomeKind::either_sign, kWasmCanonical};
  EXPECT_EQ(outcome_of(kMax, wasm(), {kWasmCanonical, kOne}), canonical);
  EXPECT_EQ(outcome_of(kMax, wasm(), {kOne, 0xffc00000}), canonical);
  EXPECT_EQ(outcome_of(kMax, wasm(), {kWasmCanonical, 0xffc00000}), canonical);
  const Outcome arithmetic = {OutcomeKind::any_quiet_nan, 0};
  EXPECT_EQ(outcome_of(kMax, wasm(), {kQuiet, kOne}), arithmetic);
  EXPECT_EQ(outcome_of(kMax, wasm(), {kWasmCanonical, kQuiet}), arithmetic);
  EXPECT_EQ(outcome_of(kMax, wasm(), {0x7f800001, kOne}), arithmetic);
}

TEST(NanPayloadRule, IsThatOfTheCanonicalNanWhicheverIsNamed) {
  Choice c = wasm();
  c.nan_result = NanResult::first;
  c.nan_sign = NanSign::keep;
  EXPECT_EQ(result_of(kMax, c, {0xffc00000, kOne}), 0xffc00000u);
  EXPECT_EQ(outcome_of(kMax, c, {0xffc00abc, kOne}), (Outcome{OutcomeKind::quiet_nan_of_sign, 0x80000000}));
}

TEST(NanPayloadRule, AnyLeavesItOpenAndTheSignAsNamed) {
  Choice c = known::maximum(Dtype::f32);
  c.nan_payload = NanPayload::any;
  c.nan_result = NanResult::first;
  EXPECT_EQ(outcome_of(kMax, c, {kQuiet, kOne}), (Outcome{OutcomeKind::quiet_nan_of_sign, 0}));
  EXPECT_EQ(outcome_of(kMax, c, {0xffc00abc, kOne}), (Outcome{OutcomeKind::quiet_nan_of_sign, 0x80000000}));
}

TEST(NanSignRule, AnyAllowsTheNamedPayloadWithEitherSign) {
  Choice c = known::maximum(Dtype::f32);
  c.nan_sign = NanSign::any;
  EXPECT_EQ(outcome_of(kMax, c, {kQuiet, kOne}), (Outcome{OutcomeKind::either_sign, kCanonical}));
  c.nan_result = NanResult::first;
  EXPECT_EQ(outcome_of(kMax, c, {0xffc00abc, kOne}), (Outcome{OutcomeKind::either_sign, kQuiet}));
}

TEST(NanSignRule, PositiveClearsTheSign) {
  Choice c = known::maximum(Dtype::f32);
  c.nan_sign = NanSign::positive;
  c.nan_result = NanResult::first;
  EXPECT_EQ(result_of(kMax, c, {0xffc00abc, kOne}), kQuiet);
  c.nan_result = NanResult::any;
  EXPECT_EQ(outcome_of(kMax, c, {0xffc00abc, kOne}), (Outcome{OutcomeKind::quiet_nan_of_sign, 0}));
  c.snan = Snan::verbatim;
  EXPECT_EQ(outcome_of(kMax, c, {0xffc00abc, kOne}), (Outcome{OutcomeKind::nan_of_sign, 0}));
}

TEST(Outcome, ClassesOfOneSignAllowNothingOfTheOther) {
  const Format& f = format(Dtype::f32);
  const Outcome quiet = {OutcomeKind::quiet_nan_of_sign, 0x80000000};
  EXPECT_TRUE(allows(f, quiet, 0xffc00001));
  EXPECT_FALSE(allows(f, quiet, 0x7fc00001));
  EXPECT_FALSE(allows(f, quiet, 0xff800001));
  const Outcome nan = {OutcomeKind::nan_of_sign, 0};
  EXPECT_TRUE(allows(f, nan, 0x7f800001));
  EXPECT_FALSE(allows(f, nan, 0xff800001));
  EXPECT_FALSE(allows(f, nan, kInf));
  const Outcome either = {OutcomeKind::either_sign, kQuiet};
  EXPECT_TRUE(allows(f, either, 0xffc00abc));
  EXPECT_FALSE(allows(f, either, 0xffc00abd));
}

TEST(Outcome, IsSpelledWithWhatItLeavesOpen) {
  EXPECT_EQ(spell(Dtype::f32, {{OutcomeKind::either_sign, kWasmCanonical}}), "0x7fc00000 (+qnan) of either sign");
  EXPECT_EQ(spell(Dtype::f32, {{OutcomeKind::quiet_nan_of_sign, 0}}), "any positive quiet NaN");
  EXPECT_EQ(spell(Dtype::f32, {{OutcomeKind::nan_of_sign, 0x80000000}}), "any negative NaN");
}

// Three operands: max(max(x, z), w)
// ------------------------------------------------------------------------------------

TEST(ThreeOperands, AreCombinedFromTheLeft) {
  EXPECT_EQ(result_of(kMaxOfThree, known::maximum(Dtype::f32), {kOne, kTwo, kMinusOne}), kTwo);
  EXPECT_EQ(result_of(kMaxOfThree, known::maximum_number(Dtype::f32), {kOne, kQuiet, kTwo}), kTwo);
  EXPECT_EQ(result_of(kMaxOfThree, known::maximum(Dtype::f32), {kOne, kTwo, kQuiet}), kCanonical);
  const Choice select = known::compare_select(Dtype::f32, Nan::second, Tie::first);
  EXPECT_EQ(result_of(kMaxOfThree, select, {kOne, kQuiet, kMinusOne}), kMinusOne);
  EXPECT_EQ(result_of(kMaxOfThree, select, {kOne, kMinusOne, kQuiet}), kQuiet);
}

TEST(ThreeOperands, OfIntegersCompareAsTheirType) {
  Operation min = known::whole(OperationKind::min, Dtype::s32);
  EXPECT_EQ(result_of(min, Choice{}, {3, 0xffffffff, 2}), 0xffffffffu);
  min = known::whole(OperationKind::min, Dtype::u32);
  EXPECT_EQ(result_of(min, Choice{}, {3, 0xffffffff, 2}), 2u);
}

TEST(ThreeOperands, CarryWhatTheFirstStepLeavesOpen) {
  Choice c = known::maximum(Dtype::f32);
  c.nan_result = NanResult::any;
  EXPECT_EQ(outcome_of(kMaxOfThree, c, {kQuiet, kOne, kTwo}), (Outcome{OutcomeKind::any_quiet_nan, 0}));
  c.nan = Nan::ignore;
  EXPECT_EQ(result_of(kMaxOfThree, c, {kQuiet, kQuiet, kOne}), kOne);
  c.nan = Nan::undefined;
  EXPECT_EQ(outcome_of(kMaxOfThree, c, {kQuiet, kOne, kTwo}).kind, OutcomeKind::anything);
  c = known::maximum(Dtype::f32);
  c.signed_zero = SignedZero::any;
  EXPECT_EQ(outcome_of(kMaxOfThree, c, {0, 0, kMinusOne}).kind, OutcomeKind::any_zero);
  EXPECT_EQ(result_of(kMaxOfThree, c, {0, 0, kOne}), kOne);
  EXPECT_EQ(outcome_of(kMaxOfThree, wasm(), {kQuiet, kOne, kWasmCanonical}).kind, OutcomeKind::any_quiet_nan);
  EXPECT_EQ(outcome_of(kMaxOfThree, wasm(), {0xffc00000, kOne, kTwo}),
            (Outcome{OutcomeKind::either_sign, kWasmCanonical}));
}

// PTX ISA, max.xorsign.abs: the sign of a zero that is left open is left open in the product of the signs.
TEST(ThreeOperands, JoinResultsThatDifferInTheirSign) {
  Choice c = known::maximum_number(Dtype::f32);
  c.signed_zero = SignedZero::any;
  c.abs = Abs::inputs;
  c.sign = Sign::exclusive_or;
  EXPECT_EQ(outcome_of(kMaxOfThree, c, {0, 0, kOne}), (Outcome{OutcomeKind::either_sign, kOne}));
}

}  // namespace
}  // namespace semcheck
