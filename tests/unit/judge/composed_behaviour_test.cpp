#include <gtest/gtest.h>

#include "core/judge/behaviour.h"
#include "core/judge/readings.h"
#include "tests/unit/judge/sample.h"
#include "tests/unit/reference/results.h"

// What is found out about variants of composed operations.
namespace semcheck {
namespace {

using known::conversion;
using known::default_choice;
using known::whole;
using O = Obligation;

Cases cases_of(const Operation& operation) {
  const Dtype dtype = operation.operands.front();
  const std::vector<Bits> integers = {0, 1, 2, 0x7f, 0x80, 0xff, 0x7fffffff, 0x80000000, 0xffffffff};
  const auto& values = is_floating(format(dtype)) ? sample::kSpecialF32 : integers;
  return make_cases(operation, {{sample::matrix_of(dtype, values)}, {300, 1}, {}, {}});
}

Behaviour observed(const Operation& operation, const Choice& follows, const Cases& cases) {
  std::vector<Bits> results;
  for (std::size_t i = 0; i < cases.size(); ++i) results.push_back(evaluate(operation, follows, cases.at(i)).bits);
  return observe(operation, cases, results);
}
Behaviour observed(const Operation& operation, const Choice& follows) {
  return observed(operation, follows, cases_of(operation));
}

/// Fails unless what is found out allows every result that led to it.
void expect_consistent(const Operation& operation, const Choice& follows, const Cases& cases) {
  const Behaviour behaviour = observed(operation, follows, cases);
  ASSERT_TRUE(behaviour.explained);
  const std::vector<Choice> readings = choices(behaviour.values);
  for (std::size_t i = 0; i < cases.size(); i += 7) {
    const std::vector<Bits> tuple = cases.at(i);
    const Bits result = evaluate(operation, follows, tuple).bits;
    ASSERT_TRUE(std::any_of(readings.begin(), readings.end(), [&](const Choice& reading) {
      return gives(operation, reading, tuple, result);
    })) << i;
  }
}

std::vector<Operation> composed_operations() {
  Operation leaky = operation_over(OperationKind::relu, Dtype::f32);
  leaky.slope = 0x3c23d70a;
  Operation from_output = operation_over(OperationKind::relu_grad, Dtype::f32);
  from_output.gradient_from = GradientFrom::output;
  Operation bounded = operation_over(OperationKind::clamp, Dtype::f32);
  bounded.operands = {Dtype::f32};
  bounded.constants = {{"lower", 0}, {"upper", 0x40c00000}};
  return {leaky,
          from_output,
          bounded,
          operation_over(OperationKind::relu, Dtype::f32),
          operation_over(OperationKind::relu_grad, Dtype::f32),
          whole(OperationKind::grad_clip, Dtype::f32),
          operation_over(OperationKind::saturate, Dtype::f32),
          operation_over(OperationKind::compare, Dtype::f32),
          conversion(Dtype::f32, Dtype::s8),
          conversion(Dtype::f32, Dtype::u32),
          conversion(Dtype::f32, Dtype::f16),
          conversion(Dtype::f32, Dtype::e4m3),
          conversion(Dtype::s32, Dtype::f32),
          conversion(Dtype::s32, Dtype::s8)};
}

TEST(ObserveComposed, ExplainsWhateverFollowsAReading) {
  for (const Operation& operation : composed_operations()) {
    const Cases cases = cases_of(operation);
    const std::vector<Choice> readings = all_readings(operation, row(operation.result).canonical_nan);
    const std::size_t step = readings.size() / 25 + 1;
    for (std::size_t i = 0; i < readings.size(); i += step)
      ASSERT_NO_FATAL_FAILURE(expect_consistent(operation, readings[i], cases))
          << name(operation.kind) << " to " << name(operation.result) << " reading " << i;
  }
}

TEST(ObserveComposed, ExplainsNothingWhereOneResultFitsNoReading) {
  for (const Operation& operation : composed_operations()) {
    const Cases cases = cases_of(operation);
    std::vector<Bits> results;
    for (std::size_t i = 0; i < cases.size(); ++i)
      results.push_back(
          evaluate(operation, all_readings(operation, row(operation.result).canonical_nan).front(), cases.at(i)).bits);
    results.back() ^= 0x2a;
    EXPECT_FALSE(observe(operation, cases, results).explained) << name(operation.kind);
  }
}

TEST(ObserveComposed, FindsTheFormOfAClampWithBoundsAsOperands) {
  const Operation clamp = whole(OperationKind::clamp, Dtype::f32);
  for (ClampForm form : {ClampForm::min_of_max, ClampForm::max_of_min, ClampForm::select_lo_first}) {
    Choice c = known::maximum_number(Dtype::f32);
    c.clamp_form = form;
    Rules only;
    only.set(O::clamp_form, form);
    const Behaviour behaviour = observed(clamp, c);
    ASSERT_TRUE(behaviour.explained);
    EXPECT_EQ(behaviour.values[O::clamp_form], only[O::clamp_form]);
  }
}

TEST(ObserveComposed, FindsWhatBoundsDo) {
  const Operation clamp = whole(OperationKind::clamp, Dtype::f32);
  Choice c = known::maximum_number(Dtype::f32);
  c.bounds_reversed = BoundsReversed::lo;
  c.nan_bound = NanBound::propagate;
  const Behaviour behaviour = observed(clamp, c);
  ASSERT_TRUE(behaviour.explained);
  EXPECT_EQ(spell_rule(behaviour.values, O::clamp_bounds_reversed), "clamp.bounds_reversed = \"lo\"");
  EXPECT_EQ(spell_rule(behaviour.values, O::clamp_nan_bound), "clamp.nan_bound = \"propagate\"");
}

TEST(ObserveComposed, FindsTheStepsOfAConversion) {
  const Operation to_s8 = conversion(Dtype::f32, Dtype::s8);
  Choice cast = default_choice(to_s8);
  cast.round = Rounding::rz;
  cast.overflow = Overflow::wrap;
  cast.stage = Stage::through_s32;
  const Behaviour behaviour = observed(to_s8, cast);
  ASSERT_TRUE(behaviour.explained);
  EXPECT_EQ(spell_rule(behaviour.values, O::convert_round), "convert.round = \"rz\"");
  EXPECT_EQ(spell_rule(behaviour.values, O::convert_overflow), "convert.overflow = \"wrap\"");
  EXPECT_EQ(spell_rule(behaviour.values, O::convert_stage), "convert.stage = \"through_s32\"");
}

TEST(ObserveComposed, FindsWhetherAProductIsRounded) {
  const Operation fma = operation_over(OperationKind::fma_relu, Dtype::f32);
  for (Contraction contract : {Contraction::fused, Contraction::separate}) {
    Choice c = known::maximum_number(Dtype::f32);
    c.contract = contract;
    Rules only;
    only.set(O::fma_contract, contract);
    EXPECT_EQ(observed(fma, c).values[O::fma_contract], only[O::fma_contract]);
  }
}

// x > 0 ? x : 0 is known by nan = "second" as well as by nan = "ignore", and no value of nan_result is left that only
// one of them could be stated with.
TEST(ObserveComposed, FindsRulesThatASpecCanState) {
  const Operation relu = operation_over(OperationKind::relu, Dtype::f32);
  const Behaviour behaviour = observed(relu, known::compare_select(Dtype::f32, Nan::second, Tie::second));
  ASSERT_TRUE(behaviour.explained);
  EXPECT_TRUE(behaviour.values.allows(O::nan, Nan::ignore));
  EXPECT_TRUE(behaviour.values.allows(O::nan, Nan::second));
  EXPECT_FALSE(behaviour.values.allows(O::nan, Nan::propagate));
  EXPECT_FALSE(behaviour.values.allows(O::nan_result, NanResult::selected));
}

}  // namespace
}  // namespace semcheck
