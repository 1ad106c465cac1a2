#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "core/run/run.h"

namespace semcheck {

/// The options of sweeps as they were given.
struct SweepRequest {
  bool exhaustive = false, structured = false;
  std::string drawn, replay, shard, time_limit, resume;
};

/// Declares --exhaustive, --structured, --sweep, --replay, --shard, --time-limit and --resume.
void add_sweep_options(CLI::App& command, SweepRequest& request);

/// Throws UsageError when options of sweeps contradict each other, before anything is read.
void require_sense(const SweepRequest& request);

/// Looks a variable of the environment up; null where it is not set.
using Environment = std::function<const char*(const char*)>;

/// A share of a sweep: `index` of `count`.
struct ShardNumber {
  std::uint64_t index = 0;
  std::uint64_t count = 1;
};

/// Reads `2/8`, `auto` (a task of a Slurm array) or `auto/8` (that, or a pod of a Kubernetes indexed job). Throws
/// UsageError that names the variable which is missing or makes no sense.
ShardNumber parse_shard(const std::string& text, const Environment& environment);

/// What the options ask for, apart from --resume. Throws UsageError. The time limit counts from now on.
SweepOptions sweep_options(const SweepRequest& request, const Environment& environment);

/// Throws UsageError when none of the specs can be swept as the options ask for, and when options of sweeps are given
/// where nothing is swept.
void require_sweeps(const SweepRequest& request, const SweepOptions& options, const std::vector<Spec>& specs);

}  // namespace semcheck
