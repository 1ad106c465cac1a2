#pragma once

#include <string>

#include "core/values/dtype.h"

namespace semcheck {

/// A CUDA C++ expression of a dtype's type that has exactly this bit pattern: a literal where the number has one
/// (`0x1.8p+0f`, `-128`), else a call that puts the bits together.
std::string cuda_literal(Dtype dtype, Bits bits);

}  // namespace semcheck
