#include <gtest/gtest.h>

#include <filesystem>

#include "device/ptx/decimal.h"
#include "tests/unit/ptx/evaluate.h"

namespace semcheck::ptx {
namespace {

/// "line: message" of the PtxError that parsing a text or launching its first entry ends in.
std::string error_of(const std::string& text) {
  try {
    const auto module = parse(text);
    if (entries(*module).empty()) return "no entries";
    Memory memory;
    const std::vector<std::byte> parameters(64);
    launch(*module, {entries(*module)[0], {}, {}, parameters, std::chrono::milliseconds(100)}, memory);
  } catch (const PtxError& error) {
    return std::to_string(error.line()) + ": " + error.what();
  } catch (const Trap& trap) {
    return trap.what();
  }
  return "no error";
}

/// The error of an entry with a body, which begins in line 5.
std::string error_in(const std::string& body) {
  return error_of(kHead + ".entry k(.param .u64 out) {\n" + body + "\n}\n");
}

TEST(Parser, FindsTheEntriesInTheOrderOfTheText) {
  const auto module = parse(kHead +
                            ".visible .entry b()\n{ ret; }\n.func f()\n{ ret; }\n.extern .func g();\n.weak .entry "
                            "a(.param .u32 x) .maxntid 128, 1, 1 { ret; }\n");
  EXPECT_EQ(entries(*module), (std::vector<std::string>{"b", "a"}));
}

TEST(Parser, ReadsWhatCompilersPutBetween) {
  EXPECT_EQ(
      error_of(
          "// comment\n.version 8.3\n.target sm_90a, debug /* two\nlines */\n.address_size 64\n.file 1 \"a.cu\"\n"
          ".global .align 4 .u32 v = 5;\n.const .f32 c[2] = {0f3F800000, 0f40000000};\n.global .align 1 .b8 s[3] = {1, "
          "-1};\n"
          ".visible .entry k(\n.param .u64 .ptr .global .align 8 k_param_0)\n.minnctapersm 2\n{\n.reg .b32 %r<3>, a, "
          "b;\n"
          ".pragma \"nounroll\";\n.loc 1 3 5, function_name $L__info, inlined_at 1 2 3\nmov.u32 %r1, 0x10U;\nmov.u32 "
          "a, 017;\n"
          "mov.u32 b, 0b101;\nld.global.u32 %r2, [v];\nret;\n}\n.section .debug_str\n{\n.b8 1, 2\nx: .b32 y+4\n}\n"),
      "no error");
}

TEST(Parser, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(error_of(""), "1: the text ends where `.version` should be");
  EXPECT_EQ(error_of("\x7f"
                     "ELF\x02\x01"),
            "1: PTX has no such character here");
  EXPECT_EQ(error_of(kHead + ".entry k( {"), "4: `{` stands where `.param` or `.reg` should be");
  EXPECT_EQ(error_of(kHead + ".entry k() {\n  ret\n}"), "6: `}` stands where an operand should be");
  EXPECT_EQ(error_of(kHead + ".entry k() {\n"),
            "5: the text ends where an instruction, a declaration or `}` should be");
  EXPECT_EQ(error_of(kHead + ".texref t;"), "4: the directive `.texref` is not supported");
  EXPECT_EQ(error_of(kHead + "/* no end"), "4: this comment has no end");
  EXPECT_EQ(error_of(".version 6.0 .target sm_30 .address_size 32"), "1: only an address size of 64 is supported");
  EXPECT_EQ(error_of(kHead + ".global .u32 v, v;"), "4: this variable is declared twice");
  EXPECT_EQ(error_of(kHead + ".global .b8 a[67108865];"), "4: an array of more than 64 MiB is not supported");
  EXPECT_EQ(error_of(kHead + ".global .u32 a[2] = {1, 2, 3};"), "4: there are more initial values than elements");
  EXPECT_EQ(error_of(kHead + ".global .f64 a = 0f3F800000;"),
            "4: an initial value of another type than the variable's");
  EXPECT_EQ(error_of(kHead + ".global .align 3 .u32 a;"), "4: an alignment is a power of two, at most 4096");
}

TEST(Parser, RejectsNumbersThatAreNone) {
  EXPECT_EQ(error_in("mov.u32 %r, 0x;"), "5: this number has no digits");
  EXPECT_EQ(error_in("mov.u64 %r, 18446744073709551616;"), "5: this number does not fit into 64 bits");
  EXPECT_EQ(error_in("mov.f32 %f, 0f3F80;"), "5: `0f3F80` needs 8 hexadecimal digits");
  EXPECT_EQ(error_in("mov.u32 %r, 12q;"), "5: this number goes on with a letter or digit that it cannot have");
  EXPECT_EQ(error_in("mov.u32 %r, 089;"), "5: this number goes on with a letter or digit that it cannot have");
}

TEST(Parser, AnErrorHasTheTextOfItsLine) {
  try {
    parse(kHead + ".entry k()\n{\n  .reg .b32 %r;\n  mov.u32 %r, 0xfg; // why\n}\n");
    FAIL() << "no error";
  } catch (const PtxError& error) {
    EXPECT_EQ(error.line(), 7U);
    EXPECT_EQ(error.text(), "  mov.u32 %r, 0xfg; // why");
  }
}

TEST(Parser, LimitsWhatATextCanAskFor) {
  EXPECT_EQ(error_in(".reg .b32 %r<1048577>;"), "5: more than 1048576 registers in one declaration are not supported");
  EXPECT_EQ(error_in(".reg .b32 %r<1048576>;"), "no error");
  EXPECT_EQ(error_in(".local .b8 a[524289];"), "5: `a` makes the variables larger than the 524288 bytes there are");
  EXPECT_EQ(error_in(".shared .b8 a[232449];"), "5: `a` makes the variables larger than the 232448 bytes there are");
  EXPECT_EQ(error_in(std::string(100, '{')), "5: scopes are nested too deeply");
}

TEST(Decoder, RejectsWhatItDoesNotSupportByName) {
  EXPECT_EQ(error_in("fma.rn.oob.f16 %f, %f, %f, %f;"),
            "5: the instruction `fma.rn.oob.f16` with these operands is not supported");
  EXPECT_EQ(error_in(".reg .f64 %f<2>;\nmax.NaN.f64 %f0, %f1, %f1;"),
            "6: the instruction `max.NaN.f64` with these operands is not supported");
  EXPECT_EQ(error_in(".reg .b32 %r<2>;\nmax.u32 %r0, %r1;"),
            "6: the instruction `max.u32` with these operands is not supported");
  EXPECT_EQ(error_in(".reg .b32 %r<2>;\n.reg .pred p;\nsetp.lo.s32 p, %r0, %r1;"),
            "7: the instruction `setp.lo.s32` with these operands is not supported");
  EXPECT_EQ(error_in(".reg .b32 %r<2>;\n.reg .pred p;\nsetp.lt.b32 p, %r0, %r1;"),
            "7: the instruction `setp.lt.b32` with these operands is not supported");
  EXPECT_EQ(error_in(".reg .b32 %r<2>;\nmax.xorsign.f32 %r0, %r1, %r1;"),
            "6: the instruction `max.xorsign.f32` with these operands is not supported");
  EXPECT_EQ(error_in("L: .branchtargets A, B;"),
            "5: the instruction `.branchtargets` with these operands is not supported");
  EXPECT_EQ(error_in("shfl.down.b32 %r, %r, 1, 31;"),
            "5: the instruction `shfl.down.b32` with these operands is not supported");
  EXPECT_EQ(error_in("call f;"), "5: `f` is no function with a body in this module");
}

TEST(Decoder, RejectsOperandsThatDoNotFit) {
  const std::string registers = ".reg .b32 %r<4>; .reg .b64 %d<4>; .reg .pred p; .reg .f32 %f<2>;\n";
  EXPECT_EQ(error_in(registers + "add.u32 %r0, %r1, %d1;"), "6: `%d1` is 64 bits wide where the instruction takes 32");
  EXPECT_EQ(error_in(registers + "add.u32 %r0, %r1, %r4;"), "6: `%r4` is not declared");
  EXPECT_EQ(error_in(registers + "add.u32 %r0, %r1, %r01;"), "6: `%r01` is not declared");
  EXPECT_EQ(error_in(registers + "add.u32 5, %r1, %r2;"), "6: a destination that is no register");
  EXPECT_EQ(error_in(registers + "add.u32 _, %r1, %r2;"), "6: `_` is no destination for this instruction");
  EXPECT_EQ(error_in(registers + "add.f32 %f0, %f1, 1;"), "6: an integer where the instruction takes a float");
  EXPECT_EQ(error_in(registers + "mov.u32 %tid.x, %r1;"), "6: `%tid.x` cannot be written");
  EXPECT_EQ(error_in(registers + "mov.u32 %r1, %clock;"), "6: the special register `%clock` is not supported");
  EXPECT_EQ(error_in(registers + "mov.u32 %r1, %envreg2;"), "6: the special register `%envreg2` is not supported");
  EXPECT_EQ(error_in(registers + "@%r1 ret;"), "6: `%r1` is 32 bits wide where the instruction takes 1");
  EXPECT_EQ(error_in(registers + "bra p;"), "6: `p` is no label");
  EXPECT_EQ(error_in(registers + "st.param.u32 [out], %r1;"), "6: a store to the parameters of the entry");
  EXPECT_EQ(error_in(registers + "ld.shared.u32 %r1, [out];"),
            "6: `out` is in another state space than the instruction's");
  EXPECT_EQ(error_in(registers + "mov.b64 %d0, {%r0, %r1, %r2};"),
            "6: a vector of another length than this instruction takes");
  EXPECT_EQ(error_in(registers + "ld.global.v4.u32 {%r0, %r1}, [%d1];"), "6: a vector of another length than `.vec`");
  EXPECT_EQ(error_in(registers + "ld.global.v2.u8 {%r0, %d0}, [%d1];"), "6: the registers of a vector are of one type");
  EXPECT_EQ(error_in(registers + "ld.global.v2.u32 {_, %d0}, [%d1];"),
            "null pointer: ld.global.v2.u32 of 8 bytes at 0x0 in k (line 6), block (0,0,0) thread (0,0,0)");
  EXPECT_EQ(error_in(registers + "ld.global.v8.u64 {%d0,%d0,%d0,%d0,%d0,%d0,%d0,%d0}, [%d1];"),
            "6: a vector of another length than `.vec`");
  EXPECT_EQ(error_in(registers + "st.global.v8.b32 [%d1], {%r0,%r0,%r0,%r0,%r0,%r0,%r0,%r0};"),
            "null pointer: st.global.v8.b32 of 32 bytes at 0x0 in k (line 6), block (0,0,0) thread (0,0,0)");
  EXPECT_EQ(error_in(registers + "add.u32 %r0, !%r1, %r2;"), "6: a `!` that this operand does not take");
  EXPECT_EQ(error_in(registers + ".reg .b32 p;"), "6: `p` is declared twice");
}

TEST(Decoder, AnEntryThatCannotRunLeavesTheOthersAlone) {
  const auto module = parse(kHead + ".entry bad() { frobnicate; }\n.entry good() { ret; }\n");
  Memory memory;
  EXPECT_THROW(launch(*module, {"bad", {}, {}, {}}, memory), PtxError);
  EXPECT_EQ(launch(*module, {"good", {}, {}, {}}, memory).thread_instructions, 1U);
}

TEST(Decoder, OnlyTheEntriesThatUseItSufferFromAnUnsupportedVariable) {
  const std::string variables =
      ".extern .global .u32 other;\n.global .u64 list[2] = {generic(v), v};\n.global .u32 v;\n";
  EXPECT_EQ(error_of(kHead + variables + ".entry k() { ret; }"), "no error");
  EXPECT_EQ(error_of(kHead + variables + ".entry k() { .reg .b32 r; ld.global.u32 r, [other]; }"),
            "7: `other` is defined outside this module");
  EXPECT_EQ(error_of(kHead + variables + ".entry k() { .reg .b64 r; ld.global.u64 r, [list]; }"),
            "7: `list` is initialised by an address");
}

TEST(Decoder, RecursionIsRefused) {
  EXPECT_EQ(error_of(kHead + ".func f() { call f; }\n.entry k() { call f; }\n"),
            "4: recursion and calls more than 16 deep are not supported");
}

TEST(Decoder, ALabelThatIsMissingIsNamed) {
  EXPECT_EQ(error_in("bra NOWHERE;"), "5: `NOWHERE` is not declared");
}

// Values of IEEE 754 binary64: 0.1 and 1e22 are the textbook cases of inexact and of exact decimals.
TEST(Decimal, IsTheNearestDouble) {
  EXPECT_EQ(f64_from_decimal("0.0"), 0U);
  EXPECT_EQ(f64_from_decimal("1."), 0x3ff0000000000000U);
  EXPECT_EQ(f64_from_decimal("0.1"), 0x3fb999999999999aU);
  EXPECT_EQ(f64_from_decimal("3.141592653589793"), 0x400921fb54442d18U);
  EXPECT_EQ(f64_from_decimal("1e-3"), 0x3f50624dd2f1a9fcU);
  EXPECT_EQ(f64_from_decimal("123456789012345678.0"), 0x437b69b4ba630f35U);
  EXPECT_EQ(f64_from_decimal("2.5E+19"), 0x43f5af1d78b58c40U);
  EXPECT_EQ(f64_from_decimal("1e20"), std::nullopt);
  EXPECT_EQ(f64_from_decimal("0.12345678901234567890"), std::nullopt);
  EXPECT_EQ(f64_from_decimal("1.2.3"), std::nullopt);
}

TEST(Decimal, IsConvertedToTheTypeOfItsUse) {
  EXPECT_EQ(evaluate_one({"add.f32", "f32", {"f32"}, "0.1"}, {0}), 0x3dcccccdU);
  EXPECT_EQ(evaluate_one({"add.f64", "f64", {"f64"}, "0f3F800000"}, {0}), 0x3ff0000000000000U);
}

// What fuzzing found once, and what it begins from, ends as a program or an error.
TEST(Parser, SurvivesTheFuzzingCorpus) {
  std::size_t files = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(std::string(SEMCHECK_SOURCE_DIR) + "/tests/fuzz/corpus/ptx")) {
    error_of(read_file("tests/fuzz/corpus/ptx/" + file.path().filename().string()));
    ++files;
  }
  EXPECT_GT(files, 5U);
}

}  // namespace
}  // namespace semcheck::ptx
