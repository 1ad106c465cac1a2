#include "cli/device_options.h"

#include <fmt/format.h>

#include "cli/options.h"
#include "cli/usage_error.h"
#include "device/arch.h"

namespace semcheck {

void add_device_options(CLI::App& command, DeviceRequest& request) {
  add_value(
      command, "--device", request.name, "DEVICE",
      "auto (a GPU if there is one), cuda, cuda:N, cuda:all (every GPU sweeps), or ptx (the PTX interpreter: no GPU, "
      "no driver)");
  add_value(command, "--arch", request.arch, "ARCH", "architecture to compile for, such as sm_90");
  add_values(command, "--toolkit", request.toolkits, "DIR",
             "CUDA Toolkit or Python package that holds NVRTC; may be given several times");
}

void require_one_toolkit(const DeviceRequest& request) {
  if (request.toolkits.size() > 1)
    throw UsageError("--toolkit: given several times",
                     "this command compiles with one toolkit; `run` compares several");
}

void require_sense(const DeviceRequest& request) {
  if (!is_device_name(request.name))
    throw UsageError(fmt::format("--device: unknown device \"{}\"", request.name),
                     "one of auto, cuda, cuda:N, cuda:all, ptx");
  if (!request.arch.empty() && !parse_arch(request.arch))
    throw UsageError(fmt::format("--arch: \"{}\" is no architecture", request.arch), "write it as in sm_90");
}

}  // namespace semcheck
