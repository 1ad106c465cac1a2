#pragma once

#include <filesystem>
#include <string>

namespace semcheck {

/// A new folder, removed with all that is in it.
class TemporaryFolder {
 public:
  /// Throws EnvironmentError when there is no room for one.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const char* name) const { return (path_ / name).string(); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace semcheck
