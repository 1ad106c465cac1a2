#include "device/toolkit/toolkit.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "device/toolkit/library.h"

namespace semcheck {
namespace {

namespace fs = std::filesystem;

// Below a place: a toolkit's own folders, then those of NVIDIA's Python packages from CUDA 13 on and before.
constexpr std::array<std::string_view, 7> kLibraryFolders = {"lib64",
                                                             "lib",
                                                             "targets/x86_64-linux/lib",
                                                             "targets/sbsa-linux/lib",
                                                             "nvidia/cu13/lib",
                                                             "nvidia/cuda_nvrtc/lib",
                                                             "lib/x86_64-linux-gnu"};
constexpr std::array<std::string_view, 5> kIncludeFolders = {"include", "targets/x86_64-linux/include",
                                                             "targets/sbsa-linux/include", "nvidia/cu13/include",
                                                             "nvidia/cuda_runtime/include"};
constexpr std::array<std::string_view, 5> kProgramFolders = {"bin", "nvidia/cu13/bin", "nvidia/cuda_nvcc/bin",
                                                             "nvidia/cuda_nvdisasm/bin", "nvidia/cuda_cuobjdump/bin"};
constexpr std::string_view kNvrtc = "libnvrtc.so.";
constexpr std::array<const char*, 2> kNvrtcSonames = {"libnvrtc.so.13", "libnvrtc.so.12"};

/// The number of `libnvrtc.so.13`, or 0 for any other name.
int nvrtc_number(const std::string& name) {
  if (!name.starts_with(kNvrtc) || name.size() > kNvrtc.size() + 4) return 0;
  const std::string digits = name.substr(kNvrtc.size());
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos) return 0;
  return std::stoi(digits);
}

/// The newest `libnvrtc.so.N` of a folder, or an empty path.
fs::path newest_nvrtc(const fs::path& folder) {
  fs::path newest;
  int number = 0;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const int n = nvrtc_number(entry.path().filename().string());
    if (n <= number) continue;
    number = n;
    newest = entry.path();
  }
  return newest;
}

fs::path loader_nvrtc() {
  for (const char* soname : kNvrtcSonames) {
    std::string error;
    if (const auto library = Library::open(soname, error)) return library->path();
  }
  return {};
}

fs::path find_nvrtc(const Place& place) {
  if (place.root.empty()) return loader_nvrtc();
  for (std::string_view folder : kLibraryFolders)
    if (fs::path file = newest_nvrtc(place.root / folder); !file.empty()) return file;
  return {};
}

/// The headers of a place, or of the system when the dynamic loader's paths are the place.
fs::path find_include(const Place& place) {
  const fs::path root = place.root.empty() ? fs::path("/usr") : place.root;
  for (std::string_view folder : kIncludeFolders)
    if (is_there(root / folder / "cuda_fp16.h")) return root / folder;
  return {};
}

fs::path find_program(const Place& place, const char* name) {
  const fs::path root = place.root.empty() ? fs::path("/usr") : place.root;
  for (std::string_view folder : kProgramFolders)
    if (is_there(root / folder / name)) return root / folder / name;
  return {};
}

void take(fs::path& part, const fs::path& found) {
  if (part.empty()) part = found;
}

}  // namespace

Toolkit find_toolkit(const std::vector<Place>& places) {
  Toolkit toolkit;
  const Place* home = nullptr;
  for (const Place& place : places) {
    toolkit.searched.push_back(place.root.empty() ? place.origin : place.origin + ": " + place.root.string());
    if (home) continue;
    toolkit.nvrtc = find_nvrtc(place);
    if (!toolkit.nvrtc.empty()) home = &place;
  }
  if (home) {
    toolkit.origin = home->origin;
    toolkit.include = find_include(*home);
  }
  for (const Place& place : places) {
    take(toolkit.include, find_include(place));
    take(toolkit.nvdisasm, find_program(place, "nvdisasm"));
    take(toolkit.cuobjdump, find_program(place, "cuobjdump"));
    take(toolkit.nvcc, find_program(place, "nvcc"));
  }
  return toolkit;
}

std::string toolkit_help(const Toolkit& toolkit) {
  std::string help = "looked at ";
  for (std::size_t i = 0; i < toolkit.searched.size(); ++i) help += (i ? "; " : "") + toolkit.searched[i];
  return help +
         ". Install a CUDA Toolkit (12.4 or newer), or the Python packages nvidia-cuda-nvrtc and nvidia-cuda-runtime, "
         "and name its folder with --toolkit DIR or CUDA_HOME";
}

}  // namespace semcheck
