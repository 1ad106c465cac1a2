#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "device/embedded/headers.h"
#include "device/toolkit/compilation.h"

namespace semcheck {

/// NVIDIA's run-time compiler, opened with dlopen. Its calls may come from any thread; it runs them one at a time.
class Nvrtc {
 public:
  /// Throws EnvironmentError when the library cannot be used: missing, broken, or older than CUDA 12.4.
  explicit Nvrtc(const std::filesystem::path& library);
  ~Nvrtc();
  Nvrtc(Nvrtc&&) noexcept;

  /// "13.0"
  const std::string& version() const { return version_; }
  /// The library that was loaded.
  const std::filesystem::path& path() const { return path_; }
  /// The architectures it compiles for, ascending: 75, 80, …
  const std::vector<int>& architectures() const { return architectures_; }

  /// Compiles a program; `name` stands for its file in messages. A program with mistakes is a result, not an exception.
  /// @param headers  texts that the program can include beside files
  Compilation compile(const std::string& source, const std::string& name, const std::vector<std::string>& options,
                      std::span<const HeaderText> headers = {}) const;

 private:
  struct Functions;
  std::unique_ptr<const Functions> functions_;
  std::string version_;
  std::filesystem::path path_;
  std::vector<int> architectures_;
};

}  // namespace semcheck
