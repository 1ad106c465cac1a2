#include <gtest/gtest.h>

#include "tests/unit/ptx/evaluate.h"

namespace semcheck::ptx {
namespace {

// PTX ISA, Scalar Video Instructions and SIMD Video Instructions, by hand. What ptxas makes of a part of the
// destination under .sat, of `.h1` there, and of .min and .max differs from the manual, so that no recording judges
// these.

std::uint64_t two(const std::string& spelling, const std::string& a, const std::string& b, const Row& row) {
  return evaluate_one({spelling, "u32", {"u32" + a, "u32" + b}, ""}, row);
}

std::uint64_t three(const std::string& spelling, const std::string& d, const Row& row) {
  return evaluate_one({spelling, "u32" + d, {"u32", "u32", "u32"}, ""}, row);
}

TEST(Video, OperandsAreComparedAsTheNumbersOfTheirTypes) {
  const Row row{0x80000000, 1};
  EXPECT_EQ(two("vmax.s32.s32.s32", "", "", row), 1u);
  EXPECT_EQ(two("vmax.u32.u32.s32", "", "", row), 0x80000000u);
  EXPECT_EQ(two("vmin.s32.s32.u32", "", "", row), 0x80000000u);
  EXPECT_EQ(two("vmax.s32.u32.s32.sat", "", "", row), 0x7fffffffu);
  EXPECT_EQ(two("vmin.u32.s32.u32.sat", "", "", row), 0u);
}

TEST(Video, SelectorsTakePartsOfOperands) {
  const Row row{0x80ff7f01, 0x12348765};
  EXPECT_EQ(two("vadd.s32.u32.u32", ".b3", ".b0", row), 0x80u + 0x65);
  EXPECT_EQ(two("vadd.s32.s32.s32", ".b3", ".h0", row), static_cast<std::uint32_t>(-128 + 0x8765 - 0x10000));
  EXPECT_EQ(two("vsub.s32.s32.u32", ".b2", ".h1", row), static_cast<std::uint32_t>(-1 - 0x1234));
  EXPECT_EQ(two("vabsdiff.u32.s32.s32", ".h1", ".b1", row), 0x8000u - 0xff - 0x79);
  EXPECT_EQ(two("vset.s32.u32.lt", ".b3", ".b1", row), 1u);
}

TEST(Video, APartOfTheDestinationIsReplacedInTheThirdOperand) {
  EXPECT_EQ(three("vadd.u32.u32.u32", ".h1", {0xffff, 2, 0xaaaabbbb}), 0x0001bbbbu);
  EXPECT_EQ(three("vadd.u32.u32.u32.sat", ".h1", {0xffff, 2, 0xaaaabbbb}), 0xffffbbbbu);
  EXPECT_EQ(three("vsub.s32.s32.s32.sat", ".b2", {0, 200, 0xaaaabbbb}), 0xaa80bbbbu);
  EXPECT_EQ(three("vsub.u32.s32.s32.sat", ".b0", {0, 1, 0xaaaabbbb}), 0xaaaabb00u);
  EXPECT_EQ(three("vset.s32.s32.ge", ".h1", {3, 3, 0xaaaabbbb}), 0x0001bbbbu);
}

TEST(Video, ASecondaryOperationCombinesWithTheThirdOperand) {
  EXPECT_EQ(three("vmax.s32.s32.s32.add", "", {5, 7, 100}), 107u);
  EXPECT_EQ(three("vabsdiff.s32.s32.s32.min", "", {5, 0xffffffff, 4}), 4u);
  EXPECT_EQ(three("vabsdiff.s32.s32.s32.max", "", {5, 0xffffffff, 4}), 6u);
  EXPECT_EQ(three("vsub.s32.s32.s32.min", "", {5, 7, 0xfffffff0}), 0xfffffff0u);
  EXPECT_EQ(three("vmax.u32.u32.u32.min", "", {0xfffffff0, 7, 0xffffffff}), 0xfffffff0u);
}

TEST(Video, ASelectedPartAndASecondaryOperationExcludeEachOther) {
  EXPECT_THROW(three("vmax.s32.s32.s32.add", ".h0", {1, 2, 3}), PtxError);
}

TEST(Video, SelectorsOfAnotherInstructionAreRefused) {
  EXPECT_THROW(two("vmax.s32.s32.s32", ".b4", "", {1, 2}), PtxError);
  EXPECT_THROW(two("vmax.s32.s32.s32", ".b10", "", {1, 2}), PtxError);
  EXPECT_THROW(two("vmax.s32.s32.s32", ".x", "", {1, 2}), PtxError);
  EXPECT_THROW(three("vmax2.s32.s32.s32", ".b0", {1, 2, 3}), PtxError);
  EXPECT_THROW(three("vmax4.s32.s32.s32", ".b4", {1, 2, 3}), PtxError);
  EXPECT_THROW(three("vmax2.s32.s32.s32", ".h2", {1, 2, 3}), PtxError);
}

TEST(Video, SimdInstructionsWorkOnEachHalfWordOrByte) {
  EXPECT_EQ(three("vmax2.s32.s32.s32", "", {0x8000'0005, 0x7fff'fffe, 0}), 0x7fff'0005u);
  EXPECT_EQ(three("vmin4.u32.u32.u32", "", {0x01'80'7f'ff, 0x02'7f'80'00, 0}), 0x01'7f'7f'00u);
  EXPECT_EQ(three("vabsdiff4.u32.u32.u32.add", "", {0x01'05'00'ff, 0x02'01'03'00, 1000}), 1000u + 1 + 4 + 3 + 255);
  EXPECT_EQ(three("vmax4.u32.u32.u32", ".b20", {0x01'02'03'04, 0, 0xaabbccdd}), 0xaa02cc04u);
  EXPECT_EQ(three("vavrg2.s32.s32.s32", "", {0x0004'fffb, 0x0005'0000, 0}), 0x0005'fffdu);
  EXPECT_EQ(three("vset4.u32.u32.eq", "", {0x01020304, 0x01000300, 0}), 0x01000100u);
}

}  // namespace
}  // namespace semcheck::ptx
