#pragma once

#include <vector>

#include "core/run/run.h"

namespace semcheck {

/// A case that a reproducer looks at.
struct ReproducedCase {
  const Mismatch* example = nullptr;
  std::size_t first = 0;  ///< index of its result
  std::size_t step = 0;   ///< to the next result of the same operands; 0 where there is one only
};

/// One launch of a reproducer, over few cases.
struct ReproducedLaunch {
  Feed feed;
  Cases cases;
  std::vector<ReproducedCase> checked;
};

/// The launches that show the kept examples of a result, as far as they break one of `shown` and a case has them: laws
/// compare several. A supply that the examples may have come by in several ways has a launch for each of these.
std::vector<ReproducedLaunch> reproduced_launches(const Spec& spec, const Result& result, const ObligationSet& shown);

}  // namespace semcheck
