#pragma once

#include <string>

#include "core/report/inspect.h"

namespace semcheck {

/// The code of a spec, PTX and SASS side by side, what decides the result marked; the same code is shown once and then
/// named.
std::string listing_text(const SpecInspection& inspection, const InspectionTextOptions& options);

}  // namespace semcheck
