#include "core/report/resume.h"

#include <gtest/gtest.h>

#include "core/report/json.h"
#include "core/sweep/chunks.h"
#include "tests/unit/run/sweep_fixture.h"

namespace semcheck {
namespace {

using namespace testing;

constexpr std::string_view kVersion = "0.1.0";

RunReport run_on(SweepingDevice& device, const Spec& spec, const RunOptions& options) {
  device.computes("rare", larger);
  device.errs_in_sweeps("rare", [](std::uint64_t i) { return i % kChunk == 5; });
  device.computes_only({5, 9 * kChunk + 5, 200 * kChunk + 5, 255 * kChunk + 5});
  return run_one(spec, device, options);
}

/// The JSON of a run that is out of time after some stretches.
std::string interrupted_report(const Spec& spec, int stretches, RunOptions options = exhaustively()) {
  SweepingDevice device;
  options.sweeps.is_out_of_time = [left = stretches]() mutable { return left-- <= 0; };
  return json_report(run_on(device, spec, options), kVersion);
}

std::vector<SweepPart> read(const std::string& text, const Spec& spec, const RunOptions& options = exhaustively()) {
  return read_resumed(text, {spec}, SweepingDevice().info(), options, kVersion);
}

std::string fault_of(const std::string& text, const Spec& spec, const RunOptions& options = exhaustively()) {
  try {
    read(text, spec, options);
  } catch (const ReportFault& fault) {
    return fault.what();
  }
  return "";
}

TEST(Resume, GoesOnToTheReportOfARunThatWasNotInterrupted) {
  const Spec spec = spec_of_u16({"rare"});
  SweepingDevice of_whole;
  const std::string whole = json_report(run_on(of_whole, spec, exhaustively()), kVersion);
  for (const int stretches : {0, 1, 5}) {
    const std::string text = interrupted_report(spec, stretches);
    EXPECT_NE(text.find("\"complete\": false"), std::string::npos);
    RunOptions options = exhaustively();
    options.sweeps.resumed = read(text, spec);
    SweepingDevice device;
    EXPECT_EQ(json_report(run_on(device, spec, options), kVersion), whole) << "after " << stretches;
    EXPECT_EQ(device.stretches.size() < of_whole.stretches.size(), stretches > 0) << "after " << stretches;
  }
}

TEST(Resume, ComputesNothingAgainThatIsDone) {
  const Spec spec = spec_of_u16({"rare"});
  RunOptions options = exhaustively();
  SweepingDevice of_whole, device;
  const std::string whole = json_report(run_on(of_whole, spec, options), kVersion);
  options.sweeps.resumed = read(whole, spec);
  EXPECT_EQ(json_report(run_on(device, spec, options), kVersion), whole);
  EXPECT_TRUE(device.stretches.empty());
}

TEST(Resume, RefusesTheReportOfAnotherRun) {
  const Spec spec = spec_of_u16({"rare"});
  const std::string text = interrupted_report(spec, 2);
  Spec other = spec;
  other.text = "another";
  EXPECT_EQ(fault_of(text, other).substr(0, 50), "it is of another run: the digest of max_u16 was \"e");
  RunOptions options = exhaustively();
  options.seed = 7;
  EXPECT_EQ(fault_of(text, spec, options), "it is of another run: the seed of max_u16 was \"1\" and is \"7\"");
  DeviceInfo device = SweepingDevice().info();
  device.driver = "580.1";
  EXPECT_THROW(read_resumed(text, {spec}, device, exhaustively(), kVersion), ReportFault);
  EXPECT_THROW(read_resumed(text, {spec}, SweepingDevice().info(), exhaustively(), "0.2.0"), ReportFault);
}

TEST(Resume, RefusesSweepsOfAnotherSizeOrShare) {
  const Spec spec = spec_of_u16({"rare"});
  const std::string text = interrupted_report(spec, 2);
  RunOptions other;
  other.sweeps.drawn = 1000;
  EXPECT_EQ(fault_of(text, spec, other).substr(0, 44), "it has a sweep that this run does not make: ");
  RunOptions shard = exhaustively();
  shard.sweeps.shards = 2;
  EXPECT_EQ(fault_of(text, spec, shard).substr(0, 24), "it has another share of ");
}

TEST(Resume, RefusesWhatIsNoReport) {
  const Spec spec = spec_of_u16({"rare"});
  EXPECT_EQ(fault_of("", spec), "it is not JSON");
  EXPECT_EQ(fault_of("[1]", spec), "it is not a JSON report of `semcheck run` (semcheck.run/1)");
}

}  // namespace
}  // namespace semcheck
