#pragma once

#include <vector>

#include "core/report/sweep_json.h"

namespace semcheck {

/// What a report says of a result that its sweeps have a part in.
struct ReportedResult {
  Result result;  ///< by its special cases, with its sweeps
  std::vector<ReportedSweep> sweeps;
};

/// The operation of a spec, as far as verdicts depend on it. Throws ReportFault.
Operation read_operation(const Json& spec);

/// Reads a result with sweeps: what its special cases came to, as if nothing had been swept, and its sweeps, which
/// `result` does not hold yet. Throws ReportFault.
ReportedResult read_result(const Json& json);

/// Takes everything out of a result with sweeps that depends on the cases that were swept.
void take_swept_out(Json& json);

/// Writes a verdict anew: that, what is broken, and by whom.
void update_verdict_json(const Result& result, Json& json);

}  // namespace semcheck
