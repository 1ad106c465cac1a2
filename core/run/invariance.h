#pragma once

#include "core/run/workload.h"

namespace semcheck {

/// Adds a mismatch of `supply_invariant` for every case whose bits are not those that `array` gave.
/// @param results, reference  of the supply and of `array`, one pattern for each case of the supply
void check_invariance(const Operation& operation, const SupplyWork& supply, std::span<const Bits> results,
                      std::span<const Bits> reference, std::size_t max_examples, Judgement& judgement);

}  // namespace semcheck
