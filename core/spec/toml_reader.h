#pragma once

#include <toml++/toml.h>

#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/spec/files.h"

namespace semcheck {

/// A TOML file that is being read: every function below adds what is wrong to its diagnostics and reads on.
struct TomlReader {
  const SourceFile& file;
  std::vector<Diagnostic>& diagnostics;

  void report(Span span, std::string message, std::string help = "") const {
    diagnostics.push_back({file.path, span, std::move(message), std::move(help)});
  }
};

/// A string and where its literal stands.
struct Text {
  std::string value;
  Span span;
};

/// An integer and where it stands.
struct Integer {
  std::int64_t value = 0;
  Span span;
};

/// What strings may hold: at most `longest` bytes, and line breaks and tabs only where `lines` is set.
struct TextLimit {
  std::size_t longest = 128;
  bool lines = false;
};

/// The names of a table's rows, to look among them for what was meant.
template <class Rows>
std::vector<std::string_view> names_of(const Rows& rows) {
  std::vector<std::string_view> names;
  names.reserve(std::size(rows));
  for (const auto& row : rows) names.push_back(row.name);
  return names;
}

/// Limits that several readers share.
inline constexpr TextLimit kNameLimit{128, false};
inline constexpr TextLimit kSummaryLimit{1024, false};

/// The tables of a file; nothing when it is empty, too large, not UTF-8 or not TOML, which is reported.
std::optional<toml::table> parse_toml(const TomlReader& reader);

/// The place of a value or key. A value of several lines is marked to the end of the first.
Span span_of(const toml::node& node);
Span span_of(const toml::key& key);
/// The place of the key `name` of a table that has it.
Span key_span(const toml::table& table, std::string_view name);

/// Reports keys of a table that are not among `known`. `where` names the table: "[operation]".
void check_keys(const TomlReader& reader, const toml::table& table, std::string_view where,
                std::span<const std::string_view> known);

/// The value of a key in the type asked for. Nothing when the key is missing; a wrong type is reported.
std::optional<Text> read_string(const TomlReader& reader, const toml::table& table, std::string_view key,
                                TextLimit limit);
std::optional<std::int64_t> read_integer(const TomlReader& reader, const toml::table& table, std::string_view key,
                                         std::int64_t smallest, std::int64_t largest);
std::optional<bool> read_bool(const TomlReader& reader, const toml::table& table, std::string_view key);
const toml::table* read_table(const TomlReader& reader, const toml::table& table, std::string_view key);
std::optional<std::vector<Text>> read_strings(const TomlReader& reader, const toml::table& table, std::string_view key,
                                              TextLimit limit, std::size_t most);

/// The integers of a list, those in the range; others are reported. Empty when the key is missing.
std::vector<Integer> read_integers(const TomlReader& reader, const toml::table& table, std::string_view key,
                                   std::int64_t smallest, std::int64_t largest, std::size_t most);

/// The entries of an array of tables, `[[key]]`; empty when the key is missing.
std::vector<const toml::table*> read_tables(const TomlReader& reader, const toml::table& table, std::string_view key,
                                            std::size_t most);

/// The strings of a value that may be one string or a list of them.
std::vector<Text> texts_of(const TomlReader& reader, const toml::node& node, std::string_view key, TextLimit limit);

/// Reports a required key that a table lacks, at the table itself.
void report_missing(const TomlReader& reader, const toml::table& table, std::string_view where, std::string_view key,
                    std::string help);

/// Adds what a reader found to `diagnostics`, in the order of its file's text; what is about other files follows.
void append_in_order(const TomlReader& reader, std::vector<Diagnostic>& diagnostics);

/// Whether a name can stand in paths, reports and options: [A-Za-z0-9_][A-Za-z0-9_.+-]*. Reports it if not.
bool check_name(const TomlReader& reader, const Text& name, std::string_view what);

}  // namespace semcheck
