#pragma once

#include <vector>

#include "core/spec/spec.h"

namespace semcheck {

/// Every deterministic reading of the rules that an operation can follow, those with fewer mechanisms
/// first. Of max and min each observable behaviour is there once. Of a composed operation, where a rule often says
/// nothing (which NaN comes out of a ReLU that drops them, a binary rule under a clamp that selects), readings that
/// differ in such a rule alone are all there as far as someone may state them: they explain the same results, and the
/// rule is then one that observations do not decide.
/// @param nan_canonical  the pattern of a canonical NaN
std::vector<Choice> all_readings(const Operation& operation, Bits nan_canonical);

/// How many mechanisms a reading has beyond comparing and selecting, and beyond what its form of clamp gives.
int mechanisms(const Choice& reading);

}  // namespace semcheck
