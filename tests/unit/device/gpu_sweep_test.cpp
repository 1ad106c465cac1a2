#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "core/run/environment_error.h"
#include "core/sweep/chunks.h"
#include "device/cuda_device.h"
#include "device/gpu_session.h"
#include "tests/unit/device/fake_worker.h"
#include "tests/unit/device/sweep_fixture.h"

namespace semcheck {
namespace {

using testing::SweepText;
using namespace std::chrono_literals;

constexpr Stretch kStretch{0, kChunk, 2 * kChunk + 5, false};

Operation maximum(Dtype dtype) {
  return given::operation("max", OperationKind::max, dtype, {dtype, dtype});
}

/// A kernel of the fake GPU, which does what its name says.
SweepKernel kernel_of(const SweepText& text, const std::string& entry) {
  SweepKernel kernel;
  kernel.program = std::make_shared<const SweepProgram>(text.program());
  kernel.kernel.path = Path::jit;
  kernel.kernel.entry = entry;
  kernel.kernel.image = std::make_shared<const Image>(Image{Path::jit, "an image"});
  return kernel;
}

Swept sweep(GpuSession& session, const std::string& entry, const Limits& limits = 2s) {
  const SweepText text(maximum(Dtype::f16));
  return session.sweep(kernel_of(text, entry), kStretch, limits);
}

/// The fake GPU leaves every case unchecked, and adds the first cases of the chunks: numbers 1, 2 and 3.
void expect_swept(const Swept& swept) {
  EXPECT_EQ(swept.error, "");
  EXPECT_FALSE(swept.interrupted);
  EXPECT_EQ(swept.tally.cases, kStretch.count);
  EXPECT_EQ(swept.tally.unchecked, kStretch.count);
  EXPECT_EQ(swept.tally.digest, 6 * kChunk);
  EXPECT_EQ(swept.tally.mismatches(), 0u);
  EXPECT_EQ(swept.device_seconds, 0.003);
}

TEST(GpuSweep, LaunchesEveryChunkAndBringsTheTallyBack) {
  GpuSession session(testing::fake_worker_command(), testing::kGoodGpu);
  expect_swept(sweep(session, "count"));
  expect_swept(sweep(session, "count"));
}

TEST(GpuSweep, ReportsWhatEndsAKernelAndGoesOn) {
  GpuSession session(testing::fake_worker_command(), testing::kGoodGpu);
  EXPECT_EQ(sweep(session, "trap").error, "illegal memory access");
  expect_swept(sweep(session, "count"));
  EXPECT_EQ(sweep(session, "refuse").error, "cuLaunchKernel failed");
  expect_swept(sweep(session, "count"));
  EXPECT_EQ(sweep(session, "crash").error, "worker died: signal 11 (Segmentation fault)");
  expect_swept(sweep(session, "count"));
  const Swept hung = sweep(session, "hang", 500ms);
  EXPECT_EQ(hung.error, "timed out after 0.5 s");
  EXPECT_FALSE(hung.interrupted);
  EXPECT_EQ(hung.tally, Tally());
  expect_swept(sweep(session, "count"));
}

TEST(GpuSweep, GivesUpWhenWorkersDieThreeTimesInARow) {
  GpuSession session(testing::fake_worker_command(), testing::kGoodGpu);
  sweep(session, "crash");
  sweep(session, "crash");
  EXPECT_THROW(sweep(session, "crash"), EnvironmentError);
}

TEST(GpuSweep, EndsSoonAfterAnInterrupt) {
  GpuSession session(testing::fake_worker_command(), testing::kGoodGpu);
  expect_swept(sweep(session, "count"));
  std::atomic<bool> interrupted = false;
  const std::jthread user([&] {
    std::this_thread::sleep_for(50ms);
    interrupted = true;
  });
  const Swept swept = sweep(session, "hang", {60s, &interrupted});
  EXPECT_TRUE(swept.interrupted);
  EXPECT_EQ(swept.error, "");
}

/// A GPU that is the PTX interpreter behind a worker, with real kernels.
class SweepingGpu : public CudaDevice {
 public:
  SweepingGpu()
      : CudaDevice(std::make_unique<GpuSession>(testing::fake_worker_command(), testing::kSweepingGpu),
                   only(open_compiler("")), "sm_90", "") {}
};

Bits second(const std::array<Bits, kMostOperands>& operands) {
  return operands[1];
}

SweepKernel compile(CudaDevice& device, const SweepText& text) {
  const auto kernels = device.compile_sweep(text.program("sm_90", {Path::jit}));
  EXPECT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels.front().kernel.error, "");
  return kernels.front();
}

TEST(GpuSweep, HasWhatTheHostMakesOfTheSameResults) {
  SweepingGpu device;
  const Stretch stretch{0, 2 * kChunk - 3000, 5000, false};
  const std::vector<Feed> feeds = {{},
                                   {Supply::argument, 0, {0x3c00}, 0, 0},
                                   {Supply::literal, 1, {0x3c00, 0x8000, 0x7e00}, 0, 0},
                                   {Supply::broadcast, 0, {}, 4096, 0},
                                   {Supply::in_place, 1, {}, 0, 0},
                                   {Supply::vector4, 0, {}, 0, 0},
                                   {Supply::tail, 0, {}, 0, 0}};
  for (const Feed& feed : feeds) {
    const SweepText text = SweepText(maximum(Dtype::f16)).expr("second", "z").fed(feed);
    const SweepKernel kernel = compile(device, text);
    const Swept swept = device.sweep(kernel, stretch, 60s);
    EXPECT_EQ(swept.error, "") << name(feed.supply);
    EXPECT_EQ(swept.tally, text.tally(stretch, second)) << name(feed.supply);
    const Sample sample = device.sample(kernel, {0, kChunk - 600, 700, false}, 60s);
    EXPECT_EQ(sample.error, "") << name(feed.supply);
    EXPECT_EQ(sample.results, text.results({0, kChunk - 600, 700, false}, second)) << name(feed.supply);
    EXPECT_EQ(sample.twin, text.twin({0, kChunk - 600, 700, false})) << name(feed.supply);
  }
}

TEST(GpuSweep, ChecksLawsAsTheInterpreterDoes) {
  SweepingGpu device;
  const SweepText text = SweepText(maximum(Dtype::f32))
                             .expr("ternary", "x > z ? x : z")
                             .laws({Obligation::commutative, Obligation::associative});
  const auto kernels = device.compile_sweep(text.program("sm_90", {Path::jit, Path::ptx}));
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].laws.error + kernels[1].laws.error, "");
  const Stretch stretch{0, kChunk - 1000, 3000, true};
  const Swept interpreted = device.sweep(kernels[1], stretch, 60s);
  EXPECT_EQ(interpreted.error, "");
  EXPECT_EQ(interpreted.tally.cases, stretch.count);
  EXPECT_GT(interpreted.tally.mismatches(), 0u);
  EXPECT_EQ(device.sweep(kernels[0], stretch, 60s).tally, interpreted.tally);
}

