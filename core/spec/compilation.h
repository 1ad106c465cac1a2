#pragma once

/// @file
/// The words for how a kernel is made: by which front end, and by which path its PTX reaches the machine.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace semcheck {

/// How a kernel reaches the machine: the front end's own assembler, the driver's JIT compiler, or the PTX interpreter.
enum class Path : std::uint8_t { cubin, jit, ptx };

struct PathRow {
  Path path;
  std::string_view name;
};
inline constexpr std::array kPaths = {
    PathRow{Path::cubin, "cubin"},
    PathRow{Path::jit, "jit"},
    PathRow{Path::ptx, "ptx"},
};

constexpr std::string_view name(Path path) {
  return kPaths[static_cast<std::size_t>(path)].name;
}

/// The path of that name, or nothing.
constexpr std::optional<Path> find_path(std::string_view text) {
  for (const PathRow& r : kPaths)
    if (r.name == text) return r.path;
  return std::nullopt;
}

/// What makes PTX of CUDA C++.
enum class FrontEnd : std::uint8_t { nvrtc, nvcc };

struct FrontEndRow {
  FrontEnd front_end;
  std::string_view name;   ///< as a spec writes it
  std::string_view title;  ///< as a report writes it
};
inline constexpr std::array kFrontEnds = {
    FrontEndRow{FrontEnd::nvrtc, "nvrtc", "NVRTC"},
    FrontEndRow{FrontEnd::nvcc, "nvcc", "nvcc"},
};

constexpr const FrontEndRow& row(FrontEnd front_end) {
  return kFrontEnds[static_cast<std::size_t>(front_end)];
}
constexpr std::string_view name(FrontEnd front_end) {
  return row(front_end).name;
}

/// The front end of that name, or nothing.
constexpr std::optional<FrontEnd> find_front_end(std::string_view text) {
  for (const FrontEndRow& r : kFrontEnds)
    if (r.name == text) return r.front_end;
  return std::nullopt;
}

/// The optimisation levels of ptxas and of the driver's JIT compiler; each takes its highest unless a build says
/// otherwise.
inline constexpr unsigned kMostPtxasLevel = 3;
inline constexpr unsigned kMostJitLevel = 4;
/// What the flags in effect call them.
inline constexpr std::string_view kPtxasLevelFlag = "ptxas_level";
inline constexpr std::string_view kJitLevelFlag = "jit_level";

}  // namespace semcheck
