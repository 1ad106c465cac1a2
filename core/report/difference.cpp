#include "core/report/difference.h"

#include <fmt/format.h>

#include <algorithm>

namespace semcheck {
namespace {

std::string shown(const Json& json) {
  constexpr std::size_t kMost = 60;
  if (json.is_object()) return "an object";
  if (json.is_array()) return fmt::format("a list of {}", json.size());
  const std::string text = json.dump(-1, ' ', true, Json::error_handler_t::replace);
  return text.size() <= kMost ? text : text.substr(0, kMost) + "…";
}

DocumentDifference compare(const std::string& where, const Json& first, const Json& second);

DocumentDifference compare_objects(const std::string& where, const Json& first, const Json& second) {
  const auto below = [&](const std::string& key) { return where.empty() ? key : fmt::format("{}.{}", where, key); };
  for (const auto& [key, value] : first.items()) {
    const auto other = second.find(key);
    if (other == second.end()) return {below(key), shown(value), "nothing"};
    DocumentDifference difference = compare(below(key), value, *other);
    if (!difference.where.empty()) return difference;
  }
  for (const auto& [key, value] : second.items())
    if (!first.contains(key)) return {below(key), "nothing", shown(value)};
  return {where, "in one order", "in another order"};
}

DocumentDifference compare_lists(const std::string& where, const Json& first, const Json& second) {
  for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i) {
    DocumentDifference difference = compare(fmt::format("{}[{}]", where, i), first[i], second[i]);
    if (!difference.where.empty()) return difference;
  }
  return {where, shown(first), shown(second)};
}

DocumentDifference compare(const std::string& where, const Json& first, const Json& second) {
  if (first == second) return {};
  if (first.is_object() && second.is_object()) return compare_objects(where, first, second);
  if (first.is_array() && second.is_array()) return compare_lists(where, first, second);
  return {where, shown(first), shown(second)};
}

}  // namespace

DocumentDifference first_difference(const Json& first, const Json& second) {
  return compare("", first, second);
}

}  // namespace semcheck
