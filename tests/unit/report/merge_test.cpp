#include "core/report/merge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "core/report/json.h"
#include "core/sweep/chunks.h"
#include "tests/unit/run/sweep_fixture.h"

namespace semcheck {
namespace {

using namespace testing;

/// Turns the results of some pairs of u16 over, far apart from each other, and is wrong on special cases too.
void compute(SweepingDevice& device) {
  static const std::set<std::uint64_t> wrong = {17, kChunk + 3, 40 * kChunk + 9, 133 * kChunk, 255 * kChunk + 77};
  device.computes("right", larger);
  device.computes("rare", larger);
  device.errs_in_sweeps("rare", [](std::uint64_t i) { return wrong.contains(i); });
  device.computes("first", [](Bits x, Bits) { return x; });
  device.computes_only(wrong);
}

Spec spec_of_three() {
  Spec spec = spec_of_u16({"right", "rare", "first"});
  spec.variants[2].breaks.otherwise.insert(Obligation::value);
  return spec;
}

std::string whole_report(const Spec& spec, RunOptions options) {
  SweepingDevice device;
  compute(device);
  return json_report(run_one(spec, device, options), "0.1.0");
}

ShardReport shard(const Spec& spec, std::uint64_t index, std::uint64_t count, RunOptions options = exhaustively()) {
  options.sweeps.shard = index;
  options.sweeps.shards = count;
  return {"shard-" + std::to_string(index) + ".json", whole_report(spec, options)};
}

std::vector<ShardReport> all_shards(const Spec& spec, std::uint64_t count) {
  std::vector<ShardReport> shards;
  for (std::uint64_t i = 0; i < count; ++i) shards.push_back(shard(spec, i, count));
  return shards;
}

/// What is said where reports cannot be merged; "" where they can.
std::string fault_of(const std::vector<ShardReport>& shards) {
  try {
    merge(shards);
  } catch (const ReportFault& fault) {
    return fault.what();
  }
  return "";
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

TEST(Merge, GivesTheBytesOfTheRunWithoutShards) {
  const Spec spec = spec_of_three();
  const std::string whole = whole_report(spec, exhaustively());
  for (const std::uint64_t count : {1u, 2u, 3u, 7u}) {
    std::vector<ShardReport> shards = all_shards(spec, count);
    std::reverse(shards.begin(), shards.end());
    EXPECT_EQ(merge(shards).json, whole) << count << " shards";
  }
}

TEST(Merge, GivesTheBytesOfARunOfSeveralSweepsAndLaws) {
  Spec spec = spec_of_three();
  spec.inputs.supplies = {Supply::array, Supply::in_place};
  RunOptions options = exhaustively();
  options.sweeps.structured = true;
  options.sweeps.drawn = 5 * kChunk + 12345;
  options.max_mismatches = 2;
  const std::string whole = whole_report(spec, options);
  EXPECT_EQ(merge(std::vector{shard(spec, 1, 2, options), shard(spec, 0, 2, options)}).json, whole);
}

TEST(Merge, SaysWhatIsNotAsDeclared) {
  const MergedReport merged = merge(all_shards(spec_of_three(), 2));
  EXPECT_FALSE(merged.as_declared);
  EXPECT_EQ(merged.summary,
            "  max_u16: rare, default/cubin: breaks value\n"
            "  max_u16: rare, default/jit: breaks value\n"
            "2 reports merged, 6 results: 2 not as declared\n");
}

TEST(Merge, IsAsDeclaredWhereEveryShardIs) {
  EXPECT_TRUE(merge(all_shards(spec_of_u16({"right"}), 2)).as_declared);
}

TEST(Merge, RefusesAGap) {
  std::vector<ShardReport> shards = all_shards(spec_of_three(), 4);
  shards.erase(shards.begin() + 1);
  EXPECT_EQ(fault_of(shards).substr(0, 54), "no file has cases 1,073,741,824 to 2,147,483,647 of ma");
  shards.pop_back();
  EXPECT_NE(fault_of(shards), "");
}

TEST(Merge, RefusesAnOverlap) {
  const Spec spec = spec_of_three();
  const std::vector<ShardReport> shards = {shard(spec, 0, 2), shard(spec, 1, 3), shard(spec, 2, 3)};
  const std::string fault = fault_of(shards);
  EXPECT_EQ(fault.substr(0, fault.find(" of ")),
            "shard-0.json and shard-1.json both have cases 1,442,840,576 to 2,147,483,647");
}

TEST(Merge, RefusesTheSameShardTwice) {
  const Spec spec = spec_of_three();
  EXPECT_NE(fault_of({shard(spec, 0, 2), shard(spec, 1, 2), shard(spec, 1, 2)}), "");
}

TEST(Merge, RefusesPartsOfDifferentRuns) {
  const Spec spec = spec_of_three();
  const std::vector<ShardReport> shards = all_shards(spec, 2);
  const auto fault = [&](std::string_view what, std::string_view by) {
    return fault_of({shards[0], {"other.json", replaced(shards[1].text, what, by)}});
  };
  const std::string start = "shard-0.json and other.json are not parts of one run: ";
  EXPECT_EQ(fault("\"name\": \"fake\"", "\"name\": \"other\""), start + "device.name is \"fake\" and \"other\"");
  EXPECT_EQ(fault("\"version\": \"0.1.0\"", "\"version\": \"0.2.0\""),
            start + "tool.version is \"0.1.0\" and \"0.2.0\"");
  EXPECT_EQ(fault("\"driver\": \"\"", "\"driver\": \"1\""), start + "device.driver is \"\" and \"1\"");
  EXPECT_EQ(fault("\"nvrtc\": \"\"", "\"nvrtc\": \"9\""), start + "compiler.nvrtc is \"\" and \"9\"");
  EXPECT_EQ(fault("\"seed\": 1", "\"seed\": 2"), start + "specs[0].seed is 1 and 2");
  EXPECT_EQ(fault("\"max_mismatches\": 3", "\"max_mismatches\": 4"), start + "max_mismatches is 3 and 4");
  EXPECT_EQ(fault("\"unchecked_cases\": 0", "\"unchecked_cases\": 1"),
            start + "specs[0].results[0].unchecked_cases is 0 and 1");
}

TEST(Merge, RefusesAnotherSpec) {
  const Spec spec = spec_of_three();
  Spec other = spec;
  other.text = "another";
  EXPECT_NE(fault_of({shard(spec, 0, 2), shard(other, 1, 2)}).find("specs[0].sha256 is "), std::string::npos);
}

TEST(Merge, RefusesAShardThatIsNotFinished) {
  const Spec spec = spec_of_three();
  RunOptions options = exhaustively();
  options.sweeps.is_out_of_time = [] { return true; };
  EXPECT_EQ(
      fault_of({shard(spec, 0, 2), shard(spec, 1, 2, options)}),
      "shard-1.json: it is not complete: the run was interrupted, or its time was over; --resume goes on with it");
}

TEST(Merge, RefusesWhatIsNoReport) {
  EXPECT_EQ(fault_of({{"a.json", "no"}}), "a.json: it is not JSON");
  EXPECT_EQ(fault_of({{"a.json", "{}"}}), "a.json: it is not a JSON report of `semcheck run` (semcheck.run/1)");
  EXPECT_EQ(fault_of({{"a.json", std::string(100000, '[')}}), "a.json: it is nested too deep to be a report");
  EXPECT_EQ(fault_of({{"a.json", whole_report(spec_of_three(), {})}}), "a.json: it holds no sweep");
}

TEST(Merge, RefusesASweepThatContradictsItself) {
  const std::string whole = whole_report(spec_of_three(), exhaustively());
  const std::string fault = "one of its sweeps contradicts itself";
  const auto fault_with = [&](std::string_view what, std::string_view by) {
    return fault_of({{"a.json", replaced(whole, what, by)}});
  };
  EXPECT_NE(fault_with("\"digest\": \"0x", "\"digest\": \"1x").find(fault), std::string::npos);
  EXPECT_NE(fault_with("\"cases\": 4294967296", "\"cases\": 4294967295").find(fault), std::string::npos);
  EXPECT_NE(fault_with("\"lowest\": [\n                    17,", "\"lowest\": [\n                    4294967296,")
                .find(fault),
            std::string::npos);
  EXPECT_NE(fault_with("\"likely\": \"value\"", "\"likely\": \"commutative\"").find(fault), std::string::npos);
}

/// Whatever a file holds is merged or refused.
TEST(Merge, SurvivesDamagedReports) {
  const std::string whole = whole_report(spec_of_u16({"rare"}), exhaustively());
  for (std::size_t at = 0; at < whole.size(); at += 13) {
    for (const char damage : {'"', '0', '-', '}', '[', '\xff'}) {
      std::string damaged = whole;
      damaged[at] = damage;
      fault_of({{"a.json", damaged}});
    }
    fault_of({{"a.json", whole.substr(0, at)}});
  }
}

/// The corpus of the fuzzer: one report, or two separated by a zero byte.
TEST(Merge, MergesOrRefusesTheCorpus) {
  std::map<std::string, bool> merged;
  for (const auto& entry : std::filesystem::directory_iterator(SEMCHECK_SOURCE_DIR "/tests/fuzz/corpus/merge")) {
    std::ostringstream read;
    read << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    const std::string text = read.str();
    const std::size_t end = text.find('\0');
    std::vector<ShardReport> shards = {{"first.json", text.substr(0, end)}};
    if (end != std::string::npos) shards.push_back({"second.json", text.substr(end + 1)});
    merged[entry.path().filename()] = fault_of(shards).empty();
  }
  EXPECT_EQ(merged,
            (std::map<std::string, bool>{{"gap", false}, {"no_report", false}, {"shards", true}, {"whole", true}}));
}

}  // namespace
}  // namespace semcheck
