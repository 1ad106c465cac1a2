#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

#include "tests/unit/sass/listings.h"

namespace semcheck {
namespace {

const std::vector<std::string> kArchitectures = {"sm_75", "sm_80", "sm_89", "sm_90", "sm_100", "sm_120"};

/// What NVIDIA's compilers make of a kernel, as semantics by architecture say: its form in PTX and in SASS, and an
/// opcode of the SASS that decides, given where the architectures differ by the first that has it.
struct Expected {
  const char* entry;
  CodeForm ptx;
  CodeForm sass;
  const char* opcode;
};

// f32 direct is FMNMX everywhere; ternary and branch are the same FSETP and FSEL; two stores keep FSETP with predicated
// stores, while their PTX branches; relu by select and by fmaxf are one FMNMX; f64 is DSETP.MAX with FSEL and SEL.
constexpr std::array kEverywhere = {
    Expected{"max_direct_f32", CodeForm::direct, CodeForm::direct, "FMNMX"},
    Expected{"max_ternary_f32", CodeForm::compare_select, CodeForm::compare_select, "FSEL"},
    Expected{"max_branch_f32", CodeForm::compare_select, CodeForm::compare_select, "FSEL"},
    Expected{"max_stores_f32", CodeForm::branch, CodeForm::compare_select, "FSETP.GE.AND"},
    Expected{"long_branch", CodeForm::branch, CodeForm::branch, "FSETP.GEU.AND"},
    Expected{"relu_select", CodeForm::direct, CodeForm::direct, "FMNMX"},
    Expected{"relu_direct", CodeForm::direct, CodeForm::direct, "FMNMX"},
    Expected{"max_f64", CodeForm::direct, CodeForm::direct, "DSETP.MAX.AND"},
};

TEST(CodeForm, IsThatOfTheKernelOnEveryArchitecture) {
  for (const std::string& arch : kArchitectures) {
    const std::string ptx = listing(arch + ".ptx"), sass = listing(arch + ".nvdisasm");
    for (const Expected& expected : kEverywhere) {
      SCOPED_TRACE(arch + " " + expected.entry);
      EXPECT_EQ(name(ptx_facts(ptx, expected.entry).form), name(expected.ptx));
      const CodeFacts facts = sass_facts(sass, expected.entry);
      EXPECT_EQ(name(facts.form), name(expected.sass));
      EXPECT_EQ(count(facts, expected.opcode), 1U);
    }
  }
}

TEST(CodeForm, OfTernaryAndBranchIsOneCode) {
  for (const std::string& arch : kArchitectures) {
    const std::string sass = listing(arch + ".nvdisasm");
    EXPECT_EQ(sass_facts(sass, "max_ternary_f32").opcodes, sass_facts(sass, "max_branch_f32").opcodes) << arch;
    EXPECT_EQ(sass_facts(sass, "relu_select").opcodes, sass_facts(sass, "relu_direct").opcodes) << arch;
  }
}

TEST(CodeForm, OfF64MaximumIsDirectThoughItSelects) {
  for (const std::string& arch : kArchitectures) {
    const CodeFacts facts = sass_facts(listing(arch + ".nvdisasm"), "max_f64");
    EXPECT_EQ(facts.count(InstructionKind::extremum), 1U) << arch;
    EXPECT_EQ(facts.count(InstructionKind::select), 2U) << arch;
    EXPECT_EQ(count(facts, "FSEL"), 1U) << arch;
    EXPECT_EQ(count(facts, "SEL"), 1U) << arch;
  }
}

TEST(CodeForm, OfIntegerMaximumTakesImnmxUntilVimnmxIsThere) {
  for (const std::string& arch : kArchitectures) {
    const CodeFacts s32 = sass_facts(listing(arch + ".nvdisasm"), "max_s32");
    const CodeFacts u32 = sass_facts(listing(arch + ".nvdisasm"), "max_u32");
    const bool is_new = arch == "sm_90" || arch == "sm_100" || arch == "sm_120";
    EXPECT_EQ(name(s32.form), "direct") << arch;
    EXPECT_EQ(name(u32.form), "direct") << arch;
    EXPECT_EQ(count(s32, "VIMNMX") + count(s32, "VIMNMX.S32"), is_new ? 1U : 0U) << arch;
    EXPECT_EQ(count(s32, "IMNMX"), is_new ? 0U : 1U) << arch;
    EXPECT_EQ(count(u32, is_new ? "VIMNMX.U32" : "IMNMX.U32"), 1U) << arch;
  }
}

TEST(CodeForm, OfF16MaximumIsConvertedWhereTheMachineHasNone) {
  for (const std::string& arch : kArchitectures) {
    const bool is_old = arch == "sm_75";
    const CodeFacts sass = sass_facts(listing(arch + ".nvdisasm"), "max_f16");
    EXPECT_EQ(name(sass.form), is_old ? "converted" : "direct") << arch;
    EXPECT_EQ(name(ptx_facts(listing(arch + ".ptx"), "max_f16").form), is_old ? "converted" : "direct") << arch;
    EXPECT_EQ(count(sass, "HMNMX2"), is_old ? 0U : 1U) << arch;
    EXPECT_EQ(count(sass, "FMNMX"), is_old ? 1U : 0U) << arch;
    EXPECT_EQ(sass.count(InstructionKind::convert), is_old ? 3U : 0U) << arch;
    EXPECT_EQ(sass.loaded, 4U) << arch;
    EXPECT_EQ(sass.stored, 2U) << arch;
  }
}

// The assembler turns the comparison with a constant into FMNMX.NAN from sm_80 on; the front end leaves it alone.
TEST(CodeForm, OfAComparisonWithOneIsAMaximumFromAmpereOn) {
  for (const std::string& arch : kArchitectures) {
    const bool is_old = arch == "sm_75";
    const CodeFacts facts = sass_facts(listing(arch + ".nvdisasm"), "at_most_one");
    EXPECT_EQ(name(ptx_facts(listing(arch + ".ptx"), "at_most_one").form), "compare_select") << arch;
    EXPECT_EQ(name(facts.form), is_old ? "compare_select" : "direct") << arch;
    EXPECT_EQ(count(facts, "FMNMX.NAN"), is_old ? 0U : 1U) << arch;
    EXPECT_EQ(count(facts, "FSEL"), is_old ? 1U : 0U) << arch;
  }
}

TEST(CodeLines, ThatDecideAreTheComparisonOfTheValuesAndItsUse) {
  EXPECT_EQ(deciding(sass_facts(listing("sm_75.nvdisasm"), "max_ternary_f32")),
            "FSETP.GE.AND P0, PT, R5, R0, PT\nFSEL R5, R5, R0, P0\n");
  EXPECT_EQ(deciding(sass_facts(listing("sm_75.nvdisasm"), "max_stores_f32")),
            "FSETP.GE.AND P0, PT, R0, R5, PT\n@P0 STG.E.SYS [R2.64+UR4], R0\n@P0 EXIT\n");
  EXPECT_EQ(deciding(sass_facts(listing("sm_75.nvdisasm"), "max_f16")),
            "HADD2.F32 R0, R0.H0_H0, -RZ.H0_H0\nHADD2.F32 R5, R4.H0_H0, -RZ.H0_H0\nFMNMX R0, R0, R5, !PT\n"
            "F2F.F16.F32 R5, R0\n");
}

TEST(Traffic, IsThatOfAnElement) {
  for (const std::string& arch : kArchitectures)
    for (const bool ptx : {true, false}) {
      SCOPED_TRACE(arch);
      const std::string text = listing(arch + (ptx ? ".ptx" : ".nvdisasm"));
      const auto facts = [&](const char* entry) { return ptx ? ptx_facts(text, entry) : sass_facts(text, entry); };
      EXPECT_EQ(facts("max_direct_f32").loaded, 8U);
      EXPECT_EQ(facts("max_direct_f32").stored, 4U);
      EXPECT_EQ(facts("relu_direct").loaded, 4U);
      EXPECT_EQ(facts("max_f64").loaded, 16U);
      EXPECT_EQ(facts("max_f64").stored, 8U);
      EXPECT_EQ(facts("max_stores_f32").stored, 4U);
      const CodeFacts vector = facts("max_vector_f32");
      EXPECT_EQ(vector.loaded, 8U);
      EXPECT_EQ(vector.stored, 4U);
      const std::vector<Access>& accesses = vector.accesses;
      EXPECT_NE(std::find(accesses.begin(), accesses.end(), Access{"global", false, 16, 2}), accesses.end());
      EXPECT_NE(std::find(accesses.begin(), accesses.end(), Access{"global", true, 16, 1}), accesses.end());
    }
}

TEST(Reductions, AreToldFromElementwiseCode) {
  for (const std::string& arch : kArchitectures)
    for (const bool ptx : {true, false}) {
      SCOPED_TRACE(arch);
      const std::string text = listing(arch + (ptx ? ".ptx" : ".nvdisasm"));
      const auto facts = [&](const char* entry) { return ptx ? ptx_facts(text, entry) : sass_facts(text, entry); };
      EXPECT_FALSE(facts("max_direct_f32").reduction);
      EXPECT_FALSE(facts("max_vector_f32").reduction);
      EXPECT_TRUE(facts("shuffle_max").reduction);
      EXPECT_EQ(facts("shuffle_max").count(InstructionKind::shuffle), 5U);
      EXPECT_FALSE(facts("shuffle_max").carried_accumulator);
      EXPECT_TRUE(facts("shared_max").reduction);
      EXPECT_FALSE(facts("shared_max").carried_accumulator);
      EXPECT_TRUE(facts("loop_max").carried_accumulator);
      EXPECT_TRUE(facts("atomic_max").reduction);
      for (const char* entry : {"shuffle_max", "shared_max", "loop_max", "atomic_max"})
        EXPECT_EQ(name(facts(entry).form), "direct") << entry;
    }
}

TEST(Chains, AreAsLongAsTheSourceHasThem) {
  for (const std::string& arch : kArchitectures) {
    const std::string text = listing(arch + ".nvdisasm");
    const Chain add = sass_facts(text, "chain_add_8").chain;
    EXPECT_EQ(add.length, 8U) << arch;
    EXPECT_EQ(add.opcode, "FADD") << arch;
    EXPECT_TRUE(add.accumulator.starts_with('R')) << arch;
    const Chain fma = sass_facts(text, "chain_fma_8").chain;
    EXPECT_EQ(fma.length, 8U) << arch;
    EXPECT_EQ(fma.opcode, "FFMA") << arch;
    EXPECT_TRUE(fma.accumulator.starts_with('R')) << arch;
    // Four links, and the addition that joins the two halves.
    EXPECT_EQ(sass_facts(text, "chain_split").chain.length, 5U) << arch;
    const std::string ptx = listing(arch + ".ptx");
    EXPECT_EQ(ptx_facts(ptx, "chain_add_8").chain.length, 8U) << arch;
    EXPECT_EQ(ptx_facts(ptx, "chain_fma_8").chain.opcode, "fma.rn.f32") << arch;
    EXPECT_EQ(ptx_facts(ptx, "chain_split").chain.length, 5U) << arch;
  }
}

std::string function(const std::string& body) {
  std::string text = "\t\tFunction : k\n";
  std::size_t address = 0;
  for (std::size_t start = 0; start < body.size(); address += 16) {
    const std::size_t end = body.find('\n', start);
    char place[32];
    std::snprintf(place, sizeof place, "/*%04zx*/ ", address);
    text += place + body.substr(start, end - start) + " ;\n";
    start = end + 1;
  }
  return text;
}

TEST(Chains, ThatMoveToAnotherRegisterHaveNoAccumulator) {
  const Chain moved = sass_facts(function("LDG.E R5, [R2.64]\nFADD R5, R5, R7\nFADD R5, R5, R7\nFADD R6, R5, R7\n"
                                          "FADD R6, R6, R7\nSTG.E [R2.64], R6\nEXIT\n"),
                                 "k")
                          .chain;
  EXPECT_EQ(moved.length, 4U);
  EXPECT_EQ(moved.opcode, "FADD");
  EXPECT_EQ(moved.accumulator, "");
  const Chain with_move = sass_facts(function("LDG.E R5, [R2.64]\nFADD R5, R5, R7\nMOV R6, R5\nFADD R5, R6, R7\n"
                                              "STG.E [R2.64], R5\nEXIT\n"),
                                     "k")
                              .chain;
  EXPECT_EQ(with_move.length, 3U);
  EXPECT_EQ(with_move.opcode, "");
  const Chain clean =
      sass_facts(function("LDG.E R5, [R2.64]\nFADD R5, R5, R7\nFADD R5, R5, R7\nSTG.E [R2.64], R5\nEXIT\n"), "k").chain;
  EXPECT_EQ(clean.length, 2U);
  EXPECT_EQ(clean.accumulator, "R5");
}

TEST(CodeForm, DoesNotTakeABoundsCheckForAChoice) {
  const CodeFacts facts =
      sass_facts(function("S2R R0, SR_TID.X\nISETP.GE.AND P0, PT, R0, c[0x0][0x170], PT\n@P0 EXIT\nLDG.E R5, [R2.64]\n"
                          "FADD R5, R5, R5\nSTG.E [R2.64], R5\nEXIT\n"),
                 "k");
  EXPECT_EQ(name(facts.form), "other");
  EXPECT_EQ(facts.count(InstructionKind::predicate), 1U);
}

TEST(CodeForm, OfADirectAndAComparedHalfIsMixed) {
  const CodeFacts facts =
      sass_facts(function("LDG.E R5, [R2.64]\nLDG.E R6, [R2.64+0x4]\nFMNMX R7, R5, R6, !PT\n"
                          "FSETP.GT.AND P0, PT, R7, 1, PT\nFSEL R7, R7, R5, P0\nSTG.E [R2.64], R7\nEXIT\n"),
                 "k");
  EXPECT_EQ(name(facts.form), "mixed");
}

TEST(Opcodes, ThatAreNotKnownAreCountedAndListed) {
  const CodeFacts facts = sass_facts(
      function("LDG.E R5, [R2.64]\nFNEWOP.X R5, R5, R6\nFNEWOP.X R5, R5, R6\nSTG.E [R2.64], R5\nEXIT\n"), "k");
  EXPECT_EQ(facts.count(InstructionKind::other), 2U);
  EXPECT_EQ(facts.unknown, std::vector<std::string>{"FNEWOP.X"});
  EXPECT_EQ(facts.instructions, 5U);
}

TEST(Opcodes, OfAllListingsAreKnown) {
  for (const std::string& arch : kArchitectures) {
    const std::string text = listing(arch + ".nvdisasm");
    for (const sass::Function& function : sass::read_sass(text))
      EXPECT_EQ(sass_facts(text, function.name).unknown, std::vector<std::string>{}) << arch << function.name;
    const std::string ptx = code::without_comments(listing(arch + ".ptx"));
    for (const code::PtxFunction& function : code::read_ptx(ptx))
      EXPECT_EQ(ptx_facts(ptx, std::string(function.name)).unknown, std::vector<std::string>{}) << function.name;
  }
}

}  // namespace
}  // namespace semcheck
