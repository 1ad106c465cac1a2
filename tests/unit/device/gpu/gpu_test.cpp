/// The device layer on a real GPU. Every test is skipped where there is none.

#include <gtest/gtest.h>

#include <string_view>

#include "device/cuda_device.h"
#include "tests/unit/device/gpu/on_gpu.h"
#include "tests/unit/device/spec_fixture.h"

namespace semcheck {
namespace {

using testing::cases_of;
using testing::SpecText;
using namespace std::chrono_literals;

const Cases kPairs = cases_of({{0x3f800000, 0x40000000},
                               {0x00000000, 0x80000000},
                               {0x80000000, 0x00000000},
                               {0x7fc00abc, 0x3f800000},
                               {0x7fc00abc, 0xffc00001}});

class GpuTest : public testing::OnGpu {
 protected:
  std::vector<Execution> run(const SpecText& text, std::chrono::milliseconds timeout = 10s) {
    kernels_ = device_->compile(text.program(device_->info().arch));
    return device_->execute(kernels_, text.spec().operation, kPairs, timeout);
  }

  std::vector<Kernel> kernels_;
};

TEST_F(GpuTest, SaysWhatItIs) {
  const DeviceInfo& info = device_->info();
  EXPECT_EQ(info.kind, "cuda");
  EXPECT_NE(info.name, "");
  EXPECT_NE(info.driver, "");
  EXPECT_TRUE(info.arch.starts_with("sm_")) << info.arch;
  EXPECT_NE(info.compute_capability.find('.'), std::string::npos);
}

// CUDA C++ Programming Guide: an f32 operation with a NaN result returns 0x7fffffff. PTX ISA, max: +0.0 > -0.0.
TEST_F(GpuTest, RunsMachineCodeAndPtx) {
  const auto executions = run(SpecText().expr("fmaxf", "fmaxf(x, z)"));
  ASSERT_EQ(executions.size(), 2u);
  for (const Execution& execution : executions) {
    EXPECT_EQ(execution.error, "");
    EXPECT_EQ(execution.results, (std::vector<Bits>{0x40000000, 0, 0, 0x3f800000, 0x7fffffff}));
  }
}

TEST_F(GpuTest, RunsAgainWithoutLoadingAgain) {
  const SpecText text = SpecText().expr("first", "x");
  EXPECT_EQ(run(text)[1].results, kPairs.operands[0]);
  EXPECT_EQ(device_->execute(kernels_, text.spec().operation, kPairs, 10s)[1].results, kPairs.operands[0]);
}

TEST_F(GpuTest, StopsAKernelThatHangsAndRunsTheNext) {
  const auto executions =
      run(SpecText().body("hang", "while (true) asm volatile(\"\"); return x;").expr("first", "x"), 1s);
  EXPECT_EQ(executions[0].error, "timed out after 1 s");
  EXPECT_EQ(executions[1].error, "timed out after 1 s");
  EXPECT_EQ(executions[2].results, kPairs.operands[0]);
  EXPECT_EQ(executions[3].results, kPairs.operands[0]);
}

TEST_F(GpuTest, ReportsAKernelWhoseCodeTheCompilerDropped) {
  const auto executions = run(SpecText().body("hang", "while (true); return x;").expr("first", "x"));
  EXPECT_EQ(executions[0].error, "wrote no result for 5 of 5 cases");
  EXPECT_EQ(executions[2].results, kPairs.operands[0]);
}

TEST_F(GpuTest, SurvivesFaultsOfTheMemory) {
  const auto executions = run(SpecText()
                                  .body("null", "return *(volatile float*)nullptr;")
                                  .body("odd", "return *(volatile float*)1;")
                                  .body("trap", "asm volatile(\"trap;\"); return x;")
                                  .expr("first", "x"));
  EXPECT_EQ(executions[0].error, "illegal memory access");
  EXPECT_EQ(executions[1].error, "illegal memory access");
  EXPECT_EQ(executions[2].error, "misaligned memory access");
  EXPECT_NE(executions[4].error, "");
  EXPECT_EQ(executions[6].results, kPairs.operands[0]);
  EXPECT_EQ(executions[7].results, kPairs.operands[0]);
}

TEST_F(GpuTest, NoticesWritesThatTheGpuDoesNotTrap) {
  const auto store = [](const std::string& parameter, const std::string& offset) {
    return "asm volatile(\"{ .reg .b64 p; ld.param.u64 p, [semcheck_kernel_0_param_" + parameter +
           "]; cvta.to.global.u64 p, p; st.global.f32 [p+" + offset + "], %0; }\" :: \"f\"(x + 1.0f)); return x;";
  };
  EXPECT_EQ(run(SpecText().body("before", store("2", "-4")))[0].error, "wrote out of bounds");
  EXPECT_EQ(run(SpecText().body("behind", store("2", "20")))[1].error, "wrote out of bounds");
  EXPECT_EQ(run(SpecText().body("clobber", store("1", "4")))[0].error, "wrote to operand z");
  EXPECT_EQ(run(SpecText().expr("first", "x"))[0].results, kPairs.operands[0]);
}

// PTX ISA, max.ftz: subnormal inputs are flushed to zero. A compiler cache that does not look at the options would
// bring back the machine code of the first build.
TEST_F(GpuTest, CompilesMachineCodeUnderTheOptionsOfItsBuild) {
  const Cases subnormal = cases_of({{0x00000001, 0x00000000}});
  const auto run_with = [&](const std::vector<std::string>& options) {
    const SpecText text = SpecText().expr("fmaxf", "fmaxf(x, z)").options(options);
    const auto kernels = device_->compile(text.program(device_->info().arch));
    return device_->execute(kernels, text.spec().operation, subnormal, 10s).front().results;
  };
  EXPECT_EQ(run_with({}), std::vector<Bits>{0x00000001});
  EXPECT_EQ(run_with({"--ftz=true"}), std::vector<Bits>{0x00000000});
}

TEST_F(GpuTest, SaysWhenCodeDoesNotRunOnThisMachine) {
  const SpecText text = SpecText().expr("first", "x");
  const auto kernels = device_->compile(text.program("sm_75"));
  EXPECT_TRUE(kernels[0].unavailable);
  EXPECT_NE(kernels[0].error.find("machine code for sm_75 does not run on "), std::string::npos) << kernels[0].error;
  EXPECT_EQ(device_->execute(kernels, text.spec().operation, kPairs, 10s)[1].results, kPairs.operands[0]);
}

TEST_F(GpuTest, RunsEveryDtypeDownBothPaths) {
  for (const DtypeRow& dtype : kDtypes) {
    if (!dtype.cuda_header.empty() && size_of(dtype.dtype) == 1) continue;
    const SpecText text = SpecText(dtype.dtype).expr("first", "x");
    const std::vector<Bits> patterns{0, 1, value_mask(dtype.format), sign_mask(dtype.format)};
    Cases cases{{patterns, patterns}, patterns.size(), {}};
    const auto kernels = device_->compile(text.program(device_->info().arch));
    for (const Execution& execution : device_->execute(kernels, text.spec().operation, cases, 10s))
      EXPECT_EQ(execution.results, patterns) << dtype.name << ": " << execution.error;
  }
}

/// A loop that levels of the driver's compiler treat differently; its results are the same.
TEST_F(GpuTest, RunsAtEveryLevelOfTheDriversCompiler) {
  const SpecText text = SpecText().body("loop", "for (int i = 0; i < 4; ++i) x = fmaxf(x, z); return x;");
  for (unsigned level : {0u, 4u}) {
    Build build;
    build.jit_level = level;
    Program program{text.spec(), build, device_->info().arch, {&text.spec().variants.front()}};
    program.paths = {Path::jit};
    const auto kernels = device_->compile(program);
    EXPECT_EQ(kernels[0].image->jit_level, level);
    const auto executions = device_->execute(kernels, text.spec().operation, kPairs, 10s);
    EXPECT_EQ(executions[0].error, "") << level;
    EXPECT_EQ(executions[0].results, (std::vector<Bits>{0x40000000, 0, 0, 0x3f800000, 0x7fffffff})) << level;
  }
}

TEST_F(GpuTest, RunsMachineCodeOfEveryLevelOfTheAssembler) {
  const SpecText text = SpecText().expr("fmaxf", "fmaxf(x, z)");
  for (unsigned level : {0u, 1u, 2u, 3u}) {
    Build build;
    build.ptxas_level = level;
    const auto kernels = device_->compile({text.spec(), build, device_->info().arch, {&text.spec().variants.front()}});
    const auto executions = device_->execute(kernels, text.spec().operation, kPairs, 10s);
    EXPECT_EQ(executions[0].results, (std::vector<Bits>{0x40000000, 0, 0, 0x3f800000, 0x7fffffff})) << level;
  }
}

TEST_F(GpuTest, InterpretsKernelsOfThePathPtx) {
  const SpecText text = SpecText().expr("first", "x");
  Program program = text.program(device_->info().arch);
  program.paths = {Path::cubin, Path::jit, Path::ptx};
  const auto kernels = device_->compile(program);
  ASSERT_EQ(kernels.size(), 3u);
  for (const Execution& execution : device_->execute(kernels, text.spec().operation, kPairs, 10s)) {
    EXPECT_EQ(execution.error, "");
    EXPECT_EQ(execution.results, kPairs.operands[0]);
  }
}

TEST_F(GpuTest, TimesKernelsDownBothPathsAndCountsTheirInstructions) {
  const SpecText text = SpecText().expr("fmaxf", "fmaxf(x, z)");
  const auto kernels = device_->compile(text.program(device_->info().arch));
  for (const Measurement& measurement : device_->measure(kernels, text.spec().operation, kPairs, 10s)) {
    EXPECT_EQ(measurement.error, "");
    ASSERT_TRUE(measurement.timed);
    EXPECT_GT(measurement.timed->least_us, 0);
    EXPECT_LE(measurement.timed->least_us, measurement.timed->median_us);
    EXPECT_LE(measurement.timed->median_us, measurement.timed->most_us);
    EXPECT_GT(measurement.timed->copy_bytes_per_second, 0);
    EXPECT_GE(measurement.timed->elements, 1000000u);
    ASSERT_TRUE(measurement.counted);
    EXPECT_GT(measurement.counted->branches, 0u);
  }
}

TEST_F(GpuTest, LosesOnlyTheMeasurementOfAKernelThatHangsOverLargeArrays) {
  // The hundredth block has no end; five cases take one block.
  const SpecText text =
      SpecText().body("hang", "while (blockIdx.x == 100) asm volatile(\"\"); return x;").expr("first", "x");
  const auto kernels = device_->compile(text.program(device_->info().arch));
  const auto measured = device_->measure(kernels, text.spec().operation, kPairs, 1s);
  EXPECT_EQ(measured[0].error, "timed out after 1 s");
  EXPECT_TRUE(measured[2].timed) << measured[2].error;
  EXPECT_EQ(device_->execute(kernels, text.spec().operation, kPairs, 10s)[2].results, kPairs.operands[0]);
}

}  // namespace
}  // namespace semcheck

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == semcheck::kWorkerArgument) return semcheck::worker_main(argc, argv);
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
