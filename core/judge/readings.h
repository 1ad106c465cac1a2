#pragma once

#include <vector>

#include "core/spec/spec.h"

namespace semcheck {

/// Every deterministic reading of the rules that an operation can follow, each observable behaviour once, those with
/// fewer mechanisms first.
/// @param nan_canonical  the pattern of a canonical NaN
std::vector<Choice> all_readings(const Operation& operation, Bits nan_canonical);

/// How many mechanisms a reading has beyond comparing and selecting.
int mechanisms(const Choice& reading);

}  // namespace semcheck
