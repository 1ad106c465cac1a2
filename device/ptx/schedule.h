#pragma once

#include "device/ptx/warp.h"

namespace semcheck::ptx {

/// Sends some of the active lanes elsewhere.
void divert(Warp& warp, Group group);

/// Before each instruction: lets the lanes with the lowest program counter go on, together with all that stand there.
/// False when no lane of the warp can go on.
bool next_group(Warp& warp);

/// Lets the lanes at a barrier go on; false when there are none.
bool release(Warp& warp);

}  // namespace semcheck::ptx
