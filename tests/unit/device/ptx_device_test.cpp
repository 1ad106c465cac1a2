#include "device/ptx_device.h"

#include <gtest/gtest.h>

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

TEST(PtxDevice, ReportsAWriteToAnOperand) {
  const auto executions =
      run(SpecText().body("clobber",
                          "asm volatile(\"{ .reg .b64 p; ld.param.u64 p, [semcheck_kernel_0_param_1]; "
                          "cvta.to.global.u64 p, p; st.global.f32 [p], %0; }\" :: \"f\"(x + 1.0f)); return x;"),
          kPairs);
  EXPECT_EQ(executions[0].error, "wrote to operand z");
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

TEST(PtxDevice, RunsWithoutCases) {
  EXPECT_EQ(run(SpecText().expr("good", "x"), cases_of({})).size(), 1u);
}

}  // namespace
}  // namespace semcheck
