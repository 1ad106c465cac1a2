#include <gtest/gtest.h>

#include "tests/unit/reference/known_rules.h"
#include "tests/unit/reference/results.h"

// The operation convert; the arithmetic of conversions is held against others in convert_test.cpp.
namespace semcheck {
namespace {

using known::conversion;
using known::default_choice;
using known::outcome_of;
using known::result_of;

constexpr Bits k300 = 0x43960000;
constexpr Bits kMinus300 = 0xc3960000;
constexpr Bits k3e9 = 0x4f32d05e;
constexpr Bits kInf = 0x7f800000;
constexpr Bits kMinusInf = 0xff800000;
constexpr Bits kQuiet = 0x7fc00abc;
constexpr Bits kSignaling = 0x7f800001;

const Operation kF32ToS8 = conversion(Dtype::f32, Dtype::s8);
const Operation kF32ToU8 = conversion(Dtype::f32, Dtype::u8);
const Operation kF32ToS32 = conversion(Dtype::f32, Dtype::s32);
const Operation kF32ToU32 = conversion(Dtype::f32, Dtype::u32);
const Operation kF32ToF16 = conversion(Dtype::f32, Dtype::f16);
const Operation kF32ToF64 = conversion(Dtype::f32, Dtype::f64);
const Operation kF64ToF32 = conversion(Dtype::f64, Dtype::f32);
const Operation kF32ToE4m3 = conversion(Dtype::f32, Dtype::e4m3);

template <class Value>
Choice with(const Operation& operation, Value Choice::*rule, Value value) {
  Choice c = default_choice(operation);
  c.*rule = value;
  return c;
}

TEST(ConvertRoundRule, NamesTheDirection) {
  struct Row {
    Rounding rounding;
    Bits half_of_five, minus_half_of_five, minus_2_1;
  };
  for (const Row& row :
       {Row{Rounding::rn, 2, 0xfe, 0xfe}, Row{Rounding::rz, 2, 0xfe, 0xfe}, Row{Rounding::rm, 2, 0xfd, 0xfd},
        Row{Rounding::rp, 3, 0xfe, 0xfe}, Row{Rounding::rna, 3, 0xfd, 0xfe}}) {
    const Choice c = with(kF32ToS8, &Choice::round, row.rounding);
    EXPECT_EQ(result_of(kF32ToS8, c, {0x40200000}), row.half_of_five);
    EXPECT_EQ(result_of(kF32ToS8, c, {0xc0200000}), row.minus_half_of_five);
    EXPECT_EQ(result_of(kF32ToS8, c, {0xc0066666}), row.minus_2_1);
  }
  EXPECT_EQ(result_of(kF32ToF16, with(kF32ToF16, &Choice::round, Rounding::rz), {0x477ff000}), 0x7bffu);
}

// PTX ISA, cvt: "saturates at the destination width"; Intel SDM: the indefinite integer.
TEST(ConvertOverflowRule, OfIntegers) {
  const auto c = [](Overflow overflow) { return with(kF32ToS8, &Choice::overflow, overflow); };
  EXPECT_EQ(result_of(kF32ToS8, c(Overflow::saturate), {k300}), 0x7fu);
  EXPECT_EQ(result_of(kF32ToS8, c(Overflow::saturate), {kMinus300}), 0x80u);
  EXPECT_EQ(result_of(kF32ToS8, c(Overflow::saturate), {kInf}), 0x7fu);
  EXPECT_EQ(result_of(kF32ToS8, c(Overflow::wrap), {k300}), 0x2cu);
  EXPECT_EQ(result_of(kF32ToS8, c(Overflow::wrap), {kMinus300}), 0xd4u);
  EXPECT_EQ(result_of(kF32ToS8, c(Overflow::indefinite), {k300}), 0x80u);
  EXPECT_EQ(result_of(kF32ToU8, c(Overflow::indefinite), {kMinus300}), 0xffu);
  EXPECT_EQ(result_of(kF32ToU8, c(Overflow::saturate), {kMinus300}), 0x00u);
  // 127.5 is rounded to 128 before the range is looked at.
  EXPECT_EQ(outcome_of(kF32ToS8, c(Overflow::undefined), {0x42ff0000}).kind, OutcomeKind::anything);
  EXPECT_EQ(result_of(kF32ToS8, c(Overflow::undefined), {0x42fe0000}), 0x7fu);
  EXPECT_EQ(result_of(kF32ToS8, c(Overflow::undefined), {0xc3000000}), 0x80u);
  EXPECT_EQ(outcome_of(kF32ToS8, c(Overflow::undefined), {kInf}).kind, OutcomeKind::anything);
}

TEST(ConvertOverflowRule, BetweenIntegers) {
  const Operation to_s8 = conversion(Dtype::s32, Dtype::s8);
  const Operation to_u8 = conversion(Dtype::s32, Dtype::u8);
  EXPECT_EQ(result_of(to_s8, with(to_s8, &Choice::overflow, Overflow::saturate), {300}), 0x7fu);
  EXPECT_EQ(result_of(to_s8, with(to_s8, &Choice::overflow, Overflow::wrap), {300}), 0x2cu);
  EXPECT_EQ(result_of(to_u8, with(to_u8, &Choice::overflow, Overflow::saturate), {0xffffffff}), 0u);
  EXPECT_EQ(result_of(to_u8, with(to_u8, &Choice::overflow, Overflow::wrap), {0xffffffff}), 0xffu);
  EXPECT_EQ(outcome_of(to_u8, with(to_u8, &Choice::overflow, Overflow::undefined), {256}).kind, OutcomeKind::anything);
  EXPECT_EQ(result_of(to_u8, with(to_u8, &Choice::overflow, Overflow::undefined), {255}), 0xffu);
}

// PTX ISA, cvt.satfinite: "results beyond the range become MAX_NORM"; 65520 is the first number that f16 rounds up to
// infinity.
TEST(ConvertOverflowRule, OfFloats) {
  const auto c = [](Overflow overflow) { return with(kF32ToF16, &Choice::overflow, overflow); };
  constexpr Bits k65520 = 0x477ff000;
  EXPECT_EQ(result_of(kF32ToF16, c(Overflow::infinity), {k65520}), 0x7c00u);
  EXPECT_EQ(result_of(kF32ToF16, c(Overflow::infinity), {k65520 - 1}), 0x7bffu);
  EXPECT_EQ(result_of(kF32ToF16, c(Overflow::saturate), {k65520}), 0x7bffu);
  EXPECT_EQ(result_of(kF32ToF16, c(Overflow::saturate), {kMinusInf}), 0xfbffu);
  EXPECT_EQ(result_of(kF32ToF16, c(Overflow::nan), {k65520}), 0x7fffu);
  EXPECT_EQ(result_of(kF32ToF16, c(Overflow::nan), {0xc77ff000}), 0xffffu);
  EXPECT_EQ(outcome_of(kF32ToF16, c(Overflow::undefined), {k65520}).kind, OutcomeKind::anything);
  EXPECT_EQ(result_of(kF32ToF16, c(Overflow::undefined), {kInf}), 0x7c00u);
  EXPECT_EQ(result_of(kF32ToF16, c(Overflow::undefined), {kMinusInf}), 0xfc00u);
}

// CUDA Math API, __nv_cvt_float_to_fp8: 464 is rounded to 448, what is above saturates or becomes a NaN of its sign.
TEST(ConvertOverflowRule, OfFloatsWithoutInfinity) {
  EXPECT_EQ(result_of(kF32ToE4m3, default_choice(kF32ToE4m3), {0x43e80001}), 0x7eu);
  EXPECT_EQ(result_of(kF32ToE4m3, default_choice(kF32ToE4m3), {kMinusInf}), 0xfeu);
  const Choice nan = with(kF32ToE4m3, &Choice::overflow, Overflow::nan);
  EXPECT_EQ(result_of(kF32ToE4m3, nan, {0x43e80000}), 0x7eu);
  EXPECT_EQ(result_of(kF32ToE4m3, nan, {0x43e80001}), 0x7fu);
  EXPECT_EQ(result_of(kF32ToE4m3, nan, {kMinusInf}), 0xffu);
  const Choice open = with(kF32ToE4m3, &Choice::overflow, Overflow::undefined);
  EXPECT_EQ(outcome_of(kF32ToE4m3, open, {kInf}).kind, OutcomeKind::anything);
}

TEST(ConvertOverflowRule, OfIntegersInNarrowFloats) {
  const Operation operation = conversion(Dtype::u64, Dtype::f16);
  EXPECT_EQ(result_of(operation, default_choice(operation), {~Bits{0}}), 0x7c00u);
  EXPECT_EQ(result_of(operation, with(operation, &Choice::overflow, Overflow::saturate), {65520}), 0x7bffu);
  EXPECT_EQ(result_of(operation, with(operation, &Choice::overflow, Overflow::nan), {65520}), 0x7fffu);
  EXPECT_EQ(outcome_of(operation, with(operation, &Choice::overflow, Overflow::undefined), {65520}).kind,
            OutcomeKind::anything);
}

TEST(Convert, OfIntegersToFloatsIsRounded) {
  const Operation operation = conversion(Dtype::s32, Dtype::f32);
  EXPECT_EQ(result_of(operation, default_choice(operation), {0x01000001}), 0x4b800000u);
  EXPECT_EQ(result_of(operation, with(operation, &Choice::round, Rounding::rp), {0x01000001}), 0x4b800001u);
  EXPECT_EQ(result_of(operation, default_choice(operation), {0xffffffff}), 0xbf800000u);
}

// PTX ISA, cvt ("zero", "top_bit"); RISC-V F, FCVT ("max"); Intel SDM, CVTTSS2SI ("min").
TEST(ConvertNanRule, OfIntegers) {
  const auto c = [](ConvertNan nan) { return with(kF32ToS8, &Choice::convert_nan, nan); };
  EXPECT_EQ(result_of(kF32ToS8, c(ConvertNan::zero), {kQuiet}), 0u);
  EXPECT_EQ(result_of(kF32ToS8, c(ConvertNan::min), {kSignaling}), 0x80u);
  EXPECT_EQ(result_of(kF32ToS8, c(ConvertNan::max), {kQuiet}), 0x7fu);
  EXPECT_EQ(result_of(kF32ToU8, c(ConvertNan::max), {kQuiet}), 0xffu);
  EXPECT_EQ(result_of(kF32ToU8, c(ConvertNan::min), {kQuiet}), 0u);
  EXPECT_EQ(result_of(kF32ToU8, c(ConvertNan::top_bit), {kQuiet}), 0x80u);
  EXPECT_EQ(outcome_of(kF32ToU8, c(ConvertNan::undefined), {kQuiet}).kind, OutcomeKind::anything);
}

TEST(ConvertNanRule, OfFloats) {
  const auto c = [](ConvertNan nan) { return with(kF32ToF16, &Choice::convert_nan, nan); };
  EXPECT_EQ(result_of(kF32ToF16, c(ConvertNan::max_finite), {0xffc00000}), 0x7bffu);
  EXPECT_EQ(outcome_of(kF32ToF16, c(ConvertNan::undefined), {kQuiet}).kind, OutcomeKind::anything);
  EXPECT_EQ(result_of(kF32ToF16, c(ConvertNan::nan), {0xffc00000}), 0x7fffu);
}

// IEEE 754-2019 6.2.3; of the payload 0x400abc of an f32 the 10 leading bits are 0x200.
TEST(Convert, CarriesTheNanThatNanResultNames) {
  Choice c = with(kF32ToF16, &Choice::nan_result, NanResult::first);
  EXPECT_EQ(result_of(kF32ToF16, c, {kQuiet}), 0x7e00u);
  EXPECT_EQ(result_of(kF32ToF16, c, {0xffe00abc}), 0xff00u);
  EXPECT_EQ(result_of(kF32ToF16, c, {0x7fa00000}), 0x7f00u);
  c.snan = Snan::verbatim;
  EXPECT_EQ(result_of(kF32ToF16, c, {0x7fa00000}), 0x7d00u);
  EXPECT_EQ(result_of(kF32ToF16, c, {kSignaling}), 0x7e00u);
  const Operation widening = conversion(Dtype::f16, Dtype::f32);
  EXPECT_EQ(result_of(widening, c, {0x7d00}), 0x7fa00000u);
  c.snan = Snan::quiet;
  EXPECT_EQ(result_of(widening, c, {0xfd00}), 0xffe00000u);
  // CUDA Math API, __nv_cvt_double_to_fp8: the sign is kept.
  const Operation to_e4m3 = conversion(Dtype::f64, Dtype::e4m3);
  EXPECT_EQ(result_of(to_e4m3, with(to_e4m3, &Choice::nan_result, NanResult::first), {0xfff8000000000000}), 0xffu);
  EXPECT_EQ(result_of(to_e4m3, default_choice(to_e4m3), {0xfff8000000000000}), 0x7fu);
}

// WebAssembly core specification, 4.3.4, demote: nans_N.
TEST(Convert, LeavesThePayloadOpenUnlessTheOperandIsCanonical) {
  Choice c = default_choice(kF64ToF32);
  c.nan_canonical = 0x7fc00000;
  c.nan_sign = NanSign::any;
  c.nan_payload = NanPayload::canonical_if_inputs_canonical;
  const Outcome canonical = {OutcomeKind::either_sign, 0x7fc00000};
  EXPECT_EQ(outcome_of(kF64ToF32, c, {0x7ff8000000000000}), canonical);
  EXPECT_EQ(outcome_of(kF64ToF32, c, {0xfff8000000000000}), canonical);
  EXPECT_EQ(outcome_of(kF64ToF32, c, {0x7ff8000000000001}).kind, OutcomeKind::any_quiet_nan);
  EXPECT_EQ(outcome_of(kF64ToF32, c, {0x7ff4000000000000}).kind, OutcomeKind::any_quiet_nan);
}

// PTX ISA, cvt.ftz.
TEST(Convert, FlushesOperandAndResult) {
  EXPECT_EQ(result_of(kF32ToF64, default_choice(kF32ToF64), {0x00000001}), 0x36a0000000000000u);
  EXPECT_EQ(result_of(kF32ToF64, with(kF32ToF64, &Choice::subnormal, Subnormal::flush), {0x80000001}),
            0x8000000000000000u);
  constexpr Bits kTwoToMinus140 = 0x3730000000000000;
  EXPECT_EQ(result_of(kF64ToF32, default_choice(kF64ToF32), {kTwoToMinus140}), 0x00000200u);
  EXPECT_EQ(result_of(kF64ToF32, with(kF64ToF32, &Choice::subnormal, Subnormal::flush), {kTwoToMinus140}), 0u);
  Choice up = with(kF32ToS32, &Choice::round, Rounding::rp);
  EXPECT_EQ(result_of(kF32ToS32, up, {0x00000001}), 1u);
  up.subnormal = Subnormal::flush;
  EXPECT_EQ(result_of(kF32ToS32, up, {0x00000001}), 0u);
}

// __float2int_rn(fminf(fmaxf(x, -128), 127)); max(-128, min(127, __float2int_rn(x))); (signed char)x.
TEST(ConvertStageRule, TellsWhatBecomesOfNansAndOfLargeNumbers) {
  const auto c = [](Stage stage) { return with(kF32ToS8, &Choice::stage, stage); };
  EXPECT_EQ(result_of(kF32ToS8, c(Stage::clamp_then_convert), {kQuiet}), 0x80u);
  EXPECT_EQ(result_of(kF32ToS8, c(Stage::convert_then_clamp), {kQuiet}), 0x00u);
  EXPECT_EQ(result_of(kF32ToU8, c(Stage::clamp_then_convert), {kQuiet}), 0x00u);
  for (Stage stage : {Stage::clamp_then_convert, Stage::convert_then_clamp}) {
    Choice wrapping = c(stage);
    wrapping.overflow = Overflow::wrap;
    EXPECT_EQ(result_of(kF32ToS8, wrapping, {k300}), 0x7fu);
    EXPECT_EQ(result_of(kF32ToS8, wrapping, {kMinusInf}), 0x80u);
    EXPECT_EQ(result_of(kF32ToS8, wrapping, {0x40200000}), 0x02u);
  }
  Choice cast = c(Stage::through_s32);
  EXPECT_EQ(result_of(kF32ToS8, cast, {k300}), 0x7fu);
  cast.overflow = Overflow::wrap;
  EXPECT_EQ(result_of(kF32ToS8, cast, {k300}), 0x2cu);
  EXPECT_EQ(result_of(kF32ToS8, cast, {k3e9}), 0xffu);
  EXPECT_EQ(result_of(kF32ToS8, with(kF32ToS8, &Choice::overflow, Overflow::wrap), {k3e9}), 0x00u);
  cast.overflow = Overflow::undefined;
  EXPECT_EQ(outcome_of(kF32ToS8, cast, {k300}).kind, OutcomeKind::anything);
  cast.convert_nan = ConvertNan::undefined;
  EXPECT_EQ(outcome_of(kF32ToS8, cast, {kQuiet}).kind, OutcomeKind::anything);
}

// 3e9 is beyond s32 and within u32; 2147483647 is 2^31 in f32, which the conversion saturates.
TEST(ConvertStageRule, MeetsTheEndOfS32) {
  EXPECT_EQ(result_of(kF32ToU32, default_choice(kF32ToU32), {k3e9}), 0xb2d05e00u);
  EXPECT_EQ(result_of(kF32ToU32, with(kF32ToU32, &Choice::stage, Stage::through_s32), {k3e9}), 0x7fffffffu);
  EXPECT_EQ(result_of(kF32ToU32, with(kF32ToU32, &Choice::stage, Stage::convert_then_clamp), {0xbf800000}), 0u);
  const Choice clamped = with(kF32ToS32, &Choice::stage, Stage::clamp_then_convert);
  EXPECT_EQ(result_of(kF32ToS32, clamped, {k3e9}), 0x7fffffffu);
  const Operation from_f16 = conversion(Dtype::f16, Dtype::s32);
  EXPECT_EQ(result_of(from_f16, with(from_f16, &Choice::stage, Stage::clamp_then_convert), {0x7c00}), 0x7fffffffu);
  const Operation narrowing = conversion(Dtype::s32, Dtype::s8);
  Choice wrapping = with(narrowing, &Choice::stage, Stage::clamp_then_convert);
  wrapping.overflow = Overflow::wrap;
  EXPECT_EQ(result_of(narrowing, wrapping, {300}), 0x7fu);
}

}  // namespace
}  // namespace semcheck
