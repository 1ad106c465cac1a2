#include "device/row_kernel.h"

#include <fmt/format.h>

#include "device/kernel_source.h"
#include "device/literal.h"
#include "device/row_strategies.h"

namespace semcheck {
namespace {

bool is_index_reduction(const Operation& operation) {
  return row(operation.kind).result == ResultType::index;
}

/// `x`, `n` and `y` of the row that a block works on, in a kernel that is still open.
std::string opening(const Operation& operation, std::size_t index) {
  const std::string_view type = row(operation.operands.front()).cuda_type;
  const std::string_view result = row(operation.result).cuda_type;
  return fmt::format(
      "extern \"C\" __global__ void {0}(const {1}* xs, const unsigned long long* starts, {2}* ys, unsigned long long) "
      "{{\n"
      "  const {1}* x = xs + starts[blockIdx.x];\n"
      "  const unsigned int n = (unsigned int)(starts[blockIdx.x + 1] - starts[blockIdx.x]);\n"
      "  {2}* y = ys + blockIdx.x;\n",
      kernel_entry(index), type, result);
}

/// The variant's expression as a function: of two elements, or of two elements with their indices.
std::string expression(const Spec& spec, const Variant& variant, std::size_t index) {
  const Operation& operation = spec.operation;
  const std::string_view type = row(operation.operands.front()).cuda_type;
  const std::string_view result = row(operation.result).cuda_type;
  const std::string signature =
      is_index_reduction(operation)
          ? fmt::format("bool semcheck_variant_{0}({1} x, {2} i, {1} z, {2} j)", index, type, result)
          : fmt::format("{1} semcheck_variant_{0}({1} x, {1} z)", index, type);
  return fmt::format("static __device__ __forceinline__ {} {{\n{}return (\n{});}}\n#line 1 \"semcheck\"\n", signature,
                     constants(operation), code_of(spec, variant));
}

/// What an empty row gives that no identity speaks for: the value that every element beats or equals.
Bits least(const Operation& operation) {
  const Format& f = format(operation.operands.front());
  const bool min = is_minimum(operation.kind);
  switch (f.kind) {
    case NumberKind::floating: return largest_magnitude(f) | (min ? 0 : sign_mask(f));
    case NumberKind::signed_integer: return min ? magnitude_mask(f) : sign_mask(f);
    case NumberKind::unsigned_integer: return min ? value_mask(f) : 0;
  }
  return 0;
}

/// A row of values: its words are the elements' bits.
std::string value_row(const Operation& operation, const Variant& variant, std::size_t index) {
  const Dtype dtype = operation.operands.front();
  const std::string start = cuda_literal(dtype, variant.identity.value_or(least(operation)));
  return fmt::format(
      "struct semcheck_row_{0} {{\n"
      "  using Word = semcheck_word;\n"
      "  const {1}* x;\n"
      "  unsigned int n;\n"
      "  {1}* y;\n"
      "  __device__ __forceinline__ semcheck_partial<semcheck_row_{0}> start() const {{ return {{semcheck_bits({2}), "
      "{3}}}; }}\n"
      "  __device__ __forceinline__ Word element(unsigned int i) const {{ return semcheck_bits(x[i]); }}\n"
      "  __device__ __forceinline__ Word combine(Word a, Word b) const {{\n"
      "    return semcheck_bits(semcheck_variant_{0}(semcheck_value(a), semcheck_value(b)));\n"
      "  }}\n"
      "  __device__ __forceinline__ void store(Word word) const {{ *y = semcheck_value(word); }}\n"
      "}};\n",
      index, row(dtype).cuda_type, start, variant.identity ? "true" : "false");
}

/// A row of indices: its words are places in the row, whose elements are loaded to be compared.
std::string index_row(const Operation& operation, std::size_t index) {
  return fmt::format(
      "struct semcheck_row_{0} {{\n"
      "  using Word = unsigned int;\n"
      "  const {1}* x;\n"
      "  unsigned int n;\n"
      "  {2}* y;\n"
      "  __device__ __forceinline__ semcheck_partial<semcheck_row_{0}> start() const {{ return {{0, false}}; }}\n"
      "  __device__ __forceinline__ Word element(unsigned int i) const {{ return i; }}\n"
      "  __device__ __forceinline__ Word combine(Word a, Word b) const {{\n"
      "    return semcheck_variant_{0}(x[a], ({2})a, x[b], ({2})b) ? a : b;\n"
      "  }}\n"
      "  __device__ __forceinline__ void store(Word word) const {{ *y = ({2})word; }}\n"
      "}};\n",
      index, row(operation.operands.front()).cuda_type, row(operation.result).cuda_type);
}

}  // namespace

std::string row_kernel(const Spec& spec, const Variant& variant, std::size_t index) {
  const Operation& operation = spec.operation;
  if (variant.form == VariantForm::body)
    return fmt::format("{}{}{}}}\n#line 1 \"semcheck\"\n", opening(operation, index), constants(operation),
                       code_of(spec, variant));
  const bool indices = is_index_reduction(operation);
  return expression(spec, variant, index) +
         (indices ? index_row(operation, index) : value_row(operation, variant, index)) + opening(operation, index) +
         fmt::format("  {}(semcheck_row_{}{{x, n, y}});\n}}\n", strategy_function(variant.strategy), index);
}

}  // namespace semcheck
