#pragma once

#include <vector>

#include "core/run/device.h"
#include "device/compiler.h"

namespace semcheck {

/// Compiles the variants of a program over exact types (device/exact), by NVRTC for the PTX interpreter: with the
/// options of the build that define macros, and no others. Their kernels take what those over the compiler's types
/// take.
/// @return  a kernel for each variant and feed, variants in order; the error of one that such types cannot carry says
///          why in a line
std::vector<Kernel> compile_exact_kernels(const Compiler& compiler, const Program& program);

}  // namespace semcheck
