#include "core/run/measure.h"

#include <gtest/gtest.h>

#include "core/run/run.h"
#include "tests/unit/operation.h"
#include "tests/unit/run/fake_device.h"

namespace semcheck {
namespace {

std::optional<Traffic> traffic(OperationKind kind, Dtype dtype, std::vector<Dtype> operands = {}) {
  return traffic_of(given::operation("op", kind, dtype, std::move(operands)));
}

// fma reads three operands and writes one; the ReLU after it reads and writes one.
TEST(Traffic, OfAMultiplyAddAndAReluIsFourWordsInsteadOfSix) {
  const auto f32 = traffic(OperationKind::fma_relu, Dtype::f32);
  ASSERT_TRUE(f32);
  EXPECT_EQ(f32->fused, 4u * 4);
  EXPECT_EQ(f32->separate, 6u * 4);
  EXPECT_EQ(traffic(OperationKind::fma_relu, Dtype::f16)->separate, 6u * 2);
}

// max(x, lower) and min(…, upper): three words each; with bounds that are values of the spec two each.
TEST(Traffic, OfAClampDependsOnWhereItsBoundsComeFrom) {
  EXPECT_EQ(traffic(OperationKind::clamp, Dtype::f32, {Dtype::f32, Dtype::f32, Dtype::f32})->separate, 6u * 4);
  Operation relu6 = given::operation("relu6", OperationKind::clamp, Dtype::f32, {Dtype::f32});
  relu6.constants = {{"lower", 0}, {"upper", 0x40c00000}};
  EXPECT_EQ(traffic_of(relu6)->fused, 2u * 4);
  EXPECT_EQ(traffic_of(relu6)->separate, 4u * 4);
}

TEST(Traffic, IsThereForCompositionsOnly) {
  EXPECT_FALSE(traffic(OperationKind::max, Dtype::f32, {Dtype::f32, Dtype::f32}));
  EXPECT_EQ(traffic(OperationKind::max, Dtype::f32, {Dtype::f32, Dtype::f32, Dtype::f32})->separate, 6u * 4);
  EXPECT_FALSE(traffic(OperationKind::relu, Dtype::f32));
  EXPECT_FALSE(traffic(OperationKind::reduce_max, Dtype::f32));
}

TEST(Traffic, TakesEveryStepFromOperandsOfItsOperation) {
  for (const OperationRow& operation : operations())
    for (const Step& step : operation.steps)
      for (std::string_view operand : step)
        EXPECT_TRUE(operand.empty() || std::find(operation.operands.begin(), operation.operands.end(), operand) !=
                                           operation.operands.end())
            << operation.name << " " << operand;
}

Spec spec_of(const std::vector<std::string>& variants) {
  Spec spec;
  spec.operation = given::operation("max", OperationKind::max, Dtype::u32, {Dtype::u32, Dtype::u32});
  spec.inputs.random.count = 10;
  for (const std::string& name : variants) {
    Variant variant;
    variant.name = name;
    spec.variants.push_back(variant);
  }
  spec.builds = {Build{}};
  return spec;
}

TEST(Measure, PutsWhatTheDeviceMeasuredIntoTheResultsOfArrays) {
  testing::FakeDevice device;
  const auto larger = [](Bits x, Bits z) { return std::max(x, z); };
  device.computes("good", larger).computes("bad", larger).fails_to_run("bad", "timed out after 10 s");
  device.measurements[{"good", Path::cubin}].counted = Counted{14, 3, 3};
  const std::vector<Spec> specs = {spec_of({"good", "bad"})};
  RunOptions options;
  options.supplies = {Supply::literal};
  options.measure = true;
  const RunReport report = run(specs, device, options);
  std::size_t measured = 0;
  for (const Result& result : report.specs[0].results) {
    EXPECT_EQ(result.measured.has_value(), result.variant == "good" && result.supply == "array");
    measured += result.measured.has_value();
    if (result.variant == "good" && result.path == Path::cubin && result.measured) {
      EXPECT_EQ(result.measured->counted->instructions_per_element, 14);
    }
  }
  EXPECT_EQ(measured, 2u);
  EXPECT_EQ(device.measured_cases,
            (std::vector<std::size_t>{device.measured_cases.at(0), device.measured_cases.at(0)}));
}

TEST(Measure, IsDoneOnlyWhenAskedFor) {
  testing::FakeDevice device;
  device.computes("good", [](Bits x, Bits z) { return std::max(x, z); });
  const std::vector<Spec> specs = {spec_of({"good"})};
  const RunReport report = run(specs, device, {});
  EXPECT_TRUE(device.measured_cases.empty());
  EXPECT_FALSE(report.specs[0].results.at(0).measured);
}

}  // namespace
}  // namespace semcheck
