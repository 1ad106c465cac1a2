#pragma once

#include "core/spec/files.h"

namespace semcheck {

/// Where the specs, matrices and profiles that come with semcheck are: beside the installed program, else in the source
/// tree it was built from.
SearchPath shipped_files();

/// A path as a user would write it: relative where it lies below the current folder.
std::filesystem::path as_written(const std::filesystem::path& path);

}  // namespace semcheck
