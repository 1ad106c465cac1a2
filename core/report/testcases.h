#pragma once

#include <string>
#include <vector>

#include "core/run/run.h"

namespace semcheck {

enum class CaseStatus : std::uint8_t { passed, failure, error, skipped };

/// One obligation of one result, as a test system counts it.
struct TestCase {
  std::string classname;  ///< `semcheck.max_f32.ternary`
  std::string name;       ///< `signed_zero [strict/cubin]`
  CaseStatus status = CaseStatus::passed;
  std::string type;     ///< of a failure or an error: "UndeclaredBreak", "DeclaredBreakMissing", "NoResult"
  std::string message;  ///< one line
  std::string content;  ///< the message, and below it the details
};

/// A testcase for each result and each obligation that its spec states, in the order of the results.
std::vector<TestCase> testcases(const SpecReport& report);

}  // namespace semcheck
