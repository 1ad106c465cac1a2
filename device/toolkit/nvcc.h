#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "device/toolkit/compilation.h"

namespace semcheck {

/// NVIDIA's compiler as a program of its own. It needs a host compiler.
struct Nvcc {
  std::filesystem::path path;  ///< empty when none was found
  std::string version;         ///< "13.0.88"
};

/// The program with its version, or none: for a file that does not start or does not say that it is nvcc.
Nvcc open_nvcc(const std::filesystem::path& path);

/// The options that nvcc works with: those it is given, between those that it takes from the environment itself
/// (NVCC_PREPEND_FLAGS, NVCC_APPEND_FLAGS).
std::vector<std::string> with_environment(const std::vector<std::string>& options);

/// Compiles a program in a child process, in a folder that is gone afterwards; one run gives PTX and machine code. What
/// is wrong with the program, the options or the host compiler is a result, not an exception. May be called from any
/// thread.
/// @param machine_code  whether the assembler is run too
Compilation compile(const Nvcc& nvcc, const std::string& source, const std::vector<std::string>& options,
                    bool machine_code);

}  // namespace semcheck
