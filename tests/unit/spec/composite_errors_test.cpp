#include <gtest/gtest.h>

#include "tests/unit/spec/reading.h"

// What is wrong with the rules of composed operations, and with the values that a spec gives them.
namespace semcheck {
namespace {

/// A spec of one variant: the keys of [operation] from line 3 on, then the other tables.
std::string errors_of(const std::string& operation, const std::string& tables) {
  return spec_errors("[operation]\nname = \"t\"\n" + operation + "\n" + tables + "\n" + kOneVariant);
}

const std::string kToS8 = "kind = \"convert\"\ndtype = \"f32\"\nresult = \"s8\"";
const std::string kToHalf = "kind = \"convert\"\ndtype = \"f32\"\nresult = \"f16\"";
const std::string kToE4m3 = "kind = \"convert\"\ndtype = \"f32\"\nresult = \"e4m3\"";
const std::string kClamp = "kind = \"clamp\"\ndtype = \"f32\"";

TEST(CompositeErrors, NameAnOverflowThatTheResultCannotHave) {
  EXPECT_EQ(errors_of(kToS8, "[convert]\noverflow = [\"inf\", \"wrap\"]"),
            "a.toml:7:12: error: `convert.overflow = \"inf\"` does not apply to a result of type s8\n"
            "    7 | overflow = [\"inf\", \"wrap\"]\n"
            "      |            ^~~~~~~~~~~~~~~\n"
            "help: expected \"saturate\", \"wrap\", \"indefinite\" or \"undefined\"\n");
  EXPECT_EQ(errors_of(kToHalf, "[convert]\noverflow = \"wrap\""),
            "a.toml:7:12: error: `convert.overflow = \"wrap\"` does not apply to a result of type f16\n"
            "    7 | overflow = \"wrap\"\n"
            "      |            ^~~~~~\n"
            "help: expected \"saturate\", \"inf\", \"nan\" or \"undefined\"\n");
  EXPECT_EQ(errors_of(kToE4m3, "[convert]\noverflow = \"inf\""),
            "a.toml:7:12: error: `convert.overflow = \"inf\"` does not apply to a result of type e4m3\n"
            "    7 | overflow = \"inf\"\n"
            "      |            ^~~~~\n"
            "help: expected \"saturate\", \"nan\" or \"undefined\"\n");
  EXPECT_EQ(errors_of(kToE4m3, "[convert]\noverflow = \"nan\""), "");
}

TEST(CompositeErrors, NameANanThatTheResultCannotHave) {
  EXPECT_EQ(errors_of(kToS8, "[convert]\nnan = \"nan\""),
            "a.toml:7:7: error: `convert.nan = \"nan\"` does not apply to a result of type s8\n"
            "    7 | nan = \"nan\"\n"
            "      |       ^~~~~\n"
            "help: expected \"zero\", \"min\", \"max\", \"top_bit\" or \"undefined\"\n");
  EXPECT_EQ(errors_of(kToHalf, "[convert]\nnan = \"zero\""),
            "a.toml:7:7: error: `convert.nan = \"zero\"` does not apply to a result of type f16\n"
            "    7 | nan = \"zero\"\n"
            "      |       ^~~~~~\n"
            "help: expected \"nan\", \"max_finite\" or \"undefined\"\n");
}

TEST(CompositeErrors, NameStagesOfAFloatingResultAndNansThatTheyLeaveNothingOf) {
  EXPECT_EQ(errors_of(kToHalf, "[convert]\nstage = \"through_s32\""),
            "a.toml:7:9: error: `convert.stage = \"through_s32\"` does not apply to a result of type f16\n"
            "    7 | stage = \"through_s32\"\n"
            "      |         ^~~~~~~~~~~~~\n"
            "help: expected \"native\"\n");
  EXPECT_EQ(errors_of(kToS8, "[convert]\nstage = \"clamp_then_convert\"\nnan = \"zero\""),
            "a.toml:8:7: error: `convert.nan = \"zero\"` contradicts `convert.stage = \"clamp_then_convert\"`\n"
            "    8 | nan = \"zero\"\n"
            "      |       ^~~~~~\n"
            "help: the clamp makes the least integer of a NaN: leave it out\n");
  EXPECT_EQ(errors_of(kToS8, "[convert]\nstage = \"clamp_then_convert\"\nnan = \"min\""), "");
  EXPECT_EQ(errors_of(kToS8, "[convert]\nstage = \"clamp_then_convert\""), "");
}

TEST(CompositeErrors, NameSatWhereItIsNoForm) {
  EXPECT_EQ(errors_of(kClamp, "[clamp]\nform = \"sat01\""),
            "a.toml:6:8: error: `clamp.form = \"sat01\"` does not apply to clamp\n"
            "    6 | form = \"sat01\"\n"
            "      |        ^~~~~~~\n"
            "help: expected \"min_of_max\", \"max_of_min\" or \"select_lo_first\"\n");
  EXPECT_EQ(errors_of("kind = \"saturate\"\ndtype = \"f32\"", "[clamp]\nform = \"sat01\""), "");
}

TEST(CompositeErrors, NameBinaryRulesThatReluOverrides) {
  const std::string fma = "kind = \"fma_relu\"\ndtype = \"f16\"";
  EXPECT_EQ(errors_of(fma, "[rules]\nnan = \"ignore\"\n[fma]\npost = \"relu\""),
            "a.toml:6:7: error: `nan = \"ignore\"` contradicts `fma.post = \"relu\"`\n"
            "    6 | nan = \"ignore\"\n"
            "      |       ^~~~~~~~\n"
            "help: a NaN comes out of .relu, whatever the binary rules say: leave it out\n");
  EXPECT_EQ(errors_of(fma, "[rules]\nnan_result = \"first\"\n[fma]\npost = \"relu\""),
            "a.toml:6:14: error: `nan_result = \"first\"` contradicts `fma.post = \"relu\"`\n"
            "    6 | nan_result = \"first\"\n"
            "      |              ^~~~~~~\n"
            "help: the NaN that comes out of .relu is the canonical one: leave it out\n");
  EXPECT_EQ(errors_of(fma, "[rules]\nnan = \"ignore\"\n[fma]\npost = \"max\""), "");
  EXPECT_EQ(errors_of(fma, "[fma]\npost = \"relu\""), "");
}

TEST(CompositeErrors, NameConstantBoundsThatARuleForbids) {
  const auto bounded = [](const std::string& lower, const std::string& upper) {
    return kClamp + "\nlower = \"" + lower + "\"\nupper = \"" + upper + "\"";
  };
  EXPECT_EQ(errors_of(bounded("0", "qnan"), "[clamp]\nnan_bound = \"error\""),
            "a.toml:6:1: error: `upper = \"+qnan\"` is a NaN\n"
            "    6 | upper = \"qnan\"\n"
            "      | ^~~~~\n"
            "help: the rule clamp.nan_bound = \"error\" forbids it\n");
  EXPECT_EQ(errors_of(bounded("2", "1"), "[clamp]\nbounds_reversed = \"error\""),
            "a.toml:5:1: error: `lower = \"2\"` is above `upper = \"1\"`\n"
            "    5 | lower = \"2\"\n"
            "      | ^~~~~\n"
            "help: the rule clamp.bounds_reversed = \"error\" forbids it\n");
  EXPECT_EQ(errors_of(bounded("2", "1"), "[clamp]\nbounds_reversed = \"hi\""), "");
  EXPECT_EQ(errors_of(bounded("0", "qnan"), ""), "");
  EXPECT_EQ(errors_of(bounded("1", "1"), "[clamp]\nbounds_reversed = \"error\"\nnan_bound = \"error\""), "");
  EXPECT_EQ(errors_of("kind = \"grad_clip\"\ndtype = \"f32\"\nlimit = \"-1\"", "[clamp]\nbounds_reversed = \"error\""),
            "a.toml:5:1: error: `limit = \"-1\"` is negative\n"
            "    5 | limit = \"-1\"\n"
            "      | ^~~~~\n"
            "help: the rule clamp.bounds_reversed = \"error\" forbids it\n");
}

TEST(CompositeErrors, NameLawsOfThreeOperands) {
  EXPECT_EQ(errors_of("kind = \"max\"\ndtype = \"f32\"\narity = 3", "[laws]\ncommutative = true"),
            "a.toml:7:1: error: law `commutative` does not apply to max of 3 operands\n"
            "    7 | commutative = true\n"
            "      | ^~~~~~~~~~~\n");
  EXPECT_EQ(errors_of("kind = \"max\"\ndtype = \"f32\"\narity = 2", "[laws]\ncommutative = true"), "");
}

TEST(CompositeErrors, NameOperandsOfMixedSignednessWhereNoRuleTellsHowTheyCompare) {
  EXPECT_EQ(errors_of("kind = \"clamp\"\ndtype = \"s32\"\noperands = [\"s32\", \"u32\", \"s32\"]", ""),
            "a.toml:5:1: error: clamp takes operands of one type\n"
            "    5 | operands = [\"s32\", \"u32\", \"s32\"]\n"
            "      | ^~~~~~~~\n");
}

}  // namespace
}  // namespace semcheck
