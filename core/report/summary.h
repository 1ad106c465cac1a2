#pragma once

#include <string>

#include "core/run/run.h"

namespace semcheck {

/// The results of a run by what they mean for its exit code. Each result is counted once.
struct Summary {
  std::size_t specs = 0;  ///< that have results
  std::size_t variants = 0;
  std::size_t results = 0;
  std::size_t conform = 0;
  std::size_t break_as_declared = 0;
  std::size_t not_as_declared = 0;
  std::size_t unavailable = 0;
  std::size_t unchecked = 0;
  std::size_t fewest_cases = 0;  ///< of the results that have any
  std::size_t most_cases = 0;
};

Summary summarize(const RunReport& report);

/// `5 variants, 20 results: 12 conform, 8 break as declared, 0 not as declared · 71,234 cases each`
std::string summary_line(const RunReport& report);

}  // namespace semcheck
