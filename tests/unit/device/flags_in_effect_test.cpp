#include "device/flags_in_effect.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/spec/compiler_flags.h"
#include "device/compiler.h"

namespace semcheck {
namespace {

using Options = std::vector<std::string>;

std::string value(const Options& options, std::string_view flag, Path path = Path::ptx,
                  std::optional<unsigned> jit_level = std::nullopt) {
  for (const auto& [name, text] : flags_in_effect(options, path, jit_level))
    if (name == flag) return text;
  return "none";
}

TEST(FlagsInEffect, HaveTheirDefaults) {
  using Flags = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(flags_in_effect(Options{"-std=c++17", "-arch=sm_90"}, Path::ptx, std::nullopt),
            (Flags{{"fmad", "true"},
                   {"ftz", "false"},
                   {"prec-div", "true"},
                   {"prec-sqrt", "true"},
                   {"use_fast_math", "false"},
                   {"device-debug", "false"},
                   {"dopt", "on"},
                   {"extra-device-vectorization", "false"},
                   {"std", "c++17"}}));
}

TEST(FlagsInEffect, AreTheLastOnesStated) {
  EXPECT_EQ(value({"--fmad=true", "-fmad=false"}, "fmad"), "false");
  EXPECT_EQ(value({"-std=c++17", "--std=c++20"}, "std"), "c++20");
  EXPECT_EQ(value({"-extra-device-vectorization"}, "extra-device-vectorization"), "true");
  EXPECT_EQ(value({"-maxrregcount=32"}, "maxrregcount"), "32");
  EXPECT_EQ(value({"-Ofc=mid"}, "Ofast-compile"), "mid");
}

TEST(FlagsInEffect, NameTheLevelOfThePath) {
  EXPECT_EQ(value({}, "ptxas_level", Path::cubin), "3");
  EXPECT_EQ(value({"--ptxas-options=-O1"}, "ptxas_level", Path::cubin), "1");
  EXPECT_EQ(value({"-G"}, "ptxas_level", Path::cubin), "0");
  EXPECT_EQ(value({"-G", "--dopt=on"}, "ptxas_level", Path::cubin), "3");
  EXPECT_EQ(value({"-Ofc=max"}, "ptxas_level", Path::cubin), "none");
  EXPECT_EQ(value({}, "jit_level", Path::cubin), "none");
  EXPECT_EQ(value({}, "jit_level", Path::jit), "4");
  EXPECT_EQ(value({}, "jit_level", Path::jit, 0u), "0");
  EXPECT_EQ(value({"-Xptxas=-O1"}, "ptxas_level", Path::jit), "none");
}

/// PTX of one operation of each kind that a flag changes.
std::string ptx(const Options& options) {
  static const Compiler compiler = open_compiler("");
  Recipe recipe;
  recipe.source =
      "extern \"C\" __global__ void k(float* x) {\n"
      "  x[0] = x[1] * x[2] + x[3];\n"
      "  x[4] = x[5] / x[6];\n"
      "  x[7] = sqrtf(x[8]);\n"
      "}\n";
  recipe.options = options;
  recipe.arch = "sm_90";
  const CompilationMemo::Made made = compile(compiler, recipe);
  EXPECT_TRUE(made->succeeded) << made->log;
  return made->ptx;
}

bool has(const std::string& text, std::string_view word) {
  return text.find(word) != std::string::npos;
}

/// Whether the PTX agrees with what is said of the flags. PTX ISA: `.ftz` flushes; `.rn` is exact, `.approx` and
/// `.full` are not; `.target … debug` is code to debug.
void expect_true(const Options& options) {
  const std::string text = ptx(options);
  const std::string all = options.empty() ? "" : options.front() + " …";
  EXPECT_EQ(has(text, "fma.rn"), value(options, "fmad") == "true" && value(options, "dopt") == "on") << all << text;
  EXPECT_EQ(has(text, ".ftz"), value(options, "ftz") == "true") << all << text;
  EXPECT_EQ(has(text, "div.rn"), value(options, "prec-div") == "true") << all << text;
  EXPECT_EQ(has(text, "sqrt.rn"), value(options, "prec-sqrt") == "true") << all << text;
  EXPECT_EQ(has(text, "div.approx"), value(options, "prec-div") == "false" && value(options, "use_fast_math") == "true")
      << all << text;
  EXPECT_EQ(has(text, ", debug"), value(options, "dopt") == "off") << all << text;
}

TEST(FlagsInEffect, AreWhatThePtxShows) {
  for (const Options& options :
       {Options{}, Options{"--fmad=false"}, Options{"--fmad=false", "-fmad=true"}, Options{"--ftz=true"},
        Options{"--prec-div=false"}, Options{"--prec-sqrt=false"}, Options{"--use_fast_math"},
        Options{"-use_fast_math", "--ftz=false"}, Options{"--ftz=false", "--use_fast_math"},
        Options{"--fmad=false", "--use_fast_math"}, Options{"--use_fast_math", "--prec-div=true"},
        Options{"--prec-sqrt=true", "-use_fast_math"}, Options{"-G"}, Options{"--device-debug", "--dopt=on"}})
    expect_true(options);
}

}  // namespace
}  // namespace semcheck
