#include "device/toolkit/temporary_folder.h"

#include <cstdlib>
#include <system_error>

#include "core/run/environment_error.h"

namespace semcheck {

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  const std::filesystem::path place = std::filesystem::temp_directory_path(error);
  if (error)
    throw EnvironmentError("cannot create a temporary folder: " + error.message(), "set TMPDIR to a folder with room");
  std::string pattern = (place / "semcheck_XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr)
    throw EnvironmentError("cannot create a temporary folder: " + pattern, "set TMPDIR to a folder with room");
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  std::filesystem::remove_all(path_, error);
}

}  // namespace semcheck
