#include <gtest/gtest.h>

#include <filesystem>

#include "device/sass/opcodes.h"
#include "device/sass/operands.h"
#include "tests/unit/sass/listings.h"

namespace semcheck {
namespace {

std::vector<std::string> texts(const sass::Function& function) {
  std::vector<std::string> lines;
  for (const sass::Line& line : function.lines) lines.push_back(line.text);
  return lines;
}

const sass::Function& function_of(const std::vector<sass::Function>& functions, const std::string& name) {
  for (const sass::Function& function : functions)
    if (function.name == name) return function;
  throw std::runtime_error("no function " + name);
}

/// The same code in the layouts of both programs: the labels differ by their numbers only.
void expect_same(const std::string& a, const std::string& b) {
  const std::vector<sass::Function> left = sass::read_sass(listing(a)), right = sass::read_sass(listing(b));
  ASSERT_EQ(left.size(), right.size());
  ASSERT_GT(left.size(), 15U);
  for (const sass::Function& function : left) {
    const sass::Function& other = function_of(right, function.name);
    ASSERT_EQ(function.lines.size(), other.lines.size()) << function.name;
    for (std::size_t i = 0; i < function.lines.size(); ++i) {
      EXPECT_EQ(function.lines[i].opcode, other.lines[i].opcode) << function.lines[i].text;
      EXPECT_EQ(function.lines[i].address, other.lines[i].address) << function.lines[i].text;
      EXPECT_EQ(function.lines[i].label.empty(), other.lines[i].label.empty()) << function.lines[i].text;
    }
    EXPECT_EQ(sass_facts(listing(a), function.name).form, sass_facts(listing(b), function.name).form);
  }
}

TEST(Listing, IsTheSameFromBothProgramsAndWithEncodings) {
  expect_same("sm_75.nvdisasm", "sm_75.cuobjdump");
  expect_same("sm_120.nvdisasm", "sm_120.cuobjdump");
  expect_same("sm_80.nvdisasm", "sm_80.hex");
}

TEST(Listing, HasInstructionsWithoutAddressEncodingOrPadding) {
  const std::vector<sass::Function> functions = sass::read_sass(
      "\t\tFunction : k\n\t.headerflags\t@\"EF_CUDA_SM90\"\n"
      "        /*0000*/                   LDC R1, c[0x0][0x28] ;          /* 0x00000a00ff017b82 */\n"
      "                                                                   /* 0x000ff00000000800 */\n"
      "        /*0010*/              @!P0 BRA 0x0 ;                       /* 0x00008800ff047b82 */\n"
      "        /*0020*/                   EXIT ;\n        /*0030*/                   BRA 0x30;\n"
      "        /*0040*/                   NOP;\n\t\t..........\n\n        /*0000*/ MOV R1, R2 ;\n");
  ASSERT_EQ(functions.size(), 1U);
  EXPECT_EQ(functions[0].name, "k");
  EXPECT_EQ(texts(functions[0]),
            (std::vector<std::string>{".L_x_0:", "LDC R1, c[0x0][0x28]", "@!P0 BRA `(.L_x_0)", "EXIT"}));
  const sass::Line& branch = functions[0].lines[2];
  EXPECT_EQ(branch.guard, "P0");
  EXPECT_TRUE(branch.guard_negated);
  EXPECT_EQ(branch.opcode, "BRA");
  EXPECT_EQ(branch.address, 0x10U);
  EXPECT_EQ(functions[0].lines[1].operands, (std::vector<std::string>{"R1", "c[0x0][0x28]"}));
}

TEST(Listing, KeepsLinesItDoesNotUnderstand) {
  const auto functions = sass::read_sass(".text.k:\n/*0000*/ WHAT IS, (THIS, [) ;\n some words\n/*0010*/ EXIT ;\n");
  ASSERT_EQ(functions.size(), 1U);
  EXPECT_EQ(texts(functions[0]), (std::vector<std::string>{"WHAT IS, (THIS, [)", "some words", "EXIT"}));
}

TEST(Listing, SurvivesTheFuzzingCorpus) {
  std::size_t files = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(std::string(SEMCHECK_SOURCE_DIR) + "/tests/fuzz/corpus/sass")) {
    const std::string text = read_test_file("fuzz/corpus/sass/" + file.path().filename().string());
    for (const sass::Function& function : sass::read_sass(text)) sass_facts(text, function.name);
    const std::string clean = code::without_comments(text);
    for (const code::PtxFunction& function : code::read_ptx(clean)) ptx_facts(clean, std::string(function.name));
    ++files;
  }
  EXPECT_GT(files, 5U);
}

TEST(Opcodes, AreEachInTheTableOnce) {
  for (const sass::Opcode& row : sass::opcodes()) EXPECT_EQ(sass::find_opcode(row.name), &row) << row.name;
}

sass::Use use_of(const std::string& text) {
  const std::string listing = "\t\tFunction : k\n/*0000*/ " + text + " ;\n/*0010*/ EXIT ;\n";
  const sass::Line line = sass::read_sass(listing).front().lines.front();
  return sass::use_of(line, sass::find_opcode(line.opcode.substr(0, line.opcode.find('.'))));
}

using Names = std::vector<std::string>;

TEST(Operands, OfWideInstructionsAreRunsOfRegisters) {
  const sass::Use pair = use_of("DADD R4, R6, -R8");
  EXPECT_EQ(pair.writes, (Names{"R4", "R5"}));
  EXPECT_EQ(pair.values, (Names{"R6", "R7", "R8", "R9"}));
  const sass::Use wide = use_of("IMAD.WIDE.U32 R2, R5, UR4, R2");
  EXPECT_EQ(wide.writes, (Names{"R2", "R3"}));
  EXPECT_EQ(wide.values, (Names{"R5", "UR4", "R2", "R3"}));
  EXPECT_EQ(use_of("LDG.E.128 R4, desc[UR6][R2.64+0x10]").writes, (Names{"R4", "R5", "R6", "R7"}));
  EXPECT_EQ(use_of("LDG.E.128 R4, desc[UR6][R2.64+0x10]").address, (Names{"UR6", "R2", "R3"}));
  EXPECT_EQ(use_of("F2F.F64.F32 R2, R0").writes, (Names{"R2", "R3"}));
  EXPECT_EQ(use_of("F2F.F64.F32 R2, R0").values, (Names{"R0"}));
  EXPECT_EQ(use_of("F2I.S64.TRUNC R2, R4").writes, (Names{"R2", "R3"}));
  EXPECT_EQ(use_of("F2I.F64.TRUNC R2, R4").values, (Names{"R4", "R5"}));
  EXPECT_EQ(use_of("SHF.L.U64.HI R7, R2.reuse, 0x3, R3").writes, (Names{"R7"}));
}

TEST(Operands, OfPredicatesAreToldFromValues) {
  const sass::Use compare = use_of("ISETP.GE.U32.AND.EX P0, PT, R3, UR5, PT, P1");
  EXPECT_EQ(compare.writes, (Names{"P0"}));
  EXPECT_EQ(compare.values, (Names{"R3", "UR5"}));
  EXPECT_EQ(compare.predicates, (Names{"P1"}));
  const sass::Use sum = use_of("IADD3 R4, P0, P2, R6.reuse, UR4, RZ");
  EXPECT_EQ(sum.writes, (Names{"R4", "P0", "P2"}));
  EXPECT_EQ(sum.values, (Names{"R6", "UR4"}));
  EXPECT_EQ(use_of("DSETP.MAX.AND P0, P1, R2, R4, PT").writes, (Names{"P0", "P1"}));
  EXPECT_EQ(use_of("FSEL R5, |R0|, -R5, !P0").predicates, (Names{"P0"}));
  EXPECT_EQ(use_of("VIMNMX.S32 R7, PT, PT, R4, R6, !PT").writes, (Names{"R7"}));
  EXPECT_EQ(use_of("VIMNMX.S32 R7, PT, PT, R4, R6, !PT").values, (Names{"R4", "R6"}));
  EXPECT_EQ(use_of("SHFL.BFLY PT, R5, R4, R8, 0x1f").values, (Names{"R4"}));
}

TEST(Operands, OfStoresAreAnAddressAndAValue) {
  const sass::Use store = use_of("STG.E.64 desc[UR4][R8.64], R2");
  EXPECT_EQ(store.writes, Names{});
  EXPECT_EQ(store.values, (Names{"R2", "R3"}));
  EXPECT_EQ(store.address, (Names{"UR4", "R8", "R9"}));
}

}  // namespace
}  // namespace semcheck
