#include "device/toolkit/nvcc.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "device/compile.h"
#include "device/supply_kernel.h"
#include "tests/unit/device/spec_fixture.h"
#include "tests/unit/script.h"

namespace semcheck {
namespace {

namespace fs = std::filesystem;
using testing::SpecText;

const Compiler& compiler() {
  static const Compiler opened = open_compiler("");
  return opened;
}

class NvccTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (compiler().nvcc.path.empty()) GTEST_SKIP() << "no nvcc";
  }

  static std::vector<Kernel> compile(const SpecText& text, std::vector<Feed> feeds = {Feed{}},
                                     const std::string& arch = "sm_90") {
    Build build = text.spec().builds.front();
    build.front_end = FrontEnd::nvcc;
    const Program plain = text.program();
    const Program program{text.spec(), build, arch, plain.variants, std::move(feeds), 0, {Path::cubin, Path::ptx}};
    return compile_kernels(compiler(), program, {});
  }
};

std::set<fs::path> temporary_folders() {
  std::set<fs::path> folders;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::temp_directory_path()))
    if (entry.path().filename().string().starts_with("semcheck_nvcc_")) folders.insert(entry.path());
  return folders;
}

TEST_F(NvccTest, GivesMachineCodeAndPtxInOneRun) {
  const std::size_t before = compiler().memo->made();
  const auto kernels = compile(SpecText().expr("first", "fmaxf(x, z)").expr("second", "z"));
  ASSERT_EQ(kernels.size(), 4u);
  for (const Kernel& kernel : kernels) EXPECT_EQ(kernel.error, "");
  EXPECT_TRUE(
      kernels[0].image->bytes.starts_with("\x7f"
                                          "ELF"));
  EXPECT_NE(kernels[3].image->bytes.find(".entry semcheck_kernel_1("), std::string::npos);
  EXPECT_EQ(kernels[0].toolchain->compiler, "nvcc " + compiler().nvcc.version);
  EXPECT_EQ(kernels[0].toolchain->options, (std::vector<std::string>{"-std=c++17", "-arch=sm_90"}));
  EXPECT_EQ(compiler().memo->made(), before + 1);
  EXPECT_EQ(temporary_folders(), std::set<fs::path>{});
}

// The two front ends of one toolkit are the same compiler.
TEST_F(NvccTest, MakesTheCodeThatNvrtcMakes) {
  const SpecText text = SpecText().expr("fma", "fmaxf(x, z) * x + z").options({"--use_fast_math"});
  Program program = text.program();
  program.paths = {Path::cubin};
  EXPECT_EQ(compile(text)[0].code, compile_kernels(compiler(), program, {})[0].code);
}

TEST_F(NvccTest, CompilesKernelsOfEveryDtypeAndSupply) {
  const std::vector<Feed> feeds = {Feed{},
                                   {Supply::argument, 0, {1}, 0, 0},
                                   {Supply::literal, 1, {0, 1}, 0, 0},
                                   {Supply::constant, 1, {0, 1}, 0, 0},
                                   {Supply::broadcast, 0, {}, 3, 0},
                                   {Supply::vector4, 0, {}, 0, 0}};
  for (const DtypeRow& dtype : kDtypes)
    for (const Kernel& kernel : compile(SpecText(dtype.dtype).expr("first", "x"), feeds))
      EXPECT_EQ(kernel.error, "") << dtype.name << ' ' << name(kernel.feed.supply);
}

TEST_F(NvccTest, CompilesEveryStrategyOfAReduction) {
  Spec spec;
  spec.path = "row.toml";
  spec.operation = operation_over(OperationKind::reduce_max, Dtype::f32);
  spec.builds = {Build{}};
  for (const StrategyRow& row : kStrategies) {
    Variant variant;
    variant.name = row.name;
    variant.code = "fmaxf(x, z)";
    variant.code_span = {1, 1, 1};
    variant.strategy = row.strategy;
    spec.variants.push_back(variant);
  }
  for (const Kernel& kernel : compile(SpecText().with(spec))) EXPECT_EQ(kernel.error, "") << kernel.variant->name;
}

TEST_F(NvccTest, ShowsItsMessageAtTheSpecsOwnLine) {
  const SpecText text = SpecText().expr("good", "fmaxf(x, z)").expr("bad", "fmaxf(x, q)");
  const auto kernels = compile(text);
  EXPECT_EQ(kernels[0].error, "");
  EXPECT_EQ(kernels[2].error, render({"max.toml", {3, 18, 1}, "identifier \"q\" is undefined", ""}, text.spec().text));
  EXPECT_FALSE(kernels[2].image);
}

TEST_F(NvccTest, ShowsTheAssemblersMessage) {
  const auto typo = compile(SpecText().body("typo", "asm(\"maxx.f32 %0, %0, %0;\" : \"+f\"(x)); return x;"));
  EXPECT_NE(typo[0].error.find("max.toml:2:9: error: ptxas: Not a name of any known instruction"), std::string::npos)
      << typo[0].error;
  const SpecText newer =
      SpecText().body("new", "float y; asm(\"max.NaN.f32 %0, %1, %2;\" : \"=f\"(y) : \"f\"(x), \"f\"(z)); return y;");
  EXPECT_TRUE(compile(newer, {Feed{}}, "sm_75")[0].unavailable);
}

