#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/run/run.h"

namespace semcheck {

/// What one kernel gives for a case of a sweep.
struct ReplayedKernel {
  std::string variant;
  Path path = Path::ptx;
  std::optional<Bits> swept;  ///< in the sweep
  std::optional<Bits> alone;  ///< as the ordinary run has it, by itself
  std::string error;          ///< why one of them is missing
  bool swept_is_allowed = true;
  bool alone_is_allowed = true;
};

/// One case of a sweep, told by its index.
struct Replay {
  const Spec* spec = nullptr;  ///< the caller's
  std::string build;
  std::size_t toolkit = 0;  ///< index into the device's toolkits
  std::string supplied;     ///< "literal z", "" where operands come from arrays
  Space space;
  std::uint64_t index = 0;
  std::vector<Bits> operands;
  std::string drawn;  ///< how the case was made (describe())
  Rules rules;
  Expected expected;
  std::vector<ReplayedKernel> kernels;
};

/// Makes case `*options.sweeps.replay` of the exhaustive or structured space where the options ask for it, else of the
/// random one, under every supply whose space has it, and runs it in the sweep and by itself.
/// @param specs  outlive what is given back
std::vector<Replay> replay(const std::vector<Spec>& specs, Device& device, const RunOptions& options);

}  // namespace semcheck
