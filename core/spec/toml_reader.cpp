#include "core/spec/toml_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/spec/characters.h"

namespace semcheck {
namespace {

/// A file with more mistakes is not what it was taken for; showing them all helps nobody.
constexpr std::size_t kMostDiagnostics = 200;

Span span_of_region(const toml::source_region& region) {
  Span span{region.begin.line, region.begin.column, 1};
  constexpr std::uint32_t kToEndOfLine = 1 << 20;
  if (region.end.line != region.begin.line)
    span.length = kToEndOfLine;
  else if (region.end.column > region.begin.column)
    span.length = region.end.column - region.begin.column;
  return span;
}

std::string_view type_name(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::none: return "nothing";
    case toml::node_type::table: return "a table";
    case toml::node_type::array: return "an array";
    case toml::node_type::string: return "a string";
    case toml::node_type::integer: return "an integer";
    case toml::node_type::floating_point: return "a float";
    case toml::node_type::boolean: return "a boolean";
    case toml::node_type::date: return "a date";
    case toml::node_type::time: return "a time";
    case toml::node_type::date_time: return "a date-time";
  }
  return "nothing";
}

void report_type(const TomlReader& reader, const toml::node& node, std::string_view key, std::string_view wanted) {
  reader.report(span_of(node), fmt::format("`{}` must be {}, not {}", key, wanted, type_name(node)));
}

/// The text of a string node within its limit.
std::optional<Text> text_of(const TomlReader& reader, const toml::node& node, std::string_view key,
                            const TextLimit& limit) {
  const std::string& value = node.as_string()->get();
  const Span span = span_of(node);
  if (value.size() > limit.longest) {
    reader.report(span, fmt::format("`{}` is {} bytes long, more than {}", key, value.size(), limit.longest));
    return std::nullopt;
  }
  const auto unwanted = std::find_if(value.begin(), value.end(), [&](char c) {
    const bool line = c == '\n' || c == '\t' || c == '\r';
    return (static_cast<unsigned char>(c) < 0x20 && !(line && limit.lines)) || c == 0x7f;
  });
  if (unwanted == value.end()) return Text{value, span};
  const auto code = static_cast<unsigned>(static_cast<unsigned char>(*unwanted));
  reader.report(span, fmt::format("`{}` holds the control character U+{:04X}", key, code));
  return std::nullopt;
}

}  // namespace

Span span_of(const toml::node& node) {
  return span_of_region(node.source());
}
Span span_of(const toml::key& key) {
  return span_of_region(key.source());
}

Span key_span(const toml::table& table, std::string_view name) {
  const auto found = table.find(name);
  return found == table.end() ? span_of(table) : span_of(found->first);
}

void check_keys(const TomlReader& reader, const toml::table& table, std::string_view where,
                std::span<const std::string_view> known) {
  for (const auto& [key, node] : table) {
    if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
    reader.report(span_of(key),
                  fmt::format("unknown key `{}`{}{}", displayed(key.str()), where.empty() ? "" : " in ", where),
                  suggest(key.str(), {known.begin(), known.end()}));
  }
}

std::optional<Text> read_string(const TomlReader& reader, const toml::table& table, std::string_view key,
                                TextLimit limit) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return std::nullopt;
  if (node->is_string()) return text_of(reader, *node, key, limit);
  report_type(reader, *node, key, "a string");
  return std::nullopt;
}

std::optional<std::int64_t> read_integer(const TomlReader& reader, const toml::table& table, std::string_view key,
                                         std::int64_t smallest, std::int64_t largest) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return std::nullopt;
  if (!node->is_integer()) {
    report_type(reader, *node, key, "an integer");
    return std::nullopt;
  }
  const std::int64_t value = node->as_integer()->get();
  if (value >= smallest && value <= largest) return value;
  reader.report(span_of(*node), fmt::format("`{}` is out of range", key),
                fmt::format("expected {} to {}", smallest, largest));
  return std::nullopt;
}

std::vector<Integer> read_integers(const TomlReader& reader, const toml::table& table, std::string_view key,
                                   std::int64_t smallest, std::int64_t largest, std::size_t most) {
  std::vector<Integer> integers;
  const toml::node* node = table.get(key);
  if (node == nullptr) return integers;
  const toml::array* array = node->as_array();
  const auto is_integer = [](const toml::node& entry) { return entry.is_integer(); };
  if (array == nullptr || !std::all_of(array->begin(), array->end(), is_integer)) {
    report_type(reader, *node, key, "an array of integers");
    return integers;
  }
  if (array->empty() || array->size() > most)
    reader.report(span_of(*node), fmt::format("`{}` must have 1 to {} entries", key, most));
  for (const toml::node& entry : *array) {
    const std::int64_t value = entry.as_integer()->get();
    if (value >= smallest && value <= largest)
      integers.push_back({value, span_of(entry)});
    else
      reader.report(span_of(entry), fmt::format("`{}` is out of range", value),
                    fmt::format("expected {} to {}", smallest, largest));
  }
  return integers;
}

