#include <gtest/gtest.h>

#include <algorithm>

#include "core/run/probe.h"
#include "device/chain_device.h"
#include "device/chain_kernel.h"
#include "device/gpu_session.h"
#include "device/ptx_device.h"
#include "tests/unit/device/fake_worker.h"

namespace semcheck {
namespace {

using namespace std::chrono_literals;

Role role(ChainKind kind, std::vector<ChainOp> ops, std::uint32_t length) {
  return {"role", kind, std::move(ops), length};
}

/// A chain of every instruction that the dtype has, of each kind.
Probe probe_over(Dtype dtype) {
  Probe probe;
  probe.dtype = dtype;
  std::vector<ChainOp> all;
  for (const ChainOpRow& op : kChainOps) {
    if (!(format(dtype).kind == NumberKind::floating ? op.floating : op.integer)) continue;
    all.push_back(op.op);
    probe.roles.push_back(role(ChainKind::dependent, {op.op}, 8));
    probe.roles.push_back(role(ChainKind::independent, {op.op}, 3));
  }
  probe.roles.push_back(role(ChainKind::mixed, all, 16));
  return probe;
}

PtxDevice device_for(const std::string& arch) {
  return {open_compiler(""), arch, ""};
}

class ChainOfDtype : public ::testing::TestWithParam<Dtype> {};

TEST_P(ChainOfDtype, ComputesWhatItShouldOnTheInterpreter) {
  Probe probe = probe_over(GetParam());
  probe.unroll = 2;
  probe.blocks = 2;
  probe.threads = 4;
  PtxDevice device = device_for("sm_90");
  const std::vector<Kernel> kernels = device.compile_chains(probe, Path::ptx);
  ASSERT_EQ(kernels.size(), probe.roles.size());
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    ASSERT_EQ(kernels[i].error, "");
    for (const std::uint64_t passes : {1U, 200U}) {
      const Execution execution = device.run_chain(kernels[i], {probe, probe.roles[i], passes}, 10s);
      ASSERT_EQ(execution.error, "");
      const std::size_t each = 2 + accumulators(probe.roles[i]);
      ASSERT_EQ(execution.results.size(), 8 * each);
      const Bits expected = chain_result(probe, probe.roles[i], passes);
      for (std::size_t thread = 0; thread < 8; ++thread) {
        EXPECT_EQ(execution.results[thread * each], passes);
        for (std::size_t word = 2; word < each; ++word)
          EXPECT_EQ(execution.results[thread * each + word], expected) << "role " << i;
      }
    }
  }
}

TEST_P(ChainOfDtype, IsCompiledToMachineCode) {
  const Probe probe = probe_over(GetParam());
  PtxDevice device = device_for("sm_90");
  for (const Kernel& kernel : device.compile_chains(probe, Path::cubin)) {
    EXPECT_EQ(kernel.error, "");
    EXPECT_EQ(kernel.path, Path::cubin);
    ASSERT_TRUE(kernel.image);
    EXPECT_TRUE(kernel.image->bytes.starts_with("\177ELF"));
  }
}

INSTANTIATE_TEST_SUITE_P(Every, ChainOfDtype,
                         ::testing::Values(Dtype::f32, Dtype::f64, Dtype::f16, Dtype::bf16, Dtype::s32, Dtype::u32),
                         [](const auto& dtype) { return std::string(name(dtype.param)); });

// PTX ISA, max: .f16 requires sm_80 or higher.
TEST(Chain, CostsNoOtherWhereTheArchitectureLacksItsInstruction) {
  Probe probe;
  probe.dtype = Dtype::f16;
  probe.roles = {role(ChainKind::dependent, {ChainOp::add}, 8), role(ChainKind::dependent, {ChainOp::max}, 8)};
  PtxDevice device = device_for("sm_75");
  const std::vector<Kernel> kernels = device.compile_chains(probe, Path::cubin);
  EXPECT_EQ(kernels[0].error, "");
  EXPECT_TRUE(kernels[0].image);
  EXPECT_NE(kernels[1].error.find("requires .target sm_80 or higher"), std::string::npos) << kernels[1].error;
  EXPECT_FALSE(kernels[1].image);
}

TEST(Chain, NamesAnArchitectureThatTheCompilerDoesNotKnow) {
  Probe probe;
  probe.roles = {role(ChainKind::dependent, {ChainOp::add}, 8), role(ChainKind::dependent, {ChainOp::mul}, 8)};
  PtxDevice device = device_for("sm_999");
  for (const Path path : {Path::cubin, Path::ptx})
    for (const Kernel& kernel : device.compile_chains(probe, path)) {
      EXPECT_NE(kernel.error.find("does not compile for sm_999; it knows sm_"), std::string::npos) << kernel.error;
      EXPECT_EQ(kernel.path, path);
      EXPECT_FALSE(kernel.image);
    }
}

TEST(Chain, IsCompiledOnce) {
  const Compiler compiler = open_compiler("");
  Probe probe;
  probe.roles = {role(ChainKind::dependent, {ChainOp::add}, 8)};
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(compile_chain_kernels(compiler, probe, "sm_90", Path::cubin)[0].image);
  }
  EXPECT_EQ(compiler.memo->made(), 1u);
}

