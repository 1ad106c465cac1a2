#include "device/compile.h"

#include <gtest/gtest.h>

#include <array>
#include <set>

#include "device/toolkit/library.h"
#include "tests/unit/device/spec_fixture.h"

namespace semcheck {
namespace {

using testing::SpecText;

constexpr std::array kGpu = {Path::cubin, Path::jit};
constexpr std::array kInterpreter = {Path::ptx};
constexpr const char* kMaxNan = "float y; asm(\"max.NaN.f32 %0, %1, %2;\" : \"=f\"(y) : \"f\"(x), \"f\"(z)); return y;";

const Compiler& compiler() {
  static const Compiler opened = open_compiler("");
  return opened;
}

std::vector<Kernel> compile(const SpecText& text, std::span<const Path> paths = kInterpreter,
                            const std::string& arch = "sm_90") {
  return compile_kernels(compiler(), text.program(arch), paths);
}

bool is_elf(const Kernel& kernel) {
  return kernel.image && kernel.image->bytes.starts_with(
                             "\x7f"
                             "ELF");
}
bool has_entry(const Kernel& kernel) {
  return kernel.image && kernel.image->bytes.find(".entry " + kernel.entry + "(") != std::string::npos;
}

TEST(Nvrtc, KnowsItsVersionAndArchitectures) {
  EXPECT_NE(compiler().nvrtc.version().find('.'), std::string::npos);
  const std::vector<int>& known = compiler().nvrtc.architectures();
  EXPECT_NE(std::find(known.begin(), known.end(), 90), known.end());
}

// The driver's cuda.h: CUDA_ERROR_NO_DEVICE is 100.
TEST(Nvrtc, FindsNoDriverInTheProcessThatCompiles) {
  ASSERT_TRUE(compile(SpecText().expr("a", "x"))[0].image);
  std::string error;
  const auto driver = Library::open("libcuda.so.1", error);
  ASSERT_TRUE(driver) << error;
  EXPECT_EQ(driver->path().parent_path().filename(), "no_driver");
  int (*init)(unsigned) = nullptr;
  ASSERT_TRUE(driver->resolve("cuInit", init));
  EXPECT_EQ(init(0), 100);
}

TEST(Compile, TakesEveryDtypeOfAMaximum) {
  for (const DtypeRow& dtype : kDtypes) {
    if (dtype.dtype == Dtype::e4m3 || dtype.dtype == Dtype::e5m2) continue;
    const auto kernels = compile(
        SpecText(dtype.dtype).expr("ternary", "x >= z ? x : z").body("branch", "if (x > z) return x; return z;"), kGpu);
    ASSERT_EQ(kernels.size(), 4u);
    for (const Kernel& kernel : kernels) EXPECT_EQ(kernel.error, "") << dtype.name;
    EXPECT_TRUE(is_elf(kernels[0])) << dtype.name;
    EXPECT_TRUE(has_entry(kernels[3])) << dtype.name;
  }
}

TEST(Compile, GivesVariantsInOrderWithTheirPathsAndSharesTheImages) {
  const SpecText text = SpecText().expr("first", "x").expr("second", "z");
  const auto kernels = compile(text, kGpu);
  ASSERT_EQ(kernels.size(), 4u);
  const Spec& spec = text.spec();
  EXPECT_EQ(kernels[0].variant->name, "first");
  EXPECT_EQ(kernels[1].variant->name, "first");
  EXPECT_EQ(kernels[2].variant->name, "second");
  EXPECT_EQ(kernels[0].path, Path::cubin);
  EXPECT_EQ(kernels[1].path, Path::jit);
  EXPECT_EQ(kernels[0].image, kernels[2].image);
  EXPECT_EQ(kernels[1].image, kernels[3].image);
  EXPECT_NE(kernels[0].entry, kernels[2].entry);
  EXPECT_EQ(kernels[2].variant, &spec.variants[1]);
}

TEST(Compile, ShowsTheCompilersMessageAtTheSpecsOwnLine) {
  const SpecText text = SpecText().expr("good", "fmaxf(x, z)").expr("bad", "fmaxf(x, q)").expr("fine", "x");
  const auto kernels = compile(text);
  EXPECT_EQ(kernels[0].error, "");
  EXPECT_EQ(kernels[1].error, render({"max.toml", {3, 18, 1}, "identifier \"q\" is undefined", ""}, text.spec().text));
  EXPECT_FALSE(kernels[1].image);
  EXPECT_FALSE(kernels[1].unavailable);
  EXPECT_TRUE(has_entry(kernels[0]));
  EXPECT_TRUE(has_entry(kernels[2]));
}

TEST(Compile, ShowsEveryMistakeOfAVariant) {
  const auto kernels = compile(SpecText().expr("bad", "p + q"));
  EXPECT_NE(kernels[0].error.find("max.toml:2:9: error: identifier \"p\""), std::string::npos) << kernels[0].error;
  EXPECT_NE(kernels[0].error.find("max.toml:2:13: error: identifier \"q\""), std::string::npos) << kernels[0].error;
}

TEST(Compile, KeepsUnbalancedCodeOutOfTheProgram) {
  const SpecText text = SpecText().expr("good", "x").expr("bad", "x; } void evil() {");
  const auto kernels = compile(text);
  EXPECT_TRUE(has_entry(kernels[0]));
  EXPECT_EQ(kernels[1].error, render({"max.toml", {3, 12, 1}, "this '}' has no opening '{'", ""}, text.spec().text));
}

TEST(Compile, CallsAVariantUnavailableThatTheArchitectureLacks) {
  const auto kernels = compile(SpecText().expr("old", "x").body("ptx", kMaxNan), kGpu, "sm_75");
  EXPECT_EQ(kernels[0].error, "");
  EXPECT_TRUE(kernels[2].unavailable);
  EXPECT_NE(kernels[2].error.find("requires .target sm_80 or higher"), std::string::npos) << kernels[2].error;
  EXPECT_NE(kernels[2].error.find("max.toml:3:9: error: ptxas: "), std::string::npos) << kernels[2].error;
  EXPECT_TRUE(kernels[3].unavailable);
}

TEST(Compile, BelievesWhatAVariantSaysItNeeds) {
  const auto kernels = compile(SpecText().expr("old", "x").body("new", kMaxNan, "sm_80"), kInterpreter, "sm_75");
  EXPECT_FALSE(kernels[0].unavailable);
  EXPECT_TRUE(kernels[1].unavailable);
  EXPECT_EQ(kernels[1].error, "needs sm_80, compiled for sm_75");
  EXPECT_FALSE(compile(SpecText().body("new", kMaxNan, "sm_80"), kInterpreter, "sm_80")[0].unavailable);
}

// PTX ISA, cvt: .bf16 needs sm_80, .e4m3x2 and .e5m2x2 need sm_89.
TEST(Compile, CallsADtypeUnavailableThatTheArchitectureLacks) {
  EXPECT_EQ(compile(SpecText(Dtype::bf16).expr("a", "x"), kInterpreter, "sm_75")[0].error,
            "bf16 needs sm_80, compiled for sm_75");
  const Kernel e4m3 = compile(SpecText(Dtype::e4m3).expr("a", "x"), kInterpreter, "sm_80")[0];
  EXPECT_EQ(e4m3.error, "e4m3 needs sm_89, compiled for sm_80");
  EXPECT_TRUE(e4m3.unavailable);
  EXPECT_EQ(compile(SpecText(Dtype::e5m2).expr("a", "x"), kInterpreter, "sm_89")[0].error, "");
  EXPECT_EQ(compile(SpecText(Dtype::f16).expr("a", "x"), kInterpreter, "sm_75")[0].error, "");
}

/// Every kind of kernel of a maximum.
std::vector<Feed> every_feed() {
  return {Feed{},
          {Supply::argument, 0, {1}, 0, 0},
          {Supply::literal, 0, {0, 1}, 0, 0},
          {Supply::literal, 1, {0, 1}, 0, 0},
          {Supply::constant, 1, {0, 1}, 0, 0},
          {Supply::broadcast, 0, {}, 3, 0},
          {Supply::in_place, 1, {}, 0, 0},
          {Supply::vector2, 0, {}, 0, 0},
          {Supply::vector4, 0, {}, 0, 0},
          {Supply::tail, 0, {}, 0, 255}};
}

TEST(Compile, MakesAKernelForEachFeedOverEveryDtype) {
  for (const DtypeRow& dtype : kDtypes) {
    const SpecText text = SpecText(dtype.dtype).expr("first", "x").expr("second", "z");
    Program program = text.program();
    program.feeds = every_feed();
    const auto kernels = compile_kernels(compiler(), program, kInterpreter);
    ASSERT_EQ(kernels.size(), 20u);
    for (const Kernel& kernel : kernels) {
      EXPECT_EQ(kernel.error, "") << dtype.name;
      EXPECT_TRUE(has_entry(kernel)) << dtype.name << ' ' << kernel.entry;
    }
    EXPECT_EQ(kernels[2].feed, program.feeds[2]);
    EXPECT_EQ(kernels[0].image, kernels[19].image);
  }
}

TEST(Compile, LetsASupplyThatDoesNotCompileCostItselfOnly) {
  // Not the declaration of the variable that holds the constants.
  const SpecText text =
      SpecText().body("stray", "extern __device__ int semcheck_constants_z; return x;").expr("good", "z");
  Program program = text.program();
  program.feeds = {Feed{}, {Supply::literal, 1, {3}, 0, 0}, {Supply::constant, 1, {3}, 0, 0}};
  const auto kernels = compile_kernels(compiler(), program, kInterpreter);
  ASSERT_EQ(kernels.size(), 6u);
  EXPECT_TRUE(has_entry(kernels[0])) << kernels[0].error;
  EXPECT_TRUE(has_entry(kernels[1])) << kernels[1].error;
  EXPECT_NE(kernels[2].error.find("semcheck_constants_z"), std::string::npos);
  EXPECT_FALSE(kernels[2].image);
  for (std::size_t k = 3; k < 6; ++k) EXPECT_TRUE(has_entry(kernels[k]));
}

TEST(Compile, ReportsAnAssemblersOtherMessagesAsErrors) {
  const auto kernels = compile(SpecText().body("typo", "asm(\"maxx.f32 %0, %0, %0;\" : \"+f\"(x)); return x;"), kGpu);
  EXPECT_FALSE(kernels[0].unavailable);
  EXPECT_NE(kernels[0].error.find("max.toml:2:9: error: ptxas: Not a name of any known instruction"), std::string::npos)
      << kernels[0].error;
}

TEST(Compile, NamesARejectedOptionInEveryKernel) {
  const auto kernels = compile(SpecText().expr("a", "x").expr("b", "z").options({"--bogus"}));
  for (const Kernel& kernel : kernels) {
    EXPECT_NE(kernel.error.find("max.toml:4:11: error: NVRTC "), std::string::npos) << kernel.error;
    EXPECT_NE(kernel.error.find("unrecognized option --bogus"), std::string::npos) << kernel.error;
    EXPECT_FALSE(kernel.image);
  }
}

TEST(Compile, NamesAnArchitectureThatTheCompilerDoesNotKnow) {
  const auto kernels = compile(SpecText().expr("a", "x"), kGpu, "sm_999");
  EXPECT_NE(kernels[0].error.find("does not compile for sm_999; it knows sm_"), std::string::npos) << kernels[0].error;
  EXPECT_NE(kernels[1].error.find("sm_999"), std::string::npos);
}

TEST(Compile, ShowsTheArchitectureOfABuildWhereItStands) {
  SpecText text = SpecText().expr("a", "x");
  Spec spec = text.spec();
  spec.builds[0].arch = "sm_999";
  spec.builds[0].arch_span = {2, 8, 3};
  const auto kernels = compile(text.with(spec), kGpu, "sm_999");
  EXPECT_TRUE(kernels[0].error.starts_with("max.toml:2:8: error: NVRTC ")) << kernels[0].error;
}

TEST(Compile, NamesAnOptionThatTheAssemblerRejectsAtTheBuild) {
  const auto kernels = compile(SpecText().expr("a", "x").expr("b", "z").options({"-Xptxas=--bogus"}), kGpu);
  for (const Kernel& kernel : kernels) {
    EXPECT_NE(kernel.error.find("max.toml:4:11: error: ptxas rejects the options of this build: "), std::string::npos)
        << kernel.error;
    EXPECT_NE(kernel.error.find("bogus"), std::string::npos) << kernel.error;
  }
}

TEST(Compile, LetsAFunctionThatIsNowhereCostItsVariantOnly) {
  const auto kernels = compile(
      SpecText().body("stray", "extern __device__ float nowhere(float); return nowhere(x);").expr("good", "x"), kGpu);
  EXPECT_NE(kernels[0].error.find("max.toml:2:9: error: ptxas: "), std::string::npos) << kernels[0].error;
  EXPECT_NE(kernels[0].error.find("nowhere"), std::string::npos) << kernels[0].error;
  EXPECT_TRUE(is_elf(kernels[2])) << kernels[2].error;
}

TEST(Compile, TakesThePathsOfAProgram) {
  const SpecText text = SpecText().expr("a", "x");
  Program program = text.program();
  program.paths = {Path::cubin, Path::jit, Path::ptx};
  const auto kernels = compile_kernels(compiler(), program, kInterpreter);
  ASSERT_EQ(kernels.size(), 3u);
  EXPECT_TRUE(is_elf(kernels[0]));
  EXPECT_TRUE(has_entry(kernels[1]));
  EXPECT_EQ(kernels[2].path, Path::ptx);
  EXPECT_EQ(kernels[2].image->bytes, kernels[1].image->bytes);
}

std::string in_effect(const Kernel& kernel, std::string_view flag) {
  for (const auto& [name, value] : kernel.toolchain->in_effect)
    if (name == flag) return value;
  return "none";
}

TEST(Compile, SaysWithWhatAKernelWasMade) {
  const SpecText text = SpecText().expr("a", "x * z + x").options({"--fmad=false"});
  Build build = text.spec().builds.front();
  build.ptxas_level = 1;
  build.jit_level = 2;
  const Program program{text.spec(), build, "sm_90", text.program().variants};
  const auto kernels = compile_kernels(compiler(), program, kGpu);
  ASSERT_TRUE(kernels[0].toolchain && kernels[1].toolchain);
  EXPECT_EQ(kernels[0].toolchain->compiler, "NVRTC " + compiler().nvrtc.version());
  EXPECT_EQ(kernels[0].toolchain->options, (std::vector<std::string>{"-std=c++17", "-default-device", "--fmad=false",
                                                                     "--ptxas-options=-O1", "-arch=sm_90"}));
  EXPECT_EQ(in_effect(kernels[0], "fmad"), "false");
  EXPECT_EQ(in_effect(kernels[0], "ptxas_level"), "1");
  EXPECT_EQ(in_effect(kernels[1], "jit_level"), "2");
  EXPECT_EQ(kernels[0].image->jit_level, std::nullopt);
  EXPECT_EQ(kernels[1].image->jit_level, 2u);
}

// The levels differ in what the assembler makes of one PTX.
TEST(Compile, HandsTheLevelToTheAssembler) {
  const SpecText text = SpecText().body("loop", "float y = 0; for (int i = 0; i < 9; ++i) y = y * x + z; return y;");
  const auto at = [&](std::optional<unsigned> level) {
    Build build;
    build.ptxas_level = level;
    const Program program{text.spec(), build, "sm_90", text.program().variants};
    return compile_kernels(compiler(), program, kGpu);
  };
  EXPECT_NE(at(0)[0].code, at(3)[0].code);
  EXPECT_EQ(at(3)[0].code, at(std::nullopt)[0].code);
  EXPECT_EQ(at(0)[1].code, at(3)[1].code);
}

TEST(Compile, PassesTheBuildsOptionsOn) {
  const SpecText strict = SpecText().expr("fmaxf", "fmaxf(x, z)");
  const SpecText fast = SpecText().expr("fmaxf", "fmaxf(x, z)").options({"--use_fast_math"});
  EXPECT_EQ(compile(strict)[0].image->bytes.find("max.ftz.f32"), std::string::npos);
  EXPECT_NE(compile(fast)[0].image->bytes.find("max.ftz.f32"), std::string::npos);
}

TEST(Compile, KeepsTheArchitectureWhateverTheOptionsSay) {
  const auto kernels = compile(SpecText().expr("a", "x").options({"-arch=sm_80"}));
  ASSERT_TRUE(kernels[0].image) << kernels[0].error;
  EXPECT_NE(kernels[0].image->bytes.find(".target sm_90"), std::string::npos);
}

TEST(Compile, ThrowsWithoutTheHeadersThatATypeNeeds) {
  const Toolkit toolkit = find_toolkit(toolkit_places(toolkit_search("")));
  const Compiler bare{Nvrtc(toolkit.nvrtc), {}, "install them"};
  EXPECT_THROW(compile_kernels(bare, SpecText(Dtype::bf16).expr("a", "x").program(), kInterpreter), std::runtime_error);
  EXPECT_EQ(compile_kernels(bare, SpecText().expr("a", "x").program(), kInterpreter)[0].error, "");
}

}  // namespace
}  // namespace semcheck
