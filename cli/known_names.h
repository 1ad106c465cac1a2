#pragma once

#include <string>
#include <vector>

#include "core/spec/spec.h"

namespace semcheck {

/// Throws UsageError unless every name given with --variant and --build is that of a variant or build of one of the
/// specs.
void require_known_names(const std::vector<std::string>& variants, const std::vector<std::string>& builds,
                         const std::vector<Spec>& specs);

}  // namespace semcheck
