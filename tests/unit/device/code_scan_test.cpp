#include "device/code_scan.h"

#include <gtest/gtest.h>

#include <vector>

namespace semcheck {
namespace {

using namespace std::string_view_literals;

TEST(CodeScan, AcceptsCodeThatStaysInItsFunction) {
  const std::vector<std::string_view> sound = {
      "",
      "fmaxf(x, z)",
      "x >= z ? x : z",
      "if (x >= z) { return x; } return z;",
      "float y; asm(\"{ max.NaN.f32 %0, %1, %2; }\" : \"=f\"(y) : \"f\"(x), \"f\"(z)); return y;",
      "x // a comment with ) } ] and 'quotes\" in it",
      "/* ( */ x /* } */",
      "'(' + '\\'' + '\"'",
      "\"\\\"}\"[0]",
      "R\"(a ) \" } b)\"[0]",
      "R\"--(a )\" b)--\"[0]",
      "1'000'000",
      "0x1'0",
      "x\\\n + z",
      "a<::b>::c(x)",
      "x <% y %>",
      "x # y",  // left to the compiler: no directive without a line of its own
      "x <: 0 :>",
  };
  for (std::string_view code : sound) {
    const auto fault = find_fault(code);
    EXPECT_FALSE(fault) << code << ": " << (fault ? fault->message : "");
  }
}

struct Faulty {
  std::string_view code;
  std::size_t offset;
  std::string_view message;
};

TEST(CodeScan, PointsAtWhatWouldLeaveTheFunction) {
  const std::vector<Faulty> faulty = {
      {"x } void evil() {", 2, "this '}' has no opening '{'"},
      {"(x", 0, "this '(' is never closed"},
      {"f(x]", 3, "this ']' does not match '('"},
      {"{ (x }", 5, "this '}' does not match '('"},
      {"x /* z", 2, "this comment has no end"},
      {"f(\"x)", 2, "this string has no end"},
      {"f(\"x\n\")", 2, "this string has no end"},
      {"'x", 0, "this character has no end"},
      {"\"\\\"", 0, "this string has no end"},
      {"R\"(x\"", 1, "this string has no end"},
      {"R\"--(x)\"", 1, "this string has no end"},
      {"x;\n  #define x", 5, "a preprocessing directive is not allowed here"},
      {"#line 7", 0, "a preprocessing directive is not allowed here"},
      {"/* */ #undef x", 6, "a preprocessing directive is not allowed here"},
      {"%:define x", 0, "a preprocessing directive is not allowed here"},
      {"x // y \\", 7, "this backslash joins the code to the line after it"},
      {"x \\\n", 2, "this backslash joins the code to the line after it"},
      {"%>", 0, "this '}' has no opening '{'"},
      {"<% x", 0, "this '{' is never closed"},
      {"// \\\n (\n(", 8, "this '(' is never closed"},
      {"x\0}"sv, 1, "a zero byte is not allowed here"},
  };
  for (const Faulty& row : faulty) {
    const auto fault = find_fault(row.code);
    ASSERT_TRUE(fault) << row.code;
    EXPECT_EQ(fault->offset, row.offset) << row.code;
    EXPECT_EQ(fault->message, row.message) << row.code;
  }
}

TEST(CodeScan, CountsLinesAndCharactersFromTheStartOfTheCode) {
  const Span start{12, 9, 1};
  const auto place = [&](std::string_view code, std::size_t offset) {
    const Span span = locate(code, offset, start);
    return std::pair(span.line, span.column);
  };
  EXPECT_EQ(place("x }", 2), std::pair(12u, 11u));
  EXPECT_EQ(place("x;\n  }", 5), std::pair(13u, 3u));
  EXPECT_EQ(place("/* \xc3\xa9 */ }", 9), std::pair(12u, 17u));
}

}  // namespace
}  // namespace semcheck
