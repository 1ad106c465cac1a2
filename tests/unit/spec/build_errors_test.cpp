#include <gtest/gtest.h>

#include "tests/unit/spec/reading.h"

namespace semcheck {
namespace {

/// A spec whose build goes on with `rest` in line 10.
std::string spec_with_build(const std::string& rest) {
  return spec_with(kOneVariant + "[[build]]\nname = \"b\"\n" + rest);
}
std::string build_errors(const std::string& rest) {
  return spec_errors(spec_with_build(rest));
}

TEST(Build, HasACompilerAndLevels) {
  const Build build =
      spec_of(spec_with_build("compiler = \"nvcc\"\nptxas_level = 0\njit_level = 4\noptions = [\"-Xptxas=-O0\"]\n"))
          .builds.at(0);
  EXPECT_EQ(build.front_end, FrontEnd::nvcc);
  EXPECT_EQ(build.ptxas_level, 0u);
  EXPECT_EQ(build.jit_level, 4u);
  const Build plain = spec_of(spec_with_build("compiler = \"nvrtc\"\n")).builds.at(0);
  EXPECT_EQ(plain.front_end, FrontEnd::nvrtc);
  EXPECT_EQ(plain.ptxas_level, std::nullopt);
  EXPECT_EQ(plain.jit_level, std::nullopt);
}

TEST(BuildErrors, NameAnUnknownCompiler) {
  EXPECT_EQ(build_errors("compiler = \"nvc\"\n"),
            "a.toml:10:12: error: unknown compiler \"nvc\"\n"
            "   10 | compiler = \"nvc\"\n"
            "      |            ^~~~~\n"
            "help: did you mean \"nvcc\"?\n");
  EXPECT_EQ(build_errors("compiler = \"clang\"\n"),
            "a.toml:10:12: error: unknown compiler \"clang\"\n"
            "   10 | compiler = \"clang\"\n"
            "      |            ^~~~~~~\n"
            "help: expected one of \"nvrtc\", \"nvcc\"\n");
  EXPECT_EQ(build_errors("compilr = \"nvcc\"\n"),
            "a.toml:10:1: error: unknown key `compilr` in [[build]]\n"
            "   10 | compilr = \"nvcc\"\n"
            "      | ^~~~~~~\n"
            "help: did you mean \"compiler\"?\n");
}

TEST(BuildErrors, NameALevelThatThereIsNot) {
  EXPECT_EQ(build_errors("ptxas_level = 4\n"),
            "a.toml:10:15: error: `ptxas_level` is out of range\n"
            "   10 | ptxas_level = 4\n"
            "      |               ^\n"
            "help: expected 0 to 3\n");
  EXPECT_EQ(build_errors("jit_level = -1\n"),
            "a.toml:10:13: error: `jit_level` is out of range\n"
            "   10 | jit_level = -1\n"
            "      |             ^~\n"
            "help: expected 0 to 4\n");
}

TEST(BuildErrors, NameALevelThatContradictsAnOption) {
  EXPECT_EQ(build_errors("ptxas_level = 3\noptions = [\"--ptxas-options=-O1\"]\n"),
            "a.toml:10:15: error: ptxas_level 3 contradicts option \"--ptxas-options=-O1\"\n"
            "   10 | ptxas_level = 3\n"
            "      |               ^\n"
            "help: state the level once\n");
  EXPECT_EQ(build_errors("ptxas_level = 2\noptions = [\"-G\"]\n"),
            "a.toml:10:15: error: ptxas_level 2 contradicts option \"-G\"\n"
            "   10 | ptxas_level = 2\n"
            "      |               ^\n"
            "help: ptxas takes code to debug at level 0 only; with \"--dopt=on\" it is optimised and keeps line "
            "numbers\n");
  EXPECT_EQ(build_errors("ptxas_level = 0\noptions = [\"-G\", \"-Xptxas=-O0\"]\n"), "");
  EXPECT_EQ(build_errors("ptxas_level = 2\noptions = [\"-G\", \"--dopt=on\"]\n"), "");
}

}  // namespace
}  // namespace semcheck
