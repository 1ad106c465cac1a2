#include "device/supply_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "device/kernel_source.h"
#include "device/literal.h"

namespace semcheck {
namespace {

/// The unsigned type of a pattern in constant memory, by its size: the types of CUDA's headers have no constant
/// initialisers.
std::string_view pattern_type(Dtype dtype) {
  switch (size_of(dtype)) {
    case 1: return "unsigned char";
    case 2: return "unsigned short";
    case 4: return "unsigned int";
    default: return "unsigned long long";
  }
}

constexpr std::string_view kThreadIndex =
    "  const unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;\n";

class Writer {
 public:
  Writer(const Operation& operation, const Feed& feed, std::size_t index)
      : operation_(operation), feed_(feed), index_(index), names_(operand_names(operation)) {}

  std::string kernel() const {
    const bool vector = vector_width(feed_.supply) > 1;
    return fmt::format("extern \"C\" __global__ void {}({}{}{}* ys, unsigned long long n) {{\n{}{}}}\n",
                       kernel_entry(index_, operation_, feed_), array_parameters(), scalar_parameter(),
                       row(operation_.result).cuda_type, kThreadIndex, vector ? vector_body() : scalar_body());
  }

 private:
  std::string_view type(std::size_t k) const { return row(operation_.operands[k]).cuda_type; }
  bool has_array(std::size_t k) const { return !is_by_value(feed_) || k != feed_.operand; }

  std::string array_parameters() const {
    std::string text;
    for (std::size_t k = 0; k < names_.size(); ++k)
      if (has_array(k)) text += fmt::format("const {}* {}s, ", type(k), names_[k]);
    return text;
  }

  std::string scalar_parameter() const {
    if (feed_.supply == Supply::argument) return fmt::format("{} {}, ", type(feed_.operand), names_[feed_.operand]);
    return feed_.supply == Supply::broadcast ? "unsigned long long columns, " : "";
  }

  /// Results are counted in 32 bits, so that the quotient is no long division.
  std::string element(std::size_t k) const {
    if (feed_.supply != Supply::broadcast) return "i";
    return is_by_row(k) ? "(unsigned int)i / (unsigned int)columns" : "(unsigned int)i % (unsigned int)columns";
  }

  /// The variant's result for the loaded operands and, of the operand that is supplied by value, value j.
  std::string call(std::size_t j) const {
    std::string arguments;
    for (std::size_t k = 0; k < names_.size(); ++k)
      arguments += (k ? ", " : "") + (has_array(k) ? std::string(names_[k]) : value(j));
    return fmt::format("semcheck_variant_{}({})", index_, arguments);
  }

  std::string value(std::size_t j) const {
    const std::size_t k = feed_.operand;
    if (feed_.supply == Supply::literal) return cuda_literal(operation_.operands[k], feed_.values[j]);
    if (feed_.supply == Supply::argument) return std::string(names_[k]);
    return fmt::format("reinterpret_cast<const {}*>(semcheck_constants_{})[{}]", type(k), names_[k], j);
  }

  std::string scalar_body() const {
    std::string text = "  if (i >= n) return;\n";
    for (std::size_t k = 0; k < names_.size(); ++k)
      if (has_array(k)) text += fmt::format("  const {} {} = {}s[{}];\n", type(k), names_[k], names_[k], element(k));
    const std::size_t values = std::max<std::size_t>(feed_.values.size(), 1);
    for (std::size_t j = 0; j < values; ++j)
      text += j == 0 ? fmt::format("  ys[i] = {};\n", call(j)) : fmt::format("  ys[i + {} * n] = {};\n", j, call(j));
    return text;
  }

  /// The variant's result for element `at` of what stands under each operand's name with `suffix`.
  std::string call_of_elements(std::string_view suffix, std::string_view at) const {
    std::string arguments;
    for (std::size_t k = 0; k < names_.size(); ++k)
      arguments += fmt::format("{}{}{}[{}]", k ? ", " : "", names_[k], suffix, at);
    return fmt::format("semcheck_variant_{}({})", index_, arguments);
  }

  std::string vector_type(std::string_view element_type) const {
    return fmt::format("semcheck_vector<{}, {}>", element_type, vector_width(feed_.supply));
  }

  std::string vector_body() const {
    const std::uint32_t width = vector_width(feed_.supply);
    const std::string result = vector_type(row(operation_.result).cuda_type);
    std::string loads;
    for (std::size_t k = 0; k < names_.size(); ++k)
      loads +=
          fmt::format("    const {0} {1} = reinterpret_cast<const {0}*>({1}s)[i];\n", vector_type(type(k)), names_[k]);
    std::string results;
    for (std::uint32_t j = 0; j < width; ++j)
      results += fmt::format("    y.elements[{}] = {};\n", j, call_of_elements(".elements", std::to_string(j)));
    return fmt::format(
        "  const unsigned long long vectors = n / {0};\n"
        "  if (i < vectors) {{\n"
        "{1}"
        "    {2} y;\n"
        "{3}"
        "    reinterpret_cast<{2}*>(ys)[i] = y;\n"
        "    return;\n"
        "  }}\n"
        "  const unsigned long long j = i + vectors * {4};\n"
        "  if (j < n) ys[j] = {5};\n",
        width, loads, result, results, width - 1, call_of_elements("s", "j"));
  }

  const Operation& operation_;
  const Feed& feed_;
  std::size_t index_;
  std::vector<std::string_view> names_;
};

std::string constant_variable(const Operation& operation, const Feed& feed) {
  const Dtype dtype = operation.operands[feed.operand];
  std::string text = fmt::format("extern \"C\" {{\n__constant__ {} semcheck_constants_{}[] = {{", pattern_type(dtype),
                                 operand_names(operation)[feed.operand]);
  for (std::size_t j = 0; j < feed.values.size(); ++j)
    text += fmt::format("{}0x{:0{}x}{}", j ? ", " : "", feed.values[j], 2 * size_of(dtype),
                        size_of(dtype) == 8 ? "ull" : "u");
  return text + "};\n}\n";
}

constexpr std::string_view kVectorType =
    "template <class T, int N>\n"
    "struct __align__(sizeof(T) * N > 16 ? 16 : sizeof(T) * N) semcheck_vector {\n"
    "  T elements[N];\n"
    "};\n";

}  // namespace

std::string supply_kernel(const Operation& operation, const Feed& feed, std::size_t index) {
  if (kernel_entry(index, operation, feed) == kernel_entry(index)) return "";
  return Writer(operation, feed, index).kernel();
}

std::string supply_declarations(const Operation& operation, const std::vector<Feed>& feeds) {
  std::string text;
  bool vectors = false;
  for (const Feed& feed : feeds) {
    if (feed.supply == Supply::constant) text += constant_variable(operation, feed);
    if (vector_width(feed.supply) > 1 && !std::exchange(vectors, true)) text += kVectorType;
  }
  return text;
}

std::string kernel_entry(std::size_t index, const Operation& operation, const Feed& feed) {
  const bool over_arrays =
      feed.supply == Supply::array || feed.supply == Supply::in_place || feed.supply == Supply::tail;
  if (over_arrays) return kernel_entry(index);
  const std::string entry = fmt::format("{}_{}", kernel_entry(index), name(feed.supply));
  return is_by_value(feed) ? fmt::format("{}_{}", entry, operand_names(operation)[feed.operand]) : entry;
}

}  // namespace semcheck
