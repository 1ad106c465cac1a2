#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "core/run/environment_error.h"
#include "device/devices.h"

namespace semcheck::testing {

/// Tests of the first GPU, skipped with the reason where there is none.
class OnGpu : public ::testing::Test {
 protected:
  void SetUp() override {
    try {
      device_ = open_device({.name = "cuda"});
    } catch (const EnvironmentError& error) {
      GTEST_SKIP() << error.what();
    }
  }

  std::unique_ptr<Device> device_;
};

}  // namespace semcheck::testing
