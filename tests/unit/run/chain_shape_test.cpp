#include "core/run/chain_shape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace semcheck {
namespace {

/// The loop of a kernel as a disassembler prints it, between what goes before and after.
Inspection listing(const std::string& loop) {
  std::istringstream lines("CS2R R2, SR_CLOCKLO\n.L_x_0:\n" + loop +
                           "CS2R R4, SR_CLOCKLO\n"
                           "IADD3 R6, P0, -R2, R4, RZ\n"
                           "IADD3.X R4, ~R3, R5, RZ, P0, !PT\n"
                           "ISETP.GE.U32.AND P0, PT, R6, UR10, PT\n"
                           "ISETP.GE.U32.AND.EX P0, PT, R4, UR11, PT, P0\n"
                           "@!P0 BRA `(.L_x_0)\n"
                           "STG.E desc[UR6][R14.64], R9\n"
                           "EXIT\n");
  CodeFacts facts;
  facts.language = CodeLanguage::sass;
  for (std::string line; std::getline(lines, line);) facts.listing.push_back({line, {}, false});
  return {facts, "", ""};
}

std::string repeated(std::size_t times, const std::string& line) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += line;
  return text;
}

Probe probe_over(Dtype dtype) {
  Probe probe;
  probe.dtype = dtype;
  return probe;
}

ChainShape shape_of(Dtype dtype, const Role& role, const std::string& loop) {
  return chain_shape(probe_over(dtype), role, listing(loop));
}

const Role kAdd{"dependent_add_8", ChainKind::dependent, {ChainOp::add}, 8};
const Role kMax{"dependent_max_8", ChainKind::dependent, {ChainOp::max}, 8};
const Role kIndependentAdd{"independent_add_4", ChainKind::independent, {ChainOp::add}, 4};
const Role kMixed{"mixed_add_fma_4", ChainKind::mixed, {ChainOp::add, ChainOp::fma}, 4};
const std::string kCount = "UIADD3 UR4, UP0, UR4, 0x1, URZ\n";

// Loops as ptxas 13.0 makes them of such kernels, for the architectures that are named.

TEST(ChainShape, IsCleanWhereEveryInstructionGoesThroughOneRegister) {
  // sm_90
  const ChainShape shape = shape_of(Dtype::f32, kAdd, "FADD R9, R0, R9\n" + kCount + repeated(7, "FADD R9, R0, R9\n"));
  EXPECT_EQ(shape.verdict, ShapeVerdict::clean);
  EXPECT_EQ(shape.opcodes, std::vector<std::string>{"FADD"});
  EXPECT_EQ(shape.accumulators, std::vector<std::string>{"R9"});
  EXPECT_EQ(shape.found, 8u);
  EXPECT_EQ(shape.between, std::vector<std::string>{"UIADD3 UR4, UP0, UR4, 0x1, URZ"});
  EXPECT_TRUE(shape.lines.empty());
  EXPECT_EQ(shape_line(shape), "8 FADD through R9");
}

TEST(ChainShape, DiffersWhereTheChainChangesRegisters) {
  // sm_80
  const ChainShape shape =
      shape_of(Dtype::f32, kAdd, "FADD R5, R0, R6\n" + kCount + repeated(6, "FADD R5, R0, R5\n") + "FADD R6, R0, R5\n");
  EXPECT_EQ(shape.verdict, ShapeVerdict::differs);
  EXPECT_EQ(shape.findings.front(), "6 of 8 instructions go through R5");
  EXPECT_EQ(shape.lines.front(), "FADD R5, R0, R6");
  EXPECT_NE(std::find(shape.lines.begin(), shape.lines.end(), "FADD R6, R0, R5"), shape.lines.end());
}

TEST(ChainShape, DiffersWhereTwoLinksBecameOne) {
  // sm_100, sm_90, sm_90
  EXPECT_EQ(shape_line(shape_of(Dtype::f32, kMax, repeated(4, "FMNMX3 R11, R11, R0, R0, !PT\n"))),
            "shape differs: none of the loop's instructions is a link of the chain");
  EXPECT_EQ(shape_line(shape_of(Dtype::s32, kAdd, repeated(4, "IADD3 R11, R0, R11, R0\n"))),
            "shape differs: 4 of 8 instructions go through R11");
  EXPECT_EQ(shape_of(Dtype::f32, kMax, repeated(4, "FMNMX3 R11, R11, R0, R0, !PT\n")).lines,
            (std::vector<std::string>(4, "FMNMX3 R11, R11, R0, R0, !PT")));
}

TEST(ChainShape, DiffersWhereTheAccumulatorIsMoved) {
  const ChainShape shape =
      shape_of(Dtype::f32, kAdd, repeated(4, "FADD R9, R0, R9\n") + "MOV R8, R9\n" + repeated(4, "FADD R9, R0, R9\n"));
  EXPECT_EQ(shape_line(shape), "shape differs: the accumulator is used by 1 instruction besides");
  EXPECT_NE(std::find(shape.lines.begin(), shape.lines.end(), "MOV R8, R9"), shape.lines.end());
}

