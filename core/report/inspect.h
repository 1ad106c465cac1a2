#pragma once

#include <string>
#include <string_view>

#include "core/run/inspect.h"

namespace semcheck {

/// The name of the JSON contract that inspection_json() keeps.
inline constexpr std::string_view kInspectSchema = "semcheck.inspect/1";

struct InspectionTextOptions {
  bool listing = false;     ///< also the code itself, PTX and SASS side by side
  bool color = false;       ///< ANSI escape sequences
  std::size_t width = 152;  ///< characters of a line of a listing
};

/// What was read in the code, for a person at a terminal: for each spec a table with a line for each code, what does
/// not meet its requirements, and the listings where they are asked for.
std::string inspection_text(const InspectionReport& report, const InspectionTextOptions& options);

/// Everything that was read, in the form `semcheck.inspect/1`.
/// @param version  of semcheck
std::string inspection_json(const InspectionReport& report, std::string_view version);

}  // namespace semcheck
