#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/spec/diagnostic.h"
#include "core/spec/files.h"
#include "core/spec/operations.h"
#include "core/spec/rules.h"

namespace semcheck {

/// A named, cited set of rules.
struct Profile {
  std::string name;
  std::string summary;
  std::string source;
  std::vector<OperationKind> operations;
  std::vector<Dtype> dtypes;   ///< of the operands
  std::vector<Dtype> results;  ///< of a conversion
  /// The rules it states, as masks; a rule it does not state has an empty mask.
  Rules rules;
};

struct Operation;
/// Whether a profile is for the operation over its dtypes.
bool describes(const Profile& profile, const Operation& operation);

/// Reads every `*.toml` below `shipped/specs/profiles`, sorted by name. A mistake in any of them is added to
/// `diagnostics`.
std::vector<Profile> load_profiles(const SearchPath& search, std::vector<Diagnostic>& diagnostics);

}  // namespace semcheck
