#include "device/toolkit/library.h"

#include <dlfcn.h>
#include <link.h>

namespace semcheck {

std::optional<Library> Library::open(const std::string& name, std::string& error) {
  if (void* handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) return Library(handle);
  const char* reason = dlerror();
  error = reason ? reason : name + ": cannot be opened";
  return std::nullopt;
}

std::filesystem::path Library::path() const {
  link_map* map = nullptr;
  if (dlinfo(handle_, RTLD_DI_LINKMAP, &map) != 0 || map == nullptr) return {};
  return map->l_name;
}

void* Library::symbol(const char* name) const {
  return dlsym(handle_, name);
}

}  // namespace semcheck