// CUDA C++ Programming Guide, Technical Specifications: a block has at most 1024 threads.
TEST(Chain, IsNotLaunchedInABlockThatNoMachineHas) {
  Probe probe;
  probe.roles = {role(ChainKind::dependent, {ChainOp::add}, 8)};
  PtxDevice device = device_for("sm_90");
  const std::vector<Kernel> kernels = device.compile_chains(probe, Path::ptx);
  probe.threads = 2048;
  const Execution execution = device.run_chain(kernels[0], {probe, probe.roles[0], 1}, 10s);
  EXPECT_EQ(execution.error, "the PTX interpreter does not launch this: a block has 1 to 1024 threads");
  EXPECT_TRUE(execution.results.empty());
}

// What ptxas makes of these is known; where it is read, it must be recognised.
TEST(Chain, HasItsShapeOnHopper) {
  Probe probe;
  probe.roles = {role(ChainKind::dependent, {ChainOp::add}, 8), role(ChainKind::dependent, {ChainOp::fma}, 16),
                 role(ChainKind::independent, {ChainOp::add}, 8),
                 role(ChainKind::mixed, {ChainOp::add, ChainOp::fma}, 8)};
  PtxDevice device = device_for("sm_90");
  const std::vector<Kernel> kernels = device.compile_chains(probe, Path::cubin);
  const std::vector<Inspection> inspections = device.inspect(kernels);
  if (!inspections.front().facts) GTEST_SKIP() << inspections.front().error;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const ChainShape shape = chain_shape(probe, probe.roles[i], inspections[i]);
    EXPECT_EQ(name(shape.verdict), "clean") << shape_line(shape);
  }
}

TEST(Chain, LoadsEveryOperandSoThatNoneIsKnown) {
  Probe probe;
  const Role fma = role(ChainKind::dependent, {ChainOp::fma}, 2);
  const std::string source = chain_source(probe, {&fma}, ChainEnd::clock);
  EXPECT_NE(source.find("        \"fma.rn.f32 %0, %0, %1, %2;\\n\\t\"\n        \"fma.rn.f32 %0, %0, %1, %2;\\n\\t\"\n"),
            std::string::npos);
  EXPECT_NE(source.find("const float factor = operands[0];"), std::string::npos);
  EXPECT_NE(source.find("%%clock64"), std::string::npos);
  EXPECT_EQ(chain_source(probe, {&fma}, ChainEnd::passes).find("%%clock64"), std::string::npos);
}

TEST(Chain, RunsOnAGpuInItsBlocksAndThreads) {
  GpuSession session(testing::fake_worker_command(), testing::kGoodGpu);
  Probe probe;
  probe.blocks = 3;
  probe.threads = 5;
  probe.roles = {role(ChainKind::dependent, {ChainOp::mul}, 8)};
  Kernel kernel;
  kernel.path = Path::cubin;
  kernel.image = std::make_shared<const Image>(Image{Path::cubin, "an image"});
  kernel.entry = "chain";
  const Execution execution = session.run_chain(kernel, {probe, probe.roles.front(), 1000}, 10s);
  EXPECT_EQ(execution.error, "");
  ASSERT_EQ(execution.results.size(), 45u);
  for (std::size_t thread = 0; thread < 15; ++thread) {
    EXPECT_EQ(execution.results[3 * thread], 100u);
    EXPECT_EQ(execution.results[3 * thread + 1], 1000u);
    EXPECT_EQ(execution.results[3 * thread + 2], 0x3f800000u);
  }
  kernel.entry = "hang";
  EXPECT_EQ(session.run_chain(kernel, {probe, probe.roles.front(), 1000}, 200ms).error, "timed out after 0.2 s");
}

}  // namespace
}  // namespace semcheck