TEST_F(NvccTest, NamesARejectedOptionAndAnUnknownArchitecture) {
  const auto kernels = compile(SpecText().expr("a", "x").options({"--bogus"}));
  EXPECT_NE(kernels[0].error.find("max.toml:3:11: error: nvcc " + compiler().nvcc.version +
                                  " rejects the options of this build: Unknown option '--bogus'"),
            std::string::npos)
      << kernels[0].error;
  EXPECT_NE(compile(SpecText().expr("a", "x"), {Feed{}}, "sm_999")[0].error.find("sm_999"), std::string::npos);
}

TEST_F(NvccTest, SaysThatAHostCompilerIsMissing) {
  const auto kernels = compile(SpecText().expr("a", "x").options({"-ccbin=/nowhere/g++"}));
  EXPECT_NE(kernels[0].error.find(" finds no host compiler: /nowhere/g++: No such file or directory"),
            std::string::npos)
      << kernels[0].error;
}

TEST_F(NvccTest, StatesTheOptionsOfTheEnvironment) {
  setenv("NVCC_APPEND_FLAGS", " --fmad=false  -lineinfo", 1);
  const auto options = with_environment({"-std=c++17"});
  unsetenv("NVCC_APPEND_FLAGS");
  EXPECT_EQ(options, (std::vector<std::string>{"-std=c++17", "--fmad=false", "-lineinfo"}));
}

using testing::Script;

/// A compiler whose nvcc is a script.
Compiler with_nvcc(const Script& script) {
  const Toolkit toolkit = find_toolkit(toolkit_places(toolkit_search("")));
  Compiler compiler{Nvrtc(toolkit.nvrtc), toolkit.include, ""};
  compiler.nvcc = {script.path(), "13.0.88"};
  return compiler;
}

std::vector<Kernel> compile_with(const Compiler& compiler, const SpecText& text) {
  Build build;
  build.front_end = FrontEnd::nvcc;
  constexpr std::array paths = {Path::ptx};
  return compile_kernels(compiler, {text.spec(), build, "sm_90", text.program().variants}, paths);
}

// nvcc takes them from the environment itself.
TEST(Nvcc, IsNotGivenTheOptionsOfTheEnvironment) {
  const Script echo("nvcc", "all=$*; while [ \"$1\" != -o ]; do shift; done; echo \"// $all\" > $2\n");
  const Compiler compiler = with_nvcc(echo);
  setenv("NVCC_APPEND_FLAGS", "-lineinfo", 1);
  const auto kernels = compile_with(compiler, SpecText().expr("a", "x"));
  unsetenv("NVCC_APPEND_FLAGS");
  EXPECT_EQ(kernels[0].error, "");
  ASSERT_TRUE(kernels[0].image);
  EXPECT_NE(kernels[0].image->bytes.find("-std=c++17 -arch=sm_90 -ptx"), std::string::npos) << kernels[0].image->bytes;
  EXPECT_EQ(kernels[0].toolchain->options, (std::vector<std::string>{"-std=c++17", "-arch=sm_90", "-lineinfo"}));
}

TEST(Nvcc, CostsOnlyTheVariantThatItDiesOf) {
  const Script mortal("nvcc",
                      "for input; do :; done; grep -q deadly $input && kill -9 $$\n"
                      "while [ \"$1\" != -o ]; do shift; done; echo .version 9.0 > $2\n");
  const Compiler compiler = with_nvcc(mortal);
  const SpecText text = SpecText().expr("good", "x").expr("bad", "deadly");
  const auto kernels = compile_with(compiler, text);
  EXPECT_EQ(kernels[0].error, "");
  EXPECT_TRUE(kernels[0].image);
  EXPECT_EQ(kernels[1].error,
            render({"max.toml", {3, 9, 1}, "nvcc did not compile: killed by signal 9 (Killed)", ""}, text.spec().text));
}

TEST(Nvcc, NeverFailsWithoutAWord) {
  const auto log_of = [](const char* script, bool machine_code) {
    const Script nvcc("nvcc", script);
    const Compilation made = semcheck::compile(Nvcc{nvcc.path(), "13.0.88"}, "", {}, machine_code);
    EXPECT_FALSE(made.succeeded);
    EXPECT_EQ(made.refusal, "");
    return made.log;
  };
  EXPECT_EQ(log_of("exit 3\n", false), "nvcc did not compile: it ended with exit code 3 and said nothing");
  EXPECT_EQ(log_of("exit 0\n", false), "nvcc left no PTX");
  EXPECT_EQ(log_of("echo words >&2\n", false), "nvcc left no PTX\nwords");
  EXPECT_EQ(log_of("while [ \"$1\" != -o ]; do shift; done; echo . > ${2%cubin}ptx\n", true),
            "nvcc left no machine code");
}

TEST(Nvcc, IsNotWhatDoesNotSayThatItIs) {
  EXPECT_EQ(open_nvcc("").path, "");
  EXPECT_EQ(open_nvcc("/bin/echo").path, "");
  EXPECT_EQ(open_nvcc("/nowhere/nvcc").path, "");
}

TEST(Nvcc, MakesItsKernelsUnavailableWhereItIsMissing) {
  const Toolkit toolkit = find_toolkit(toolkit_places(toolkit_search("")));
  const Compiler bare{Nvrtc(toolkit.nvrtc), toolkit.include, ""};
  const SpecText text = SpecText().expr("a", "x");
  Build build;
  build.front_end = FrontEnd::nvcc;
  constexpr std::array paths = {Path::cubin};
  const auto kernels = compile_kernels(bare, {text.spec(), build, "sm_90", text.program().variants}, paths);
  EXPECT_TRUE(kernels[0].unavailable);
  EXPECT_EQ(kernels[0].error, "needs nvcc, which was not found");
}

}  // namespace
}  // namespace semcheck