TEST(ChainShape, SeesTheUpperHalfOfANumberOf64Bits) {
  const std::string chain = repeated(4, "DADD R4, R2, R4\n");
  EXPECT_EQ(shape_of(Dtype::f64, kAdd, chain + chain).verdict, ShapeVerdict::differs)
      << "the loop's clock reads stand in R4 and R5";
  const std::string apart = repeated(4, "DADD R8, R2, R8\n");
  EXPECT_EQ(shape_of(Dtype::f64, kAdd, apart + apart).verdict, ShapeVerdict::clean);
  EXPECT_EQ(shape_of(Dtype::f64, kAdd, apart + "MOV R0, R9\n" + apart).verdict, ShapeVerdict::differs);
}

TEST(ChainShape, OfIndependentChainsHasARegisterForEach) {
  const std::string loop = "FADD R14, R15.reuse, R14\nFADD R16, R15.reuse, R16\n" + kCount +
                           "FADD R18, R15.reuse, R18\nFADD R12, R15, R12\n";
  const ChainShape shape = shape_of(Dtype::f32, kIndependentAdd, loop);
  EXPECT_EQ(shape.verdict, ShapeVerdict::clean);
  EXPECT_EQ(shape_line(shape), "4 FADD through 4 registers");
  // sm_90: one packed instruction for two numbers of half precision.
  EXPECT_EQ(shape_of(Dtype::f16, kIndependentAdd,
                     "PRMT R13, R13, 0x5410, R10\nPRMT R11, R11, 0x5410, R8\n"
                     "HADD2 R13, R13, R12.reuse.H0_H0\nHADD2 R11, R11, R12.H0_H0\n"
                     "PRMT R10, R13, 0x7632, R10\nPRMT R8, R11, 0x7632, R8\n")
                .verdict,
            ShapeVerdict::differs);
  // sm_90: the assembler spreads integer additions over two units.
  EXPECT_EQ(shape_of(Dtype::s32, kIndependentAdd,
                     "IMAD.IADD R14, R15.reuse, 0x1, R14\nIADD3 R18, R15.reuse, R18, RZ\n"
                     "IMAD.IADD R16, R15.reuse, 0x1, R16\nIADD3 R10, R15.reuse, R10, RZ\n")
                .verdict,
            ShapeVerdict::differs);
}

TEST(ChainShape, OfAMixedChainKeepsItsTurns) {
  const std::string add = "FADD R9, R0, R9\n", fma = "FFMA R9, R7, R9, R0\n";
  const ChainShape shape = shape_of(Dtype::f32, kMixed, add + fma + add + fma);
  EXPECT_EQ(shape.verdict, ShapeVerdict::clean);
  EXPECT_EQ(shape_line(shape), "4 FADD/FFMA through R9");
  EXPECT_EQ(shape_line(shape_of(Dtype::f32, kMixed, add + add + fma + fma)),
            "shape differs: the order is another: FADD where a fma belongs");
}

TEST(ChainShape, DiffersWhereOneOperationBecameTwoInstructions) {
  EXPECT_EQ(shape_line(shape_of(Dtype::f32, kAdd, repeated(7, "FADD R9, R0, R9\n") + "FADD.FTZ R9, R0, R9\n")),
            "shape differs: one operation, two instructions: FADD and FADD.FTZ");
}

TEST(ChainShape, CountsEveryCopyOfAnUnrolledChain) {
  Probe probe = probe_over(Dtype::f32);
  probe.unroll = 2;
  EXPECT_EQ(chain_shape(probe, kAdd, listing(repeated(16, "FADD R9, R0, R9\n"))).verdict, ShapeVerdict::clean);
  EXPECT_EQ(chain_shape(probe, kAdd, listing(repeated(8, "FADD R9, R0, R9\n"))).verdict, ShapeVerdict::differs);
}

TEST(ChainShape, IsUncheckedWhereTheMachineCodeWasNotRead) {
  const Probe probe = probe_over(Dtype::f32);
  const ChainShape missing = chain_shape(probe, kAdd, {std::nullopt, "no nvdisasm was found", "install it"});
  EXPECT_EQ(shape_line(missing), "shape unchecked: no nvdisasm was found");
  EXPECT_EQ(missing.help, "install it");
  Inspection ptx = listing(repeated(8, "FADD R9, R0, R9\n"));
  ptx.facts->language = CodeLanguage::ptx;
  EXPECT_EQ(chain_shape(probe, kAdd, ptx).verdict, ShapeVerdict::unchecked);
  Inspection straight;
  straight.facts.emplace().language = CodeLanguage::sass;
  straight.facts->listing = {{"FADD R9, R0, R9", {}, false}, {"EXIT", {}, false}};
  EXPECT_EQ(chain_shape(probe, kAdd, straight).verdict, ShapeVerdict::unchecked);
}

}  // namespace
}  // namespace semcheck
