#include "device/kernel_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "device/literal.h"
#include "device/row_kernel.h"
#include "device/row_strategies.h"
#include "device/supply_kernel.h"

namespace semcheck {
namespace {

/// A path as a string literal of a `#line` directive.
std::string line_file(std::string_view path) {
  std::string text = "\"";
  for (char c : path) {
    if (c == '"' || c == '\\') text += '\\';
    text += c == '\n' ? ' ' : c;
  }
  return text + '"';
}

/// `format` applied to each operand's type and name, joined by ", ".
template <class Format>
std::string for_operands(const Operation& operation, Format format) {
  const std::vector<std::string_view> names = operand_names(operation);
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k)
    text += (k ? ", " : "") + format(row(operation.operands[k]).cuda_type, names[k]);
  return text;
}

std::string kernel(const Operation& operation, std::size_t index) {
  const std::vector<std::string_view> names = operand_names(operation);
  std::string loads;
  for (std::size_t k = 0; k < names.size(); ++k)
    loads += fmt::format("  const {} {} = {}s[i];\n", row(operation.operands[k]).cuda_type, names[k], names[k]);
  return fmt::format(
      "extern \"C\" __global__ void {}({}, {}* ys, unsigned long long n) {{\n"
      "  const unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;\n"
      "  if (i >= n) return;\n"
      "{}"
      "  ys[i] = semcheck_variant_{}({});\n"
      "}}\n",
      kernel_entry(index),
      for_operands(operation, [](auto type, auto name) { return fmt::format("const {}* {}s", type, name); }),
      row(operation.result).cuda_type, loads, index,
      for_operands(operation, [](auto, auto name) { return std::string(name); }));
}

/// The kernels of one variant, each once.
std::string elementwise_kernels(const Spec& spec, const Variant& variant, std::size_t index,
                                const std::vector<Feed>& feeds) {
  const Operation& operation = spec.operation;
  std::string text = variant_function(spec, variant, index) + kernel(operation, index);
  std::set<std::string> written;
  for (const Feed& feed : feeds)
    if (written.insert(kernel_entry(index, operation, feed)).second) text += supply_kernel(operation, feed, index);
  return text;
}

}  // namespace

std::string code_of(const Spec& spec, const Variant& variant) {
  const Span& at = variant.code_span;
  const std::string indent(at.column > 0 ? at.column - 1 : 0, ' ');
  const std::string file = line_file(spec.path);
  const auto last = at.line + std::count(variant.code.begin(), variant.code.end(), '\n');
  return fmt::format("#line {} {}\n{}{}\n#line {} {}\n", at.line, file, indent, variant.code, last, file);
}

std::string constants(const Operation& operation) {
  std::string text;
  for (const Constant& constant : operation.constants)
    text += fmt::format("const {} {} = {};\n", row(operation.dtype).cuda_type, constant.name,
                        cuda_literal(operation.dtype, constant.bits));
  return text;
}

std::string type_headers(const Operation& operation) {
  std::set<std::string_view> headers{row(operation.dtype).cuda_header, row(operation.result).cuda_header};
  for (Dtype dtype : operation.operands) headers.insert(row(dtype).cuda_header);
  std::string text;
  for (std::string_view header : headers)
    if (!header.empty()) text += fmt::format("#include <{}>\n", header);
  return text;
}

std::string variant_function(const Spec& spec, const Variant& variant, std::size_t index) {
  const Operation& operation = spec.operation;
  const bool is_expression = variant.form == VariantForm::expr;
  return fmt::format(
      "static __device__ __forceinline__ {} semcheck_variant_{}({}) {{\n{}{}{}{}}}\n#line 1 \"semcheck\"\n",
      row(operation.result).cuda_type, index,
      for_operands(operation, [](auto type, auto name) { return fmt::format("{} {}", type, name); }),
      constants(operation), is_expression ? "return (\n" : "", code_of(spec, variant), is_expression ? ");" : "");
}

std::string kernel_entry(std::size_t index) {
  return fmt::format("semcheck_kernel_{}", index);
}

std::string kernel_source(const Spec& spec, std::span<const Variant* const> variants, const std::vector<Feed>& feeds) {
  const Operation& operation = spec.operation;
  std::string source = type_headers(operation) + supply_declarations(operation, feeds);
  if (is_row_operation(operation.kind)) source += row_strategies(operation);
  for (std::size_t i = 0; i < variants.size(); ++i) {
    source += '\n';
    source += is_row_operation(operation.kind) ? row_kernel(spec, *variants[i], i)
                                               : elementwise_kernels(spec, *variants[i], i, feeds);
  }
  return source;
}

}  // namespace semcheck
