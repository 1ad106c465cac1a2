#pragma once

#include "core/judge/law_number.h"
#include "core/spec/spec.h"

namespace semcheck {

NumberOrder number_order(Dtype dtype, const Rules& rules);

/// What the laws of an elementwise operation depend on.
LawContext law_context(const Operation& operation, const Rules& rules);

}  // namespace semcheck
