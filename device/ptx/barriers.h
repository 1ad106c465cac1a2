#pragma once

#include <span>

#include "device/ptx/warp.h"

namespace semcheck::ptx {

/// Lets the lanes at the barriers to which all have come go on. Throws Undefined for barriers that are used in a way
/// that the manual leaves undefined.
void complete_barriers(Block& block, std::span<Warp> warps);

/// Throws Undefined for the first lanes that still wait at a barrier when no warp can go on.
void check_all_have_left(std::span<Warp> warps);

}  // namespace semcheck::ptx