std::optional<bool> read_bool(const TomlReader& reader, const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return std::nullopt;
  if (node->is_boolean()) return node->as_boolean()->get();
  report_type(reader, *node, key, "true or false");
  return std::nullopt;
}

const toml::table* read_table(const TomlReader& reader, const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  if (node == nullptr || node->is_table()) return node == nullptr ? nullptr : node->as_table();
  report_type(reader, *node, key, "a table");
  return nullptr;
}

std::optional<std::vector<Text>> read_strings(const TomlReader& reader, const toml::table& table, std::string_view key,
                                              TextLimit limit, std::size_t most) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return std::nullopt;
  if (!node->is_array()) {
    report_type(reader, *node, key, "an array of strings");
    return std::nullopt;
  }
  if (node->as_array()->size() > most) {
    reader.report(span_of(*node),
                  fmt::format("`{}` has {} entries, more than {}", key, node->as_array()->size(), most));
    return std::nullopt;
  }
  return texts_of(reader, *node, key, limit);
}

std::vector<const toml::table*> read_tables(const TomlReader& reader, const toml::table& table, std::string_view key,
                                            std::size_t most) {
  std::vector<const toml::table*> tables;
  const toml::node* node = table.get(key);
  if (node == nullptr) return tables;
  const toml::array* array = node->as_array();
  const bool holds_tables =
      array != nullptr && std::all_of(array->begin(), array->end(), [](const toml::node& e) { return e.is_table(); });
  if (!holds_tables) {
    reader.report(key_span(table, key), fmt::format("`{}` must be an array of tables", key),
                  fmt::format("write [[{}]] above each entry", key));
    return tables;
  }
  if (array->size() > most) {
    reader.report(span_of((*array)[most]), fmt::format("more than {} entries of [[{}]]", most, key));
    return tables;
  }
  for (const toml::node& entry : *array) tables.push_back(entry.as_table());
  return tables;
}

std::vector<Text> texts_of(const TomlReader& reader, const toml::node& node, std::string_view key, TextLimit limit) {
  std::vector<Text> texts;
  const auto add = [&](const toml::node& entry) {
    if (!entry.is_string())
      return report_type(reader, entry, key, node.is_array() ? "an array of strings" : "a string");
    if (auto text = text_of(reader, entry, key, limit)) texts.push_back(std::move(*text));
  };
  if (!node.is_array()) add(node);
  if (node.is_array())
    for (const toml::node& entry : *node.as_array()) add(entry);
  return texts;
}

void report_missing(const TomlReader& reader, const toml::table& table, std::string_view where, std::string_view key,
                    std::string help) {
  reader.report(span_of(table), fmt::format("missing key `{}` in {}", key, where), std::move(help));
}

void append_in_order(const TomlReader& reader, std::vector<Diagnostic>& diagnostics) {
  std::vector<Diagnostic> found = reader.diagnostics;
  const std::string& file = reader.file.path;
  std::stable_sort(found.begin(), found.end(), [&](const Diagnostic& a, const Diagnostic& b) {
    if (a.file != file || b.file != file) return a.file == file && b.file != file;
    return std::pair(a.span.line, a.span.column) < std::pair(b.span.line, b.span.column);
  });
  if (found.size() > kMostDiagnostics) {
    const std::size_t more = found.size() - kMostDiagnostics;
    found.resize(kMostDiagnostics);
    found.push_back({file, {}, fmt::format("{} more mistakes are not shown", more), ""});
  }
  diagnostics.insert(diagnostics.end(), found.begin(), found.end());
}

bool check_name(const TomlReader& reader, const Text& name, std::string_view what) {
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  const auto fits = [&](char c) { return is_word(c) || c == '.' || c == '+' || c == '-'; };
  if (!name.value.empty() && is_word(name.value.front()) && std::all_of(name.value.begin(), name.value.end(), fits))
    return true;
  reader.report(name.span, fmt::format("\"{}\" cannot name {}", displayed(name.value), what),
                "a name begins with a letter, digit or '_' and goes on with those or '.', '+', '-'");
  return false;
}

}  // namespace semcheck
