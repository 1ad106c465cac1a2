#pragma once

#include <string>
#include <vector>

#include "core/run/run.h"

namespace semcheck {

/// What was swept for a spec, a line for each kind of sweep and supply: `exhaustive, all 4,294,967,296 inputs, by 7
/// variants on 2 paths`.
std::vector<std::string> swept_lines(const SpecReport& report);
/// Why sweeps of a spec were not made, each reason once. What has no result of special cases says so itself.
std::vector<std::string> not_swept_lines(const SpecReport& report);

/// `random: value in 3 of 20,000,000,000 cases`: what a sweep came to; with `everything` also what was audited, and the
/// digest.
std::string sweep_line(const Sweep& sweep, bool everything);

/// The rules and laws that a result breaks by its sweeps alone.
ObligationSet shown_by_sweeps_alone(const Result& result);

/// `(1, +qnan): 0x… (…), expected 0x… (…), case 1234 of random`: the examples of a rule that sweeps keep.
std::vector<std::string> sweep_example_lines(const Operation& operation, const Result& result, Obligation rule);

/// The command that makes the first case again that only sweeps show to be wrong; "" without any.
std::string replay_command(const SpecReport& report, const Result& result);

}  // namespace semcheck
