#include <gtest/gtest.h>

#include "core/judge/classify.h"
#include "core/judge/verdict.h"
#include "tests/unit/judge/sample.h"
#include "tests/unit/reference/results.h"

// Which rules a variant of a composed operation breaks that follows other rules than are declared.
namespace semcheck {
namespace {

using known::conversion;
using known::default_choice;
using known::whole;

std::vector<Bits> special_of(Dtype dtype) {
  if (dtype == Dtype::f32) return sample::kSpecialF32;
  const Bits all = value_mask(format(dtype));
  return {0, 1, 2, all >> 1, (all >> 1) + 1, all, 100};
}

/// A few hundred cases: special values, edge cases and random ones.
Cases cases_of(const Operation& operation) {
  const std::vector<Bits> special = special_of(operation.operands.front());
  return make_cases(operation, {{sample::matrix_of(operation.operands.front(), special)}, {500, 1}, {}, {}});
}

/// What is broken by a variant that gives `result_of(operands)`.
template <class ResultOf>
ObligationSet broken_by(const Operation& operation, const Choice& declared, const ResultOf& result_of) {
  const Rules rules = rules_of(declared, subject_of(operation));
  const Cases cases = cases_of(operation);
  std::vector<Bits> results;
  for (std::size_t i = 0; i < cases.size(); ++i) results.push_back(result_of(cases.at(i)));
  return judge(operation, rules, cases, expect(operation, rules, cases), results, 1).breaks();
}

ObligationSet broken(const Operation& operation, const Choice& declared, const Operation& computes,
                     const Choice& follows) {
  return broken_by(operation, declared,
                   [&](const std::vector<Bits>& operands) { return evaluate(computes, follows, operands).bits; });
}
ObligationSet broken(const Operation& operation, const Choice& declared, const Choice& follows) {
  return broken(operation, declared, operation, follows);
}

template <class Value>
Choice with(Choice c, Value Choice::*rule, Value value) {
  c.*rule = value;
  return c;
}

using O = Obligation;

const Choice kDirect = known::maximum_number(Dtype::f32);
const Choice kPropagating = known::maximum(Dtype::f32);

TEST(Suspects, OfReluAreThoseOfAMaximum) {
  const Operation relu = operation_over(OperationKind::relu, Dtype::f32);
  EXPECT_EQ(broken(relu, kDirect, kDirect), ObligationSet{});
  EXPECT_EQ(broken(relu, kDirect, known::compare_select(Dtype::f32, Nan::first, Tie::first)),
            (ObligationSet{O::nan, O::signed_zero}));
  EXPECT_EQ(broken(relu, kDirect, with(kDirect, &Choice::subnormal, Subnormal::flush)), ObligationSet{O::subnormal});
}

TEST(Suspects, OfTotalOrder) {
  const Operation max = known::max_of(Dtype::f32);
  EXPECT_EQ(broken(max, with(kDirect, &Choice::order, Order::total), kDirect), ObligationSet{O::order});
}

TEST(Suspects, OfReluGrad) {
  Operation grad = operation_over(OperationKind::relu_grad, Dtype::f32);
  for (GradientFrom from : {GradientFrom::input, GradientFrom::output}) {
    grad.gradient_from = from;
    EXPECT_EQ(broken(grad, kPropagating, with(kPropagating, &Choice::grad_nan, Pass::pass)),
              ObligationSet{O::grad_nan});
    EXPECT_EQ(broken(grad, kPropagating, with(kPropagating, &Choice::grad_zero, Pass::pass)),
              ObligationSet{O::grad_zero});
    EXPECT_EQ(broken(grad, kPropagating, with(kPropagating, &Choice::subnormal, Subnormal::flush_compare)),
              ObligationSet{O::subnormal});
  }
  const Choice passing = with(kPropagating, &Choice::grad_nan, Pass::pass);
  EXPECT_EQ(broken(grad, with(passing, &Choice::nan, Nan::ignore), passing), ObligationSet{O::nan});
}

TEST(Suspects, OfClamp) {
  const Operation clamp = whole(OperationKind::clamp, Dtype::f32);
  const auto form = [](const Choice& c, ClampForm value) { return with(c, &Choice::clamp_form, value); };
  EXPECT_EQ(broken(clamp, kPropagating, form(kPropagating, ClampForm::max_of_min)),
            ObligationSet{O::clamp_bounds_reversed});
  EXPECT_EQ(broken(clamp, kDirect, form(kDirect, ClampForm::max_of_min)), ObligationSet{O::clamp_form});
  EXPECT_EQ(broken(clamp, with(kPropagating, &Choice::nan_bound, NanBound::ignore), kPropagating),
            ObligationSet{O::clamp_nan_bound});
  EXPECT_EQ(broken(clamp, kPropagating, kDirect), ObligationSet{O::nan});
  EXPECT_EQ(broken(clamp, kPropagating, with(kPropagating, &Choice::subnormal, Subnormal::flush)),
            ObligationSet{O::subnormal});
  Choice equal = with(kDirect, &Choice::signed_zero, SignedZero::equal);
  equal.tie = Tie::first;
  EXPECT_EQ(broken(clamp, kDirect, equal), ObligationSet{O::signed_zero});
}

// std::clamp copies whatever NaN it is given, keeps the sign of a zero at a bound, and of reversed bounds takes the
// other.
TEST(Suspects, OfAClampBySelects) {
  const Operation clamp = whole(OperationKind::clamp, Dtype::f32);
  const Choice selects = with(kDirect, &Choice::clamp_form, ClampForm::select_lo_first);
  EXPECT_EQ(broken(clamp, kDirect, selects),
            (ObligationSet{O::nan, O::nan_result, O::signed_zero, O::clamp_bounds_reversed}));
  const Operation saturate = operation_over(OperationKind::saturate, Dtype::f32);
  Choice sat = with(kDirect, &Choice::clamp_form, ClampForm::sat01);
  sat.subnormal = Subnormal::flush;
  EXPECT_EQ(broken(saturate, sat, with(selects, &Choice::subnormal, Subnormal::flush_compare)),
            (ObligationSet{O::nan, O::signed_zero, O::subnormal}));
}

// max(min(x, lower), min(max(x, lower), upper)): a NaN and a zero come out as of the two steps, if the bounds are in
// their order.
TEST(Suspects, OfAClampByTheMedian) {
  const Operation clamp = whole(OperationKind::clamp, Dtype::f32);
  const auto extremum = [](const Operation& operation, Bits x, Bits z) {
    return known::result_of(operation, kDirect, {x, z});
  };
  const Operation max = known::max_of(Dtype::f32);
  const Operation min = known::min_of(Dtype::f32);
  EXPECT_EQ(broken_by(clamp, kDirect,
                      [&](const std::vector<Bits>& c) {
                        const Bits within = extremum(min, extremum(max, c[0], c[1]), c[2]);
                        return extremum(max, extremum(min, c[0], c[1]), within);
                      }),
            (ObligationSet{O::clamp_bounds_reversed, O::clamp_nan_bound}));
}

TEST(Suspects, OfABoundThatIsANan) {
  const Operation clamp = whole(OperationKind::clamp, Dtype::f32);
  const auto bound = [](const Choice& c, NanBound value) { return with(c, &Choice::nan_bound, value); };
  EXPECT_EQ(broken(clamp, kDirect, bound(kDirect, NanBound::propagate)), ObligationSet{O::clamp_nan_bound});
  // Where both bounds are ignored, a NaN operand keeps its bits.
  EXPECT_EQ(broken(clamp, kPropagating, bound(kPropagating, NanBound::ignore)),
            (ObligationSet{O::nan_result, O::clamp_nan_bound}));
  const Choice any = with(kPropagating, &Choice::nan_result, NanResult::any);
  EXPECT_EQ(broken(clamp, bound(any, NanBound::ignore), kPropagating), ObligationSet{O::clamp_nan_bound});
}

// https://github.com/llvm/llvm-project/issues/170486
TEST(Suspects, OfAClampThatTakesAnotherBoundForSignalingNansOnly) {
  const Operation clamp = whole(OperationKind::clamp, Dtype::f32);
  const Choice swapped = with(kDirect, &Choice::clamp_form, ClampForm::max_of_min);
  EXPECT_EQ(broken_by(clamp, kDirect,
                      [&](const std::vector<Bits>& c) {
                        const bool signaling = is_signaling(format(Dtype::f32), c[0]);
                        return evaluate(clamp, signaling ? swapped : kDirect, c).bits;
                      }),
            ObligationSet{O::snan});
}

TEST(Suspects, OfOneResultOfAClamp) {
  const Operation clamp = whole(OperationKind::clamp, Dtype::f32);
  const Rules rules = rules_of(kDirect, subject_of(clamp));
  const auto broken_of = [&](std::vector<Bits> operands, Bits actual) {
    const Expected allowed = expected(clamp, choices(rules), operands);
    EXPECT_FALSE(allows(format(Dtype::f32), allowed, actual));
    return classify(clamp, rules, operands, allowed, actual);
  };
  constexpr Bits kOne = 0x3f800000;
  constexpr Bits kTwo = 0x40000000;
  constexpr Bits kNan = 0x7fc00000;
  constexpr Bits kMinusZero = 0x80000000;
  EXPECT_EQ(broken_of({kNan, kNan, kNan}, kNan), O::nan_result);
  EXPECT_EQ(broken_of({kNan, kOne, kTwo}, kNan), O::nan);
  EXPECT_EQ(broken_of({kNan, kOne, kTwo}, kTwo), O::clamp_form);
  EXPECT_EQ(broken_of({kNan, kOne, kTwo}, 0), O::nan);
  EXPECT_EQ(broken_of({kOne, kNan, kTwo}, kNan), O::clamp_nan_bound);
  EXPECT_EQ(broken_of({kOne, kNan, kTwo}, kTwo), O::clamp_nan_bound);
  EXPECT_EQ(broken_of({kOne, kTwo, 0}, kTwo), O::clamp_bounds_reversed);
  EXPECT_EQ(broken_of({kOne, kTwo, kMinusZero}, 0), O::clamp_bounds_reversed);
  EXPECT_EQ(broken_of({kMinusZero, 0, kNan}, kMinusZero), O::signed_zero);
  EXPECT_EQ(broken_of({kMinusZero, 0, kOne}, kMinusZero), O::signed_zero);
  EXPECT_EQ(broken_of({kOne, 0, kTwo}, kTwo), O::value);
}

TEST(Suspects, OfIntegerClampAreItsFormAndItsBounds) {
  const Operation clamp = whole(OperationKind::clamp, Dtype::s8);
  EXPECT_EQ(broken(clamp, Choice{}, with(Choice{}, &Choice::clamp_form, ClampForm::max_of_min)),
            ObligationSet{O::clamp_bounds_reversed});
  Operation wrong = clamp;
  wrong.kind = OperationKind::max;
  wrong.operands.resize(3, Dtype::s8);
  EXPECT_TRUE(broken(clamp, Choice{}, wrong, Choice{}).contains(O::value));
}

TEST(Suspects, OfGradClipAndSaturate) {
  const Operation clip = whole(OperationKind::grad_clip, Dtype::f32);
  EXPECT_EQ(broken(clip, kPropagating, with(kPropagating, &Choice::clamp_form, ClampForm::max_of_min)),
            ObligationSet{O::clamp_bounds_reversed});
  const Operation saturate = operation_over(OperationKind::saturate, Dtype::f32);
  const Choice sat = with(kDirect, &Choice::clamp_form, ClampForm::sat01);
  EXPECT_EQ(broken(saturate, sat, kDirect), ObligationSet{});
  EXPECT_EQ(broken(saturate, sat, kPropagating), ObligationSet{O::nan});
}

TEST(Suspects, OfSelectAndCompare) {
  const Operation select = operation_over(OperationKind::select, Dtype::f32);
  EXPECT_EQ(broken(select, Choice{}, with(Choice{}, &Choice::subnormal, Subnormal::flush)),
            ObligationSet{O::subnormal});
  Operation less = operation_over(OperationKind::compare, Dtype::f32);
  Operation not_greater_or_equal = less;
  not_greater_or_equal.relation = Relation::ltu;
  EXPECT_EQ(broken(less, Choice{}, not_greater_or_equal, Choice{}), ObligationSet{O::value});
  EXPECT_EQ(broken(less, Choice{}, with(Choice{}, &Choice::subnormal, Subnormal::flush)), ObligationSet{O::subnormal});
  EXPECT_EQ(broken(less, Choice{}, with(Choice{}, &Choice::order, Order::total)), ObligationSet{O::order});
  const Operation bytes = operation_over(OperationKind::compare, Dtype::s8);
  EXPECT_EQ(broken(bytes, Choice{}, with(Choice{}, &Choice::signedness, Signedness::as_unsigned)),
            ObligationSet{O::signedness});
}

TEST(Suspects, OfConversionsToIntegers) {
  const Operation to_s8 = conversion(Dtype::f32, Dtype::s8);
  const Choice c = default_choice(to_s8);
  EXPECT_EQ(broken(to_s8, c, with(c, &Choice::round, Rounding::rz)), ObligationSet{O::rounding});
  EXPECT_EQ(broken(to_s8, c, with(c, &Choice::overflow, Overflow::wrap)), ObligationSet{O::saturation});
  EXPECT_EQ(broken(to_s8, c, with(c, &Choice::convert_nan, ConvertNan::max)), ObligationSet{O::convert_nan});
  EXPECT_EQ(broken(to_s8, c, with(c, &Choice::stage, Stage::clamp_then_convert)), ObligationSet{O::convert_nan});
  EXPECT_EQ(broken(to_s8, with(c, &Choice::stage, Stage::clamp_then_convert), c), ObligationSet{O::convert_stage});
  const Operation to_u32 = conversion(Dtype::f32, Dtype::u32);
  EXPECT_TRUE(broken(to_u32, c, with(c, &Choice::stage, Stage::through_s32)).contains(O::convert_stage));
  const Choice up = with(c, &Choice::round, Rounding::rp);
  EXPECT_EQ(broken(to_s8, up, with(up, &Choice::subnormal, Subnormal::flush)), ObligationSet{O::subnormal});
  const Operation narrowing = conversion(Dtype::s32, Dtype::s8);
  EXPECT_EQ(broken(narrowing, c, with(c, &Choice::overflow, Overflow::wrap)), ObligationSet{O::saturation});
}

TEST(Suspects, OfConversionsToFloats) {
  const Operation to_half = conversion(Dtype::f32, Dtype::f16);
  const Choice c = default_choice(to_half);
  EXPECT_EQ(broken(to_half, c, with(c, &Choice::round, Rounding::rz)), ObligationSet{O::rounding});
  EXPECT_EQ(broken(to_half, c, with(c, &Choice::overflow, Overflow::saturate)), ObligationSet{O::saturation});
  EXPECT_EQ(broken(to_half, c, with(c, &Choice::convert_nan, ConvertNan::max_finite)), ObligationSet{O::convert_nan});
  EXPECT_EQ(broken(to_half, c, with(c, &Choice::nan_result, NanResult::first)), ObligationSet{O::nan_result});
  const Choice kept = with(c, &Choice::nan_result, NanResult::first);
  EXPECT_EQ(broken(to_half, with(kept, &Choice::nan_sign, NanSign::positive), kept), ObligationSet{O::nan_sign});
  const Operation to_double = conversion(Dtype::f32, Dtype::f64);
  const Choice d = default_choice(to_double);
  EXPECT_EQ(broken(to_double, d, with(d, &Choice::subnormal, Subnormal::flush)), ObligationSet{O::subnormal});
}

TEST(Suspects, OfFmaRelu) {
  const Operation fma = operation_over(OperationKind::fma_relu, Dtype::f32);
  EXPECT_EQ(broken(fma, kDirect, with(kDirect, &Choice::contract, Contraction::separate)),
            ObligationSet{O::fma_contract});
  EXPECT_EQ(broken(fma, kDirect, with(kDirect, &Choice::round, Rounding::rz)), ObligationSet{O::rounding});
  EXPECT_EQ(broken(fma, kDirect, with(kDirect, &Choice::subnormal, Subnormal::flush)), ObligationSet{O::subnormal});
  EXPECT_EQ(broken(fma, kDirect, kPropagating), ObligationSet{O::nan});
}

// The greatest number squared is infinite if it is rounded by itself, and inf - inf a NaN.
TEST(Suspects, OfFmaReluInPtx) {
  const Operation fma = operation_over(OperationKind::fma_relu, Dtype::f32);
  const Choice relu = with(kPropagating, &Choice::post, Post::relu);
  EXPECT_EQ(broken(fma, relu, kDirect), ObligationSet{O::nan});
  EXPECT_EQ(broken(fma, relu, with(relu, &Choice::contract, Contraction::separate)), ObligationSet{O::fma_contract});
  Choice keeps_zero = with(kPropagating, &Choice::signed_zero, SignedZero::equal);
  keeps_zero.tie = Tie::first;
  EXPECT_EQ(broken(fma, relu, keeps_zero), ObligationSet{O::fma_post});
  const Rules rules = rules_of(relu, subject_of(fma));
  const Bits operands[] = {0x7f7fffff, 0x7f7fffff, 0xff800000};
  EXPECT_EQ(classify(fma, rules, operands, expected(fma, choices(rules), operands), 0x7fffffff), O::fma_contract);
  EXPECT_EQ(classify(fma, rules, operands, expected(fma, choices(rules), operands), 0x80000000), O::fma_post);
}

// Only the rules allow more than one NaN here, so that a single result is judged by itself.
TEST(Suspects, OfTheSignAndThePayloadOfANan) {
  const Operation max = known::max_of(Dtype::f32);
  Choice c = kPropagating;
  c.nan_canonical = 0x7fc00000;
  c.nan_sign = NanSign::any;
  c.nan_payload = NanPayload::canonical_if_inputs_canonical;
  const Rules rules = rules_of(c, Dtype::f32);
  const Bits operands[] = {0x7fc00000, 0x3f800000};
  const Expected allowed = expected(max, choices(rules), operands);
  EXPECT_EQ(classify(max, rules, operands, allowed, 0x7fc00001), O::nan_payload);
  EXPECT_EQ(classify(max, rules, operands, allowed, 0x3f800000), O::nan);
}

}  // namespace
}  // namespace semcheck
