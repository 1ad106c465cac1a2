#pragma once

#include <string>

#include "core/values/dtype.h"
#include "device/reproducer_cases.h"

namespace semcheck {

/// Patterns by their bits: those that, masked, lie between two others.
struct PatternRange {
  Bits mask = 0;
  Bits least = 0;
  Bits most = 0;
};

/// Exactly the patterns that an outcome allows.
PatternRange range_of(const Format& format, const Outcome& outcome);

/// A literal of C++ with that text.
std::string string_literal(std::string_view text);

/// The host code of a reproducer: `main` uploads what each launch reads, launches and checks the cases. The kernels
/// stand in front of it, the variant as number 0.
std::string reproducer_host(const Spec& spec, const Variant& variant, const std::vector<ReproducedLaunch>& launches);

}  // namespace semcheck
