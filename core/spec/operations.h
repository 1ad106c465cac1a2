#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/spec/obligation_set.h"
#include "core/spec/rule_values.h"
#include "core/values/dtype.h"

namespace semcheck {

/// What one result is computed from: one element of each operand, or all elements of a row.
enum class Shape : std::uint8_t { elementwise, row };

/// The dtype of the result: that of the operands, a predicate (an integer, 0 or 1), an index, or whatever is stated.
enum class ResultType : std::uint8_t { same, predicate, index, stated };

/// The operands that one step of a composed operation reads; "" is the result of the step before. Each writes one
/// result.
using Step = std::span<const std::string_view>;

struct OperationRow {
  OperationKind kind;
  std::string_view name;
  Shape shape;
  std::span<const std::string_view> operands;  ///< what a variant calls them, in order
  std::size_t least_operands;                  ///< fewer than `operands` where the last ones may be left out
  ResultType result;
  std::span<const Dtype> dtypes;      ///< of the operands it is defined over
  std::span<const Obligation> rules;  ///< besides `value` and `supply_invariant`, as far as they apply to the dtypes
  std::span<const Obligation> laws;
  std::string_view summary;
  std::string_view explanation;   ///< the long text of `semcheck explain`
  std::span<const Step> steps{};  ///< of a composed operation, as separate kernels would take them; else empty
};

/// All operations; row i describes operation i.
std::span<const OperationRow> operations();
const OperationRow& row(OperationKind kind);
std::string_view name(OperationKind kind);
bool is_defined_over(OperationKind kind, Dtype dtype);
inline bool is_row_operation(OperationKind kind) {
  return row(kind).shape == Shape::row;
}

/// The dtype of the result unless a spec states it: an s32 for predicates and indices.
Dtype default_result(OperationKind kind, Dtype dtype);

/// Whether its operands after the first may be values of the spec.
constexpr bool takes_constants(OperationKind kind) {
  return kind == OperationKind::clamp || kind == OperationKind::grad_clip || kind == OperationKind::norm_clip;
}

/// The operation of that name, or nothing.
std::optional<OperationKind> find_operation(std::string_view text);

}  // namespace semcheck
