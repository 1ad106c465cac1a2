#pragma once

#include <cstdint>
#include <span>

#include "core/judge/contract.h"
#include "core/sweep/space.h"
#include "core/sweep/tally.h"

namespace semcheck {

/// Judges the results of the cases of a space from `first` on, as kernels of sweeps do.
Tally judge_stretch(const Contract& contract, const Space& space, std::uint64_t first, std::span<const Bits> results);

}  // namespace semcheck
