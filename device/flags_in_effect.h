#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/spec/compilation.h"

namespace semcheck {

/// What every flag that decides bits or code came to, by default or by the options: {"fmad", "true"}, and last the
/// optimisation level of the path.
/// @param options    all that the compiler was given
/// @param jit_level  of the driver's compiler, where one is asked for
std::vector<std::pair<std::string, std::string>> flags_in_effect(std::span<const std::string> options, Path path,
                                                                 std::optional<unsigned> jit_level);

}  // namespace semcheck
