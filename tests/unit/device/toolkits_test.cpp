/// Two toolkits in one process: that of the usual paths, and NVRTC 12 as .ci/install --checks unpacks it.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "core/run/environment_error.h"
#include "device/devices.h"
#include "device/toolkit/toolkit.h"
#include "tests/unit/device/spec_fixture.h"

namespace semcheck {
namespace {

using testing::SpecText;
using namespace std::chrono_literals;

const std::string kOlder = std::string(SEMCHECK_SOURCE_DIR) + "/build/cuda-12";

/// The folder of the toolkit of the usual paths.
std::string usual_toolkit() {
  const std::filesystem::path library = find_toolkit(toolkit_places(toolkit_search(""))).nvrtc;
  return std::filesystem::canonical(library).parent_path().parent_path().string();
}

class ToolkitsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(kOlder)) GTEST_SKIP() << "no NVRTC 12 in " << kOlder;
  }
};

TEST_F(ToolkitsTest, CompileEachWithItsOwnLibrary) {
  const auto device = open_device({.name = "ptx", .toolkits = {usual_toolkit(), kOlder}});
  const DeviceInfo& info = device->info();
  ASSERT_EQ(info.toolkits.size(), 2u);
  EXPECT_EQ(info.nvrtc, info.toolkits[0].nvrtc);
  EXPECT_TRUE(info.toolkits[1].nvrtc.starts_with("12.")) << info.toolkits[1].nvrtc;
  EXPECT_NE(info.toolkits[0].nvrtc, info.toolkits[1].nvrtc);
  const SpecText text = SpecText(Dtype::f16).expr("max", "__hmax(x, z)");
  for (std::size_t t = 0; t < 2; ++t) {
    Program program = text.program();
    program.toolkit = t;
    program.paths = {Path::cubin, Path::ptx};
    const auto kernels = device->compile(program);
    ASSERT_TRUE(kernels[0].image && kernels[1].image) << kernels[0].error;
    EXPECT_EQ(kernels[1].error, "");
    EXPECT_EQ(kernels[1].toolchain->compiler, "NVRTC " + info.toolkits[t].nvrtc);
    const std::string release = "release " + info.toolkits[t].nvrtc + ",";
    EXPECT_NE(kernels[1].image->bytes.find(release), std::string::npos) << kernels[1].image->bytes.substr(0, 300);
    // IEEE 754-2019, maximumNumber of 1 and 2 in binary16.
    const auto executions = device->execute(kernels, text.spec().operation, testing::cases_of({{0x3c00, 0x4000}}), 10s);
    EXPECT_EQ(executions[1].results, (std::vector<Bits>{0x4000}));
  }
}

TEST_F(ToolkitsTest, AreNamedWhereOneDoesNotKnowAnArchitecture) {
  try {
    open_device({.name = "ptx", .toolkits = {kOlder, usual_toolkit()}, .arch = "sm_999"});
    FAIL();
  } catch (const EnvironmentError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("NVRTC 12.")) << error.what();
  }
}

TEST_F(ToolkitsTest, AreEachExamined) {
  const auto findings = examine({usual_toolkit(), kOlder});
  EXPECT_EQ(std::count_if(findings.begin(), findings.end(), [](const Finding& f) { return f.what == "NVRTC"; }), 2);
}

}  // namespace
}  // namespace semcheck
