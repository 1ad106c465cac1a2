#pragma once

#include <string>
#include <vector>

#include "core/run/run.h"

namespace semcheck {

/// What a JUnit file says besides the results: core has no clock and no environment.
struct JunitContext {
  std::string version;          ///< of semcheck
  std::string timestamp;        ///< when the run began, UTC, "2026-11-30T12:00:00"
  std::string hostname;         ///< "localhost" when it is not known
  std::vector<double> seconds;  ///< wall time of each spec, in the order of the report; 0 where it is missing
};

/// The report as JUnit XML: a testsuite a spec, a testcase a variant × build × path × obligation. Names are unique in
/// the file; text that XML cannot hold is escaped.
std::string junit_report(const RunReport& report, const JunitContext& context);

}  // namespace semcheck
