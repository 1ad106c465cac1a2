#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/run/environment_error.h"
#include "device/devices.h"
#include "device/toolkit/driver.h"
#include "device/toolkit/nvcc.h"
#include "device/toolkit/nvrtc.h"
#include "device/toolkit/toolkit.h"

namespace semcheck {
namespace {

DeviceInfo describe(const GpuFacts& facts) {
  DeviceInfo info;
  info.kind = "cuda";
  info.name = facts.name;
  info.compute_capability = fmt::format("{}.{}", facts.major, facts.minor);
  info.arch = fmt::format("sm_{}{}", facts.major, facts.minor);
  info.driver = facts.driver;
  return info;
}

/// GPUs of one compute capability.
DeviceInfo describe_together(const std::vector<GpuFacts>& list) {
  DeviceInfo info = describe(list.front());
  info.name = fmt::format("{} GPUs that sweep together", list.size());
  return info;
}

DeviceInfo describe_interpreter() {
  DeviceInfo info;
  info.kind = "ptx";
  info.name = "PTX interpreter";
  info.arch = "sm_90";
  return info;
}

/// The GPUs of this machine. Throws EnvironmentError or DriverError when they cannot be asked.
std::vector<GpuFacts> gpus() {
  const Driver driver;
  std::vector<GpuFacts> list;
  const int count = driver.count();
  list.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) list.push_back(driver.facts(i));
  return list;
}

/// Whether there are several GPUs that a sweep can be split among.
bool sweep_together(const std::vector<GpuFacts>& list) {
  return list.size() > 1 && std::ranges::all_of(list, [&](const GpuFacts& facts) {
           return facts.major == list.front().major && facts.minor == list.front().minor;
         });
}

Finding examine_all_gpus(const std::vector<GpuFacts>& list) {
  if (sweep_together(list))
    return {"GPUs", true, false, fmt::format("{} that sweep together with --device cuda:all", list.size()), ""};
  return {"GPUs", false, false, "of different compute capabilities cannot sweep together with --device cuda:all",
          "choose some of them with CUDA_VISIBLE_DEVICES"};
}

void examine_gpus(std::vector<Finding>& findings) {
  try {
    const std::vector<GpuFacts> list = gpus();
    if (!list.empty()) findings.push_back({"driver", true, false, list.front().driver, ""});
    for (const GpuFacts& facts : list)
      findings.push_back({"GPU", true, false,
                          fmt::format("{}, compute capability {}.{}, {} multiprocessors", facts.name, facts.major,
                                      facts.minor, facts.multiprocessors),
                          ""});
    if (list.size() > 1) findings.push_back(examine_all_gpus(list));
  } catch (const EnvironmentError& error) {
    findings.push_back({"driver", false, false, error.what(), error.help()});
  } catch (const DriverError& error) {
    findings.push_back({"GPU", false, false, error.what(), "look at the GPU with nvidia-smi"});
  }
}

Finding examine_nvrtc(const Toolkit& toolkit) {
  if (toolkit.nvrtc.empty()) return {"NVRTC", false, true, "libnvrtc.so was not found", toolkit_help(toolkit)};
  try {
    const Nvrtc nvrtc(toolkit.nvrtc);
    return {"NVRTC", true, true, fmt::format("{}, {} ({})", nvrtc.version(), nvrtc.path().string(), toolkit.origin),
            ""};
  } catch (const EnvironmentError& error) {
    return {"NVRTC", false, true, error.what(), error.help()};
  }
}

Finding examine_file(const char* what, const std::filesystem::path& path, bool needed, const std::string& help) {
  if (path.empty()) return {what, false, needed, "not found", help};
  return {what, true, needed, path.string(), ""};
}

Finding examine_nvcc(const Toolkit& toolkit) {
  const Nvcc nvcc = open_nvcc(toolkit.nvcc);
  if (nvcc.path.empty()) return examine_file("nvcc", "", false, "install the CUDA Toolkit's nvcc");
  return {"nvcc", true, false, fmt::format("{}, {}", nvcc.version, nvcc.path.string()), ""};
}

void examine_toolkit(const std::string& asked, std::vector<Finding>& findings) {
  const Toolkit toolkit = find_toolkit(toolkit_places(toolkit_search(asked)));
  findings.push_back(examine_nvrtc(toolkit));
  findings.push_back(examine_file("CUDA headers", toolkit.include, true, toolkit_help(toolkit)));
  findings.push_back(examine_file("nvdisasm", toolkit.nvdisasm, false, "install the CUDA Toolkit's nvdisasm"));
  findings.push_back(examine_file("cuobjdump", toolkit.cuobjdump, false, "install the CUDA Toolkit's cuobjdump"));
  findings.push_back(examine_nvcc(toolkit));
}

}  // namespace

std::vector<ListedDevice> list_devices() {
  std::vector<ListedDevice> list;
  try {
    const std::vector<GpuFacts> all = gpus();
    for (const GpuFacts& facts : all) list.push_back({fmt::format("cuda:{}", list.size()), describe(facts)});
    if (sweep_together(all)) list.push_back({"cuda:all", describe_together(all)});
  } catch (const EnvironmentError&) {
    // No driver, no GPUs: the list holds the interpreter alone, and `examine` says why.
  } catch (const DriverError&) {
  }
  list.push_back({"ptx", describe_interpreter()});
  return list;
}

std::vector<Finding> examine(const std::vector<std::string>& toolkits) {
  std::vector<Finding> findings;
  examine_gpus(findings);
  if (toolkits.empty()) examine_toolkit("", findings);
  for (const std::string& toolkit : toolkits) examine_toolkit(toolkit, findings);
  return findings;
}

}  // namespace semcheck
