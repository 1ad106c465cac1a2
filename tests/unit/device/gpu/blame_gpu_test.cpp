/// Faults planted at the layers below the PTX, and what is known of the H200's compilers. Skipped without a GPU.

#include <gtest/gtest.h>

#include "tests/unit/device/blame_fixture.h"
#include "tests/unit/device/gpu/on_gpu.h"

namespace semcheck {
namespace {

using namespace testing;

/// Results of one build on a GPU come in this order.
constexpr std::size_t kCubin = 0, kJit = 1;

class GpuBlame : public testing::OnGpu {
 protected:
  /// The image that the sound compilers make of the minimum, for the place of one of the maximum.
  void plant_minimum(const Program& program, Kernel& kernel) const {
    static const Spec minimum = maximum_of("fminf(x, z)");
    Program other{minimum, program.build, program.arch, {&minimum.variants.front()}};
    other.paths = {kernel.path};
    replace_image(kernel, device_->compile(other).front().image->bytes);
  }
};

TEST_F(GpuBlame, FindsNothingInSoundCompilers) {
  const std::vector<Spec> specs = {maximum_of("fmaxf(x, z)")};
  const RunReport report = run(specs, *device_, {});
  ASSERT_EQ(report.specs[0].results.size(), 2u);
  for (const Result& result : report.specs[0].results) EXPECT_EQ(result.verdict, Verdict::conforms) << result.error;
  EXPECT_TRUE(report.specs[0].differences.empty());
}

TEST_F(GpuBlame, NamesPtxasForMachineCodeMadeOfOtherPtx) {
  FaultyDevice faulty(*device_, [&](const Program& program, Kernel& kernel) {
    if (kernel.path == Path::cubin) plant_minimum(program, kernel);
  });
  const std::vector<Spec> specs = {maximum_of("fmaxf(x, z)")};
  const RunReport report = run(specs, faulty, {});
  EXPECT_EQ(only_layer(report, kCubin), Layer::ptxas);
  EXPECT_EQ(report.specs[0].results[kJit].verdict, Verdict::conforms);
  ASSERT_EQ(report.specs[0].differences.size(), 1u);
  EXPECT_EQ(report.specs[0].differences[0].layer, Layer::ptxas);
}

TEST_F(GpuBlame, NamesTheDriverForWhatOnlyItsCompilerMakes) {
  FaultyDevice faulty(*device_, [&](const Program&, Kernel& kernel) {
    if (kernel.path == Path::jit) replace_image(kernel, with(kernel.image->bytes, "max.f32", "min.f32"));
  });
  const std::vector<Spec> specs = {maximum_of("fmaxf(x, z)")};
  const RunReport report = run(specs, faulty, {});
  EXPECT_EQ(only_layer(report, kJit), Layer::driver);
  EXPECT_EQ(report.specs[0].results[kCubin].verdict, Verdict::conforms);
}

TEST_F(GpuBlame, NamesTheHardwareForWhatEveryPathAndLevelDoes) {
  FaultyDevice faulty(*device_, [&](const Program& program, Kernel& kernel) {
    if (kernel.path != Path::ptx) plant_minimum(program, kernel);
  });
  const std::vector<Spec> specs = {maximum_of("fmaxf(x, z)")};
  const RunReport report = run(specs, faulty, {});
  EXPECT_EQ(only_layer(report, kCubin), Layer::hardware);
  EXPECT_EQ(only_layer(report, kJit), Layer::hardware);
}

TEST_F(GpuBlame, NamesTheFrontEndForPtxThatIsNotTheSource) {
  FaultyDevice faulty(*device_, [&](const Program& program, Kernel& kernel) { plant_minimum(program, kernel); });
  const std::vector<Spec> specs = {maximum_of("fmaxf(x, z)")};
  EXPECT_EQ(only_layer(run(specs, faulty, {}), kCubin), Layer::front_end);
}

/// `x > 1.f ? 1.f : x` keeps the payload of a NaN, and ptxas from level 1 on makes FMNMX.NAN of it.
Spec payload_spec() {
  Spec spec = maximum_of("x > 1.f ? 1.f : x");
  spec.operation = given::operation("min_one", OperationKind::saturate, Dtype::f32, {Dtype::f32});
  spec.rules = default_rules(subject_of(spec.operation));
  spec.builds[0].rules = spec.rules;
  spec.inputs.matrices[0].floating = {"qnan(0xabc)"};
  return spec;
}

TEST_F(GpuBlame, KnowsPtxasThatLosesAPayloadAndTheLevelThatDoesNot) {
  std::vector<Spec> specs = {payload_spec()};
  specs[0].builds.push_back(specs[0].builds[0]);
  specs[0].builds[0].name = "o0";
  specs[0].builds[0].ptxas_level = 0;
  specs[0].builds[0].jit_level = 0;
  specs[0].builds[1].name = "o3";
  const RunReport report = run(specs, *device_, {});
  const std::vector<Result>& results = report.specs[0].results;
  ASSERT_EQ(results.size(), 4u);
  // Both builds break the contract of `saturate`: at level 0 by the source, at level 3 by ptxas as well.
  EXPECT_EQ(only_layer(report, 0), Layer::source);
  EXPECT_EQ(only_layer(report, 2), Layer::ptxas);
  EXPECT_EQ(only_layer(report, 3), Layer::ptxas);
  ASSERT_FALSE(report.specs[0].differences.empty());
  EXPECT_EQ(report.specs[0].differences[0].layer, Layer::optimiser);
  EXPECT_EQ(report.specs[0].differences[0].of_first, 0x7fc00abcu);
  EXPECT_EQ(report.specs[0].differences[0].of_second, 0x7fffffffu);
}

}  // namespace
}  // namespace semcheck
