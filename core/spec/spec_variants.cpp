#include <fmt/format.h>

#include <algorithm>

#include "core/spec/characters.h"
#include "core/spec/spec_parts.h"
#include "core/values/spelling.h"

namespace semcheck {
namespace {

constexpr std::size_t kMostVariants = 256;
constexpr TextLimit kCodeLimit{64 << 10, true};
constexpr std::array<std::string_view, 6> kVariantKeys = {"name", "expr", "body", "needs", "inspect", "breaks"};
constexpr std::array<std::string_view, 3> kRowKeys = {"strategy", "launch", "identity"};
constexpr std::array<std::string_view, 1> kLaunchKeys = {"block"};
constexpr std::int64_t kLargestBlock = 1024;
constexpr std::int64_t kWarp = 32;

/// The line of a text, counted from 1, from character `column` on.
std::string_view rest_of_line(std::string_view text, std::uint32_t number, std::uint32_t column) {
  for (std::uint32_t i = 1; i < number; ++i) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  text = text.substr(0, text.find('\n'));
  for (std::uint32_t i = 1; i < column && !text.empty(); ++i)
    text.remove_prefix(std::max<std::size_t>(1, sequence_length(text)));
  return text;
}

/// Where the first character of a string's value stands: behind its quotes, or in the line after them.
Span code_span(const TomlReader& reader, const Text& code) {
  const std::string_view literal = rest_of_line(reader.file.text, code.span.line, code.span.column);
  const std::size_t length = count_characters(std::string_view(code.value).substr(0, code.value.find('\n')));
  Span span{code.span.line, code.span.column + 1, static_cast<std::uint32_t>(std::max<std::size_t>(1, length))};
  if (!literal.starts_with("\"\"\"") && !literal.starts_with("'''")) return span;
  if (literal.substr(3).find_first_not_of('\r') == std::string_view::npos) return {span.line + 1, 1, span.length};
  span.column += 2;
  return span;
}

void read_code(const TomlReader& reader, const toml::table& table, Variant& variant) {
  const bool has_expr = table.contains("expr");
  const bool has_body = table.contains("body");
  if (has_expr && has_body) reader.report(key_span(table, "body"), "a variant has an `expr` or a `body`, not both");
  if (!has_expr && !has_body)
    reader.report(span_of(table), "the variant has no code", "expr = \"fmaxf(x, z)\", or body = \"… return …;\"");
  variant.form = has_expr ? VariantForm::expr : VariantForm::body;
  const std::string_view key = has_expr ? "expr" : "body";
  const auto code = read_string(reader, table, key, kCodeLimit);
  if (!code) return;
  if (code->value.find_first_not_of(" \t\r\n") == std::string::npos)
    reader.report(code->span, fmt::format("`{}` is empty", key));
  variant.code = code->value;
  variant.code_span = code_span(reader, *code);
}

std::vector<std::string_view> keys_of_variant(const Operation* operation) {
  std::vector<std::string_view> keys(kVariantKeys.begin(), kVariantKeys.end());
  if (operation == nullptr || is_row_operation(operation->kind))
    keys.insert(keys.end(), kRowKeys.begin(), kRowKeys.end());
  return keys;
}

void read_strategy(const TomlReader& reader, const toml::table& table, Variant& variant) {
  const auto text = read_string(reader, table, "strategy", kNameLimit);
  if (!text) return;
  if (variant.form == VariantForm::body)
    reader.report(key_span(table, "strategy"), "a `body` is its own strategy", "`strategy` goes with `expr`");
  if (const auto strategy = find_strategy(text->value))
    variant.strategy = *strategy;
  else
    reader.report(text->span, fmt::format("unknown strategy \"{}\"", displayed(text->value)),
                  suggest(text->value, names_of(kStrategies)));
}

void read_launch(const TomlReader& reader, const toml::table& table, Variant& variant) {
  const toml::table* launch = read_table(reader, table, "launch");
  if (launch == nullptr) return;
  check_keys(reader, *launch, "`launch`", kLaunchKeys);
  const auto block = read_integer(reader, *launch, "block", kWarp, kLargestBlock);
  if (!block) return;
  variant.block = static_cast<std::uint32_t>(*block);
  if (*block % kWarp != 0)
    reader.report(span_of(*launch->get("block")), "a block is a number of whole warps", "write a multiple of 32");
}

/// What only variants of row operations have.
void read_row_keys(const TomlReader& reader, const toml::table& table, const Operation& operation, Variant& variant) {
  read_strategy(reader, table, variant);
  read_launch(reader, table, variant);
  if (operation.kind == OperationKind::norm_clip && variant.form == VariantForm::expr)
    reader.report(key_span(table, "expr"), "norm_clip is no combination of two elements", "write a `body`");
  const auto identity = read_string(reader, table, "identity", kNameLimit);
  if (!identity) return;
  if (row(operation.kind).result == ResultType::index)
    reader.report(key_span(table, "identity"), fmt::format("`identity` does not apply to {}", name(operation.kind)),
                  "an index reduction starts from its first element");
  variant.identity = parse_value(operation.dtype, identity->value);
  if (!variant.identity)
    reader.report(identity->span,
                  fmt::format("{} cannot hold \"{}\"", name(operation.dtype), displayed(identity->value)));
}

}  // namespace

std::vector<Variant> read_variants(const SpecContext& context, const Operation* operation, const ObligationSet& laws,
                                   const std::vector<Build>& builds) {
  const TomlReader& reader = context.reader;
  std::vector<Variant> variants;
  std::vector<Text> taken;
  const toml::node* node = context.root.get("variant");
  if (node == nullptr || (node->is_array() && node->as_array()->empty()))
    reader.report(node == nullptr ? Span{} : key_span(context.root, "variant"), "the spec has no variants",
                  "add a [[variant]] with a name and an expr or body");
  else
    for (const toml::table* table : read_tables(reader, context.root, "variant", kMostVariants)) {
      check_keys(reader, *table, "[[variant]]", keys_of_variant(operation));
      Variant& variant = variants.emplace_back();
      variant.name = read_entry_name(reader, *table, "variant", taken);
      read_code(reader, *table, variant);
      if (operation != nullptr && is_row_operation(operation->kind)) read_row_keys(reader, *table, *operation, variant);
      variant.needs = read_architecture(reader, *table, "needs");
      variant.inspect = read_inspect(reader, *table);
      variant.breaks = read_breaks(context, *table, operation, laws, builds);
    }
  return variants;
}

}  // namespace semcheck
