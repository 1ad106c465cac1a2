#include <gtest/gtest.h>

#include "tests/unit/spec/reading.h"

// What is wrong with the attributes of an operation, its rows, supplies and strategies.
namespace semcheck {
namespace {

/// A spec of one variant: the keys of [operation] from line 3 on, then the other tables.
std::string errors_of(const std::string& operation, const std::string& tables = "", const std::string& variant = "") {
  return spec_errors("[operation]\nname = \"t\"\n" + operation + "\n" + tables + kOneVariant + variant);
}

TEST(OperationErrors, NameALiteralThatTheDtypeCannotHold) {
  EXPECT_EQ(errors_of("kind = \"clamp\"\ndtype = \"s8\"\nlower = \"-129\"\nupper = \"127\""),
            "a.toml:5:9: error: s8 cannot hold \"-129\"\n"
            "    5 | lower = \"-129\"\n"
            "      |         ^~~~~~\n"
            "help: write a whole number from -128 to 127, or its bits\n");
  EXPECT_EQ(errors_of("kind = \"grad_clip\"\ndtype = \"f16\"\nlimit = \"70000\""),
            "a.toml:5:9: error: f16 cannot hold \"70000\"\n"
            "    5 | limit = \"70000\"\n"
            "      |         ^~~~~~~\n"
            "help: write a number that f16 has, a name such as \"+inf\" or \"+qnan\", or bits such as \"0x7fff\"\n");
}

TEST(OperationErrors, DemandAllBoundsOrNone) {
  EXPECT_EQ(errors_of("kind = \"clamp\"\ndtype = \"f32\"\nlower = \"0\""),
            "a.toml:1:1: error: clamp needs \"lower\", \"upper\" as values of the spec\n"
            "    1 | [operation]\n"
            "      | ^~~~~~~~~~~\n");
}

TEST(OperationErrors, NameWhatAnOperationLacks) {
  EXPECT_EQ(errors_of("kind = \"convert\"\ndtype = \"f32\""),
            "a.toml:1:1: error: missing key `result` in [operation]\n"
            "    1 | [operation]\n"
            "      | ^~~~~~~~~~~\n"
            "help: result = \"s8\"\n");
  EXPECT_EQ(errors_of("kind = \"compare\"\ndtype = \"f32\"\nrelation = \"lth\""),
            "a.toml:5:12: error: unknown relation \"lth\"\n"
            "    5 | relation = \"lth\"\n"
            "      |            ^~~~~\n"
            "help: did you mean \"lt\"?\n");
}

TEST(OperationErrors, NameKeysOfOtherOperations) {
  EXPECT_EQ(errors_of("kind = \"max\"\ndtype = \"f32\"\nrelation = \"lt\""),
            "a.toml:5:1: error: unknown key `relation` in [operation]\n"
            "    5 | relation = \"lt\"\n"
            "      | ^~~~~~~~\n"
            "help: expected one of \"name\", \"kind\", \"dtype\", \"operands\", \"summary\", \"arity\"\n");
}

TEST(OperationErrors, NameAnIndexTypeThatIsTooSmall) {
  EXPECT_EQ(errors_of("kind = \"argmax\"\ndtype = \"f32\"\nresult = \"s8\"", "[inputs]\nsizes = [128, 129]\n"),
            "a.toml:7:15: error: s8 is too small for the indices of a row of 129\n"
            "    7 | sizes = [128, 129]\n"
            "      |               ^~~\n"
            "help: rows have at most 128 elements, or `result` is a wider integer\n");
}

TEST(OperationErrors, NameUnknownSupplies) {
  EXPECT_EQ(errors_of("kind = \"max\"\ndtype = \"f32\"", "[inputs]\nsupplies = [\"vector\"]\n"),
            "a.toml:6:13: error: unknown supply \"vector\"\n"
            "    6 | supplies = [\"vector\"]\n"
            "      |             ^~~~~~~~\n"
            "help: did you mean \"vector2\"?\n");
}

TEST(OperationErrors, NameStrategiesAndBlocksThatDoNotExist) {
  EXPECT_EQ(errors_of("kind = \"reduce_max\"\ndtype = \"f32\"", "", "strategy = \"trees\"\nlaunch = { block = 33 }\n"),
            "a.toml:8:12: error: unknown strategy \"trees\"\n"
            "    8 | strategy = \"trees\"\n"
            "      |            ^~~~~~~\n"
            "help: did you mean \"tree\"?\n"
            "a.toml:9:20: error: a block is a number of whole warps\n"
            "    9 | launch = { block = 33 }\n"
            "      |                    ^~\n"
            "help: write a multiple of 32\n");
}

TEST(OperationErrors, NameRulesThatLeaveTooMuchOpen) {
  const std::string all =
      "nan = [\"propagate\", \"ignore\", \"first\", \"second\", \"propagate_unless_dominant\"]\n"
      "nan_result = [\"canonical\", \"first\", \"second\", \"any\"]\nsnan = [\"quiet\", \"verbatim\", \"propagate\"]\n"
      "signed_zero = [\"ordered\", \"either\", \"any\"]\nsubnormal = [\"preserve\", \"flush\", \"flush_compare\"]\n"
      "tie = [\"first\", \"second\"]\norder = [\"ieee\", \"total\"]\nnan_sign = [\"keep\", \"any\", \"positive\"]\n"
      "nan_payload = [\"keep\", \"canonical_if_inputs_canonical\", \"any\"]\nabs = [\"none\", \"inputs\"]\n"
      "infinity = [\"ordered\", \"undefined\"]\n";
  EXPECT_EQ(errors_of("kind = \"max\"\ndtype = \"f32\"", "[rules]\n" + all),
            "a.toml:5:1: error: the rules allow more than 65536 readings\n"
            "    5 | [rules]\n"
            "      | ^~~~~~~\n"
            "help: leave fewer of them open: every list of values multiplies their number\n");
}

TEST(Guards, LayTheirRulesOverThoseOfTheBuild) {
  const Spec spec = spec_of(
      "[operation]\nname = \"t\"\nkind = \"max\"\ndtype = \"f32\"\n[rules]\nnan = \"ignore\"\n"
      "[[rules.when]]\narch = \"sm_75\"\nnan = \"first\"\n[[rules.when]]\npath = \"jit\"\noption = \"--ftz=true\"\n"
      "subnormal = \"flush\"\n[[rules.when]]\nsupply = \"literal\"\nnan = \"second\"\n" +
      std::string(kOneVariant) +
      "[[build]]\nname = \"plain\"\n[[build]]\nname = \"ftz\"\noptions = [\"--ftz=true\"]\n");
  const Build& plain = spec.builds.at(0);
  const Build& ftz = spec.builds.at(1);
  const auto has = [&](const Target& target, auto rule, auto value) {
    return rules_at(spec, target).allows(rule, value);
  };
  EXPECT_TRUE(has({plain, "sm_90", "cubin"}, Obligation::nan, Nan::ignore));
  EXPECT_TRUE(has({plain, "sm_75", "cubin"}, Obligation::nan, Nan::first));
  EXPECT_FALSE(has({plain, "sm_75", "cubin"}, Obligation::nan, Nan::ignore));
  EXPECT_TRUE(has({plain, "sm_90", "jit"}, Obligation::subnormal, Subnormal::preserve));
  EXPECT_TRUE(has({ftz, "sm_90", "jit"}, Obligation::subnormal, Subnormal::flush));
  EXPECT_TRUE(has({ftz, "sm_90", "cubin"}, Obligation::subnormal, Subnormal::preserve));
  // The last one that holds has the last word.
  EXPECT_TRUE(has({plain, "sm_75", "cubin", Supply::literal}, Obligation::nan, Nan::second));
}

TEST(Guards, ThatSayNothingAreReported) {
  EXPECT_EQ(errors_of("kind = \"max\"\ndtype = \"f32\"", "[rules]\n[[rules.when]]\nnan = \"first\"\n"),
            "a.toml:6:1: error: `when` says nothing about when its rules hold\n"
            "    6 | [[rules.when]]\n"
            "      | ^~~~~~~~~~~~~~\n"
            "help: it names one or more of \"arch\", \"path\", \"build\", \"option\", \"supply\"\n");
}

}  // namespace
}  // namespace semcheck
