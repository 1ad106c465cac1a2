#include <gtest/gtest.h>

#include "tests/unit/spec/reading.h"

namespace semcheck {
namespace {

/// `name = "value"` in the [rules] of a spec for max over `dtype`: what is wrong with it.
std::string rule_errors(const std::string& dtype, const std::string& rules) {
  return spec_errors(spec_with_rules(dtype, rules));
}

TEST(RuleErrors, SuggestTheNearestValueOfARule) {
  EXPECT_EQ(rule_errors("f32", "nan         = \"ignor\""),
            "a.toml:6:15: error: unknown value \"ignor\" for rule `nan`\n"
            "    6 | nan         = \"ignor\"\n"
            "      |               ^~~~~~~\n"
            "help: did you mean \"ignore\"?\n");
}

TEST(RuleErrors, ListTheValuesOfARuleWhenNoneIsNear) {
  EXPECT_EQ(rule_errors("f32", "nan_result = [\"canonical\", \"whatever\"]"),
            "a.toml:6:28: error: unknown value \"whatever\" for rule `nan_result`\n"
            "    6 | nan_result = [\"canonical\", \"whatever\"]\n"
            "      |                            ^~~~~~~~~~\n"
            "help: expected one of \"canonical\", \"first\", \"second\", \"operand\", \"selected\", \"any\"\n");
}

TEST(RuleErrors, NameRulesThatDoNotApplyToTheDtype) {
  EXPECT_EQ(rule_errors("s32", "nan = \"ignore\"\nsign = \"xor\""),
            "a.toml:6:1: error: rule `nan` does not apply to s32\n"
            "    6 | nan = \"ignore\"\n"
            "      | ^~~\n"
            "help: rules of max over s32: signedness\n"
            "a.toml:7:1: error: rule `sign` does not apply to s32\n"
            "    7 | sign = \"xor\"\n"
            "      | ^~~~\n"
            "help: rules of max over s32: signedness\n");
  EXPECT_EQ(
      rule_errors("f32", "signedness = \"exact\""),
      "a.toml:6:1: error: rule `signedness` does not apply to f32\n"
      "    6 | signedness = \"exact\"\n"
      "      | ^~~~~~~~~~\n"
      "help: rules of max over f32: nan, nan_result, snan, signed_zero, tie, subnormal, infinity, abs, sign, order, "
      "nan_sign, nan_payload\n");
}

TEST(RuleErrors, NameRuleValuesThatDoNotApplyToTheOperation) {
  EXPECT_EQ(
      rule_errors("f32", "signed_zero = \"equal\"\ntie = \"lowest_index\""),
      "a.toml:7:7: error: `tie = \"lowest_index\"` does not apply to max\n"
      "    7 | tie = \"lowest_index\"\n"
      "      |       ^~~~~~~~~~~~~~\n"
      "help: an index decides only in operations that return one: expected \"first\", \"second\" or \"either\"\n");
}

TEST(RuleErrors, NameATieWhereZerosAreOrdered) {
  EXPECT_EQ(rule_errors("f32", "signed_zero = \"ordered\"\ntie = \"first\""),
            "a.toml:7:7: error: `tie = \"first\"` contradicts `signed_zero = \"ordered\"`\n"
            "    7 | tie = \"first\"\n"
            "      |       ^~~~~~~\n"
            "help: leave out `tie`, or set signed_zero = \"equal\"\n");
  // Ordered by default.
  EXPECT_EQ(rule_errors("f32", "tie = \"first\""),
            "a.toml:6:7: error: `tie = \"first\"` contradicts `signed_zero = \"ordered\"`\n"
            "    6 | tie = \"first\"\n"
            "      |       ^~~~~~~\n"
            "help: leave out `tie`, or set signed_zero = \"equal\"\n");
  EXPECT_NE(rule_errors("f32", "signed_zero = \"either\"\ntie = \"first\""), "");
}

TEST(RuleErrors, AskForATieWhereZerosAreEqual) {
  const std::string expected =
      "a.toml:6:15: error: `signed_zero = \"equal\"` needs the rule `tie`\n"
      "    6 | signed_zero = \"equal\"\n"
      "      |               ^~~~~~~\n"
      "help: say which of two equal operands is returned: tie = \"first\", \"second\" or \"either\"\n";
  EXPECT_EQ(rule_errors("f32", "signed_zero = \"equal\""), expected);
  EXPECT_EQ(rule_errors("f32", "signed_zero = \"equal\"\ntie = \"none\""), expected);
}

TEST(RuleErrors, NameSelectedWithoutASelection) {
  EXPECT_EQ(rule_errors("f32", "nan = [\"first\", \"ignore\"]\nnan_result = \"selected\""),
            "a.toml:7:14: error: `nan_result = \"selected\"` contradicts `nan = [\"ignore\", \"first\"]`\n"
            "    7 | nan_result = \"selected\"\n"
            "      |              ^~~~~~~~~~\n"
            "help: \"selected\" is the operand that nan = \"first\" or \"second\" picks\n");
  // The contradiction is the key's when the other rule comes from the profile.
  EXPECT_EQ(rule_errors("f32", "profile = \"std.max\"\nnan = \"propagate\""),
            "a.toml:7:7: error: `nan_result = \"selected\"` contradicts `nan = \"propagate\"`\n"
            "    7 | nan = \"propagate\"\n"
            "      |       ^~~~~~~~~~~\n"
            "help: \"selected\" is the operand that nan = \"first\" or \"second\" picks\n");
}

TEST(RuleErrors, NameASignWithoutMagnitudes) {
  EXPECT_EQ(rule_errors("f32", "sign = \"xor\""),
            "a.toml:6:8: error: `sign = \"xor\"` contradicts `abs = \"none\"`\n"
            "    6 | sign = \"xor\"\n"
            "      |        ^~~~~\n"
            "help: a sign other than that of the value needs abs = \"inputs\"\n");
}

TEST(RuleErrors, NameWhatIsNoRule) {
  EXPECT_EQ(rule_errors("f32",
                        "nam = \"ignore\"\ncommutative = true\nvalue = \"x\"\nnan = []\nsnan = [\"quiet\", \"quiet\"]"),
            "a.toml:6:1: error: unknown rule `nam` in [rules]\n"
            "    6 | nam = \"ignore\"\n"
            "      | ^~~\n"
            "help: did you mean \"nan\"?\n"
            "a.toml:7:1: error: unknown rule `commutative` in [rules]\n"
            "    7 | commutative = true\n"
            "      | ^~~~~~~~~~~\n"
            "help: laws stand in [laws]\n"
            "a.toml:8:1: error: unknown rule `value` in [rules]\n"
            "    8 | value = \"x\"\n"
            "      | ^~~~~\n"
            "help: this rule always holds: leave it out\n"
            "a.toml:9:7: error: rule `nan` needs at least one value\n"
            "    9 | nan = []\n"
            "      |       ^~\n"
            "a.toml:10:18: error: value \"quiet\" of rule `snan` is listed twice\n"
            "   10 | snan = [\"quiet\", \"quiet\"]\n"
            "      |                  ^~~~~~~\n");
}

TEST(RuleErrors, NameACanonicalNanThatIsNone) {
  EXPECT_EQ(rule_errors("f16", "nan_canonical = \"0x7c00\""),
            "a.toml:6:17: error: \"0x7c00\" is not a NaN of f16\n"
            "    6 | nan_canonical = \"0x7c00\"\n"
            "      |                 ^~~~~~~~\n"
            "help: write its bits, such as \"0x7fff\"\n");
  EXPECT_EQ(rule_errors("u8", "nan_canonical = \"0x7f\""),
            "a.toml:6:17: error: `nan_canonical` does not apply to u8\n"
            "    6 | nan_canonical = \"0x7f\"\n"
            "      |                 ^~~~~~\n");
}

TEST(RuleErrors, NameProfilesThatAreNotThereOrNotForThis) {
  EXPECT_EQ(rule_errors("f32", "profile = \"cuda.fmxf\""),
            "a.toml:6:11: error: unknown profile \"cuda.fmxf\"\n"
            "    6 | profile = \"cuda.fmxf\"\n"
            "      |           ^~~~~~~~~~~\n"
            "help: did you mean \"cuda.fmaxf\"?\n");
  EXPECT_EQ(rule_errors("f64", "profile = \"cuda.fmaxf\""),
            "a.toml:6:11: error: profile \"cuda.fmaxf\" does not describe max over f64\n"
            "    6 | profile = \"cuda.fmaxf\"\n"
            "      |           ^~~~~~~~~~~~\n"
            "help: it describes max over f32\n");
}

TEST(RuleErrors, NameTheDtypesOfAnOperation) {
  EXPECT_EQ(rule_errors("e4m3", ""),
            "a.toml:4:9: error: max is not defined over e4m3\n"
            "    4 | dtype = \"e4m3\"\n"
            "      |         ^~~~~~\n"
            "help: `max` is defined over these dtypes: f64, f32, f16, bf16, s8, u8, s16, u16, s32, u32, s64, u64\n");
  EXPECT_EQ(rule_errors("float", "nan = \"ignor\""),
            "a.toml:4:9: error: unknown dtype \"float\"\n"
            "    4 | dtype = \"float\"\n"
            "      |         ^~~~~~~\n"
            "help: expected one of \"f64\", \"f32\", \"f16\", \"bf16\", \"e4m3\", \"e5m2\", \"s8\", \"u8\", \"s16\", "
            "\"u16\", "
            "\"s32\", \"u32\", \"s64\", \"u64\"\n"
            "a.toml:6:7: error: unknown value \"ignor\" for rule `nan`\n"
            "    6 | nan = \"ignor\"\n"
            "      |       ^~~~~~~\n"
            "help: did you mean \"ignore\"?\n");
}

}  // namespace
}  // namespace semcheck
