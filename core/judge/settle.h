#pragma once

#include <map>
#include <span>

#include "core/judge/suspicion.h"
#include "core/spec/spec.h"

namespace semcheck {

/// For each suspicion the obligation that its wrong results count against.
using Settlement = std::map<SuspicionKey, Obligation>;

/// Settles what wrong results break, all of them together. Where several obligations explain one, it goes to the first
/// of them that other results prove broken; and `nan`, `clamp.form` and `clamp.nan_bound` become `snan` where no result
/// without a signaling operand shows them.
/// @param proved  what results other than these have shown to be broken
/// @param keys    of the wrong results, each at least once
Settlement settle(const Operation& operation, const ObligationSet& proved, std::span<const SuspicionKey> keys);

}  // namespace semcheck
