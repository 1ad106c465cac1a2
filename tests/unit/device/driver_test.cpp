#include "device/toolkit/driver.h"

#include <gtest/gtest.h>

namespace semcheck {
namespace {

// The two forms of /proc/driver/nvidia/version: the proprietary kernel module's and the open one's.
TEST(Driver, FindsTheVersionOfEitherKernelModule) {
  EXPECT_EQ(
      kernel_module_version("NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.183.01  Sun May 12 19:39:15 UTC 2024\n"
                            "GCC version:  gcc version 12.2.0 (Debian 12.2.0-14)\n"),
      "535.183.01");
  EXPECT_EQ(
      kernel_module_version("NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.159.04  Release Build\n"),
      "580.159.04");
  EXPECT_EQ(kernel_module_version(""), "");
  EXPECT_EQ(kernel_module_version("no version at all."), "");
}

}  // namespace
}  // namespace semcheck
