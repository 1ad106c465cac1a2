#include <gtest/gtest.h>

#include <random>

#include "tests/unit/ptx/evaluate.h"

namespace semcheck::ptx {
namespace {

__extension__ using Wide = unsigned __int128;

/// Runs instructions of 64-bit registers on rows: %a, %b, %c, %d in, %x and %y out.
std::vector<Wide> run_wide(const std::string& instructions, const std::vector<Row>& rows) {
  std::string text = kHead + R"(.visible .entry entry(.param .u64 out, .param .u64 in) {
  .reg .b64 %out, %in, %offset, %a, %b, %c, %d, %x, %y;
  .reg .b32 %t;
  ld.param.u64 %out, [out];
  ld.param.u64 %in, [in];
  mov.u32 %t, %tid.x;
  mul.wide.u32 %offset, %t, 32;
  add.u64 %in, %in, %offset;
  ld.global.v2.b64 {%a, %b}, [%in];
  ld.global.v2.b64 {%c, %d}, [%in+16];
  mul.wide.u32 %offset, %t, 16;
  add.u64 %out, %out, %offset;
)" + instructions + "  st.global.v2.b64 [%out], {%x, %y};\n  ret;\n}\n";
  Memory memory;
  const std::uint64_t parameters[] = {memory.allocate(16 * rows.size()), memory.allocate(32 * rows.size())};
  for (std::size_t i = 0; i < rows.size(); ++i)
    std::memcpy(memory.at(parameters[1]).data() + 32 * i, rows[i].data(), 32);
  launch(*parse(text), {"entry", {1}, {static_cast<std::uint32_t>(rows.size())}, std::as_bytes(std::span(parameters))},
         memory);
  std::vector<Wide> results(rows.size());
  std::memcpy(results.data(), memory.at(parameters[0]).data(), 16 * rows.size());
  return results;
}

std::vector<Row> wide_rows() {
  constexpr std::uint64_t kEdges[] = {0, 1, ~std::uint64_t{0}, std::uint64_t{1} << 63, (std::uint64_t{1} << 63) - 1};
  std::mt19937_64 random(2);
  const auto word = [&] { return random() % 2 == 0 ? kEdges[random() % std::size(kEdges)] : random(); };
  std::vector<Row> rows(1000);
  for (Row& row : rows) row = {word(), word(), word(), word()};
  return rows;
}

Wide wide(std::uint64_t low, std::uint64_t high) {
  return static_cast<Wide>(high) << 64 | low;
}

template <class Compute>
void expect_wide(const std::string& instructions, Compute compute) {
  const std::vector<Row> rows = wide_rows();
  const std::vector<Wide> results = run_wide(instructions, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    ASSERT_TRUE(results[i] == compute(wide(row[0], row[1]), wide(row[2], row[3])))
        << instructions << std::hex << row[0] << " " << row[1] << " " << row[2] << " " << row[3];
  }
}

TEST(Carry, SumsDifferencesAndProductsOf128BitsAgreeWithTheHost) {
  expect_wide("  add.cc.u64 %x, %a, %c;\n  addc.u64 %y, %b, %d;\n", [](Wide p, Wide q) { return p + q; });
  expect_wide("  sub.cc.s64 %x, %a, %c;\n  subc.s64 %y, %b, %d;\n", [](Wide p, Wide q) { return p - q; });
  expect_wide(
      "  mul.lo.u64 %x, %a, %c;\n  mul.hi.u64 %y, %a, %c;\n  mad.lo.u64 %y, %a, %d, %y;\n"
      "  mad.lo.u64 %y, %b, %c, %y;\n",
      [](Wide p, Wide q) { return p * q; });
  expect_wide("  mad.lo.cc.u64 %x, %a, %c, %d;\n  madc.hi.u64 %y, %a, %c, %b;\n", [](Wide p, Wide q) {
    return static_cast<std::uint64_t>(p) * static_cast<Wide>(static_cast<std::uint64_t>(q)) +
           wide(static_cast<std::uint64_t>(q >> 64), static_cast<std::uint64_t>(p >> 64));
  });
}

