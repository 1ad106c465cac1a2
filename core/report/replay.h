#pragma once

#include <span>
#include <string>

#include "core/run/replay.h"

namespace semcheck {

/// Cases that were made again, for a person: the operands, what is expected, and what each variant gives.
std::string replay_text(std::span<const Replay> replays);

/// Whether every result is one that the rules allow, and none is missing.
bool is_right(std::span<const Replay> replays);

}  // namespace semcheck
