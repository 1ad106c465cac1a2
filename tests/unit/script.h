#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "device/toolkit/temporary_folder.h"

namespace semcheck::testing {

/// A program of the given text in a folder of its own; it counts its calls by a line each in the file `calls` there.
class Script {
 public:
  Script(const char* name, const std::string& text) : path_(std::filesystem::path(folder_.path()) / name) {
    std::ofstream(path_) << "#!/bin/sh\n" << text;
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all);
  }
  const std::filesystem::path& path() const { return path_; }
  std::size_t calls() const {
    std::ifstream log(folder_.file("calls"));
    return static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(log), {}, '\n'));
  }

 private:
  TemporaryFolder folder_;
  std::filesystem::path path_;
};

}  // namespace semcheck::testing
