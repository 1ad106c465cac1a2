#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/run/device.h"
#include "device/launch.h"

namespace semcheck {

/// What ends a chain: the clock, or a number of passes where there is no clock.
enum class ChainEnd : std::uint8_t { clock, passes };

/// The CUDA C++ of some roles of a probe, one kernel each. Its parameters are a pointer to the operands, a pointer to
/// the words that each thread leaves, and the budget.
std::string chain_source(const Probe& probe, const std::vector<const Role*>& roles, ChainEnd end);

/// The kernel of the role with that index.
std::string chain_entry(std::size_t index);

/// The operands of a chain and the room for what its threads leave.
LaunchData chain_data(const ChainLaunch& launch);

}  // namespace semcheck
