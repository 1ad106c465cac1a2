#pragma once

#include <string>
#include <vector>

#include "core/run/run.h"
#include "core/spec/profiles.h"

namespace semcheck {

/// A profile and the rules in which an implementation differs from it.
struct Likeness {
  std::string profile;
  ObligationSet differs;
};

/// The rules that an implementation really follows.
struct Inference {
  std::string error;      ///< why there is none: the compiler's or the device's message
  std::size_t cases = 0;  ///< that were observed
  Behaviour behaviour;
  ObligationSet undecided;          ///< rules with several values that the observations cannot tell apart
  std::vector<std::string> equals;  ///< the profiles it keeps, by name
  std::vector<Likeness> nearest;    ///< the others of the operation and dtype, fewest differences first
};

/// Runs one variant of a spec over its cases, by the first build and path, and asks which rule values explain every
/// observed bit.
Inference infer(const Spec& spec, const Variant& variant, const std::vector<Profile>& profiles, Device& device,
                const RunOptions& options);

}  // namespace semcheck
