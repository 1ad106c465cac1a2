#include <fmt/format.h>

#include <algorithm>

#include "core/spec/characters.h"
#include "core/spec/spec_parts.h"

namespace semcheck {
namespace {

constexpr std::array<std::string_view, 5> kOperationKeys = {"name", "kind", "dtype", "operands", "summary"};
constexpr std::size_t kMostOperands = 16;

std::vector<std::string_view> dtype_names(std::span<const Dtype> dtypes) {
  std::vector<std::string_view> names;
  names.reserve(dtypes.size());
  for (Dtype d : dtypes) names.push_back(name(d));
  return names;
}

void report_missing_keys(const TomlReader& reader, const toml::table& table) {
  if (!table.contains("name")) report_missing(reader, table, "[operation]", "name", "name = \"max_f32\"");
  if (!table.contains("kind")) report_missing(reader, table, "[operation]", "kind", "kind = \"max\"");
  if (!table.contains("dtype")) report_missing(reader, table, "[operation]", "dtype", "dtype = \"f32\"");
}

std::optional<OperationKind> read_kind(const TomlReader& reader, const toml::table& table) {
  const auto text = read_string(reader, table, "kind", kNameLimit);
  if (!text) return std::nullopt;
  const auto kind = find_operation(text->value);
  if (kind) return kind;
  reader.report(text->span, fmt::format("unknown operation \"{}\"", displayed(text->value)),
                suggest(text->value, names_of(kOperations)));
  return std::nullopt;
}

/// The dtype that a word names, if `kind` (when known) is defined over it.
std::optional<Dtype> read_dtype(const TomlReader& reader, const Text& word, const std::optional<OperationKind>& kind) {
  const auto dtype = find_dtype(word.value);
  if (!dtype) {
    reader.report(word.span, fmt::format("unknown dtype \"{}\"", displayed(word.value)),
                  suggest(word.value, names_of(kDtypes)));
    return std::nullopt;
  }
  if (!kind || is_defined_over(*kind, *dtype)) return dtype;
  reader.report(word.span, fmt::format("{} is not defined over {}", name(*kind), word.value),
                fmt::format("`{}` is defined over these dtypes: {}", name(*kind),
                            fmt::join(dtype_names(row(*kind).dtypes), ", ")));
  return std::nullopt;
}

/// Whether operands of these types can be compared: all as the result, or integers of its width.
bool check_operands(const TomlReader& reader, const Span& span, const Operation& operation) {
  const Format& result = format(operation.dtype);
  for (Dtype d : operation.operands) {
    const Format& f = format(d);
    if (d == operation.dtype || (!is_floating(f) && !is_floating(result) && f.width == result.width)) continue;
    reader.report(span, fmt::format("operand {} does not go with result {}", name(d), name(operation.dtype)),
                  "operands have the result's dtype, or are integers of its width");
    return false;
  }
  return true;
}

bool read_operands(const TomlReader& reader, const toml::table& table, Operation& operation) {
  const auto count = static_cast<std::size_t>(row(operation.kind).operands);
  operation.operands.assign(count, operation.dtype);
  if (!table.contains("operands")) return true;
  const auto words = read_strings(reader, table, "operands", kNameLimit, kMostOperands);
  if (!words) return false;
  std::vector<Dtype> operands;
  for (const Text& word : *words)
    if (const auto dtype = read_dtype(reader, word, operation.kind)) operands.push_back(*dtype);
  if (operands.size() != words->size()) return false;
  const Span span = span_of(*table.get("operands"));
  if (operands.size() != count) {
    reader.report(span, fmt::format("{} has {} operands, not {}", name(operation.kind), count, operands.size()));
    return false;
  }
  operation.operands = std::move(operands);
  return check_operands(reader, span, operation);
}

}  // namespace

RuleSubject subject_of(const Operation& operation) {
  const auto differs = [&](Dtype d) { return d != operation.operands.front(); };
  const bool mixed = std::any_of(operation.operands.begin(), operation.operands.end(), differs);
  return {operation.kind, operation.dtype, mixed};
}

bool read_operation(const SpecContext& context, Operation& operation) {
  const TomlReader& reader = context.reader;
  if (!context.root.contains("operation")) {
    reader.report({}, "missing table [operation]", "it names what is computed: name, kind and dtype");
    return false;
  }
  const toml::table* table = read_table(reader, context.root, "operation");
  if (table == nullptr) return false;
  check_keys(reader, *table, "[operation]", kOperationKeys);
  report_missing_keys(reader, *table);
  if (const auto text = read_string(reader, *table, "name", kNameLimit)) {
    check_name(reader, *text, "an operation");
    operation.name = text->value;
  }
  if (const auto text = read_string(reader, *table, "summary", kSummaryLimit)) operation.summary = text->value;
  const auto kind = read_kind(reader, *table);
  const auto word = read_string(reader, *table, "dtype", kNameLimit);
  const auto dtype = word ? read_dtype(reader, *word, kind) : std::nullopt;
  if (!kind || !dtype) return false;
  operation.kind = *kind;
  operation.dtype = *dtype;
  return read_operands(reader, *table, operation);
}

}  // namespace semcheck
