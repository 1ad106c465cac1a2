/// Sweeps on a real GPU. Every test is skipped where there is none.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/sweep/chunks.h"
#include "core/sweep/twin.h"
#include "device/devices.h"
#include "tests/unit/device/gpu/on_gpu.h"
#include "tests/unit/device/sweep_fixture.h"

namespace semcheck {
namespace {

using testing::SweepText;
using namespace std::chrono_literals;
using Operands = std::array<Bits, kMostOperands>;

constexpr std::uint64_t kPairs = std::uint64_t{1} << 32;
constexpr std::uint64_t kSide = 4096;

Operation over(OperationKind kind, Dtype dtype, std::vector<Dtype> operands) {
  return given::operation(std::string(name(kind)), kind, dtype, std::move(operands));
}
Operation maximum(Dtype dtype) {
  return over(OperationKind::max, dtype, {dtype, dtype});
}
Operation conversion(Dtype from, Dtype to) {
  Operation operation = over(OperationKind::convert, from, {from});
  operation.result = to;
  return operation;
}

class SweepGpuTest : public testing::OnGpu {
 protected:
  /// The first variant, as machine code, as PTX for the driver and as PTX for the interpreter.
  std::vector<SweepKernel> compile(const SweepText& text) {
    const auto kernels =
        device_->compile_sweep(text.program(device_->info().arch, {Path::cubin, Path::jit, Path::ptx}));
    for (const SweepKernel& kernel : kernels) EXPECT_EQ(kernel.kernel.error, "");
    return kernels;
  }

  Tally sweep(const SweepKernel& kernel, const Stretch& stretch) {
    const Swept swept = device_->sweep(kernel, stretch, 60s);
    EXPECT_EQ(swept.error, "");
    EXPECT_FALSE(swept.interrupted);
    EXPECT_GT(swept.device_seconds, 0);
    EXPECT_EQ(swept.tally.cases, stretch.count);
    return swept.tally;
  }
  /// Machine code alone, over as many cases as only a GPU goes through.
  Tally sweep_all(const SweepText& text, std::uint64_t count) {
    const auto kernels = device_->compile_sweep(text.program(device_->info().arch, {Path::cubin}));
    EXPECT_EQ(kernels.front().kernel.error, "");
    return sweep(kernels.front(), {0, 0, count, false});
  }

