#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace semcheck {

/// The most cases of a random sweep: 10^15.
inline constexpr std::uint64_t kMostCases = 1'000'000'000'000'000;

/// A count of cases, or why a text is none.
struct CaseCount {
  std::uint64_t value = 0;
  std::string error;  ///< "" where there is a count
  std::string help;
};

/// Reads `1000000`, `10G`: 1 to 10^15, with k, M, G or T for the powers of 1000.
CaseCount parse_case_count(std::string_view text);

}  // namespace semcheck
