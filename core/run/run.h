#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/judge/behaviour.h"
#include "core/judge/verdict.h"
#include "core/run/blame.h"
#include "core/run/device.h"
#include "core/run/sweep.h"

namespace semcheck {

enum class Verdict : std::uint8_t { conforms, breaks, error, unavailable, unchecked };

struct VerdictRow {
  Verdict verdict;
  std::string_view name;
  std::string_view summary;
  std::string_view explanation;  ///< the long text of `semcheck explain`
};
/// All verdicts; row i describes verdict i.
std::span<const VerdictRow> verdicts();
std::string_view name(Verdict verdict);

/// What one variant did when compiled by one build, run down one path and given its operands in one way.
struct Result {
  std::string variant;
  std::string build;
  std::string arch;         ///< what it was compiled for
  std::size_t toolkit = 0;  ///< index into the device's toolkits
  std::string compiler;     ///< "NVRTC 13.0"
  Path path = Path::ptx;
  std::string supply = "array";
  Verdict verdict = Verdict::unchecked;
  bool as_declared = true;
  bool waived = false;
  ObligationSet breaks;
  ObligationSet declared_breaks;
  Rules rules;                                 ///< those it was held to
  Behaviour behaves_as;                        ///< filled in when the variant breaks a rule
  std::vector<Blame> blames;                   ///< for each broken rule and law, one for each layer that breaks it
  std::vector<std::string> unmet;              ///< the requirements of [variant.inspect] that the code does not meet
  std::string not_inspected;                   ///< why requirements were not checked; "" when they were
  std::optional<Measurement> measured;         ///< only where it was asked for
  std::shared_ptr<const Toolchain> toolchain;  ///< null when nothing was compiled
  std::string error;
  std::string not_compared;  ///< why the bits were not compared with those of `array`; "" when they were
  Judgement judgement;
  std::vector<Sweep> sweeps;
};

/// Two ways in which one variant was compiled that do not give the same bits.
struct Difference {
  std::size_t first = 0;  ///< of the spec's results
  std::size_t second = 0;
  std::size_t cases = 0;       ///< with different bits
  std::vector<Bits> operands;  ///< of the smallest of them
  Bits of_first = 0;
  Bits of_second = 0;
  Layer layer = Layer::unknown;
  std::string evidence;
};

struct SpecReport {
  const Spec* spec = nullptr;  ///< the caller's, which outlives the report
  std::uint64_t seed = 0;      ///< of the random cases that ran
  bool as_declared = true;
  std::vector<Result> results;
  std::vector<Difference> differences{};
};

struct RunReport {
  DeviceInfo device;
  bool complete = true;            ///< false when it was interrupted, or the time limit ended its sweeps
  bool out_of_time = false;        ///< the latter
  std::size_t max_mismatches = 3;  ///< examples kept for each obligation
  std::vector<SpecReport> specs;
  bool as_declared() const;
};

/// How far a run has come.
struct Progress {
  std::size_t done = 0;
  std::size_t total = 0;
  std::string what;            ///< "max_f32 [strict]"
  std::size_t spec = 0;        ///< index of the spec that is worked on
  std::uint64_t swept = 0;     ///< cases, by all sweeps of the run together
  std::uint64_t to_sweep = 0;  ///< 0 where nothing is swept
};

struct RunOptions {
  std::vector<std::string> variants;  ///< only these; empty for all
  std::vector<std::string> builds;    ///< only these; empty for all
  std::vector<Supply> supplies;       ///< besides `array`, instead of the spec's; empty for those
  std::optional<std::uint64_t> seed;  ///< instead of the spec's
  std::size_t max_mismatches = 3;     ///< examples kept for each obligation
  std::chrono::milliseconds timeout{10000};
  bool measure = false;  ///< also time and count
  SweepOptions sweeps;
  std::function<void(const Progress&)> progress;
  const std::atomic<bool>* interrupted = nullptr;
};

/// Runs every spec on the device. The report holds a result for each variant × build × path × supply that was reached,
/// and points into `specs`.
/// @param further  devices of the same kind that take part in sweeps
RunReport run(const std::vector<Spec>& specs, Device& device, const RunOptions& options,
              const std::vector<Device*>& further = {});

}  // namespace semcheck
