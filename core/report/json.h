#pragma once

#include <string>
#include <string_view>

#include "core/run/run.h"

namespace semcheck {

/// The name of the JSON contract that json_report() keeps. A breaking change raises the number.
inline constexpr std::string_view kRunSchema = "semcheck.run/1";

/// The whole report as JSON text in the form `semcheck.run/1`: keys in a fixed order, bit patterns as hex strings.
/// @param version  of semcheck
std::string json_report(const RunReport& report, std::string_view version);

}  // namespace semcheck