// A sum over three registers: the middle one takes the carry in and hands it on.
TEST(Carry, GoesThroughAChain) {
  const std::string chain = R"(  .reg .b32 %p, %q, %r, %s, %u, %v;
  mov.b64 {%p, %q}, %a;
  mov.b64 {%r, %s}, %c;
  add.cc.u32 %p, %p, %r;
  addc.cc.u32 %q, %q, %s;
  addc.u32 %u, 0, 0;
  sub.cc.u32 %v, 0, 1;
  subc.cc.u32 %v, 0, 0;
  subc.u32 %v, 5, 0;
  mov.b64 %x, {%p, %q};
  mov.b64 %y, {%u, %v};
)";
  expect_wide(chain, [](Wide p, Wide q) {
    const Wide sum = static_cast<Wide>(static_cast<std::uint64_t>(p)) + static_cast<std::uint64_t>(q);
    return sum + (static_cast<Wide>(4) << 96);
  });
}

// PTX ISA, mul24: the lower 24 bits of both operands; .hi takes bits 47..16 of the product.
TEST(Integer, Mul24TakesTheLower24Bits) {
  EXPECT_EQ(evaluate_one({"mul24.lo.u32", "u32", {"u32", "u32"}, ""}, {0xff000003, 5}), 15u);
  EXPECT_EQ(evaluate_one({"mul24.lo.s32", "s32", {"s32", "s32"}, ""}, {0x00ffffff, 5}), 0xfffffffbu);
  EXPECT_EQ(evaluate_one({"mul24.hi.u32", "u32", {"u32", "u32"}, ""}, {0xffffff, 0xffffff}), 0xfffffe00u);
  EXPECT_EQ(evaluate_one({"mad24.hi.sat.s32", "s32", {"s32", "s32", "s32"}, ""}, {0x7fffff, 0x7fffff, 0x7fffffff}),
            0x7fffffffu);
}

// PTX ISA, dp4a: bytes are extended by their own type.
TEST(Integer, DotProductsExtendEachOperandByItsType) {
  const Row row{0x80017f02, 0xff02ff03, 10};
  EXPECT_EQ(evaluate_one({"dp4a.u32.u32", "u32", {"u32", "u32", "u32"}, ""}, row),
            10u + 128 * 255 + 1 * 2 + 127 * 255 + 2 * 3);
  EXPECT_EQ(evaluate_one({"dp4a.s32.s32", "s32", {"s32", "s32", "s32"}, ""}, row), 10u + 128 + 2 - 127 + 6);
  EXPECT_EQ(evaluate_one({"dp4a.s32.u32", "s32", {"s32", "u32", "s32"}, ""}, {0x80, 0xff, 0}),
            static_cast<std::uint32_t>(-128 * 255));
  EXPECT_EQ(evaluate_one({"dp2a.lo.s32.u32", "s32", {"s32", "u32", "s32"}, ""}, {0xffff0002, 0x0a0bff03, 1}),
            static_cast<std::uint32_t>(1 - 255 + 6));
  EXPECT_EQ(evaluate_one({"dp2a.hi.s32.u32", "s32", {"s32", "u32", "s32"}, ""}, {0xffff0002, 0x0a0bff03, 1}),
            static_cast<std::uint32_t>(1 - 10 + 22));
}

// PTX ISA, cvt.pack: d holds b in its lowest bits, then a, then c.
TEST(Integer, CvtPackLimitsAndPacks) {
  EXPECT_EQ(evaluate_one({"cvt.pack.sat.s16.s32", "b32", {"s32", "s32"}, ""}, {0x12345, 0xffff0000}), 0x7fff8000u);
  EXPECT_EQ(evaluate_one({"cvt.pack.sat.u8.s32.b32", "b32", {"s32", "s32", "b32"}, ""}, {300, 0xffffffff, 0x12345678}),
            0x5678ff00u);
  EXPECT_EQ(evaluate_one({"cvt.pack.sat.s4.s32.b32", "b32", {"s32", "s32", "b32"}, ""}, {9, 0xfffffff0, 0x12345678}),
            0x34567878u);
}

}  // namespace
}  // namespace semcheck::ptx
