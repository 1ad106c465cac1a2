#pragma once

#include <span>
#include <vector>

#include "core/run/device.h"
#include "device/compiler.h"

namespace semcheck {

/// Compiles the variants of a program together, or one by one when that fails, and a failing one by its supplies.
/// Throws EnvironmentError when the operands' types need headers and there are none.
/// @param otherwise  the paths of a program that states none; machine code is made only when `cubin` is among them
/// @return  a kernel for each variant, feed and path, variants in order
std::vector<Kernel> compile_kernels(const Compiler& compiler, const Program& program, std::span<const Path> otherwise);

}  // namespace semcheck
