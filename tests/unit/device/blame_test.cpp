/// Faults planted at the layers that the interpreter can tell apart.

#include <gtest/gtest.h>

#include "core/run/run.h"
#include "device/devices.h"
#include "tests/unit/device/blame_fixture.h"

namespace semcheck {
namespace {

using namespace testing;

class PlantedFault : public ::testing::Test {
 protected:
  const std::unique_ptr<Device> sound_ = open_device({.name = "ptx"});
};

TEST_F(PlantedFault, IsNotSeenInASoundCompiler) {
  const std::vector<Spec> specs = {maximum_of("fmaxf(x, z)")};
  const RunReport report = run(specs, *sound_, {});
  EXPECT_EQ(report.specs[0].results[0].verdict, Verdict::conforms);
  EXPECT_TRUE(report.specs[0].results[0].blames.empty());
}

TEST_F(PlantedFault, InTheExpressionIsBlamedOnTheSource) {
  const std::vector<Spec> specs = {maximum_of("fminf(x, z)")};
  EXPECT_EQ(only_layer(run(specs, *sound_, {}), 0), Layer::source);
}

TEST_F(PlantedFault, InPtxEditedByHandIsBlamedOnTheFrontEnd) {
  FaultyDevice faulty(*sound_, [](const Program&, Kernel& kernel) {
    replace_image(kernel, with(kernel.image->bytes, "max.f32", "min.f32"));
  });
  const std::vector<Spec> specs = {maximum_of("fmaxf(x, z)")};
  EXPECT_EQ(only_layer(run(specs, faulty, {}), 0), Layer::front_end);
}

TEST_F(PlantedFault, InInlinePtxIsBlamedNoFurther) {
  const std::vector<Spec> specs = {
      maximum_of("[&] { float y; asm(\"min.f32 %0, %1, %2;\" : \"=f\"(y) : \"f\"(x), \"f\"(z)); return y; }()")};
  const RunReport report = run(specs, *sound_, {});
  EXPECT_EQ(only_layer(report, 0), Layer::unknown);
  EXPECT_NE(report.specs[0].results[0].blames[0].evidence.find("inline PTX"), std::string::npos);
}

TEST_F(PlantedFault, OfOtherFlagsIsADifferenceMadeByTheFrontEnd) {
  std::vector<Spec> specs = {maximum_of("fmaxf(x, z)")};
  specs[0].inputs.matrices[0].floating = {"0", "min_subnormal"};
  specs[0].builds.push_back(specs[0].builds[0]);
  specs[0].builds[1].name = "ftz";
  specs[0].builds[1].options = {"--ftz=true"};
  const RunReport report = run(specs, *sound_, {});
  ASSERT_EQ(report.specs[0].differences.size(), 1u);
  const Difference& difference = report.specs[0].differences[0];
  EXPECT_EQ(difference.layer, Layer::front_end);
  EXPECT_NE(difference.evidence.find("ftz=false against ftz=true"), std::string::npos) << difference.evidence;
  EXPECT_EQ(only_layer(report, 1), Layer::front_end);
}

}  // namespace
}  // namespace semcheck
