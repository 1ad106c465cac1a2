#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/unit/spec/reading.h"

namespace semcheck {
namespace {

TEST(SpecErrors, NameOperandsThatDoNotGoTogether) {
  const auto errors = [](const std::string& operands, const std::string& rules) {
    return spec_errors("[operation]\nname = \"t\"\nkind = \"max\"\ndtype = \"s32\"\noperands = " + operands +
                       "\n[rules]\n" + rules + "\n" + kOneVariant);
  };
  EXPECT_EQ(errors("[\"s32\", \"u32\"]", ""),
            "a.toml:5:1: error: operands of mixed signedness need the rule `signedness`\n"
            "    5 | operands = [\"s32\", \"u32\"]\n"
            "      | ^~~~~~~~\n"
            "help: say how they compare: signedness = \"promote\" or \"exact\"\n");
  EXPECT_EQ(errors("[\"s32\", \"u32\"]", "signedness = \"same\""),
            "a.toml:7:14: error: operands of mixed signedness need the rule `signedness`\n"
            "    7 | signedness = \"same\"\n"
            "      |              ^~~~~~\n"
            "help: say how they compare: signedness = \"promote\" or \"exact\"\n");
  EXPECT_EQ(errors("[\"s32\", \"u64\"]", ""),
            "a.toml:5:12: error: operand u64 does not go with result s32\n"
            "    5 | operands = [\"s32\", \"u64\"]\n"
            "      |            ^~~~~~~~~~~~~~\n"
            "help: operands have the result's dtype, or are integers of its width\n");
  EXPECT_EQ(errors("[\"s32\", \"f32\"]", ""),
            "a.toml:5:12: error: operand f32 does not go with result s32\n"
            "    5 | operands = [\"s32\", \"f32\"]\n"
            "      |            ^~~~~~~~~~~~~~\n"
            "help: operands have the result's dtype, or are integers of its width\n");
  EXPECT_EQ(errors("[\"s32\"]", ""),
            "a.toml:5:12: error: max has 2 operands, not 1\n"
            "    5 | operands = [\"s32\"]\n"
            "      |            ^~~~~~~\n");
}

TEST(SpecErrors, NameMissingTablesAndKeys) {
  EXPECT_EQ(spec_errors("[operation]\n[[variant]]\n[[build]]\n"),
            "a.toml:1:1: error: missing key `name` in [operation]\n"
            "    1 | [operation]\n"
            "      | ^~~~~~~~~~~\n"
            "help: name = \"max_f32\"\n"
            "a.toml:1:1: error: missing key `kind` in [operation]\n"
            "    1 | [operation]\n"
            "      | ^~~~~~~~~~~\n"
            "help: kind = \"max\"\n"
            "a.toml:1:1: error: missing key `dtype` in [operation]\n"
            "    1 | [operation]\n"
            "      | ^~~~~~~~~~~\n"
            "help: dtype = \"f32\"\n"
            "a.toml:2:1: error: missing key `name` in [[variant]]\n"
            "    2 | [[variant]]\n"
            "      | ^~~~~~~~~~~\n"
            "a.toml:2:1: error: the variant has no code\n"
            "    2 | [[variant]]\n"
            "      | ^~~~~~~~~~~\n"
            "help: expr = \"fmaxf(x, z)\", or body = \"… return …;\"\n"
            "a.toml:3:1: error: missing key `name` in [[build]]\n"
            "    3 | [[build]]\n"
            "      | ^~~~~~~~~\n");
  EXPECT_EQ(spec_errors("# nothing\n"),
            "a.toml: error: missing table [operation]\n"
            "help: it names what is computed: name, kind and dtype\n"
            "a.toml: error: the spec has no variants\n"
            "help: add a [[variant]] with a name and an expr or body\n");
}

TEST(SpecErrors, NameUnknownTablesAndKeys) {
  EXPECT_EQ(spec_errors(spec_with("sumary = \"s\"\n" + kOneVariant + "source = \"a.cu\"\n[rule]\n")),
            "a.toml:5:1: error: unknown key `sumary` in [operation]\n"
            "    5 | sumary = \"s\"\n"
            "      | ^~~~~~\n"
            "help: did you mean \"summary\"?\n"
            "a.toml:9:1: error: unknown key `source` in [[variant]]\n"
            "    9 | source = \"a.cu\"\n"
            "      | ^~~~~~\n"
            "help: expected one of \"name\", \"expr\", \"body\", \"needs\", \"inspect\", \"breaks\"\n"
            "a.toml:10:2: error: unknown key `rule`\n"
            "   10 | [rule]\n"
            "      |  ^~~~\n"
            "help: did you mean \"rules\"?\n");
}

TEST(SpecErrors, NameWrongTypes) {
  EXPECT_EQ(spec_errors("operation = 3\nrules = []\nlaws = true\ninputs = 1.5\nvariant = \"x\"\nbuild = [1]\n"),
            "a.toml:1:13: error: `operation` must be a table, not an integer\n"
            "    1 | operation = 3\n"
            "      |             ^\n"
            "a.toml:2:9: error: `rules` must be a table, not an array\n"
            "    2 | rules = []\n"
            "      |         ^~\n"
            "a.toml:3:8: error: `laws` must be a table, not a boolean\n"
            "    3 | laws = true\n"
            "      |        ^~~~\n"
            "a.toml:4:10: error: `inputs` must be a table, not a float\n"
            "    4 | inputs = 1.5\n"
            "      |          ^~~\n"
            "a.toml:5:1: error: `variant` must be an array of tables\n"
            "    5 | variant = \"x\"\n"
            "      | ^~~~~~~\n"
            "help: write [[variant]] above each entry\n"
            "a.toml:6:1: error: `build` must be an array of tables\n"
            "    6 | build = [1]\n"
            "      | ^~~~~\n"
            "help: write [[build]] above each entry\n");
  EXPECT_EQ(spec_errors(spec_with("summary = 1979-05-27\n[laws]\ncommutative = \"yes\"\n" + kOneVariant +
                                  "breaks = \"nan\"\n[[build]]\nname = 7\noptions = [\"-a\", 1]\n")),
            "a.toml:5:11: error: `summary` must be a string, not a date\n"
            "    5 | summary = 1979-05-27\n"
            "      |           ^~~~~~~~~~\n"
            "a.toml:7:15: error: `commutative` must be true or false, not a string\n"
            "    7 | commutative = \"yes\"\n"
            "      |               ^~~~~\n"
            "a.toml:11:10: error: `breaks` must be an array of strings, not a string\n"
            "   11 | breaks = \"nan\"\n"
            "      |          ^~~~~\n"
            "a.toml:13:8: error: `name` must be a string, not an integer\n"
            "   13 | name = 7\n"
            "      |        ^\n"
            "a.toml:14:18: error: `options` must be an array of strings, not an integer\n"
            "   14 | options = [\"-a\", 1]\n"
            "      |                  ^\n");
}

TEST(SpecErrors, RefuseNamesThatLeaveTheirPlace) {
  EXPECT_EQ(spec_errors(spec_with("[[variant]]\nname = \"../../x\"\nexpr = \"x\"\n")),
            "a.toml:6:8: error: \"../../x\" cannot name a variant\n"
            "    6 | name = \"../../x\"\n"
            "      |        ^~~~~~~~~\n"
            "help: a name begins with a letter, digit or '_' and goes on with those or '.', '+', '-'\n");
  for (const std::string name : {"", ".", ".a", "-a", "a/b", "a b", "é", "a\\\\b", "a\\u0000"})
    EXPECT_NE(spec_errors(spec_with("[[variant]]\nname = \"" + name + "\"\nexpr = \"x\"\n")), "") << name;
  for (const std::string name : {"a", "9", "_", "a.b+c-d", "A"})
    EXPECT_EQ(spec_errors(spec_with("[[variant]]\nname = \"" + name + "\"\nexpr = \"x\"\n")), "") << name;
}

TEST(SpecErrors, NameDuplicates) {
  EXPECT_EQ(spec_errors(spec_with(kOneVariant + kOneVariant + "[[build]]\nname = \"b\"\n[[build]]\nname = \"b\"\n")),
            "a.toml:9:8: error: two variants are named \"v\"\n"
            "    9 | name = \"v\"\n"
            "      |        ^~~\n"
            "help: the other stands in line 6\n"
            "a.toml:14:8: error: two builds are named \"b\"\n"
            "   14 | name = \"b\"\n"
            "      |        ^~~\n"
            "help: the other stands in line 12\n");
}

TEST(SpecErrors, NameAnEmptyListOfVariants) {
  EXPECT_EQ(spec_errors("variant = []\n" + spec_with("")),
            "a.toml:1:1: error: the spec has no variants\n"
            "    1 | variant = []\n"
            "      | ^~~~~~~\n"
            "help: add a [[variant]] with a name and an expr or body\n");
}

TEST(SpecErrors, NameVariantsWithoutOneCode) {
  EXPECT_EQ(spec_errors(spec_with("[[variant]]\nname = \"a\"\nexpr = \"x\"\nbody = \"return x;\"\n"
                                  "[[variant]]\nname = \"b\"\nexpr = \" \\n\"\nneeds = \"compute_90\"\n"
                                  "[[variant]]\nname = \"c\"\nexpr = \"x \\u0000 z\"\n")),
            "a.toml:8:1: error: a variant has an `expr` or a `body`, not both\n"
            "    8 | body = \"return x;\"\n"
            "      | ^~~~\n"
            "a.toml:11:8: error: `expr` is empty\n"
            "   11 | expr = \" \\n\"\n"
            "      |        ^~~~~\n"
            "a.toml:12:9: error: \"compute_90\" is not an architecture\n"
            "   12 | needs = \"compute_90\"\n"
            "      |         ^~~~~~~~~~~~\n"
            "help: expected one such as \"sm_90\"\n"
            "a.toml:15:8: error: `expr` holds the control character U+0000\n"
            "   15 | expr = \"x \\u0000 z\"\n"
            "      |        ^~~~~~~~~~~~\n");
}

TEST(SpecErrors, NameBreaksThatCannotHappen) {
  EXPECT_EQ(
      spec_errors(spec_with(kOneVariant + "breaks = [\"nann\", \"commutative\", \"signedness\", \"nan\", \"nan\"]\n")),
      "a.toml:8:11: error: unknown rule or law \"nann\"\n"
      "    8 | breaks = [\"nann\", \"commutative\", \"signedness\", \"nan\", \"nan\"]\n"
      "      |           ^~~~~~\n"
      "help: did you mean \"nan\"?\n"
      "a.toml:8:19: error: law `commutative` is not among [laws], so nothing can break it\n"
      "    8 | breaks = [\"nann\", \"commutative\", \"signedness\", \"nan\", \"nan\"]\n"
      "      |                   ^~~~~~~~~~~~~\n"
      "help: declare it: commutative = true\n"
      "a.toml:8:34: error: rule `signedness` does not apply to max over f32\n"
      "    8 | breaks = [\"nann\", \"commutative\", \"signedness\", \"nan\", \"nan\"]\n"
      "      |                                  ^~~~~~~~~~~~\n"
      "a.toml:8:55: error: \"nan\" is listed twice\n"
      "    8 | breaks = [\"nann\", \"commutative\", \"signedness\", \"nan\", \"nan\"]\n"
      "      |                                                       ^~~~~\n");
}

TEST(SpecErrors, NameBreaksOfUnknownBuildsAndArchitectures) {
  EXPECT_EQ(spec_errors(spec_with(kOneVariant + "breaks = { strikt = [], sm_9 = [], sm_90 = [\"nan\"], default = 1 }\n"
                                                "[[build]]\nname = \"strict\"\n[[build]]\nname = \"sm_90\"\n")),
            "a.toml:8:12: error: `strikt` is no build, architecture, path or supply\n"
            "    8 | breaks = { strikt = [], sm_9 = [], sm_90 = [\"nan\"], default = 1 }\n"
            "      |            ^~~~~~\n"
            "help: did you mean \"strict\"?\n"
            "a.toml:8:25: error: `sm_9` is no build, architecture, path or supply\n"
            "    8 | breaks = { strikt = [], sm_9 = [], sm_90 = [\"nan\"], default = 1 }\n"
            "      |                         ^~~~\n"
            "help: did you mean \"sm_90\"?\n"
            "a.toml:8:63: error: `default` must be an array of strings, not an integer\n"
            "    8 | breaks = { strikt = [], sm_9 = [], sm_90 = [\"nan\"], default = 1 }\n"
            "      |                                                               ^\n"
            "a.toml:12:8: error: build \"sm_90\" is named like an architecture\n"
            "   12 | name = \"sm_90\"\n"
            "      |        ^~~~~~~\n"
            "help: `breaks` could not tell them apart: choose another name, and set arch\n");
}

TEST(SpecErrors, NameMistakesOfABuild) {
  EXPECT_EQ(spec_errors(spec_with(kOneVariant + "[[build]]\nname = \"b\"\noptions = [\"O3\"]\narch = \"90\"\n"
                                                "rules = { signed_zero = \"equal\", subnormal = \"flsh\" }\n")),
            "a.toml:10:12: error: option \"O3\" does not begin with '-'\n"
            "   10 | options = [\"O3\"]\n"
            "      |            ^~~~\n"
            "help: one entry an option, its value after '=': \"--fmad=false\"\n"
            "a.toml:11:8: error: \"90\" is not an architecture\n"
            "   11 | arch = \"90\"\n"
            "      |        ^~~~\n"
            "help: expected one such as \"sm_90\"\n"
            "a.toml:12:25: error: `signed_zero = \"equal\"` needs the rule `tie`\n"
            "   12 | rules = { signed_zero = \"equal\", subnormal = \"flsh\" }\n"
            "      |                         ^~~~~~~\n"
            "help: say which of two equal operands is returned: tie = \"first\", \"second\" or \"either\"\n"
            "a.toml:12:46: error: unknown value \"flsh\" for rule `subnormal`\n"
            "   12 | rules = { signed_zero = \"equal\", subnormal = \"flsh\" }\n"
            "      |                                              ^~~~~~\n"
            "help: did you mean \"flush\"?\n");
}

TEST(SpecErrors, NameInputsThatAreNotThere) {
  EXPECT_EQ(spec_errors(spec_with("[inputs]\nmatrices = [\"specal\", \"special\", \"special\"]\n"
                                  "random = { count = 16777217, seed = -1, sed = 2 }\n" +
                                  kOneVariant)),
            "a.toml:6:13: error: there is no matrix \"specal\"\n"
            "    6 | matrices = [\"specal\", \"special\", \"special\"]\n"
            "      |             ^~~~~~~~\n"
            "help: did you mean \"special\"?\n"
            "a.toml:6:34: error: matrix \"special\" is listed twice\n"
            "    6 | matrices = [\"specal\", \"special\", \"special\"]\n"
            "      |                                  ^~~~~~~~~\n"
            "a.toml:7:20: error: `count` is out of range\n"
            "    7 | random = { count = 16777217, seed = -1, sed = 2 }\n"
            "      |                    ^~~~~~~~\n"
            "help: expected 0 to 16777216\n"
            "a.toml:7:37: error: `seed` is out of range\n"
            "    7 | random = { count = 16777217, seed = -1, sed = 2 }\n"
            "      |                                     ^~\n"
            "help: expected 0 to 9223372036854775807\n"
            "a.toml:7:41: error: unknown key `sed` in `random`\n"
            "    7 | random = { count = 16777217, seed = -1, sed = 2 }\n"
            "      |                                         ^~~\n"
            "help: did you mean \"seed\"?\n");
  EXPECT_EQ(spec_errors(spec_with("[inputs]\nmatrices = []\nrandom = { count = 0 }\n" + kOneVariant)),
            "a.toml:5:1: error: no inputs: no matrix and no random cases\n"
            "    5 | [inputs]\n"
            "      | ^~~~~~~~\n");
}

TEST(SpecErrors, NameLawsThatAreNone) {
  EXPECT_EQ(spec_errors(spec_with("[laws]\nassociativ = true\nnan = true\n" + kOneVariant)),
            "a.toml:6:1: error: unknown law `associativ`\n"
            "    6 | associativ = true\n"
            "      | ^~~~~~~~~~\n"
            "help: did you mean \"associative\"?\n"
            "a.toml:7:1: error: unknown law `nan`\n"
            "    7 | nan = true\n"
            "      | ^~~\n"
            "help: rules stand in [rules]\n");
}

TEST(SpecErrors, RefuseAbsurdSizes) {
  const auto first_line = [](const std::string& text) {
    const std::string errors = spec_errors(text);
    return errors.substr(0, errors.find('\n'));
  };
  std::string variants, builds;
  for (int i = 0; i < 257; ++i) variants += "[[variant]]\nname = \"v" + std::to_string(i) + "\"\nexpr = \"x\"\n";
  for (int i = 0; i < 65; ++i) builds += "[[build]]\nname = \"b" + std::to_string(i) + "\"\n";
  EXPECT_EQ(first_line(spec_with(variants)), "a.toml:773:1: error: more than 256 entries of [[variant]]");
  EXPECT_EQ(first_line(spec_with(kOneVariant + builds)), "a.toml:136:1: error: more than 64 entries of [[build]]");
  EXPECT_EQ(first_line(spec_with("[[variant]]\nname = \"v\"\nexpr = \"" + std::string(65537, 'x') + "\"\n")),
            "a.toml:7:8: error: `expr` is 65537 bytes long, more than 65536");
  EXPECT_EQ(first_line(spec_with("[[variant]]\nname = \"" + std::string(129, 'x') + "\"\nexpr = \"x\"\n")),
            "a.toml:6:8: error: `name` is 129 bytes long, more than 128");
  EXPECT_EQ(first_line(std::string(10 << 20, '#')), "a.toml: error: the file is larger than 1048576 bytes");
}

TEST(SpecErrors, StandInTheOrderOfTheText) {
  const std::string errors = spec_errors("[[variant]]\nname = 1\n" + spec_with("bad = 1\n"));
  EXPECT_LT(errors.find("a.toml:2:8: "), errors.find("a.toml:7:1: "));
}

TEST(SpecErrors, StopAfterTwoHundred) {
  std::string text = spec_with(kOneVariant);
  for (int i = 0; i < 100000; ++i) text += "a" + std::to_string(i) + "=1\n";
  const std::string errors = spec_errors(text);
  EXPECT_EQ(std::count(errors.begin(), errors.end(), '^'), 200);
  EXPECT_TRUE(errors.ends_with("a.toml: error: 99800 more mistakes are not shown\n"));
}

TEST(SpecErrors, OfAMatrixNameItsOwnFile) {
  const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "semcheck_bad_matrix.toml";
  std::vector<Diagnostic> diagnostics;
  {
    std::ofstream(path) << "[matrix]\nname = \"m\"\n[values]\nfloating = [\"one\"]\n";
    const std::string text = spec_with("bad = 1\n[inputs]\nmatrices = [\"" + path.string() + "\"]\n" + kOneVariant);
    EXPECT_FALSE(parse_spec({"a.toml", text}, shipped(), {}, diagnostics));
  }
  ASSERT_EQ(diagnostics.size(), 2u);
  EXPECT_EQ(diagnostics[0].file, "a.toml");
  EXPECT_EQ(diagnostics[1].file, path.string());
  EXPECT_EQ(diagnostics[1].message, "no floating dtype has a value \"one\"");
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace semcheck
