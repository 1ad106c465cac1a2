#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/terminal.h"
#include "core/spec/probe_spec.h"
#include "core/spec/spec.h"

namespace semcheck {

/// What the specs that a command takes are of.
enum class SpecKind { operation, probe, any };

/// What was read of the specs that the command line names.
struct LoadedSpecs {
  std::vector<Spec> specs;        ///< the valid ones, in order
  std::vector<Probe> probes;      ///< the valid ones, in order
  std::vector<Profile> profiles;  ///< those that come with semcheck
  bool valid = true;              ///< false when any file was not found or has mistakes
};

/// Finds, reads and validates specs. Every mistake of every file is printed on stderr, and below them their number.
LoadedSpecs load_specs(const std::vector<std::string>& names, const Terminal& terminal,
                       SpecKind kind = SpecKind::operation);

/// The same for a spec whose text is at hand.
LoadedSpecs load_spec_text(const SourceFile& file, const Terminal& terminal);

}  // namespace semcheck
