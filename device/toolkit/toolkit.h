#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace semcheck {

/// A folder that may hold a CUDA Toolkit or NVIDIA's Python packages, and what named it. An empty root stands for the
/// paths of the dynamic loader.
struct Place {
  std::string origin;  ///< "--toolkit", "CUDA_HOME", "Python", …
  std::filesystem::path root;
};

/// What the environment says about where a toolkit may be.
struct ToolkitSearch {
  std::string asked;  ///< the folder given with --toolkit; then no other is looked at
  std::string cuda_home;
  std::string cuda_path;
  std::string virtual_env;
  std::string path;
  std::string home;
  std::filesystem::path executable;  ///< the running program
};

/// The search of this process: its environment variables and its executable.
ToolkitSearch toolkit_search(const std::string& asked);

/// The places of a search, in the order in which they are tried.
std::vector<Place> toolkit_places(const ToolkitSearch& search);

/// The parts of a toolkit that were found; an empty path for each that was not.
struct Toolkit {
  std::filesystem::path nvrtc;    ///< the library file
  std::filesystem::path include;  ///< the folder that holds cuda_fp16.h
  std::filesystem::path nvdisasm;
  std::filesystem::path cuobjdump;
  std::filesystem::path nvcc;
  std::string origin;                 ///< what named the place NVRTC was found in
  std::vector<std::string> searched;  ///< "CUDA_HOME: /opt/cuda", every place that was looked at
};

/// Takes each part from the first place that has it; the headers from NVRTC's own place where that has them, since the
/// two belong together.
Toolkit find_toolkit(const std::vector<Place>& places);

/// Whether there is a file or folder; false where that cannot be found out.
bool is_there(const std::filesystem::path& path);

/// What to do about a missing NVRTC: the places that were looked at, and what to install.
std::string toolkit_help(const Toolkit& toolkit);

}  // namespace semcheck
