#pragma once

#include <string>

#include "core/report/json_parts.h"

namespace semcheck {

/// Where two documents differ: `device.driver is "580.1" in the first and "590.2" in the second`.
struct DocumentDifference {
  std::string where;  ///< "specs[0].seed"; "" where they are the same
  std::string first;  ///< what stands there, shortened; "nothing" where there is nothing
  std::string second;
};

/// The first place where two documents differ.
DocumentDifference first_difference(const Json& first, const Json& second);

}  // namespace semcheck
