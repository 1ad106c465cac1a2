#pragma once

#include <string>
#include <vector>

#include "core/run/device.h"
#include "device/compiler.h"

namespace semcheck {

/// Compiles the chains of a probe together, or one by one when that fails: a kernel for each role, in order.
std::vector<Kernel> compile_chain_kernels(const Compiler& compiler, const Probe& probe, const std::string& arch,
                                          Path path);

/// Runs a chain of the path `ptx` on the interpreter.
Execution interpret_chain(const Kernel& kernel, const ChainLaunch& launch, const Limits& limits);

}  // namespace semcheck
