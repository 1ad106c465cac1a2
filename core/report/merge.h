#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/report/json_reader.h"

namespace semcheck {

/// The JSON report of one shard of a run.
struct ShardReport {
  std::string file;  ///< its name, for messages
  std::string text;
};

/// The report of the run that the shards are parts of.
struct MergedReport {
  std::string json;  ///< byte for byte what the run without shards writes
  bool as_declared = true;
  std::string summary;  ///< for a person: what was merged, and what is not as declared
};

/// Adds the reports of all shards of a run up to that of the run without shards. Throws ReportFault, which names files
/// and what is wrong with them: cases that nobody swept or several did, shards that are not finished, and whatever
/// besides the sweeps is not the same in all of them.
/// @param shards  at least one, in any order
MergedReport merge(std::span<const ShardReport> shards);

}  // namespace semcheck
