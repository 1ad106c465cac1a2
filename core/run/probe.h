#pragma once

/// @file
/// Runs the chains of a probe, their machine code read first.

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "core/run/chain_shape.h"
#include "core/run/device.h"
#include "core/run/run.h"

namespace semcheck {

/// The middle of some samples, and how far they lie apart.
struct Spread {
  double median = 0;
  double least = 0;
  double most = 0;
  /// The distance of least and most as a share of the median.
  double relative() const { return median == 0 ? 0 : (most - least) / median; }
};
/// @param samples  at least one
Spread spread_of(std::vector<double> samples);

/// What became of one role.
struct RoleResult {
  const Role* role = nullptr;
  ChainShape shape;
  std::string error;         ///< it did not compile, hung, or computed what the chain does not
  std::string not_measured;  ///< why there is no progress although there is no error
  std::size_t samples = 0;   ///< warps × repeats
  Spread progress;           ///< instructions of the chain within the budget
  Spread cycles;             ///< of one instruction, with its share of the loop's own work
  bool measured() const { return samples > 0; }
};

/// Two roles side by side: how far the first comes while the second advances by one.
struct RoleComparison {
  const Role* first = nullptr;
  const Role* second = nullptr;
  std::string not_drawn;  ///< why there is no ratio; "" where there is one
  Spread ratio;           ///< of the medians, and of the extremes against each other
};

/// Two lengths of one chain: what an instruction more costs, without the loop's own work.
struct ChainStep {
  const Role* shorter = nullptr;
  const Role* longer = nullptr;
  double cycles = 0;
};

struct ProbeReport {
  const Probe* probe = nullptr;  ///< the caller's, which outlives the report
  DeviceInfo device;
  bool complete = true;  ///< false when it was interrupted
  std::uint32_t repeats = 0;
  std::vector<RoleResult> roles;
  std::vector<RoleComparison> comparisons;
  std::vector<ChainStep> steps;
  /// Whether every role ran, or could not for want of a GPU, and has its shape where the spec requires that.
  bool as_required() const;
};

struct ProbeOptions {
  std::vector<std::string> roles;        ///< only these; empty for all
  std::optional<std::uint32_t> repeats;  ///< instead of the spec's
  std::chrono::milliseconds timeout{10000};
  std::function<void(const Progress&)> progress;
  const std::atomic<bool>* interrupted = nullptr;
};

ProbeReport run_probe(const Probe& probe, Device& device, const ProbeOptions& options);

/// The bits that every accumulator of a role holds after so many passes, which its chain makes exactly: it counts from
/// one, and a floating one stops at the first number that has no successor.
Bits chain_result(const Probe& probe, const Role& role, std::uint64_t passes);

/// What a chain of a dtype starts from, and what its operands are: one, and for `min` a number never passed.
Bits chain_one(Dtype dtype);
Bits chain_ceiling(Dtype dtype);

}  // namespace semcheck
