#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/device.h"
#include "device/toolkit/nvrtc.h"
#include "device/toolkit/toolkit.h"

namespace semcheck {

/// NVRTC and the headers its programs include.
struct Compiler {
  Nvrtc nvrtc;
  std::filesystem::path include;  ///< empty when none was found
  std::string help;               ///< where they were looked for, and what to install
};

/// Finds and opens NVRTC, and keeps it from opening the driver. Throws EnvironmentError when it cannot be used.
/// @param asked  the toolkit's folder, or "" to look on the usual paths
Compiler open_compiler(const std::string& asked);

/// Whether NVRTC compiles for an architecture, and what to say where it does not.
bool is_known_arch(const Nvrtc& nvrtc, std::string_view arch);
std::string unknown_arch(const Nvrtc& nvrtc, std::string_view arch);

/// Compiles the variants of a program together, or one by one when that fails, and a failing one by its supplies.
/// Throws EnvironmentError when the operands' types need headers and there are none.
/// @param paths  what each variant is compiled for; machine code is made only when `cubin` is among them
/// @return  a kernel for each variant, feed and path, variants in order
std::vector<Kernel> compile_kernels(const Compiler& compiler, const Program& program, std::span<const Path> paths);

}  // namespace semcheck
