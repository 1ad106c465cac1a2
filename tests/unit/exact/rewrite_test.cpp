#include "device/exact/rewrite.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "device/exact/tokens.h"

namespace semcheck {
namespace {

std::string body(const std::string& program) {
  const std::string exact = exact_program(program);
  return exact.substr(exact.find('\n') + 1);
}

TEST(ExactProgram, IncludesTheTypesFirst) {
  EXPECT_TRUE(exact_program("int x;").starts_with("#include \"exact/words.cuh\"\n"));
}

// Patterns of binary32 and binary64, from their definition.
TEST(ExactProgram, WritesFloatingLiteralsAsPatterns) {
  EXPECT_EQ(body("1.0f"), "semcheck_float::of_bits(0x3f800000u)");
  EXPECT_EQ(body("1.F"), "semcheck_float::of_bits(0x3f800000u)");
  EXPECT_EQ(body(".5f"), "semcheck_float::of_bits(0x3f000000u)");
  EXPECT_EQ(body("1e1"), "semcheck_double::of_bits(0x4024000000000000u)");
  EXPECT_EQ(body("1'000.0"), "semcheck_double::of_bits(0x408f400000000000u)");
  EXPECT_EQ(body("0.f"), "semcheck_float::of_bits(0x0u)");
  EXPECT_EQ(body("1e+1f"), "semcheck_float::of_bits(0x41200000u)");
}

// 1 + 2^-24 + 2^-60 lies above the midpoint of 1 and the next binary32; by way of binary64 it would become the
// midpoint.
TEST(ExactProgram, RoundsLiteralsOnce) {
  EXPECT_EQ(body("1.000000059604644775390625867361737988403547205962240695953369140625f"),
            "semcheck_float::of_bits(0x3f800001u)");
}

TEST(ExactProgram, WritesHexadecimalLiteralsAsParts) {
  EXPECT_EQ(body("0x1.8p+1f"), "semcheck::exact::of_parts<semcheck::exact::Kind::f32>(0x18u, -3)");
  EXPECT_EQ(body("0xap-3"), "semcheck::exact::of_parts<semcheck::exact::Kind::f64>(0xau, -3)");
}

TEST(ExactProgram, LeavesEverythingElse) {
  for (const char* text : {"0xef", "10", "0x1f", "1u", "x1.y", "a.f", "\"1.0f\"", "'.5'", "// 1.0f", "/* 1.0f\n */",
                           "R\"(1.0f)\"", "1.0L", "0b1'0", "1e999f", "#line 3 \"1.0f\""})
    EXPECT_EQ(body(text), text);
}

TEST(ExactProgram, KeepsEveryLine) {
  const std::string program = "#line 7 \"a\"\nx + 1.5f /* 2.f\n */\n- 2.0;\n";
  const std::string exact = body(program);
  EXPECT_EQ(std::count(exact.begin(), exact.end(), '\n'), std::count(program.begin(), program.end(), '\n'));
  EXPECT_TRUE(exact.ends_with("\n- semcheck_double::of_bits(0x4000000000000000u);\n"));
}

TEST(Tokens, AreWordsAndNumbersOutsideOfCommentsAndStrings) {
  std::string found;
  for (const Token& token : tokens_of("if(x1<.5e-3f)/*a*/b=\"c\\\"d\"+u8R\"q()\")q\"-'e';//f\n g0x1p-2 0x1p-2-3"))
    found += std::string(token.text) + " ";
  EXPECT_EQ(found, "if x1 .5e-3f b g0x1p 2 0x1p-2 3 ");
}

}  // namespace
}  // namespace semcheck
