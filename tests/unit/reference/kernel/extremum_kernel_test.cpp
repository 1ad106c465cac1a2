#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "device/toolkit/nvrtc.h"
#include "device/toolkit/toolkit.h"

// The headers of the reference are for the host and for NVRTC.
namespace semcheck {
namespace {

const std::string kRoot = SEMCHECK_SOURCE_DIR;

Compilation compile_kernel(const std::string& name) {
  const Nvrtc nvrtc(find_toolkit(toolkit_places(toolkit_search(""))).nvrtc);
  std::ifstream file(kRoot + "/tests/unit/reference/kernel/" + name);
  const std::string source{std::istreambuf_iterator<char>(file), {}};
  return nvrtc.compile(source, name, {"--std=c++20", "--gpu-architecture=compute_90", "-I" + kRoot});
}

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t n = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++n;
  return n;
}

TEST(ExtremumKernel, CompilesForTheDeviceAndLeavesNothingOfTheRulesToRunTime) {
  if (find_toolkit(toolkit_places(toolkit_search(""))).nvrtc.empty()) GTEST_SKIP() << "no NVRTC";
  const Compilation compilation = compile_kernel("extremum.cu");
  ASSERT_TRUE(compilation.succeeded) << compilation.log;
  EXPECT_EQ(count(compilation.ptx, ".entry"), 2u);
  EXPECT_EQ(count(compilation.ptx, "call"), 0u);
  EXPECT_EQ(count(compilation.ptx, ".local"), 0u);
  EXPECT_EQ(count(compilation.ptx, ".const"), 0u);
  EXPECT_EQ(count(compilation.ptx, ".f32"), 0u);
}

TEST(ExtremumKernel, CompilesForTheDeviceWithTheReferencesOfComposedOperations) {
  if (find_toolkit(toolkit_places(toolkit_search(""))).nvrtc.empty()) GTEST_SKIP() << "no NVRTC";
  const Compilation compilation = compile_kernel("composites.cu");
  ASSERT_TRUE(compilation.succeeded) << compilation.log;
  EXPECT_EQ(count(compilation.ptx, ".entry"), 2u);
  EXPECT_EQ(count(compilation.ptx, ".f32"), 0u);
}

}  // namespace
}  // namespace semcheck
