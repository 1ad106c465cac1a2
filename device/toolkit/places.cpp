#include <array>
#include <cstdlib>
#include <string_view>

#include "device/toolkit/toolkit.h"

namespace semcheck {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::vector<fs::path> path_folders(std::string_view path) {
  std::vector<fs::path> folders;
  while (!path.empty()) {
    const std::size_t colon = path.find(':');
    if (colon != 0) folders.emplace_back(path.substr(0, colon));
    path.remove_prefix(colon == std::string_view::npos ? path.size() : colon + 1);
  }
  return folders;
}

/// The folder above `bin` for the first program of that name on PATH, or an empty path.
fs::path prefix_of(const char* program, std::string_view path, bool follow_links) {
  for (const fs::path& folder : path_folders(path)) {
    if (!is_there(folder / program)) continue;
    std::error_code error;
    const fs::path file = follow_links ? fs::canonical(folder / program, error) : folder / program;
    return file.parent_path().parent_path();
  }
  return {};
}

/// The package folders of a Python installation: `lib/python3*/{site,dist}-packages` below its prefix.
void add_python(const std::string& origin, const fs::path& prefix, std::vector<Place>& places) {
  if (prefix.empty()) return;
  for (const char* lib : {"lib", "local/lib"}) {
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(prefix / lib, error)) {
      if (!entry.path().filename().string().starts_with("python3")) continue;
      for (const char* packages : {"site-packages", "dist-packages"})
        if (is_there(entry.path() / packages / "nvidia")) places.push_back({origin, entry.path() / packages});
    }
  }
}

void add_given(const std::string& origin, const fs::path& root, std::vector<Place>& places) {
  if (!root.empty()) places.push_back({origin, root});
}

}  // namespace

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

ToolkitSearch toolkit_search(const std::string& asked) {
  std::error_code error;
  return {asked,
          variable("CUDA_HOME"),
          variable("CUDA_PATH"),
          variable("VIRTUAL_ENV"),
          variable("PATH"),
          variable("HOME"),
          fs::read_symlink("/proc/self/exe", error)};
}

std::vector<Place> toolkit_places(const ToolkitSearch& search) {
  if (!search.asked.empty()) return {{"--toolkit", search.asked}};
  std::vector<Place> places;
  add_given("CUDA_HOME", search.cuda_home, places);
  add_given("CUDA_PATH", search.cuda_path, places);
  add_given("usual path", "/usr/local/cuda", places);
  add_given("usual path", "/opt/cuda", places);
  add_given("nvcc on PATH", prefix_of("nvcc", search.path, true), places);
  places.push_back({"dynamic loader", {}});
  add_python("VIRTUAL_ENV", search.virtual_env, places);
  add_python("Python on PATH", prefix_of("python3", search.path, false), places);
  if (!search.home.empty()) add_python("Python of the user", fs::path(search.home) / ".local", places);
  const fs::path beside = search.executable.parent_path();
  if (!beside.empty())
    for (const char* folder : {"cuda", "../cuda", "../share/semcheck/cuda"})
      places.push_back({"beside the program", (beside / folder).lexically_normal()});
  return places;
}

}  // namespace semcheck
