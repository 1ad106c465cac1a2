#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/device.h"
#include "device/compilation_memo.h"
#include "device/toolkit/nvcc.h"
#include "device/toolkit/nvrtc.h"
#include "device/toolkit/toolkit.h"

namespace semcheck {

/// Compilations that are kept of each toolkit.
inline constexpr std::size_t kKeptCompilations = 32;

/// The compilers of one toolkit: NVRTC, the headers its programs include, and nvcc where it was found.
struct Compiler {
  Nvrtc nvrtc;
  std::filesystem::path include;  ///< empty when none was found
  std::string help;               ///< where they were looked for, and what to install
  Nvcc nvcc{};
  std::unique_ptr<CompilationMemo> memo = std::make_unique<CompilationMemo>(kKeptCompilations);
  std::string asked{};  ///< the toolkit's folder as it was given, "" when none was
};

/// Finds and opens the compilers, and keeps NVRTC from opening the driver. Throws EnvironmentError when NVRTC cannot be
/// used.
/// @param asked  the toolkit's folder, or "" to look on the usual paths
Compiler open_compiler(const std::string& asked);

/// The compilers of each toolkit asked for, or those of the usual paths when none was. Throws EnvironmentError when one
/// cannot be used.
std::vector<Compiler> open_compilers(const std::vector<std::string>& asked);

/// Compilers of one toolkit.
std::vector<Compiler> only(Compiler compiler);

/// Puts what is known of the toolkits into the info of a device that compiles with them.
void describe_compilers(std::span<const Compiler> compilers, DeviceInfo& info);

/// Whether NVRTC compiles for an architecture, and what to say where it does not.
bool is_known_arch(const Nvrtc& nvrtc, std::string_view arch);
std::string unknown_arch(const Nvrtc& nvrtc, std::string_view arch);

/// The front end of a recipe with its version: "NVRTC 13.0", "nvcc 13.0.88".
std::string title(const Compiler& compiler, FrontEnd front_end);

/// All options that a recipe's front end is given, in their order, without include paths and without those that nvcc
/// takes from its environment. Of two that contradict each other, the compilers take the last.
std::vector<std::string> options_of(const Recipe& recipe);

/// What the recipe's front end makes of it, now or of late. nvcc has to be there for its own.
CompilationMemo::Made compile(const Compiler& compiler, const Recipe& recipe);

}  // namespace semcheck
