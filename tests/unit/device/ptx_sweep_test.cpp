#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "core/sweep/chunks.h"
#include "device/ptx_device.h"
#include "tests/unit/device/sweep_fixture.h"

namespace semcheck {
namespace {

using testing::SweepText;
using namespace std::chrono_literals;
using Operands = std::array<Bits, kMostOperands>;

PtxDevice& interpreter() {
  static PtxDevice device(open_compiler(""), "sm_90", "");
  return device;
}

Operation maximum(Dtype dtype) {
  return given::operation("max", OperationKind::max, dtype, {dtype, dtype});
}

std::vector<SweepKernel> compile(const SweepText& text) {
  return interpreter().compile_sweep(text.program());
}

Swept sweep(const SweepText& text, const Stretch& stretch) {
  const auto kernels = compile(text);
  EXPECT_EQ(kernels.front().kernel.error, "");
  return interpreter().sweep(kernels.front(), stretch, 60s);
}

Bits first(const Operands& operands) {
  return operands[0];
}
Bits second(const Operands& operands) {
  return operands[1];
}

TEST(PtxSweep, HasWhatTheHostMakesOfTheSameResults) {
  const Stretch stretch{0, 2 * kChunk - 3000, 5000, false};
  for (Dtype dtype : {Dtype::f16, Dtype::bf16, Dtype::f32, Dtype::s8, Dtype::u64}) {
    const SweepText text = SweepText(maximum(dtype)).expr("second", "z");
    const Swept swept = sweep(text, stretch);
    EXPECT_EQ(swept.error, "") << name(dtype);
    EXPECT_FALSE(swept.interrupted);
    EXPECT_GT(swept.device_seconds, 0);
    EXPECT_EQ(swept.tally, text.tally(stretch, second)) << name(dtype);
    EXPECT_GT(swept.tally.mismatches(), 0u);
  }
}

TEST(PtxSweep, FindsNothingWhereNothingIsWrong) {
  const SweepText text = SweepText(maximum(Dtype::s16)).exhaustive().expr("max", "x > z ? x : z");
  const Swept swept = sweep(text, {0, kChunk - 100000, 200000, false});
  EXPECT_EQ(swept.tally.cases, 200000u);
  EXPECT_EQ(swept.tally.mismatches(), 0u);
}

TEST(PtxSweep, GoesThroughEverySupply) {
  const Stretch stretch{0, kChunk - 2001, 5003, false};
  const std::vector<Bits> values = {0x3c00, 0x8000, 0x7e00};
  const std::vector<Feed> feeds = {
      {Supply::argument, 0, {0x3c00}, 0, 0}, {Supply::argument, 1, {0x3c00}, 0, 0}, {Supply::literal, 0, values, 0, 0},
      {Supply::literal, 1, values, 0, 0},    {Supply::constant, 0, values, 0, 0},   {Supply::constant, 1, values, 0, 0},
      {Supply::broadcast, 0, {}, 64, 0},     {Supply::in_place, 0, {}, 0, 0},       {Supply::in_place, 1, {}, 0, 0},
      {Supply::vector2, 0, {}, 0, 0},        {Supply::vector4, 0, {}, 0, 0},        {Supply::tail, 0, {}, 0, 0}};
  for (const Feed& feed : feeds) {
    const SweepText left = SweepText(maximum(Dtype::f16)).expr("first", "x").fed(feed);
    const SweepText right = SweepText(maximum(Dtype::f16)).expr("second", "z").fed(feed);
    EXPECT_EQ(sweep(left, stretch).tally, left.tally(stretch, first)) << name(feed.supply) << ' ' << feed.operand;
    EXPECT_EQ(sweep(right, stretch).tally, right.tally(stretch, second)) << name(feed.supply) << ' ' << feed.operand;
  }
}

TEST(PtxSweep, LaunchesEveryChunkInItsOwnBlocks) {
  const SweepText text =
      SweepText(maximum(Dtype::u16)).exhaustive().expr("odd", "blockDim.x == 64 ? z : x > z ? x : z");
  for (std::uint64_t chunk = 0; chunk < kChunkThreads.size(); ++chunk) {
    const Swept swept = sweep(text, {0, chunk * kChunk, 3000, false});
    EXPECT_EQ(swept.tally.mismatches() > 0, kChunkThreads[chunk] == 64) << chunk;
  }
}

TEST(PtxSweep, SamplesTheResultsThatItSweeps) {
  const Stretch stretch{0, kChunk - 4096, 4096, false};
  const SweepText text = SweepText(maximum(Dtype::f16)).expr("second", "z");
  const auto kernels = compile(text);
  const Sample sample = interpreter().sample(kernels.front(), stretch, 60s);
  EXPECT_EQ(sample.error, "");
  EXPECT_EQ(sample.results, text.results(stretch, second));
  EXPECT_EQ(sample.twin, text.twin(stretch));
}

TEST(PtxSweep, ReportsTheFirstFaultAndNoTally) {
  const SweepText text = SweepText(maximum(Dtype::u16))
                             .exhaustive()
                             .body("trap", "if (x == 1 && z == 77) asm volatile(\"trap;\"); return x > z ? x : z;");
  const auto kernels = compile(text);
  const Swept swept = interpreter().sweep(kernels.front(), {0, 0, 200000, false}, 60s);
  EXPECT_NE(swept.error.find("trap"), std::string::npos) << swept.error;
  EXPECT_EQ(swept.tally, Tally());
  const Swept next = interpreter().sweep(kernels.front(), {0, kChunk, 1000, false}, 60s);
  EXPECT_EQ(next.error, "");
  EXPECT_EQ(next.tally.cases, 1000u);
}

TEST(PtxSweep, EndsWithTheTimeOfTheStretch) {
  const SweepText text = SweepText(maximum(Dtype::u16)).body("hang", "while (true) asm volatile(\"\"); return x;");
  const auto kernels = compile(text);
  EXPECT_EQ(interpreter().sweep(kernels.front(), {0, 0, 200000, false}, 100ms).error, "timed out after 0.1 s");
}

TEST(PtxSweep, EndsSoonAfterAnInterrupt) {
  const SweepText text = SweepText(maximum(Dtype::u16)).body("hang", "while (true) asm volatile(\"\"); return x;");
  const auto kernels = compile(text);
  std::atomic<bool> interrupted = false;
  const std::jthread user([&] {
    std::this_thread::sleep_for(50ms);
    interrupted = true;
  });
  const Swept swept = interpreter().sweep(kernels.front(), {0, 0, 200000, false}, {60s, &interrupted});
  EXPECT_TRUE(swept.interrupted);
  EXPECT_EQ(swept.error, "");
  EXPECT_TRUE(interpreter().sample(kernels.front(), {0, 0, 4096, false}, {60s, &interrupted}).interrupted);
}

}  // namespace
}  // namespace semcheck
