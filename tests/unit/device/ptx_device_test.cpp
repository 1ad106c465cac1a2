#include "device/ptx_device.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "tests/unit/device/spec_fixture.h"

namespace semcheck {
namespace {

using testing::cases_of;
using testing::SpecText;
using namespace std::chrono_literals;

std::vector<Execution> run(const SpecText& text, const Cases& cases, std::vector<Kernel>* kernels = nullptr) {
  static PtxDevice device(open_compiler(""), "sm_90", "");
  const std::vector<Kernel> compiled = device.compile(text.program());
  if (kernels) *kernels = compiled;
  return device.execute(compiled, text.spec().operation, cases, 1s);
}

const Cases kPairs = cases_of({{0x3f800000, 0x40000000}, {0x00000000, 0x80000000}, {0x7fc00abc, 0x3f800000}});

TEST(PtxDevice, SaysWhatItIs) {
  const PtxDevice device(open_compiler(""), "sm_80", "no NVIDIA driver");
  EXPECT_EQ(device.info().kind, "ptx");
  EXPECT_EQ(device.info().arch, "sm_80");
  EXPECT_EQ(device.info().compute_capability, "8.0");
  EXPECT_EQ(device.info().driver, "");
  EXPECT_EQ(device.info().reason, "no NVIDIA driver");
}

// PTX ISA, max: a NaN operand loses to a number, +0.0 > -0.0. setp with a NaN is false.
TEST(PtxDevice, RunsEveryVariantOverTheCases) {
  const auto executions = run(SpecText().expr("fmaxf", "fmaxf(x, z)").expr("ternary", "x >= z ? x : z"), kPairs);
  ASSERT_EQ(executions.size(), 2u);
  EXPECT_EQ(executions[0].error, "");
  EXPECT_EQ(executions[0].results, (std::vector<Bits>{0x40000000, 0x00000000, 0x3f800000}));
  EXPECT_EQ(executions[1].results, (std::vector<Bits>{0x40000000, 0x00000000, 0x3f800000}));
}

TEST(PtxDevice, ReportsAKernelThatNeverEndsAndRunsTheOthers) {
  const auto executions =
      run(SpecText().body("hang", "while (true) asm volatile(\"\"); return x;").expr("good", "x"), kPairs);
  EXPECT_EQ(executions[0].error, "timed out after 1 s");
  EXPECT_EQ(executions[1].results, kPairs.operands[0]);
}

// C++17, intro.progress: the compiler may assume that a loop without side effects ends, and NVRTC drops what follows
// it.
TEST(PtxDevice, ReportsAKernelWhoseCodeTheCompilerDropped) {
  const auto executions = run(SpecText().body("hang", "while (true); return x;").expr("good", "x"), kPairs);
  EXPECT_EQ(executions[0].error, "wrote no result for 3 of 3 cases");
  EXPECT_EQ(executions[1].results, kPairs.operands[0]);
}

TEST(PtxDevice, ReportsAccessesOutOfBounds) {
  const auto executions = run(SpecText()
                                  .body("null", "return *(volatile float*)nullptr;")
                                  .body("wild", "*(volatile float*)0x10000000000ull = x; return x;")
                                  .expr("good", "x"),
                              kPairs);
  EXPECT_NE(executions[0].error, "");
  EXPECT_NE(executions[1].error, "");
  EXPECT_EQ(executions[2].results, kPairs.operands[0]);
}

// CUDA C++ Programming Guide, Technical Specifications: a block has at most 227 KB of shared memory.
TEST(PtxDevice, ReportsAKernelWithMoreSharedMemoryThanABlockHas) {
  const auto executions =
      run(SpecText()
              .body("large", "__shared__ volatile float a[60000]; a[threadIdx.x] = x; return a[threadIdx.x];")
              .expr("good", "x"),
          kPairs);
  EXPECT_TRUE(executions[0].error.starts_with("the PTX interpreter does not support this: "));
  EXPECT_NE(executions[0].error.find("232448 bytes"), std::string::npos) << executions[0].error;
  EXPECT_TRUE(executions[0].results.empty());
  EXPECT_EQ(executions[1].results, kPairs.operands[0]);
}

TEST(PtxDevice, ReportsAKernelThatCannotBeLaunched) {
  PtxDevice device(open_compiler(""), "sm_90", "");
  const SpecText text = SpecText().expr("good", "x").expr("lost", "z");
  auto kernels = device.compile(text.program());
  kernels[1].entry = "nowhere";
  const auto executions = device.execute(kernels, text.spec().operation, kPairs, 10s);
  EXPECT_EQ(executions[0].results, kPairs.operands[0]);
  EXPECT_EQ(executions[1].error, "the PTX interpreter does not launch this: the module has no entry `nowhere`");
}

/// A store of the first thread to where parameter number `parameter` points, `offset` bytes from there.
std::string store_to(int parameter, int offset) {
  return fmt::format(
      "asm volatile(\"{{ .reg .b64 p; .reg .b32 t; .reg .pred first; mov.u32 t, %%tid.x; setp.eq.u32 first, t, 0; "
      "ld.param.u64 p, [semcheck_kernel_0_param_{}]; cvta.to.global.u64 p, p; "
      "@first st.global.f32 [p + {}], %0; }}\" :: \"f\"(x + 8.0f)); return x;",
      parameter, offset);
}

TEST(PtxDevice, ReportsAWriteToAnOperand) {
  EXPECT_EQ(run(SpecText().body("clobber", store_to(1, 0)), kPairs)[0].error, "wrote to operand z");
}

TEST(PtxDevice, LetsAnUnsupportedInstructionCostItsVariantOnly) {
  std::vector<Kernel> kernels;
  for (const char* code : {"asm(\"nonsense.f32 %0, %0;\" : \"+f\"(x)); return x;", "asm(\"} @ (\"); return x;"}) {
    const auto executions = run(SpecText().expr("good", "fmaxf(x, z)").body("odd", code), kPairs, &kernels);
    const std::string error = kernels[1].error + executions[1].error;
    EXPECT_TRUE(error.starts_with("the PTX interpreter ")) << error;
    EXPECT_NE(error.find("(line "), std::string::npos) << error;
    EXPECT_EQ(kernels[0].error, "");
    EXPECT_EQ(executions[0].error, "");
    EXPECT_EQ(executions[0].results.size(), kPairs.size());
    EXPECT_TRUE(executions[1].results.empty());
  }
}

/// A maximum over every pair of four bytes, however its operands come: 0xff is the greatest u8.
TEST(PtxDevice, GivesTheSameResultsUnderEverySupply) {
  PtxDevice device(open_compiler(""), "sm_90", "");
  const SpecText text = SpecText(Dtype::u8).expr("max", "x > z ? x : z");
  const std::vector<Bits> values = {0x00, 0x7f, 0x80, 0xff};
  std::vector<std::pair<Bits, Bits>> pairs, swapped;
  for (Bits x : values)
    for (Bits z : values) pairs.emplace_back(x, z), swapped.emplace_back(z, x);
  std::vector<Bits> expected;
  for (const auto& [x, z] : pairs) expected.push_back(std::max(x, z));
  const std::vector<std::pair<Feed, Cases>> launches = {
      {{Supply::literal, 0, values, 0, 0}, cases_of(pairs)},  {{Supply::literal, 1, values, 0, 0}, cases_of(swapped)},
      {{Supply::constant, 0, values, 0, 0}, cases_of(pairs)}, {{Supply::constant, 1, values, 0, 0}, cases_of(swapped)},
      {{Supply::broadcast, 0, {}, 4, 0}, cases_of(pairs)},    {{Supply::in_place, 0, {}, 0, 0}, cases_of(pairs)},
      {{Supply::in_place, 1, {}, 0, 0}, cases_of(pairs)},     {{Supply::vector2, 0, {}, 0, 0}, cases_of(pairs)},
      {{Supply::vector4, 0, {}, 0, 0}, cases_of(pairs)},      {{Supply::tail, 0, {}, 0, 0}, cases_of(pairs)}};
  for (const auto& [feed, cases] : launches) {
    Program program = text.program();
    program.feeds = {feed};
    const auto executions = device.execute(device.compile(program), text.spec().operation, cases, 10s);
    EXPECT_EQ(executions[0].error, "") << name(feed.supply);
    EXPECT_EQ(executions[0].results, expected) << name(feed.supply) << ' ' << feed.operand;
  }
}

TEST(PtxDevice, PassesAnArgumentOfEverySize) {
  PtxDevice device(open_compiler(""), "sm_90", "");
  for (const DtypeRow& dtype : kDtypes) {
    const SpecText text = SpecText(dtype.dtype).expr("second", "z");
    const Bits value = value_mask(dtype.format) / 3;
    Program program = text.program();
    program.feeds = {{Supply::argument, 1, {value}, 0, 0}};
    const auto executions =
        device.execute(device.compile(program), text.spec().operation, cases_of({{1, value}, {2, value}}), 10s);
    EXPECT_EQ(executions[0].results, (std::vector<Bits>{value, value})) << dtype.name << executions[0].error;
  }
}

// A kernel over a misaligned array may not touch the element in front of it.
TEST(PtxDevice, NoticesAWriteInFrontOfATail) {
  PtxDevice device(open_compiler(""), "sm_90", "");
  const SpecText text = SpecText().body("stray", store_to(2, -4));
  Program program = text.program();
  program.feeds = {{Supply::tail, 0, {}, 0, 0}};
  EXPECT_EQ(device.execute(device.compile(program), text.spec().operation, kPairs, 10s)[0].error,
            "wrote out of bounds");
}

TEST(PtxDevice, AsksTheAssemblerAboutPtxOfAVariantsOwn) {
  PtxDevice device(open_compiler(""), "sm_75", "");
  const SpecText text =
      SpecText()
          .expr("old", "x")
          .body("new", "float y; asm(\"max.NaN.f32 %0, %1, %2;\" : \"=f\"(y) : \"f\"(x), \"f\"(z)); return y;");
  const auto kernels = device.compile(text.program("sm_75"));
  EXPECT_FALSE(kernels[0].unavailable);
  EXPECT_TRUE(kernels[1].unavailable);
  EXPECT_NE(kernels[1].error.find("requires .target sm_80"), std::string::npos) << kernels[1].error;
  EXPECT_FALSE(device.compile(text.program("sm_80"))[1].unavailable);
}

// Nothing on this device runs them; they are there to be read.
TEST(PtxDevice, KeepsTheCodeOfOtherPathsAndDoesNotRunIt) {
  PtxDevice device(open_compiler(""), "sm_90", "");
  const SpecText text = SpecText().expr("first", "x");
  Program program = text.program();
  program.paths = {Path::cubin, Path::jit, Path::ptx};
  const auto kernels = device.compile(program);
  ASSERT_EQ(kernels.size(), 3u);
  for (std::size_t k : {0u, 1u}) {
    EXPECT_TRUE(kernels[k].image);
    EXPECT_TRUE(kernels[k].unavailable);
  }
  EXPECT_EQ(kernels[0].error, "the PTX interpreter runs no machine code");
  EXPECT_EQ(kernels[1].error, "the PTX interpreter has no driver to compile PTX with");
  const auto executions = device.execute(kernels, text.spec().operation, kPairs, 10s);
  EXPECT_TRUE(executions[0].results.empty());
  EXPECT_TRUE(executions[1].results.empty());
  EXPECT_EQ(executions[2].results, kPairs.operands[0]);
}

TEST(PtxDevice, KeepsTheCodeThatItCannotRun) {
  PtxDevice device(open_compiler(""), "sm_90", "");
  const SpecText text = SpecText().body("odd", "asm(\"} @ (\"); return x;");
  const auto kernels = device.compile(text.program());
  EXPECT_NE(kernels[0].error, "");
  ASSERT_TRUE(kernels[0].image);
  EXPECT_NE(kernels[0].image->bytes.find("} @ ("), std::string::npos);
}

TEST(PtxDevice, NamesItsToolkits) {
  std::vector<Compiler> compilers = only(open_compiler(""));
  compilers.push_back(open_compiler(""));
  const PtxDevice device(std::move(compilers), "sm_90", "");
  ASSERT_EQ(device.info().toolkits.size(), 2u);
  EXPECT_EQ(device.info().toolkits[0].nvrtc, device.info().nvrtc);
  EXPECT_EQ(device.info().toolkits[0].nvrtc_path, device.info().nvrtc_path);
}

TEST(PtxDevice, EndsAKernelSoonAfterAnInterrupt) {
  PtxDevice device(open_compiler(""), "sm_90", "");
  const SpecText text = SpecText().body("hang", "while (true) asm volatile(\"\"); return x;");
  const auto kernels = device.compile(text.program());
  std::atomic<bool> interrupted = false;
  const std::jthread user([&] {
    std::this_thread::sleep_for(50ms);
    interrupted = true;
  });
  const auto begin = std::chrono::steady_clock::now();
  const auto executions = device.execute(kernels, text.spec().operation, kPairs, {60s, &interrupted});
  EXPECT_TRUE(executions[0].interrupted);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 30s);
  EXPECT_TRUE(device.execute(kernels, text.spec().operation, kPairs, {60s, &interrupted})[0].interrupted);
}

TEST(PtxDevice, RunsWithoutCases) {
  EXPECT_EQ(run(SpecText().expr("good", "x"), cases_of({})).size(), 1u);
}

}  // namespace
}  // namespace semcheck
