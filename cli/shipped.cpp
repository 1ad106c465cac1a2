#include "cli/shipped.h"

namespace semcheck {

namespace {

namespace fs = std::filesystem;

bool holds_specs(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder / "specs", ignored) && fs::is_directory(folder / "matrices", ignored);
}

}  // namespace

SearchPath shipped_files() {
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  const fs::path installed = (program.parent_path() / SEMCHECK_DATA_FROM_PROGRAM).lexically_normal();
  if (holds_specs(installed)) return {installed};
  if (holds_specs(SEMCHECK_SOURCE_DIR)) return {SEMCHECK_SOURCE_DIR};
  return {};
}

fs::path as_written(const fs::path& path) {
  std::error_code failed;
  const fs::path relative = path.lexically_relative(fs::current_path(failed));
  return failed || relative.empty() || *relative.begin() == ".." ? path : relative;
}

}  // namespace semcheck
