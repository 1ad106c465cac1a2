#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/terminal.h"
#include "core/spec/spec.h"

namespace semcheck {

/// What was read of the specs that the command line names.
struct LoadedSpecs {
  std::vector<Spec> specs;        ///< the valid ones, in order
  std::vector<Profile> profiles;  ///< those that come with semcheck
  bool valid = true;              ///< false when any file was not found or has mistakes
};

/// Finds, reads and validates specs. Every mistake of every file is printed on stderr, and below them their number.
LoadedSpecs load_specs(const std::vector<std::string>& names, const Terminal& terminal);

/// The same for a spec whose text is at hand.
LoadedSpecs load_spec_text(const SourceFile& file, const Terminal& terminal);

}  // namespace semcheck
