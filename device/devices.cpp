#include "device/devices.h"

#include <charconv>
#include <optional>
#include <stdexcept>

#include "core/run/environment_error.h"
#include "device/cuda_device.h"
#include "device/ptx_device.h"

namespace semcheck {
namespace {

constexpr const char* kInterpreterArch = "sm_90";
constexpr std::string_view kAllGpus = "cuda:all";

/// The number of the GPU that a name asks for, or nothing for a name that asks for none.
std::optional<int> ordinal_of(std::string_view name) {
  if (name == "auto" || name == "cuda" || name == kAllGpus) return 0;
  constexpr std::string_view prefix = "cuda:";
  if (!name.starts_with(prefix)) return std::nullopt;
  name.remove_prefix(prefix.size());
  int ordinal = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), ordinal);
  if (error != std::errc() || end != name.data() + name.size() || ordinal < 0) return std::nullopt;
  return ordinal;
}

std::vector<Compiler> compilers_for(const DeviceRequest& request) {
  std::vector<Compiler> compilers = open_compilers(request.toolkits);
  std::vector<std::string> archs = request.further_archs;
  if (!request.arch.empty()) archs.push_back(request.arch);
  for (const Compiler& compiler : compilers)
    for (const std::string& arch : archs)
      if (!is_known_arch(compiler.nvrtc, arch))
        throw EnvironmentError(unknown_arch(compiler.nvrtc, arch),
                               "name one of these with --arch, or another CUDA Toolkit with --toolkit DIR");
  return compilers;
}

std::unique_ptr<Device> open_interpreter(std::vector<Compiler> compilers, const DeviceRequest& request,
                                         const std::string& reason) {
  return std::make_unique<PtxDevice>(std::move(compilers), request.arch.empty() ? kInterpreterArch : request.arch,
                                     reason);
}

}  // namespace

bool is_device_name(std::string_view name) {
  return name == "ptx" || ordinal_of(name).has_value();
}

std::unique_ptr<Device> open_device(const DeviceRequest& request) {
  if (!is_device_name(request.name)) throw std::invalid_argument("no device has the name " + request.name);
  if (request.name == "ptx") return open_interpreter(compilers_for(request), request, "");
  // The worker opens the driver while the compiler is found and opened here.
  auto session = std::make_unique<GpuSession>(own_worker_command(), *ordinal_of(request.name));
  std::vector<Compiler> compilers = compilers_for(request);
  const bool is_auto = request.name == "auto";
  try {
    session->facts();
  } catch (const EnvironmentError& error) {
    if (!is_auto) throw;
    return open_interpreter(std::move(compilers), request, error.what());
  }
  return std::make_unique<CudaDevice>(std::move(session), std::move(compilers), request.arch,
                                      is_auto ? "the first GPU" : "");
}

std::vector<std::unique_ptr<Device>> open_further_devices(const DeviceRequest& request, const DeviceInfo& first) {
  if (request.name != kAllGpus) return {};
  return open_other_gpus(own_worker_command(), first);
}

}  // namespace semcheck
