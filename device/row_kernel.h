#pragma once

#include <string>

#include "core/spec/spec.h"

namespace semcheck {

/// CUDA C++ of the kernel of a row operation's variant, which is number `index` of its program:
///
///   extern "C" __global__ void semcheck_kernel_0(const T* xs, const unsigned long long* starts, R* ys, …)
///
/// Block b works on row b. A `body` sees `const T* x`, `unsigned int n` and `R* y`, and is executed by every thread of
/// the block. An `expr` combines two elements `x` and `z` of a reduction, in the kernel of its strategy; of an index
/// reduction it says whether (x, i) goes before (z, j).
std::string row_kernel(const Spec& spec, const Variant& variant, std::size_t index);

}  // namespace semcheck
