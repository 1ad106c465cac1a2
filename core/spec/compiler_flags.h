#pragma once

/// @file
/// The options of NVRTC and nvcc that decide what bits a kernel returns or what code it is.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace semcheck {

enum class CompilerFlag : std::uint8_t {
  fmad,
  ftz,
  prec_div,
  prec_sqrt,
  use_fast_math,
  device_debug,
  dopt,
  fast_compile,
  vectorization,
  registers,
  standard,
  ptxas_options,
};

/// NVRTC and nvcc spell these options alike.
struct CompilerFlagRow {
  CompilerFlag flag;
  std::string_view name;  ///< the long spelling without its dashes
  std::string_view long_form;
  std::string_view short_form;
  bool takes_value;
};
inline constexpr std::array kCompilerFlags = {
    CompilerFlagRow{CompilerFlag::fmad, "fmad", "--fmad", "-fmad", true},
    CompilerFlagRow{CompilerFlag::ftz, "ftz", "--ftz", "-ftz", true},
    CompilerFlagRow{CompilerFlag::prec_div, "prec-div", "--prec-div", "-prec-div", true},
    CompilerFlagRow{CompilerFlag::prec_sqrt, "prec-sqrt", "--prec-sqrt", "-prec-sqrt", true},
    CompilerFlagRow{CompilerFlag::use_fast_math, "use_fast_math", "--use_fast_math", "-use_fast_math", false},
    CompilerFlagRow{CompilerFlag::device_debug, "device-debug", "--device-debug", "-G", false},
    CompilerFlagRow{CompilerFlag::dopt, "dopt", "--dopt", "-dopt", true},
    CompilerFlagRow{CompilerFlag::fast_compile, "Ofast-compile", "--Ofast-compile", "-Ofc", true},
    CompilerFlagRow{CompilerFlag::vectorization, "extra-device-vectorization", "--extra-device-vectorization",
                    "-extra-device-vectorization", false},
    CompilerFlagRow{CompilerFlag::registers, "maxrregcount", "--maxrregcount", "-maxrregcount", true},
    CompilerFlagRow{CompilerFlag::standard, "std", "--std", "-std", true},
    CompilerFlagRow{CompilerFlag::ptxas_options, "ptxas-options", "--ptxas-options", "-Xptxas", true},
};

constexpr const CompilerFlagRow& row(CompilerFlag flag) {
  return kCompilerFlags[static_cast<std::size_t>(flag)];
}

/// A flag among a build's options.
struct StatedFlag {
  CompilerFlag flag;
  std::string value;   ///< "true" for a flag that takes none
  std::string option;  ///< as it was written
};

/// The flags that options state, in their order: `--fmad=false`, or `-fmad` and `false` one after the other.
std::vector<StatedFlag> stated_flags(std::span<const std::string> options);

/// What the options state for a flag, the last of them, as the compilers take it; nothing where they do not.
std::optional<StatedFlag> last_stated(std::span<const StatedFlag> stated, CompilerFlag flag);

/// The optimisation level that the options hand to ptxas: `-Xptxas=-O1`, `--ptxas-options=--opt-level=1`.
struct StatedLevel {
  unsigned level = 0;
  std::string option;
};
std::optional<StatedLevel> stated_ptxas_level(std::span<const StatedFlag> stated);

/// Whether the options ask for code to debug, which no pass optimises: `-G` without `--dopt=on`.
bool is_unoptimised(std::span<const StatedFlag> stated);

}  // namespace semcheck
