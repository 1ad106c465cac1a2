#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace semcheck {

/// A shared library opened at run time. It is never closed again: CUDA's libraries do not survive that.
class Library {
 public:
  /// Opens a file or, for a name without '/', what the dynamic loader finds. On failure returns nothing and says why.
  static std::optional<Library> open(const std::string& name, std::string& error);

  /// The file that was loaded.
  std::filesystem::path path() const;

  /// Sets `function` to the library's function of that name; false when it has none.
  template <class Function>
  bool resolve(const char* name, Function*& function) const {
    function = reinterpret_cast<Function*>(symbol(name));
    return function != nullptr;
  }

 private:
  explicit Library(void* handle) : handle_(handle) {}
  void* symbol(const char* name) const;

  void* handle_;
};

}  // namespace semcheck
