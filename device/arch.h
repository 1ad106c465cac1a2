#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/values/dtype.h"

namespace semcheck {

/// A GPU architecture as compilers name it: `sm_90`, `sm_90a` (for that chip alone), `sm_100f` (for its family).
struct Arch {
  int number = 0;   ///< 10 × major + minor
  char suffix = 0;  ///< 'a', 'f' or 0
  int major() const { return number / 10; }
  friend bool operator==(const Arch&, const Arch&) = default;
};

/// Reads `sm_90`; nothing for any other text.
std::optional<Arch> parse_arch(std::string_view text);
std::string spell_sm(const Arch& arch);       ///< `sm_90`: the machine's own code
std::string spell_compute(const Arch& arch);  ///< `compute_90`: PTX only

/// Whether code compiled for `have` may use what appeared with `need`.
bool provides(const Arch& have, const Arch& need);
/// The oldest architecture that has a dtype: the instructions that convert it or compute with it.
Arch oldest_arch(Dtype dtype);
/// Whether machine code for `code` runs on `machine`: the same major number and no newer.
bool runs_cubin(const Arch& code, const Arch& machine);
/// Whether the driver compiles PTX for `code` to `machine`: no newer, and nothing made for one chip or family.
bool runs_ptx(const Arch& code, const Arch& machine);

/// The newest architecture that the compiler knows and the machine runs, or nothing.
std::optional<Arch> best_arch(const std::vector<int>& known, const Arch& machine);

}  // namespace semcheck
