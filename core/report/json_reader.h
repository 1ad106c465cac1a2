#pragma once

/// @file
/// Reports that come back: files that may be anything. What is not as it should be is thrown as a ReportFault.

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/report/json_parts.h"

namespace semcheck {

/// A file that is not the report it should be.
class ReportFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The text of a report of `run`, whose schema this program knows.
Json parse_run_report(std::string_view text);

/// Members of objects, of the type that they should have.
const Json& member(const Json& object, const char* key);
const Json& list_at(const Json& object, const char* key);
std::string string_at(const Json& object, const char* key);
std::uint64_t count_at(const Json& object, const char* key);
bool flag_at(const Json& object, const char* key);
Obligation obligation_at(const Json& object, const char* key);

std::uint64_t count_of(const Json& number);
Obligation known_obligation(std::string_view word);

}  // namespace semcheck
