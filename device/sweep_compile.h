#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/run/device.h"
#include "device/compiler.h"

namespace semcheck {

/// Compiles what a sweep needs of each variant and path, in the order of compile_kernels(). For a GPU, the paths
/// `cubin` and `jit`, variant and twin are one kernel where operands come from arrays and NVRTC compiles the two
/// together: `twin` is then without an image. Elsewhere `kernel` is the variant's own, and `twin` makes the cases and
/// judges the results. For the interpreter, the path `ptx`, it is the variant's own without a twin.
///
/// Laws are checked by code that NVRTC has to compile with the variant: their kernel's error says where it does not.
/// @param otherwise  the paths of a program that states none
/// @param part       says which of the `kernel`s the device does not run, as it does of others; empty where it runs all
std::vector<SweepKernel> compile_sweep_kernels(const Compiler& compiler, const SweepProgram& program,
                                               std::span<const Path> otherwise,
                                               const std::function<void(std::vector<Kernel>&)>& part = {});

}  // namespace semcheck
