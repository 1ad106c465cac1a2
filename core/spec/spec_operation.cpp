#include <fmt/format.h>

#include <algorithm>

#include "core/spec/characters.h"
#include "core/spec/operation_words.h"
#include "core/spec/spec_parts.h"
#include "core/values/spelling.h"

namespace semcheck {
namespace {

constexpr std::array<std::string_view, 6> kKeys = {"name", "kind", "dtype", "operands", "summary", "arity"};
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
                suggest(text->value, names_of(operations())));
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

/// Whether operands of these types go together: all as stated, or integers of one width; a select's condition may be of
/// any type.
bool check_operands(const TomlReader& reader, const Span& span, const Operation& operation) {
  const Format& own = format(operation.dtype);
  const bool has_condition = operation.kind == OperationKind::select;
  const std::size_t values = operation.operands.size() - (has_condition ? 1 : 0);
  for (std::size_t k = 0; k < values; ++k) {
    const Dtype d = operation.operands[k];
    const Format& f = format(d);
    if (d == operation.dtype || (!is_floating(f) && !is_floating(own) && f.width == own.width)) continue;
    reader.report(span, fmt::format("operand {} does not go with result {}", name(d), name(operation.dtype)),
                  "operands have the result's dtype, or are integers of its width");
    return false;
  }
  return true;
}

/// The number of operands: as many as the operation has, or the `arity` of one that may have fewer.
std::size_t read_arity(const TomlReader& reader, const toml::table& table, OperationKind kind) {
  const OperationRow& r = row(kind);
  const std::size_t most = r.operands.size();
  if (r.least_operands == most) return most;
  const auto arity = read_integer(reader, table, "arity", static_cast<std::int64_t>(r.least_operands),
                                  static_cast<std::int64_t>(most));
  return arity ? static_cast<std::size_t>(*arity) : r.least_operands;
}

/// How a value of a dtype is written.
std::string how_to_write(Dtype dtype) {
  const Format& f = format(dtype);
  if (is_floating(f))
    return fmt::format("write a number that {} has, a name such as \"+inf\" or \"+qnan\", or bits such as \"{}\"",
                       name(dtype), hex(dtype, row(dtype).canonical_nan));
  const bool is_signed = f.kind == NumberKind::signed_integer;
  return fmt::format("write a whole number from {} to {}, or its bits", spell(dtype, is_signed ? sign_mask(f) : 0),
                     spell(dtype, is_signed ? magnitude_mask(f) : value_mask(f)));
}

/// The value of a dtype that a text stands for.
std::optional<Bits> read_value(const TomlReader& reader, const toml::table& table, std::string_view key, Dtype dtype) {
  const auto text = read_string(reader, table, key, kNameLimit);
  if (!text) return std::nullopt;
  const auto bits = parse_value(dtype, text->value);
  if (!bits)
    reader.report(text->span, fmt::format("{} cannot hold \"{}\"", name(dtype), displayed(text->value)),
                  how_to_write(dtype));
  return bits;
}

/// The operands that are values of the spec: a bound or a limit.
void read_constants(const TomlReader& reader, const toml::table& table, Operation& operation) {
  const OperationRow& r = row(operation.kind);
  std::size_t stated = 0;
  for (std::string_view key : r.operands.subspan(1)) {
    if (!takes_constants(operation.kind) || !table.contains(key)) continue;
    ++stated;
    if (const auto bits = read_value(reader, table, key, operation.dtype)) operation.constants.push_back({key, *bits});
  }
  const bool some = stated > 0 && stated + 1 < r.operands.size();
  if (some || (r.shape == Shape::row && stated + 1 != r.operands.size()))
    reader.report(span_of(table), fmt::format("{} needs {} as values of the spec", name(operation.kind),
                                              list_of({r.operands.begin() + 1, r.operands.end()})));
}

bool read_operands(const TomlReader& reader, const toml::table& table, Operation& operation) {
  const std::size_t count = read_arity(reader, table, operation.kind) - operation.constants.size();
  operation.operands.assign(count, operation.dtype);
  if (operation.kind == OperationKind::select) operation.operands.back() = Dtype::u32;
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

/// The dtype of the result. False when it is missing or none that the operation can return.
bool read_result(const TomlReader& reader, const toml::table& table, Operation& operation) {
  operation.result = default_result(operation.kind, operation.dtype);
  const ResultType type = row(operation.kind).result;
  if (type == ResultType::stated && !table.contains("result")) {
    report_missing(reader, table, "[operation]", "result", "result = \"s8\"");
    return false;
  }
  const auto word = type == ResultType::same ? std::nullopt : read_string(reader, table, "result", kNameLimit);
  if (!word) return true;
  const auto dtype = read_dtype(reader, *word, std::nullopt);
  if (!dtype) return false;
  operation.result = *dtype;
  if (type == ResultType::stated || !is_floating(format(*dtype))) return true;
  reader.report(word->span, fmt::format("{} returns an integer, not {}", name(operation.kind), name(*dtype)));
  return false;
}

/// The place of a word in a list; an unknown one is reported.
template <std::size_t N>
std::optional<std::size_t> read_choice(const TomlReader& reader, const toml::table& table, std::string_view key,
                                       const std::array<std::string_view, N>& words) {
  const auto text = read_string(reader, table, key, kNameLimit);
  if (!text) return std::nullopt;
  const auto found = std::find(words.begin(), words.end(), text->value);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  reader.report(text->span, fmt::format("unknown {} \"{}\"", key, displayed(text->value)),
                suggest(text->value, {words.begin(), words.end()}));
  return std::nullopt;
}

void read_slope(const TomlReader& reader, const toml::table& table, Operation& operation) {
  operation.slope = read_value(reader, table, "slope", operation.dtype);
  const Format& f = format(operation.dtype);
  if (!operation.slope || (!is_nan(f, *operation.slope) && !is_negative(f, *operation.slope))) return;
  reader.report(span_of(*table.get("slope")), "a slope is a number from 0 to 1");
}

/// What only some operations have.
void read_attributes(const TomlReader& reader, const toml::table& table, Operation& operation) {
  if (operation.kind == OperationKind::compare) {
    if (!table.contains("relation")) report_missing(reader, table, "[operation]", "relation", "relation = \"lt\"");
    operation.relation = static_cast<Relation>(read_choice(reader, table, "relation", kRelations).value_or(0));
  }
  if (operation.kind == OperationKind::relu_grad)
    operation.gradient_from =
        static_cast<GradientFrom>(read_choice(reader, table, "from", kGradientSources).value_or(0));
  if (operation.kind == OperationKind::relu) read_slope(reader, table, operation);
}

/// The keys of [operation] that the kind of operation knows; all of them where it is not known.
std::vector<std::string_view> keys_of(const std::optional<OperationKind>& kind) {
  std::vector<std::string_view> keys(kKeys.begin(), kKeys.end());
  if (!kind || row(*kind).result != ResultType::same) keys.emplace_back("result");
  if (!kind || *kind == OperationKind::compare) keys.emplace_back("relation");
  if (!kind || *kind == OperationKind::relu_grad) keys.emplace_back("from");
  if (!kind || *kind == OperationKind::relu) keys.emplace_back("slope");
  if (kind && takes_constants(*kind))
    keys.insert(keys.end(), row(*kind).operands.begin() + 1, row(*kind).operands.end());
  if (!kind) keys.insert(keys.end(), {"lower", "upper", "limit"});
  return keys;
}

}  // namespace

RuleSubject subject_of(const Operation& operation) {
  const auto differs = [&](Dtype d) { return d != operation.operands.front(); };
  const bool mixed = operation.kind != OperationKind::select &&
                     std::any_of(operation.operands.begin(), operation.operands.end(), differs);
  return {operation.kind, operation.dtype, operation.result, mixed};
}

Operation operation_over(OperationKind kind, Dtype dtype) {
  Operation operation;
  operation.name = name(kind);
  operation.kind = kind;
  operation.dtype = dtype;
  operation.result = default_result(kind, dtype);
  operation.operands.assign(row(kind).least_operands, dtype);
  if (kind == OperationKind::select) operation.operands.back() = Dtype::u32;
  return operation;
}

int input_bits(const Operation& operation) {
  int bits = 0;
  for (Dtype dtype : operation.operands) bits += format(dtype).width;
  return bits;
}

std::vector<std::string_view> operand_names(const Operation& operation) {
  std::vector<std::string_view> names;
  for (std::string_view name : row(operation.kind).operands) {
    const auto same = [&](const Constant& constant) { return constant.name == name; };
    if (std::none_of(operation.constants.begin(), operation.constants.end(), same)) names.push_back(name);
  }
  names.resize(operation.operands.size());
  return names;
}

bool read_operation(const SpecContext& context, Operation& operation) {
  const TomlReader& reader = context.reader;
  if (!context.root.contains("operation")) {
    reader.report({}, "missing table [operation]", "it names what is computed: name, kind and dtype");
    return false;
  }
  const toml::table* table = read_table(reader, context.root, "operation");
  if (table == nullptr) return false;
  const auto kind = read_kind(reader, *table);
  check_keys(reader, *table, "[operation]", keys_of(kind));
  report_missing_keys(reader, *table);
  if (const auto text = read_string(reader, *table, "name", kNameLimit)) {
    check_name(reader, *text, "an operation");
    operation.name = text->value;
  }
  if (const auto text = read_string(reader, *table, "summary", kSummaryLimit)) operation.summary = text->value;
  const auto word = read_string(reader, *table, "dtype", kNameLimit);
  const auto dtype = word ? read_dtype(reader, *word, kind) : std::nullopt;
  if (!kind || !dtype) return false;
  operation.kind = *kind;
  operation.dtype = *dtype;
  if (!read_result(reader, *table, operation)) return false;
  read_attributes(reader, *table, operation);
  read_constants(reader, *table, operation);
  return read_operands(reader, *table, operation);
}

}  // namespace semcheck
