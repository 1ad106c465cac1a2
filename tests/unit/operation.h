#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/spec/spec.h"

namespace semcheck::given {

/// An operation whose operands are of the dtypes given, or all of `dtype`.
inline Operation operation(const std::string& name, OperationKind kind, Dtype dtype, std::vector<Dtype> operands = {}) {
  Operation made = operation_over(kind, dtype);
  made.name = name;
  if (!operands.empty()) made.operands = std::move(operands);
  return made;
}

}  // namespace semcheck::given
