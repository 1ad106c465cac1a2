#include "core/report/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/report/wording.h"

namespace semcheck {

namespace {

/// Without what only `array` is judged by: laws, and the requirements on code.
ObligationSet of_every_supply(const ObligationSet& set) {
  ObligationSet rules;
  for (Obligation o : set.items())
    if (!is_law(o) && o != Obligation::inspect) rules.insert(o);
  return rules;
}

std::string as_toml(const ObligationSet& set) {
  return set.empty() ? "[]" : "[\"" + join(names(set), "\", \"") + "\"]";
}

/// What is broken under each of some names.
using Entries = std::vector<std::pair<std::string_view, ObligationSet>>;

/// False when another set stands under the name.
bool add(Entries& entries, std::string_view key, const ObligationSet& breaks) {
  const auto known = std::ranges::find(entries, key, [](const auto& entry) { return entry.first; });
  if (known != entries.end()) return known->second == breaks;
  entries.emplace_back(key, breaks);
  return true;
}

/// The value of `breaks`: a list where every build breaks the same and no supply differs, else a table.
std::string declaration(Entries builds, const Entries& supplies) {
  const bool alike = std::ranges::all_of(builds, [&](const auto& b) { return b.second == builds.front().second; });
  if (alike && supplies.empty()) return as_toml(builds.front().second);
  if (alike && !builds.empty()) builds = {{"default", builds.front().second}};
  std::string table;
  for (const Entries* entries : {&std::as_const(builds), &supplies})
    for (const auto& [key, breaks] : *entries)
      table += fmt::format("{}{} = {}", table.empty() ? "" : ", ", key, as_toml(breaks));
  return "{ " + table + " }";
}

}  // namespace

const Result* array_result(const Result& result, std::span<const Result* const> results) {
  const auto found = std::ranges::find_if(results, [&](const Result* other) {
    return other->supply == name(Supply::array) && other->build == result.build && other->path == result.path &&
           other->toolkit == result.toolkit;
  });
  return found == results.end() ? nullptr : *found;
}

bool is_alike(const Result& result, const Result& array) {
  if (was_judged(result) != was_judged(array) || !result.not_compared.empty()) return false;
  return result.error == array.error && (result.as_declared || !array.as_declared) &&
         of_every_supply(result.breaks) == of_every_supply(array.breaks);
}

std::string advice(std::span<const Result* const> results) {
  Entries builds, supplies;
  bool any_break = false, any_failure = false;
  for (const Result* result : results) {
    if (!was_judged(*result)) continue;
    any_break = any_break || !result->breaks.empty();
    any_failure = any_failure || !result->as_declared;
    const Result* array = array_result(*result, results);
    if (array == result && !add(builds, result->build, result->breaks))
      return "fix the variant: the paths of build " + result->build + " disagree, and no declaration fits both";
    if (array != result && !(array && is_alike(*result, *array)) && !add(supplies, result->supply, result->breaks))
      return "fix the variant: " + result->supply + " differs by build or path, and no declaration fits both";
  }
  if (!any_failure) return "";
  if (!any_break) return "if it is meant to conform now, remove its breaks";
  return "fix the variant, or declare breaks = " + declaration(builds, supplies);
}

}  // namespace semcheck
