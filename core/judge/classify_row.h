#pragma once

#include "core/judge/classify.h"

namespace semcheck {

/// Which rule a wrong result of an operation over rows breaks; classify.h is its front.
Suspicion suspect_row(const WrongResult& wrong);

}  // namespace semcheck
