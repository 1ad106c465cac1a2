#include "core/spec/matrix.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/spec/characters.h"
#include "core/spec/toml_reader.h"
#include "core/values/spelling.h"

namespace semcheck {
namespace {

using Names = std::vector<std::string>;

/// All ordered pairs of more values would be more cases than anyone waits for.
constexpr std::size_t kMostValues = 1024;

struct CombineRow {
  Combine combine;
  std::string_view name;
};

constexpr std::array kCombines = {CombineRow{Combine::pairs, "pairs"}, CombineRow{Combine::diagonal, "diagonal"}};

constexpr std::array<std::string_view, 2> kTables = {"matrix", "values"};
constexpr std::array<std::string_view, 3> kMatrixKeys = {"name", "summary", "combine"};

std::string_view family(const Format& f) {
  return is_floating(f) ? "floating" : "integer";
}

/// True when the name stands for a value in one of the dtypes at least.
bool resolves_in(const std::vector<Dtype>& dtypes, std::string_view value) {
  return std::any_of(dtypes.begin(), dtypes.end(), [&](Dtype d) { return parse_value(d, value).has_value(); });
}

Names read_names(const TomlReader& reader, const toml::table& values, std::string_view key,
                 const std::vector<Dtype>& dtypes) {
  Names names;
  for (const Text& text : read_strings(reader, values, key, kNameLimit, kMostValues).value_or(std::vector<Text>())) {
    if (!resolves_in(dtypes, text.value))
      reader.report(
          text.span, fmt::format("no {} dtype has a value \"{}\"", key, displayed(text.value)),
          "expected bits (0x7fc00000), a number, or a name such as inf, qnan, snan(1), max, min_normal, 1+1ulp");
    else if (std::find(names.begin(), names.end(), text.value) != names.end())
      reader.report(text.span, fmt::format("value \"{}\" is listed twice", text.value));
    else
      names.push_back(text.value);
  }
  return names;
}

std::vector<Dtype> dtypes_of(std::string_view family_name) {
  std::vector<Dtype> dtypes;
  for (const DtypeRow& r : kDtypes)
    if (family(r.format) == family_name) dtypes.push_back(r.dtype);
  return dtypes;
}

void read_values(const TomlReader& reader, const toml::table& values, Matrix& matrix) {
  std::vector<std::string_view> known = names_of(kDtypes);
  known.insert(known.begin(), {"floating", "integer"});
  check_keys(reader, values, "[values]", known);
  matrix.floating = read_names(reader, values, "floating", dtypes_of("floating"));
  matrix.integer = read_names(reader, values, "integer", dtypes_of("integer"));
  for (const DtypeRow& r : kDtypes)
    if (values.contains(r.name)) matrix.exact.emplace_back(r.dtype, read_names(reader, values, r.name, {r.dtype}));
  if (values.empty()) reader.report(span_of(values), "the matrix has no values");
}

void read_head(const TomlReader& reader, const toml::table& head, Matrix& matrix) {
  check_keys(reader, head, "[matrix]", kMatrixKeys);
  if (!head.contains("name")) report_missing(reader, head, "[matrix]", "name", "name = \"special\"");
  if (const auto name = read_string(reader, head, "name", kNameLimit)) {
    check_name(reader, *name, "a matrix");
    matrix.name = name->value;
  }
  if (const auto summary = read_string(reader, head, "summary", kSummaryLimit)) matrix.summary = summary->value;
  const auto combine = read_string(reader, head, "combine", kNameLimit);
  if (!combine) return;
  const auto found = std::find_if(kCombines.begin(), kCombines.end(),
                                  [&](const CombineRow& candidate) { return candidate.name == combine->value; });
  if (found != kCombines.end()) {
    matrix.combine = found->combine;
    return;
  }
  reader.report(combine->span, fmt::format("unknown value \"{}\" for `combine`", displayed(combine->value)),
                suggest(combine->value, names_of(kCombines)));
}

}  // namespace

std::optional<Matrix> parse_matrix(const SourceFile& file, std::vector<Diagnostic>& diagnostics) {
  std::vector<Diagnostic> found;
  const TomlReader reader{file, found};
  Matrix matrix;
  matrix.path = file.path;
  if (const auto root = parse_toml(reader)) {
    check_keys(reader, *root, "", kTables);
    for (std::string_view table : kTables)
      if (!root->contains(table)) reader.report({}, fmt::format("missing table [{}]", table));
    if (const toml::table* head = read_table(reader, *root, "matrix")) read_head(reader, *head, matrix);
    if (const toml::table* values = read_table(reader, *root, "values")) read_values(reader, *values, matrix);
  }
  append_in_order(reader, diagnostics);
  return found.empty() ? std::optional(std::move(matrix)) : std::nullopt;
}

std::vector<NamedValue> resolve(const Matrix& matrix, Dtype dtype) {
  Names names = is_floating(format(dtype)) ? matrix.floating : matrix.integer;
  for (const auto& [exact, more] : matrix.exact)
    if (exact == dtype) names.insert(names.end(), more.begin(), more.end());
  std::vector<NamedValue> values;
  for (std::string& name : names) {
    const auto bits = parse_value(dtype, name);
    const auto has_bits = [&](const NamedValue& v) { return v.bits == bits; };
    if (bits && std::none_of(values.begin(), values.end(), has_bits)) values.push_back({std::move(name), *bits});
  }
  return values;
}

}  // namespace semcheck
