#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/device.h"
#include "device/worker.h"

namespace semcheck {

/// Which device a run asks for.
struct DeviceRequest {
  std::string name = "auto";                 ///< "auto", "cuda", "cuda:N", "cuda:all" or "ptx"
  std::vector<std::string> toolkits{};       ///< folders of CUDA Toolkits; empty to look on the usual paths
  std::string arch{};                        ///< "sm_90" instead of the device's own; "" for that
  std::vector<std::string> further_archs{};  ///< that it has to compile for as well
};

/// Whether a request may have that name.
bool is_device_name(std::string_view name);

/// Opens a device. `auto` takes the first GPU when it can be used, else the interpreter, and says why in its info.
/// Throws EnvironmentError when there is no compiler, or no GPU and one was asked for.
std::unique_ptr<Device> open_device(const DeviceRequest& request);

/// Opens the GPUs that `cuda:all` asks for besides the first one, to take part in its sweeps; none for other requests.
/// They compile nothing. Throws EnvironmentError when one cannot be used, or is of another compute capability than the
/// first.
std::vector<std::unique_ptr<Device>> open_further_devices(const DeviceRequest& request, const DeviceInfo& first);

/// A device that a request can name.
struct ListedDevice {
  std::string name;  ///< "cuda:0", "cuda:all", "ptx"
  DeviceInfo info;   ///< without what belongs to a compiler
};
/// Every GPU, all of them where they can sweep together, then the interpreter. Asks the driver in this process, which
/// must not have opened a device before.
std::vector<ListedDevice> list_devices();

/// One thing that semcheck can use, and whether it was found.
struct Finding {
  std::string what;  ///< "NVRTC"
  bool found = false;
  bool needed = true;  ///< false when semcheck does its main work without it
  std::string detail;  ///< "13.0, /usr/local/cuda/lib64/libnvrtc.so.13", or why it was not found
  std::string help;    ///< how to get it; "" when it was found
};
/// Looks for everything: GPU, driver, and in each toolkit NVRTC, headers, disassembler, nvcc. Like list_devices(), for
/// a process that opens no device.
/// @param toolkits  folders; empty to look on the usual paths
std::vector<Finding> examine(const std::vector<std::string>& toolkits);

}  // namespace semcheck
