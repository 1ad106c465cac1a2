#pragma once

#include "device/ptx/warp.h"

namespace semcheck::ptx {

/// Sends some of the active lanes elsewhere.
void divert(Warp& warp, Group group);

/// Lets lanes that are not active go on.
void resume(Warp& warp, Group group);

/// Before each instruction: lets the lanes with the lowest program counter go on, or for a while those with the
/// highest, together with all that stand there. False when no lane of the warp can go on.
bool next_group(Warp& warp);

}  // namespace semcheck::ptx