  void expect_agreement(const SweepText& text, const Stretch& stretch) {
    const auto kernels = compile(text);
    const Tally interpreted = sweep(kernels[2], stretch);
    EXPECT_EQ(sweep(kernels[0], stretch), interpreted);
    EXPECT_EQ(sweep(kernels[1], stretch), interpreted);
  }
};

constexpr Stretch kAcrossChunks{0, 2 * kChunk - 100000, 200000, false};

TEST_F(SweepGpuTest, AgreesWithTheInterpreterOnEveryOperation) {
  using enum OperationKind;
  const std::string lowest = "x < z ? x : z";
  Operation clamped = over(clamp, Dtype::f16, {Dtype::f16});
  clamped.constants = {{"lo", 0xbc00}, {"hi", 0x3c00}};
  const std::vector<SweepText> texts = {
      SweepText(maximum(Dtype::f16)).expr("ternary", "x > z ? x : z"),
      SweepText(maximum(Dtype::f16)).exhaustive().expr("ternary", "x > z ? x : z"),
      SweepText(maximum(Dtype::f32)).expr("fmaxf", "fmaxf(x, z)"),
      SweepText(maximum(Dtype::s32)).expr("narrow", "x > z ? x : (z & ~1)"),
      SweepText(maximum(Dtype::u8)).expr("signed", "(signed char)x > (signed char)z ? x : z"),
      SweepText(maximum(Dtype::f64)).expr("ternary", "x > z ? x : z"),
      SweepText(conversion(Dtype::f32, Dtype::s32)).expr("cast", "(int)x"),
      SweepText(clamped).expr("clamp", "x < lo ? lo : x > hi ? hi : x"),
      SweepText(over(fma_relu, Dtype::f32, {Dtype::f32, Dtype::f32, Dtype::f32})).expr("two", "fmaxf(x * z + w, 0.0f)"),
  };
  for (const SweepText& text : texts) expect_agreement(text, kAcrossChunks);
}

TEST_F(SweepGpuTest, AgreesWithTheInterpreterUnderEverySupply) {
  const std::vector<Bits> values = {0x3c00, 0x8000, 0x7e00};
  const std::vector<Feed> feeds = {{Supply::argument, 1, {0x3c00}, 0, 0}, {Supply::literal, 0, values, 0, 0},
                                   {Supply::literal, 1, values, 0, 0},    {Supply::constant, 0, values, 0, 0},
                                   {Supply::broadcast, 0, {}, kSide, 0},  {Supply::in_place, 0, {}, 0, 0},
                                   {Supply::in_place, 1, {}, 0, 0},       {Supply::vector2, 0, {}, 0, 0},
                                   {Supply::vector4, 0, {}, 0, 0},        {Supply::tail, 0, {}, 0, 0}};
  for (const Feed& feed : feeds) {
    SCOPED_TRACE(name(feed.supply));
    expect_agreement(SweepText(maximum(Dtype::f16)).expr("ternary", "x > z ? x : z").fed(feed), kAcrossChunks);
    expect_agreement(SweepText(maximum(Dtype::f16)).expr("second", "z").fed(feed), {0, 5 * kChunk - 70, 70, false});
  }
}

TEST_F(SweepGpuTest, ChecksLawsAsTheInterpreterDoes) {
  const SweepText text = SweepText(maximum(Dtype::f32))
                             .expr("ternary", "x > z ? x : z")
                             .laws({Obligation::commutative, Obligation::associative, Obligation::idempotent});
  const Stretch stretch{0, kChunk - 20000, 40000, true};
  const auto kernels = compile(text);
  const Tally interpreted = sweep(kernels[2], stretch);
  EXPECT_GT(interpreted.mismatches(), 0u);
  EXPECT_EQ(sweep(kernels[0], stretch), interpreted);
  EXPECT_EQ(sweep(kernels[1], stretch), interpreted);
}

TEST_F(SweepGpuTest, SamplesWhatTheHostExpects) {
  const Stretch stretch{0, 3 * kChunk - 4096, 4096, false};
  for (const Feed& feed :
       {Feed{}, Feed{Supply::literal, 1, {0x3c00, 0x8000, 0x7e00}, 0, 0}, Feed{Supply::vector4, 0, {}, 0, 0}}) {
    const SweepText text = SweepText(maximum(Dtype::f16)).expr("second", "z").fed(feed);
    for (const SweepKernel& kernel : compile(text)) {
      const Sample sample = device_->sample(kernel, stretch, 60s);
      EXPECT_EQ(sample.error, "");
      EXPECT_EQ(sample.results, text.results(stretch, [](const Operands& operands) { return operands[1]; }));
      EXPECT_EQ(sample.twin, text.twin(stretch));
    }
  }
}

// 0x1234 is positive and 0xabcd negative: their maximum is x.
TEST_F(SweepGpuTest, FindsTheOnePairThatIsWrong) {
  const std::string fault =
      "return __half_as_ushort(x) == 0x1234 && __half_as_ushort(z) == 0xabcd ? z : __hmax_nan(x, z);";
  const Tally f16 = sweep_all(SweepText(maximum(Dtype::f16)).exhaustive().body("planted", fault), kPairs);
  std::vector<std::uint64_t> found;
  for (const auto& [key, entry] : f16.wrong) found.insert(found.end(), entry.lowest.begin(), entry.lowest.end());
  EXPECT_TRUE(std::ranges::count(found, 0x1234abcdu) == 1) << found.size();
  const SweepText u16 =
      SweepText(maximum(Dtype::u16)).exhaustive().expr("planted", "x == 0xabcd && z == 0x1234 ? z : x > z ? x : z");
  const Tally tally = sweep_all(u16, kPairs);
  ASSERT_EQ(tally.wrong.size(), 1u);
  EXPECT_EQ(tally.wrong.begin()->second.count, 1u);
  EXPECT_EQ(tally.wrong.begin()->second.lowest, std::vector<std::uint64_t>{0xabcd1234});
}

// A multiplicative hash of both operands is one of four in about one of 2^30 uniform cases, half of all: fewer than 5
// of 10^11 cases are as likely as e^-30.
TEST_F(SweepGpuTest, FindsWhatIsWrongInOneOfABillionCases) {
  constexpr std::uint64_t drawn = 100'000'000'000;
  const SweepText text = SweepText(maximum(Dtype::u32))
                             .body("planted",
                                   "const unsigned int h = (x * 0x9e3779b1u ^ z) * 0x85ebca6bu;\n"
                                   "return (h ^ h >> 15) * 0xc2b2ae35u - 0x9d2c5680u < 4 ? x ^ z : x > z ? x : z;");
  const Tally tally = sweep_all(text, drawn);
  EXPECT_GT(tally.mismatches(), 5u);
  EXPECT_LT(tally.mismatches(), 1000u);
}

TEST_F(SweepGpuTest, FindsAFaultOfOneBlockSize) {
  const SweepText text =
      SweepText(maximum(Dtype::u16)).exhaustive().expr("odd", "blockDim.x == 64 ? z : x > z ? x : z");
  const auto kernels = compile(text);
  for (std::uint64_t chunk = 0; chunk < kChunkThreads.size(); ++chunk)
    EXPECT_EQ(sweep(kernels[0], {0, chunk * kChunk, kChunk, false}).mismatches() > 0, kChunkThreads[chunk] == 64);
}

// The last block of a launch has its tail.
TEST_F(SweepGpuTest, FindsAFaultOfATail) {
  const std::string fault = "blockIdx.x == gridDim.x - 1 && threadIdx.x < 3 ? (x < z ? x : z) : x > z ? x : z";
  const SweepText text =
      SweepText(maximum(Dtype::u16)).exhaustive().expr("tail", fault).fed({Supply::tail, 0, {}, 0, 0});
  const Tally tally = sweep(compile(text)[0], {0, 0, 8 * kChunk, false});
  EXPECT_GT(tally.mismatches(), 0u);
  EXPECT_LT(tally.mismatches(), 8u * 2 * 3 + 1);
}

TEST_F(SweepGpuTest, ReportsAFaultInTheMiddleAndGoesOn) {
  const SweepText trap =
      SweepText(maximum(Dtype::u16))
          .exhaustive()
          .body("trap", "if (x == 0x1000 && z == 77) asm volatile(\"trap;\"); return x > z ? x : z;");
  const SweepText hang = SweepText(maximum(Dtype::u16))
                             .exhaustive()
                             .body("hang", "while (x == 0x1000) asm volatile(\"\"); return x > z ? x : z;");
  const Stretch all{0, 0, kPairs, false};
  const auto kernels = compile(trap);
  for (std::size_t k : {0u, 1u}) EXPECT_NE(device_->sweep(kernels[k], all, 60s).error, "");
  EXPECT_EQ(sweep(kernels[0], {0, 0, kChunk, false}).mismatches(), 0u);
  EXPECT_EQ(device_->sweep(compile(hang)[0], all, 2s).error, "timed out after 2 s");
  EXPECT_EQ(sweep(kernels[0], {0, 0, kChunk, false}).mismatches(), 0u);
}

TEST_F(SweepGpuTest, ComesToTheSameInPartsOnAllGpus) {
  std::vector<std::unique_ptr<Device>> devices = open_further_devices({.name = "cuda:all"}, device_->info());
  devices.insert(devices.begin(), std::move(device_));
  device_ = open_device({.name = "cuda"});
  const SweepText text = SweepText(maximum(Dtype::f32)).expr("ternary", "x > z ? x : z");
  const SweepKernel kernel = compile(text)[0];
  Tally sum;
  std::uint64_t first = 0;
  for (const auto& device : devices) {
    sum.add(device->sweep(kernel, {0, first, 2 * kChunk, false}, 60s).tally);
    first += 2 * kChunk;
  }
  EXPECT_EQ(sum, sweep(kernel, {0, 0, first, false}));
}

}  // namespace
}  // namespace semcheck
