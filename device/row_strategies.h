#pragma once

#include <string>

#include "core/spec/spec.h"

namespace semcheck {

/// CUDA C++ that the generated kernels of a program of row operations share: the words that elements are combined as,
/// and a function template for each strategy.
std::string row_strategies(const Operation& operation);

/// The name of the template of a strategy.
std::string strategy_function(Strategy strategy);

}  // namespace semcheck
