#pragma once

#include <CLI/CLI.hpp>

#include "device/devices.h"

namespace semcheck {

/// Declares --device, --arch and --toolkit.
void add_device_options(CLI::App& command, DeviceRequest& request);

/// Throws UsageError when several toolkits are given to a command that compiles with one.
void require_one_toolkit(const DeviceRequest& request);

/// Throws UsageError when no device or architecture can have such a name.
void require_sense(const DeviceRequest& request);

}  // namespace semcheck
