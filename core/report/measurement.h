#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/report/json_parts.h"
#include "core/run/run.h"

namespace semcheck {

/// What was measured, for a person:
///
///     12.3 µs a launch of 16,777,216 elements (12.1 to 14.0), 4.10 TB/s, 92 % of a copy
///     14.0 PTX instructions an element, branches 100 % uniform; 16 bytes an element, 24 with a kernel a step
std::vector<std::string> measurement_lines(const Measurement& measurement);

/// Those of results that otherwise read the same, behind build and path where their measurements differ.
std::vector<std::string> measurement_lines(std::span<const Result* const> results);

/// Whether anything was measured.
bool has_measurements(const RunReport& report);

/// A measurement for programs. What was not measured is null.
Json measurement_json(const Measurement& measurement);

}  // namespace semcheck
