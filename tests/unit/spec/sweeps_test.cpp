#include <gtest/gtest.h>

#include "core/spec/case_count.h"
#include "tests/unit/spec/reading.h"

// The sweeps that [inputs] asks for.
namespace semcheck {
namespace {

std::string over(const std::string& kind_and_dtype, const std::string& inputs) {
  return "[operation]\nname = \"t\"\n" + kind_and_dtype + "\n[inputs]\n" + inputs + "\n" + kOneVariant;
}
const std::string kMaxF16 = "kind = \"max\"\ndtype = \"f16\"";
const std::string kMaxF32 = "kind = \"max\"\ndtype = \"f32\"";

TEST(SpecSweeps, AreNoneUnlessAskedFor) {
  const SweepInputs sweeps = spec_of(over(kMaxF16, "")).inputs.sweeps;
  EXPECT_FALSE(sweeps.exhaustive);
  EXPECT_FALSE(sweeps.structured);
  EXPECT_EQ(sweeps.drawn, 0u);
  EXPECT_EQ(spec_errors(over(kMaxF32, "exhaustive = false\nstructured = false")), "");
}

TEST(SpecSweeps, AreAskedForByKeysOfInputs) {
  const SweepInputs sweeps =
      spec_of(over(kMaxF16, "exhaustive = true\nstructured = true\nsweep = 1000000")).inputs.sweeps;
  EXPECT_TRUE(sweeps.exhaustive);
  EXPECT_TRUE(sweeps.structured);
  EXPECT_EQ(sweeps.drawn, 1000000u);
}

TEST(SpecSweeps, TakeACountWithASuffix) {
  EXPECT_EQ(spec_of(over(kMaxF32, "sweep = \"10G\"")).inputs.sweeps.drawn, 10'000'000'000u);
  EXPECT_EQ(spec_of(over(kMaxF32, "sweep = \"1000T\"")).inputs.sweeps.drawn, 1'000'000'000'000'000u);
}

TEST(SpecSweeps, AreExhaustiveUpTo32BitsOfOperands) {
  EXPECT_EQ(spec_errors(over("kind = \"relu\"\ndtype = \"f32\"", "exhaustive = true")), "");
  EXPECT_EQ(spec_errors(over("kind = \"convert\"\ndtype = \"s32\"\nresult = \"s8\"", "exhaustive = true")), "");
  EXPECT_EQ(spec_errors(over("kind = \"max\"\ndtype = \"u8\"\narity = 3", "exhaustive = true")), "");
  EXPECT_EQ(
      spec_errors(over(kMaxF32, "exhaustive = true")),
      "a.toml:6:1: error: t has 2^64 inputs, and an exhaustive sweep goes through 2^32 at most\n"
      "    6 | exhaustive = true\n"
      "      | ^~~~~~~~~~\n"
      "help: structured = true goes through the combinations of boundary patterns, sweep = \"1T\" through about one "
      "input in 2^24\n");
  EXPECT_EQ(
      spec_errors(over("kind = \"select\"\ndtype = \"f16\"", "exhaustive = true")),
      "a.toml:6:1: error: t has 2^64 inputs, and an exhaustive sweep goes through 2^32 at most\n"
      "    6 | exhaustive = true\n"
      "      | ^~~~~~~~~~\n"
      "help: structured = true goes through the combinations of boundary patterns, sweep = \"1T\" through about one "
      "input in 2^24\n");
}

TEST(SpecSweeps, CountOnlyOperandsThatComeWithTheCases) {
  EXPECT_EQ(spec_errors(over("kind = \"clamp\"\ndtype = \"f32\"\nlower = \"0\"\nupper = \"6\"", "exhaustive = true")),
            "");
  EXPECT_NE(spec_errors(over("kind = \"clamp\"\ndtype = \"f32\"", "exhaustive = true")), "");
}

TEST(SpecSweeps, DoNotGoThroughRows) {
  EXPECT_EQ(spec_errors(over("kind = \"reduce_max\"\ndtype = \"u8\"", "exhaustive = true\nsweep = \"1M\"")),
            "a.toml:6:1: error: `exhaustive` does not apply to reduce_max\n"
            "    6 | exhaustive = true\n"
            "      | ^~~~~~~~~~\n"
            "help: sweeps go through the inputs of operations element by element; rows come in the sizes of `sizes`\n"
            "a.toml:7:1: error: `sweep` does not apply to reduce_max\n"
            "    7 | sweep = \"1M\"\n"
            "      | ^~~~~\n"
            "help: sweeps go through the inputs of operations element by element; rows come in the sizes of `sizes`\n");
  EXPECT_EQ(spec_errors(over("kind = \"argmax\"\ndtype = \"f32\"", "structured = true")),
            "a.toml:6:1: error: `structured` does not apply to argmax\n"
            "    6 | structured = true\n"
            "      | ^~~~~~~~~~\n"
            "help: sweeps go through the inputs of operations element by element; rows come in the sizes of `sizes`\n");
}

TEST(SpecSweeps, HaveValuesOfTheRightType) {
  EXPECT_EQ(spec_errors(over(kMaxF16, "exhaustive = 1\nsweep = true")),
            "a.toml:6:14: error: `exhaustive` must be true or false, not an integer\n"
            "    6 | exhaustive = 1\n"
            "      |              ^\n"
            "a.toml:7:9: error: `sweep` must be a number of cases\n"
            "    7 | sweep = true\n"
            "      |         ^~~~\n"
            "help: write 1000000, or \"10G\"\n");
}

TEST(SpecSweeps, NameCountsThatAreNone) {
  EXPECT_EQ(spec_errors(over(kMaxF16, "sweep = \"10X\"")),
            "a.toml:6:9: error: \"10X\" is not a number of cases\n"
            "    6 | sweep = \"10X\"\n"
            "      |         ^~~~~\n"
            "help: write a whole number, with k, M, G or T for powers of 1000: 10G\n");
  EXPECT_EQ(spec_errors(over(kMaxF16, "sweep = 0")),
            "a.toml:6:9: error: `sweep` is out of range\n"
            "    6 | sweep = 0\n"
            "      |         ^\n"
            "help: expected 1 to 1000000000000000\n");
}

TEST(CaseCount, IsAWholeNumberWithASuffixForAPowerOf1000) {
  EXPECT_EQ(parse_case_count("1").value, 1u);
  EXPECT_EQ(parse_case_count("7k").value, 7000u);
  EXPECT_EQ(parse_case_count("3M").value, 3000000u);
  EXPECT_EQ(parse_case_count("10G").value, 10000000000u);
  EXPECT_EQ(parse_case_count("1T").value, 1000000000000u);
  EXPECT_EQ(parse_case_count("1000T").value, 1000000000000000u);
  EXPECT_EQ(parse_case_count("1000000000000000").value, 1000000000000000u);
  EXPECT_EQ(parse_case_count("10G").error, "");
}

TEST(CaseCount, IsAtMost10ToThe15) {
  for (const char* text : {"1001T", "1000000000000001", "1000001G", "18446744073709551616", "99999999999999999999T"}) {
    const CaseCount count = parse_case_count(text);
    EXPECT_EQ(count.error, std::string(text) + " cases are more than a sweep draws");
    EXPECT_EQ(count.help, "expected at most 1000T");
    EXPECT_EQ(count.value, 0u);
  }
}

TEST(CaseCount, IsNotZero) {
  for (const char* text : {"0", "0T"}) {
    EXPECT_EQ(parse_case_count(text).error, "a sweep of 0 cases checks nothing");
    EXPECT_EQ(parse_case_count(text).help, "expected 1 to 1000T");
  }
}

TEST(CaseCount, IsNothingElse) {
  for (const char* text : {"", "G", "10g", "10K", "10 G", " 10", "1e9", "1.5G", "-1", "+1", "0x10", "10GG", "1_000"}) {
    const CaseCount count = parse_case_count(text);
    EXPECT_EQ(count.error, "\"" + std::string(text) + "\" is not a number of cases");
    EXPECT_EQ(count.help, "write a whole number, with k, M, G or T for powers of 1000: 10G");
    EXPECT_EQ(count.value, 0u);
  }
}

TEST(CaseCount, ShowsWhatATerminalMustNotSee) {
  EXPECT_EQ(parse_case_count("1\x1b[2J").error, "\"1\\x1b[2J\" is not a number of cases");
}

}  // namespace
}  // namespace semcheck
