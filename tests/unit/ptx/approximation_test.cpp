#include <gtest/gtest.h>

#include "tests/unit/ptx/evaluate.h"

namespace semcheck::ptx {
namespace {

constexpr std::uint64_t kNegative = 0x80000000;
constexpr std::uint64_t kInfinity = 0x7f800000;
constexpr std::uint64_t kOne = 0x3f800000;
constexpr std::uint64_t kNan = 0x7fffffff;
constexpr std::uint64_t kMinusInfinity = kNegative | kInfinity;

std::string refusal(const SingleInstruction& instruction, const Row& row) {
  try {
    evaluate_one(instruction, row);
  } catch (const PtxError& error) {
    return error.what();
  }
  return "";
}

/// PTX ISA, the tables of special operands: the results for -Inf, -0.0, +0.0, +Inf.
struct Table {
  const char* name;
  std::uint64_t minus_infinity, minus_zero, zero, infinity;
};

constexpr Table kTables[] = {
    {"rcp", kNegative, kMinusInfinity, kInfinity, 0},
    {"sqrt", kNan, kNegative, 0, kInfinity},
    {"rsqrt", kNan, kMinusInfinity, kInfinity, 0},
    {"sin", kNan, kNegative, 0, kNan},
    {"cos", kNan, kOne, kOne, kNan},
    {"lg2", kNan, kMinusInfinity, kMinusInfinity, kInfinity},
    {"ex2", 0, kOne, kOne, kInfinity},
    {"tanh", kNegative | kOne, kNegative, 0, kOne},
};

TEST(Approximation, SpecialOperandsGiveWhatTheManualFixes) {
  for (const Table& table : kTables) {
    const SingleInstruction instruction{std::string(table.name) + ".approx.f32", "f32", {"f32"}, ""};
    EXPECT_EQ(evaluate_one(instruction, {kMinusInfinity}), table.minus_infinity) << table.name;
    EXPECT_EQ(evaluate_one(instruction, {kNegative}), table.minus_zero) << table.name;
    EXPECT_EQ(evaluate_one(instruction, {0}), table.zero) << table.name;
    EXPECT_EQ(evaluate_one(instruction, {kInfinity}), table.infinity) << table.name;
    EXPECT_EQ(evaluate_one(instruction, {0x7fc00abc}), kNan) << table.name;
  }
}

TEST(Approximation, FlushedOperandsCountAsZeros) {
  EXPECT_EQ(evaluate_one({"ex2.approx.ftz.f32", "f32", {"f32"}, ""}, {1}), kOne);
  EXPECT_EQ(evaluate_one({"rcp.approx.ftz.f32", "f32", {"f32"}, ""}, {kNegative | 1}), kMinusInfinity);
  EXPECT_NE(refusal({"ex2.approx.f32", "f32", {"f32"}, ""}, {1}), "");
}

TEST(Approximation, OtherOperandsAreRefusedByTheirBits) {
  EXPECT_EQ(refusal({"ex2.approx.f32", "f32", {"f32"}, ""}, {kOne}),
            "`ex2.approx.f32` is an approximation whose result for 0x3f800000 PTX does not fix");
  EXPECT_EQ(refusal({"div.full.f32", "f32", {"f32", "f32"}, ""}, {kOne, 0x40400000}),
            "`div.full.f32` is an approximation whose result for 0x3f800000, 0x40400000 PTX does not fix");
  EXPECT_EQ(refusal({"tanh.approx.f16x2", "f16x2", {"f16x2"}, ""}, {0x3c000000}),
            "`tanh.approx.f16x2` is an approximation whose result for 0x3c000000 PTX does not fix");
}

// PTX ISA, div.approx: for 2^126 < |b| < 2^128 an infinite a gives NaN, any other a sign-preserving zero.
TEST(Approximation, DivisionByAHugeNumberGivesZeroOrNan) {
  const SingleInstruction div{"div.approx.f32", "f32", {"f32", "f32"}, ""};
  EXPECT_EQ(evaluate_one(div, {kOne, 0x7e800001}), 0u);
  EXPECT_EQ(evaluate_one(div, {kNegative | kOne, 0x7f7fffff}), kNegative);
  EXPECT_EQ(evaluate_one(div, {kInfinity, 0x7f000000}), kNan);
  EXPECT_NE(refusal(div, {kOne, 0x7e800000}), "");
}

TEST(Approximation, AnInfiniteOrZeroQuotientIsExact) {
  for (const char* spelling : {"div.approx.f32", "div.full.f32"}) {
    const SingleInstruction div{spelling, "f32", {"f32", "f32"}, ""};
    EXPECT_EQ(evaluate_one(div, {kOne, kNegative}), kMinusInfinity);
    EXPECT_EQ(evaluate_one(div, {0, 0}), kNan);
    EXPECT_EQ(evaluate_one(div, {kNegative, kOne}), kNegative);
    EXPECT_EQ(evaluate_one(div, {kOne, kMinusInfinity}), kNegative);
    EXPECT_EQ(evaluate_one(div, {kInfinity, kInfinity}), kNan);
    EXPECT_EQ(evaluate_one(div, {0x7fc00abc, kOne}), kNan);
  }
}

// Lanes that a guard keeps out are not looked at.
TEST(Approximation, LanesThatDoNotExecuteAreNotRefused) {
  const std::string text = kHead + R"(.visible .entry entry(.param .u64 out) {
  .reg .b64 %out, %offset; .reg .b32 %t, %d; .reg .pred %p;
  ld.param.u64 %out, [out];
  mov.u32 %t, %tid.x;
  setp.eq.u32 %p, %t, 0;
  mov.b32 %d, 7;
  @%p ex2.approx.f32 %d, %t;
  mul.wide.u32 %offset, %t, 4;
  add.u64 %out, %out, %offset;
  st.global.u32 [%out], %d;
  ret;
})";
  Memory memory;
  const std::uint64_t parameters[] = {memory.allocate(8)};
  launch(*parse(text), {"entry", {1}, {2}, std::as_bytes(std::span(parameters))}, memory);
  std::uint64_t results = 0;
  std::memcpy(&results, memory.at(parameters[0]).data(), sizeof(results));
  EXPECT_EQ(results, std::uint64_t{7} << 32 | kOne);
}

}  // namespace
}  // namespace semcheck::ptx
