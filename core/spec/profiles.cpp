#include "core/spec/profiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "core/spec/characters.h"
#include "core/spec/rule_reader.h"
#include "core/spec/spec.h"

namespace semcheck {
namespace {

constexpr TextLimit kSourceLimit{4096, true};
constexpr std::size_t kMostEntries = 64;
constexpr std::array<std::string_view, 5> kProfileKeys = {"summary", "source", "operations", "dtypes", "results"};

/// The words of a required list, each found by `find`; unknown ones are reported.
template <class Value, class Find>
std::vector<Value> read_list(const TomlReader& reader, const toml::table& table, std::string_view where,
                             std::string_view key, std::string_view what, const std::vector<std::string_view>& known,
                             Find find) {
  std::vector<Value> list;
  if (!table.contains(key)) report_missing(reader, table, where, key, "");
  const auto words = read_strings(reader, table, key, kNameLimit, kMostEntries);
  if (words && words->empty()) reader.report(key_span(table, key), fmt::format("`{}` is empty", key));
  for (const Text& word : words.value_or(std::vector<Text>())) {
    if (const auto value = find(word.value))
      list.push_back(*value);
    else
      reader.report(word.span, fmt::format("unknown {} \"{}\"", what, displayed(word.value)),
                    suggest(word.value, known));
  }
  return list;
}

std::string read_required(const TomlReader& reader, const toml::table& table, std::string_view where,
                          std::string_view key, TextLimit limit) {
  if (!table.contains(key)) report_missing(reader, table, where, key, "");
  const auto text = read_string(reader, table, key, limit);
  if (text && text->value.empty()) reader.report(text->span, fmt::format("`{}` is empty", key));
  return text ? text->value : "";
}

/// Every operation and pair of dtypes that a profile is for.
std::vector<RuleSubject> subjects_of(const Profile& profile) {
  std::vector<RuleSubject> subjects;
  for (OperationKind kind : profile.operations)
    for (Dtype dtype : profile.dtypes) {
      if (profile.results.empty()) subjects.emplace_back(kind, dtype, default_result(kind, dtype));
      for (Dtype result : profile.results) subjects.emplace_back(kind, dtype, result);
    }
  return subjects;
}

/// Checks what a profile states for every operation and dtype it is for; the same mistake is reported once.
void check_profile(const TomlReader& reader, StatedRules stated, Profile& profile) {
  for (const RuleSubject& subject : subjects_of(profile)) {
    const std::size_t before = reader.diagnostics.size();
    restrict_rules(reader, subject, stated);
    check_rules(reader, subject, lay_over(default_rules(subject), stated), stated);
    if (reader.diagnostics.size() != before) return;
  }
  profile.rules = stated.rules;
}

Profile read_profile(const TomlReader& reader, const toml::key& key, const toml::table& table) {
  Profile profile;
  profile.name = key.str();
  check_name(reader, {profile.name, span_of(key)}, "a profile");
  const std::string where = fmt::format("[profile.\"{}\"]", displayed(profile.name));
  profile.summary = read_required(reader, table, where, "summary", kSummaryLimit);
  profile.source = read_required(reader, table, where, "source", kSourceLimit);
  profile.operations =
      read_list<OperationKind>(reader, table, where, "operations", "operation", names_of(operations()), find_operation);
  profile.dtypes = read_list<Dtype>(reader, table, where, "dtypes", "dtype", names_of(kDtypes), find_dtype);
  if (table.contains("results"))
    profile.results = read_list<Dtype>(reader, table, where, "results", "dtype", names_of(kDtypes), find_dtype);
  check_profile(reader, read_rules(reader, table, where, kProfileKeys), profile);
  return profile;
}

void read_entries(const TomlReader& reader, const toml::table& entries, std::vector<Profile>& profiles) {
  for (const auto& [key, node] : entries) {
    if (!node.is_table()) {
      reader.report(span_of(key), fmt::format("profile `{}` must be a table", displayed(key.str())));
      continue;
    }
    Profile profile = read_profile(reader, key, *node.as_table());
    const auto same = [&](const Profile& other) { return other.name == profile.name; };
    if (std::any_of(profiles.begin(), profiles.end(), same))
      reader.report(span_of(key), fmt::format("profile `{}` is defined in another file too", displayed(profile.name)));
    profiles.push_back(std::move(profile));
  }
}

void read_profiles(const SourceFile& file, std::vector<Profile>& profiles, std::vector<Diagnostic>& diagnostics) {
  std::vector<Diagnostic> found;
  const TomlReader reader{file, found};
  constexpr std::array<std::string_view, 1> kTables = {"profile"};
  if (const auto root = parse_toml(reader)) {
    check_keys(reader, *root, "", kTables);
    if (const toml::table* entries = read_table(reader, *root, "profile")) read_entries(reader, *entries, profiles);
  }
  append_in_order(reader, diagnostics);
}

template <class Value>
bool contains(const std::vector<Value>& list, Value value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

}  // namespace

bool describes(const Profile& profile, const Operation& operation) {
  return contains(profile.operations, operation.kind) && contains(profile.dtypes, operation.dtype) &&
         (profile.results.empty() || contains(profile.results, operation.result));
}

std::vector<Profile> load_profiles(const SearchPath& search, std::vector<Diagnostic>& diagnostics) {
  std::vector<Profile> profiles;
  std::vector<std::filesystem::path> paths;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(search.shipped / "specs" / "profiles", error))
    if (entry.path().extension() == ".toml") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  for (const std::filesystem::path& path : paths)
    if (const auto file = read_text_file(path, diagnostics)) read_profiles(*file, profiles, diagnostics);
  std::sort(profiles.begin(), profiles.end(), [](const Profile& a, const Profile& b) { return a.name < b.name; });
  return profiles;
}

}  // namespace semcheck
