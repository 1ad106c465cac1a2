#pragma once

#include <map>
#include <utility>

#include "core/report/json_parts.h"
#include "core/run/run.h"

namespace semcheck {

/// The sweeps of a result, with everything that another run needs to add to them or to go on.
Json sweeps_json(const Result& result, const Operation& operation);

/// A sweep as a report has it. Its space is not read: the identity tells what was swept.
struct ReportedSweep {
  Sweep sweep;  ///< of the mismatches of its examples nothing but what they break
  /// The examples as they stand in the report.
  std::map<std::pair<std::uint64_t, SuspicionKey>, Json> examples;
};

/// Reads what sweeps_json() wrote. Throws ReportFault where it cannot have been written so.
ReportedSweep read_sweep(const Json& json);

/// The parts of a sweep's JSON that change as it goes on or is added to, written anew.
void update_sweep_json(const Sweep& sweep, Json examples, Json& json);

}  // namespace semcheck
