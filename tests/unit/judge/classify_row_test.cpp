#include <gtest/gtest.h>

#include "core/judge/classify.h"
#include "tests/unit/reference/known_rules.h"

namespace semcheck {
namespace {

constexpr Bits kOne = 0x3f800000, kTwo = 0x40000000, kMinusOne = 0xbf800000, kNan = 0x7fc00abc;
constexpr Bits kMinusInfinity = 0xff800000, kLowest = 0xff7fffff, kMinusZero = 0x80000000;

/// What a result breaks under the rules of one reading.
Obligation broken(OperationKind kind, const Choice& reading, const std::vector<Bits>& row, Bits actual) {
  const Operation operation = operation_over(kind, Dtype::f32);
  const Rules rules = rules_of(reading, subject_of(operation));
  return classify(operation, rules, row, expected(operation, choices(rules), row), actual);
}

Choice number_reduction() {
  Choice c = known::maximum_number(Dtype::f32);
  c.reduce_order = ReduceOrder::any;
  return c;
}

Obligation broken_by_max(const std::vector<Bits>& row, Bits actual) {
  return broken(OperationKind::reduce_max, number_reduction(), row, actual);
}

TEST(ClassifyRow, AReductionBreaksTheRuleThatExplainsIt) {
  EXPECT_EQ(broken_by_max({}, kLowest), Obligation::reduce_empty);
  EXPECT_EQ(broken_by_max({kMinusInfinity, kMinusInfinity}, kLowest), Obligation::reduce_identity);
  EXPECT_EQ(broken_by_max({kNan, kNan}, kMinusInfinity), Obligation::reduce_init_participates);
  EXPECT_EQ(broken_by_max({kOne, kNan, kMinusOne}, kMinusOne), Obligation::nan);
  EXPECT_EQ(broken_by_max({kOne, kNan}, kNan), Obligation::nan);
  EXPECT_EQ(broken_by_max({kNan, kNan}, kNan), Obligation::nan_result);
  EXPECT_EQ(broken_by_max({kMinusZero, 0}, kMinusZero), Obligation::signed_zero);
  EXPECT_EQ(broken_by_max({1, kMinusOne}, 0), Obligation::subnormal);
  EXPECT_EQ(broken_by_max({kOne, kTwo}, kOne), Obligation::value);
}

// {1, NaN, -1} under x > z ? x : z: from the first to the last -1, and 1 if the last two come first.
TEST(ClassifyRow, AnotherOrderBreaksTheOrder) {
  Choice select = known::compare_select(Dtype::f32, Nan::second, Tie::second);
  select.reduce_order = ReduceOrder::sequential;
  EXPECT_EQ(broken(OperationKind::reduce_max, select, {kOne, kNan, kMinusOne}, kOne), Obligation::reduce_order);
}

TEST(ClassifyRow, AnUnguardedSoftmaxBreaksTheGuard) {
  Choice guarded = number_reduction();
  guarded.softmax_guard = SoftmaxGuard::zero;
  EXPECT_EQ(broken(OperationKind::softmax_max, guarded, {kMinusInfinity, kMinusInfinity}, kMinusInfinity),
            Obligation::softmax_guard);
}

TEST(ClassifyRow, AnIndexBreaksTieNanOrIndex) {
  Choice numpy;
  numpy.signed_zero = SignedZero::equal;
  numpy.reduce_order = ReduceOrder::any;
  EXPECT_EQ(broken(OperationKind::argmax, numpy, {kOne, kTwo, kTwo}, 2), Obligation::argmax_tie);
  EXPECT_EQ(broken(OperationKind::argmax, numpy, {kOne, kNan, kTwo}, 2), Obligation::argmax_nan);
  EXPECT_EQ(broken(OperationKind::argmax, numpy, {kMinusZero, 0}, 1), Obligation::argmax_tie);
  EXPECT_EQ(broken(OperationKind::argmax, numpy, {kOne, kTwo}, 0), Obligation::index);
  EXPECT_EQ(broken(OperationKind::argmax, numpy, {kOne, kTwo}, 2), Obligation::index);
}

}  // namespace
}  // namespace semcheck