DeviceInfo first_of(int gpus) {
  DeviceInfo info;
  info.name = "First GPU";
  info.compute_capability = "9.0";
  info.arch = "sm_90";
  info.gpus = gpus;
  return info;
}

TEST(OtherGpus, AreAllThatTheDriverHas) {
  EXPECT_TRUE(open_other_gpus(testing::fake_worker_command(), first_of(1)).empty());
  const auto devices = open_other_gpus(testing::fake_worker_command(), first_of(3));
  ASSERT_EQ(devices.size(), 2u);
  EXPECT_EQ(devices[0]->info().name, "Sweeping GPU");
  EXPECT_EQ(devices[1]->info().name, "Second GPU");
  EXPECT_EQ(devices[1]->info().arch, "sm_90");
}

TEST(OtherGpus, SweepWhatTheFirstHasCompiled) {
  SweepingGpu first;
  const auto others = open_other_gpus(testing::fake_worker_command(), first_of(3));
  const SweepText text = SweepText(maximum(Dtype::f32)).expr("second", "z");
  const SweepKernel kernel = compile(first, text);
  const Swept by_other = others.at(1)->sweep(kernel, {0, kChunk, 2000, false}, 60s);
  const Swept by_first = first.sweep(kernel, {0, kChunk - 2000, 2000, false}, 60s);
  EXPECT_EQ(by_other.error + by_first.error, "");
  Tally sum = by_other.tally;
  sum.add(by_first.tally);
  EXPECT_EQ(sum, text.tally({0, kChunk - 2000, 4000, false}, second));
}

TEST(OtherGpus, AreOfOneComputeCapability) {
  try {
    open_other_gpus(testing::fake_worker_command(), first_of(4));
    FAIL();
  } catch (const EnvironmentError& error) {
    EXPECT_STREQ(error.what(),
                 "GPUs of different compute capabilities cannot sweep together: First GPU has 9.0, GPU number 3 (Newer "
                 "GPU) has 9.3");
    EXPECT_EQ(error.help(), "choose some of them with CUDA_VISIBLE_DEVICES, or one with --device cuda:N");
  }
}

}  // namespace
}  // namespace semcheck
