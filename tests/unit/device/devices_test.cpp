#include "device/devices.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "core/run/environment_error.h"

namespace semcheck {
namespace {

TEST(Devices, HaveTheseNamesAndNoOthers) {
  for (const char* name : {"auto", "cuda", "cuda:0", "cuda:17", "cuda:all", "ptx"})
    EXPECT_TRUE(is_device_name(name)) << name;
  for (const char* name : {"", "gpu", "cuda:", "cuda:x", "cuda:-1", "cuda:1x", "cuda:ALL", "ptx:0", "ptx:all", "CUDA"})
    EXPECT_FALSE(is_device_name(name)) << name;
}

TEST(Devices, OpenTheInterpreterByName) {
  const auto device = open_device({.name = "ptx"});
  EXPECT_EQ(device->info().kind, "ptx");
  EXPECT_EQ(device->info().arch, "sm_90");
  EXPECT_EQ(device->info().reason, "");
  EXPECT_EQ(open_device({.name = "ptx", .arch = "sm_80"})->info().arch, "sm_80");
}

TEST(Devices, GiveAReasonForAChoiceOfTheirOwn) {
  EXPECT_NE(open_device({})->info().reason, "");
}

TEST(Devices, NeverFallBackFromAGpuThatWasAskedFor) {
  EXPECT_THROW(open_device({.name = "cuda:4000"}), EnvironmentError);
  EXPECT_THROW(open_device({.name = "gpu"}), std::invalid_argument);
}

TEST(Devices, AreSeveralOnlyWhereAllGpusAreAskedFor) {
  DeviceInfo first;
  first.gpus = 8;
  for (const char* name : {"auto", "cuda", "cuda:0", "ptx"})
    EXPECT_TRUE(open_further_devices({.name = name}, first).empty());
}

TEST(Devices, SayWhereTheyLookedForACompiler) {
  try {
    open_device({.name = "ptx", .toolkits = {"/nowhere"}});
    FAIL();
  } catch (const EnvironmentError& error) {
    EXPECT_STREQ(error.what(), "NVRTC (libnvrtc.so) was not found");
    EXPECT_TRUE(error.help().starts_with("looked at --toolkit: /nowhere. ")) << error.help();
  }
}

TEST(Devices, ListTheInterpreterLast) {
  const auto list = list_devices();
  ASSERT_FALSE(list.empty());
  EXPECT_EQ(list.back().name, "ptx");
}

TEST(Devices, FindTheCompilerAndSayWhatToDoAboutTheRest) {
  for (const Finding& finding : examine({})) {
    EXPECT_EQ(finding.found, finding.help.empty()) << finding.what;
    EXPECT_NE(finding.detail, "") << finding.what;
    EXPECT_TRUE(finding.found || !finding.needed) << finding.what << ": " << finding.detail;
  }
  const auto none = examine({"/nowhere"});
  const auto nvrtc = std::find_if(none.begin(), none.end(), [](const Finding& f) { return f.what == "NVRTC"; });
  ASSERT_NE(nvrtc, none.end());
  EXPECT_FALSE(nvrtc->found);
}

}  // namespace
}  // namespace semcheck
