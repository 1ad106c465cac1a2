#include "core/spec/compiler_flags.h"

#include <gtest/gtest.h>

namespace semcheck {
namespace {

using Options = std::vector<std::string>;

std::optional<StatedFlag> stated(const Options& options, CompilerFlag flag) {
  return last_stated(stated_flags(options), flag);
}
std::string value(const Options& options, CompilerFlag flag) {
  return stated(options, flag).value_or(StatedFlag{flag, "not stated", ""}).value;
}

TEST(CompilerFlags, HaveARowForEachOfThem) {
  for (std::size_t i = 0; i < kCompilerFlags.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(kCompilerFlags[i].flag), i);
    EXPECT_EQ(kCompilerFlags[i].long_form, "--" + std::string(kCompilerFlags[i].name));
  }
}

// NVRTC documentation, Supported Compile Options: each has a long and a short spelling.
TEST(CompilerFlags, AreReadInEverySpelling) {
  EXPECT_EQ(value({"--fmad=false"}, CompilerFlag::fmad), "false");
  EXPECT_EQ(value({"-fmad=false"}, CompilerFlag::fmad), "false");
  EXPECT_EQ(value({"-fmad", "false"}, CompilerFlag::fmad), "false");
  EXPECT_EQ(value({"-G"}, CompilerFlag::device_debug), "true");
  EXPECT_EQ(value({"--device-debug"}, CompilerFlag::device_debug), "true");
  EXPECT_EQ(value({"-Xptxas", "-O1"}, CompilerFlag::ptxas_options), "-O1");
  EXPECT_EQ(value({"-std=c++20"}, CompilerFlag::standard), "c++20");
  EXPECT_EQ(value({"--fmaddle=false", "-DG", "fmad=false"}, CompilerFlag::fmad), "not stated");
}

TEST(CompilerFlags, CountAsLastStated) {
  EXPECT_EQ(value({"--ftz=true", "-ftz=false"}, CompilerFlag::ftz), "false");
  EXPECT_EQ(stated({"--ftz=false", "-ftz", "true"}, CompilerFlag::ftz)->option, "-ftz true");
}

std::string level(const Options& options) {
  const auto found = stated_ptxas_level(stated_flags(options));
  return found ? std::to_string(found->level) + " " + found->option : "none";
}

TEST(CompilerFlags, HandALevelToPtxas) {
  EXPECT_EQ(level({"-Xptxas=-O0"}), "0 -Xptxas=-O0");
  EXPECT_EQ(level({"--ptxas-options=--opt-level=1"}), "1 --ptxas-options=--opt-level=1");
  EXPECT_EQ(level({"-Xptxas", "-O2"}), "2 -Xptxas -O2");
  EXPECT_EQ(level({"-Xptxas=-v,-O3"}), "3 -Xptxas=-v,-O3");
  EXPECT_EQ(level({"-Xptxas=-O 1"}), "1 -Xptxas=-O 1");
  EXPECT_EQ(level({"-Xptxas=-O0", "-Xptxas=-O1"}), "1 -Xptxas=-O1");
  EXPECT_EQ(level({"-O0", "-Xptxas=-v", "-Xptxas=-Override"}), "none");
  EXPECT_EQ(level({"-Xptxas"}), "none");
}

TEST(CompilerFlags, LeaveCodeToDebugUnoptimised) {
  EXPECT_TRUE(is_unoptimised(stated_flags(Options{"-G"})));
  EXPECT_FALSE(is_unoptimised(stated_flags(Options{"-G", "--dopt=on"})));
  EXPECT_FALSE(is_unoptimised(stated_flags(Options{"--dopt=on", "--device-debug"})));
  EXPECT_FALSE(is_unoptimised(stated_flags(Options{"-lineinfo"})));
}

}  // namespace
}  // namespace semcheck
