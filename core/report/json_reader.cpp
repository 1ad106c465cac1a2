#include "core/report/json_reader.h"

#include <fmt/format.h>

#include "core/report/json.h"
#include "core/report/printable.h"

namespace semcheck {
namespace {

/// Deeper than any report, and not so deep that walking through it could exhaust the stack.
constexpr int kMostDepth = 32;

[[noreturn]] void fail(const char* key, const char* type) {
  throw ReportFault(fmt::format("its \"{}\" is not {}", key, type));
}

}  // namespace

Json parse_run_report(std::string_view text) {
  const auto limit = [](int depth, Json::parse_event_t, const Json&) {
    if (depth > kMostDepth) throw ReportFault("it is nested too deep to be a report");
    return true;
  };
  Json document;
  try {
    document = Json::parse(text, limit);
  } catch (const Json::exception&) {
    throw ReportFault("it is not JSON");
  }
  if (!document.is_object() || !document.contains("schema") || document["schema"] != kRunSchema)
    throw ReportFault(fmt::format("it is not a JSON report of `semcheck run` ({})", kRunSchema));
  return document;
}

const Json& member(const Json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  if (!object.is_object() || found == object.end()) throw ReportFault(fmt::format("it has no \"{}\"", key));
  return *found;
}

const Json& list_at(const Json& object, const char* key) {
  const Json& list = member(object, key);
  if (!list.is_array()) fail(key, "a list");
  return list;
}

std::string string_at(const Json& object, const char* key) {
  const Json& text = member(object, key);
  if (!text.is_string()) fail(key, "a string");
  return text.get<std::string>();
}

std::uint64_t count_at(const Json& object, const char* key) {
  const Json& number = member(object, key);
  if (!number.is_number_unsigned()) fail(key, "a count");
  return number.get<std::uint64_t>();
}

bool flag_at(const Json& object, const char* key) {
  const Json& flag = member(object, key);
  if (!flag.is_boolean()) fail(key, "true or false");
  return flag.get<bool>();
}

Obligation obligation_at(const Json& object, const char* key) {
  return known_obligation(string_at(object, key));
}

std::uint64_t count_of(const Json& number) {
  if (!number.is_number_unsigned()) throw ReportFault("one of its counts is none");
  return number.get<std::uint64_t>();
}

Obligation known_obligation(std::string_view word) {
  if (const auto found = find_obligation(word)) return *found;
  throw ReportFault(fmt::format("it names a rule that is none: \"{}\"", printable(word.substr(0, 40))));
}

}  // namespace semcheck
