#pragma once

#include <string>
#include <string_view>

#include "core/run/probe.h"

namespace semcheck {

/// The name of the JSON contract that probe_json() keeps. A breaking change raises the number.
inline constexpr std::string_view kProbeSchema = "semcheck.probe/1";

/// What may be concluded from a comparison, or why nothing may.
std::string conclusion(const RoleComparison& comparison);

/// What may not be concluded from any of them.
inline constexpr std::string_view kNoConclusion =
    "nothing follows for the throughput of other launches, for other lengths or shapes, or for another GPU";

/// The report of a probe for a person at a terminal.
std::string probe_text(const ProbeReport& report, bool color);

/// The whole report as JSON text in the form `semcheck.probe/1`: keys in a fixed order.
/// @param version  of semcheck
std::string probe_json(const ProbeReport& report, std::string_view version);

}  // namespace semcheck
