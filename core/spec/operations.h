#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/values/dtype.h"

namespace semcheck {

/// What is computed.
enum class OperationKind : std::uint8_t { max, min };

struct OperationRow {
  OperationKind kind;
  std::string_view name;
  int operands;
  std::span<const Dtype> dtypes;  ///< of the operands it is defined over
  std::string_view summary;
  std::string_view explanation;  ///< the long text of `semcheck explain`
};

/// What `max` and `min` are defined over: the types that CUDA orders in hardware.
inline constexpr std::array kOrderedDtypes = {Dtype::f64, Dtype::f32, Dtype::f16, Dtype::bf16, Dtype::s8,  Dtype::u8,
                                              Dtype::s16, Dtype::u16, Dtype::s32, Dtype::u32,  Dtype::s64, Dtype::u64};

// clang-format off
inline constexpr std::array kOperations = {
    OperationRow{OperationKind::max, "max", 2, kOrderedDtypes, "the larger of two operands",
                 "y = max(x, z). Every rule of the vocabulary applies: what a NaN operand does, which NaN comes out, how +0 and -0\n"
                 "compare, what happens to subnormals, and for integers whether the operands are compared as signed or unsigned.\n"
                 "\n"
                 "example: fmaxf(x, z), x >= z ? x : z and max.NaN.f32 are three maxima that agree on ordinary numbers only."},
    OperationRow{OperationKind::min, "min", 2, kOrderedDtypes, "the smaller of two operands",
                 "y = min(x, z). The mirror image of max: the same rules, with the order of numbers reversed (-0 below +0).\n"
                 "\n"
                 "example: fminf(+0, -0) is -0; x <= z ? x : z returns +0, its first operand."},
};
// clang-format on

constexpr bool operation_rows_in_order() {
  for (std::size_t i = 0; i < kOperations.size(); ++i)
    if (static_cast<std::size_t>(kOperations[i].kind) != i) return false;
  return true;
}
static_assert(operation_rows_in_order(), "row i of kOperations describes operation i");

constexpr const OperationRow& row(OperationKind kind) {
  return kOperations[static_cast<std::size_t>(kind)];
}
constexpr std::string_view name(OperationKind kind) {
  return row(kind).name;
}

constexpr bool is_defined_over(OperationKind kind, Dtype dtype) {
  for (Dtype d : row(kind).dtypes)
    if (d == dtype) return true;
  return false;
}

/// The operation of that name, or nothing.
constexpr std::optional<OperationKind> find_operation(std::string_view text) {
  for (const OperationRow& r : kOperations)
    if (r.name == text) return r.kind;
  return std::nullopt;
}

}  // namespace semcheck
