#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/report/json_reader.h"
#include "core/run/run.h"

namespace semcheck {

/// What an earlier run has swept, by its JSON report. Throws ReportFault unless it was the same run: of the same specs,
/// by the same program, on the same device, driver and compiler, with the same sweeps and shares of them.
/// @param version  of semcheck
/// @param options  of the run that goes on
std::vector<SweepPart> read_resumed(std::string_view text, const std::vector<Spec>& specs, const DeviceInfo& device,
                                    const RunOptions& options, std::string_view version);

}  // namespace semcheck
