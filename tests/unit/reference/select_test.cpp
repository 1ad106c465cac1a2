#include <gtest/gtest.h>

#include "tests/unit/reference/known_rules.h"
#include "tests/unit/reference/results.h"

// The reference of select and compare.
namespace semcheck {
namespace {

using known::result_of;

constexpr Bits kMinusZero = 0x80000000;
constexpr Bits kOne = 0x3f800000;
constexpr Bits kTwo = 0x40000000;
constexpr Bits kQuiet = 0x7fc00abc;
constexpr Bits kSignaling = 0x7f800001;
constexpr Bits kSubnormal = 0x00000003;

Operation select_on(Dtype condition, Dtype dtype = Dtype::f32) {
  Operation operation = operation_over(OperationKind::select, dtype);
  operation.operands.back() = condition;
  return operation;
}

// C17 6.5.15; a NaN compares unequal to 0.
TEST(Select, TakesTheFirstOperandUnlessTheConditionIsZero) {
  for (Bits w : {Bits{1}, Bits{2}, Bits{0x80000000}})
    EXPECT_EQ(result_of(select_on(Dtype::u32), Choice{}, {kOne, kTwo, w}), kOne);
  EXPECT_EQ(result_of(select_on(Dtype::u32), Choice{}, {kOne, kTwo, 0}), kTwo);
  for (Bits w : {kQuiet, kSubnormal, kOne})
    EXPECT_EQ(result_of(select_on(Dtype::f32), Choice{}, {kOne, kTwo, w}), kOne);
  for (Bits w : {Bits{0}, kMinusZero}) EXPECT_EQ(result_of(select_on(Dtype::f32), Choice{}, {kOne, kTwo, w}), kTwo);
}

TEST(Select, CopiesTheBits) {
  EXPECT_EQ(result_of(select_on(Dtype::u32), Choice{}, {kSignaling, kTwo, 1}), kSignaling);
  EXPECT_EQ(result_of(select_on(Dtype::u32), Choice{}, {kOne, kSubnormal, 0}), kSubnormal);
  EXPECT_EQ(result_of(select_on(Dtype::u32, Dtype::e4m3), Choice{}, {0xff, 0x01, 0}), 0x01u);
  EXPECT_EQ(result_of(select_on(Dtype::u32, Dtype::s64), Choice{}, {~Bits{0}, 1, 7}), ~Bits{0});
}

TEST(Select, FlushesItsConditionAndItsResult) {
  Choice c;
  c.subnormal = Subnormal::flush_compare;
  EXPECT_EQ(result_of(select_on(Dtype::f32), c, {kOne, 0x80000003, kSubnormal}), 0x80000003u);
  c.subnormal = Subnormal::flush;
  EXPECT_EQ(result_of(select_on(Dtype::f32), c, {kOne, 0x80000003, kSubnormal}), kMinusZero);
  EXPECT_EQ(result_of(select_on(Dtype::f32), c, {kSubnormal, kOne, kTwo}), 0u);
}

Operation comparing(Relation relation, Dtype dtype = Dtype::f32) {
  Operation operation = operation_over(OperationKind::compare, dtype);
  operation.relation = relation;
  return operation;
}

/// The results for (1, 2), (2, 2), (2, 1) and (NaN, 1).
struct RelationRow {
  Relation relation;
  Bits less, equal, greater, unordered;
};

// PTX ISA, setp: "if either operand is NaN, the result is False" for eq ne lt le gt ge and num; True for equ … geu,
// nan.
constexpr RelationRow kRelations[] = {
    {Relation::eq, 0, 1, 0, 0},  {Relation::ne, 1, 0, 1, 0},  {Relation::lt, 1, 0, 0, 0},  {Relation::le, 1, 1, 0, 0},
    {Relation::gt, 0, 0, 1, 0},  {Relation::ge, 0, 1, 1, 0},  {Relation::equ, 0, 1, 0, 1}, {Relation::neu, 1, 0, 1, 1},
    {Relation::ltu, 1, 0, 0, 1}, {Relation::leu, 1, 1, 0, 1}, {Relation::gtu, 0, 0, 1, 1}, {Relation::geu, 0, 1, 1, 1},
    {Relation::num, 1, 1, 1, 0}, {Relation::nan, 0, 0, 0, 1}};

TEST(Compare, IsTrueForWhatEachRelationAsks) {
  for (const RelationRow& row : kRelations) {
    const Operation operation = comparing(row.relation);
    const int which = static_cast<int>(row.relation);
    EXPECT_EQ(result_of(operation, Choice{}, {kOne, kTwo}), row.less) << which;
    EXPECT_EQ(result_of(operation, Choice{}, {kTwo, kTwo}), row.equal) << which;
    EXPECT_EQ(result_of(operation, Choice{}, {0, kMinusZero}), row.equal) << which;
    EXPECT_EQ(result_of(operation, Choice{}, {kTwo, kOne}), row.greater) << which;
    for (Bits nan : {kQuiet, kSignaling, Bits{0xffc00000}}) {
      EXPECT_EQ(result_of(operation, Choice{}, {nan, kOne}), row.unordered) << which;
      EXPECT_EQ(result_of(operation, Choice{}, {kOne, nan}), row.unordered) << which;
      EXPECT_EQ(result_of(operation, Choice{}, {nan, nan}), row.unordered) << which;
    }
  }
}

TEST(Compare, FlushesSubnormals) {
  Choice c;
  EXPECT_EQ(result_of(comparing(Relation::gt), c, {kSubnormal, kMinusZero}), 1u);
  for (Subnormal subnormal : {Subnormal::flush, Subnormal::flush_compare}) {
    c.subnormal = subnormal;
    EXPECT_EQ(result_of(comparing(Relation::gt), c, {kSubnormal, kMinusZero}), 0u);
    EXPECT_EQ(result_of(comparing(Relation::eq), c, {kSubnormal, 0x80000005}), 1u);
  }
}

// IEEE 754-2019 5.10.
TEST(Compare, ByTotalOrderEveryPatternStandsSomewhere) {
  Choice c;
  c.order = Order::total;
  EXPECT_EQ(result_of(comparing(Relation::lt), c, {kMinusZero, 0}), 1u);
  EXPECT_EQ(result_of(comparing(Relation::eq), c, {kMinusZero, 0}), 0u);
  EXPECT_EQ(result_of(comparing(Relation::gt), c, {kQuiet, 0x7f800000}), 1u);
  EXPECT_EQ(result_of(comparing(Relation::lt), c, {0xffc00000, 0xff800000}), 1u);
  EXPECT_EQ(result_of(comparing(Relation::eq), c, {kQuiet, kQuiet}), 1u);
  EXPECT_EQ(result_of(comparing(Relation::nan), c, {kQuiet, kOne}), 1u);
  EXPECT_EQ(result_of(comparing(Relation::nan), c, {kOne, kOne}), 0u);
  EXPECT_EQ(result_of(comparing(Relation::num), c, {kOne, kOne}), 1u);
  EXPECT_EQ(result_of(comparing(Relation::num), c, {kOne, kQuiet}), 0u);
}

TEST(Compare, OfIntegersFollowsTheirTypesAndTheRuleOfSignedness) {
  EXPECT_EQ(result_of(comparing(Relation::lt, Dtype::s8), Choice{}, {0x80, 0x7f}), 1u);
  EXPECT_EQ(result_of(comparing(Relation::lt, Dtype::u8), Choice{}, {0x80, 0x7f}), 0u);
  EXPECT_EQ(result_of(comparing(Relation::ge, Dtype::s64), Choice{}, {~Bits{0}, 0}), 0u);
  EXPECT_EQ(result_of(comparing(Relation::nan, Dtype::s32), Choice{}, {1, 2}), 0u);
  Operation mixed = comparing(Relation::lt, Dtype::s32);
  mixed.operands = {Dtype::s32, Dtype::u32};
  Choice c;
  c.signedness = Signedness::promote;
  EXPECT_EQ(result_of(mixed, c, {0xffffffff, 1}), 0u);
  c.signedness = Signedness::exact;
  EXPECT_EQ(result_of(mixed, c, {0xffffffff, 1}), 1u);
  mixed.relation = Relation::eq;
  EXPECT_EQ(result_of(mixed, c, {0xffffffff, 0xffffffff}), 0u);
  c.signedness = Signedness::promote;
  EXPECT_EQ(result_of(mixed, c, {0xffffffff, 0xffffffff}), 1u);
}

}  // namespace
}  // namespace semcheck
