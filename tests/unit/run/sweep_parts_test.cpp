#include <gtest/gtest.h>

#include <atomic>

#include "core/run/ranges.h"
#include "tests/unit/run/sweep_fixture.h"

namespace semcheck {
namespace {

using namespace testing;

const std::set<std::uint64_t> kPlanted = {3, pair_of_u16(256, 1), pair_of_u16(30000, 2), pair_of_u16(30001, 2),
                                          pair_of_u16(65535, 65535)};

/// A variant that is wrong at the planted cases of all pairs of 16-bit integers.
class Parts : public ::testing::Test {
 protected:
  Parts() { prepare(device); }

  static void prepare(SweepingDevice& device) {
    device.computes("rare", larger);
    device.computes_only(kPlanted).errs_in_sweeps("rare", [](std::uint64_t i) { return kPlanted.contains(i); });
  }

  static SweepPart part_of(const RunReport& report) { return result_of(report, "rare", Path::cubin).sweeps.at(0).part; }

  SweepPart whole() {
    SweepingDevice other;
    prepare(other);
    return part_of(run_one(spec, other, exhaustively()));
  }

  SweepingDevice device;
  const Spec spec = spec_of_u16({"rare"});
  const std::vector<Spec> specs = {spec};
};

TEST_F(Parts, OfAnUndividedRunAreTheWholeSpace) {
  const SweepPart part = whole();
  EXPECT_EQ(part.done, (std::vector<Range>{{0, std::uint64_t{1} << 32}}));
  EXPECT_EQ(part.rules.mismatches(), kPlanted.size());
  EXPECT_EQ(part.rules.wrong.begin()->second.lowest, std::vector<std::uint64_t>(kPlanted.begin(), kPlanted.end()));
  ASSERT_EQ(part.examples.size(), 3u);
  EXPECT_EQ(part.examples[2].mismatch.operands, (std::vector<Bits>{30000, 2}));
  // One block for each 16 chunks.
  EXPECT_EQ(part.audited, 16u * 4096);
}

TEST_F(Parts, OfShardsAddUpToTheUndividedRun) {
  const SweepPart undivided = whole();
  for (const std::uint64_t shards : {1u, 2u, 3u, 7u}) {
    SweepPart sum;
    sum.identity = undivided.identity;
    RunOptions options = exhaustively();
    options.sweeps.shards = shards;
    // In reverse order.
    for (options.sweeps.shard = shards; options.sweeps.shard-- > 0;)
      add(sum, part_of(run_one(spec, device, options)), options.max_mismatches);
    SCOPED_TRACE(shards);
    expect_same(sum, undivided);
  }
}

TEST_F(Parts, OfAShardLieInItsShare) {
  RunOptions options = exhaustively();
  options.sweeps.shards = 7;
  options.sweeps.shard = 3;
  const Sweep sweep = result_of(run_one(spec, device, options), "rare", Path::jit).sweeps.at(0);
  EXPECT_EQ(sweep.share, share_of(sweep.total, 3, 7));
  EXPECT_EQ(sweep.part.done, std::vector<Range>{sweep.share});
  EXPECT_TRUE(sweep.is_finished());
}

TEST_F(Parts, OfSeveralDevicesAreThoseOfOne) {
  const SweepPart undivided = whole();
  SweepingDevice second, third;
  prepare(second);
  prepare(third);
  expect_same(part_of(run(specs, device, exhaustively(), {&second})), undivided);
  expect_same(part_of(run(specs, device, exhaustively(), {&second, &third})), undivided);
}

TEST_F(Parts, AreAuditedOnTheDeviceThatMadeThem) {
  SweepingDevice liar;
  prepare(liar);
  liar.lies_in_twin = true;
  // The first device waits until the other has had a stretch.
  std::atomic<bool> had = false;
  liar.after_stretch = [&] { had = true; };
  device.after_stretch = [&] {
    while (!had) std::this_thread::yield();
  };
  EXPECT_ANY_THROW(run(specs, device, exhaustively(), {&liar}));
}

TEST_F(Parts, GoOnAfterAnInterrupt) {
  std::atomic<bool> interrupted = false;
  RunOptions options = exhaustively();
  options.interrupted = &interrupted;
  int stretches = 0;
  device.after_stretch = [&] { interrupted = ++stretches == 5; };
  const RunReport first = run_one(spec, device, options);
  EXPECT_FALSE(first.complete);
  EXPECT_FALSE(result_of(first, "rare", Path::cubin).sweeps.at(0).is_finished());

  interrupted = false;
  device.after_stretch = nullptr;
  for (const Result& result : first.specs[0].results) options.sweeps.resumed.push_back(result.sweeps.at(0).part);
  EXPECT_GT(size_of(options.sweeps.resumed[0].done), 0u);
  const RunReport second = run_one(spec, device, options);
  EXPECT_TRUE(second.complete);
  expect_same(part_of(second), whole());
}

TEST_F(Parts, OfAnInterruptedRunHaveTheirExamples) {
  std::atomic<bool> interrupted = false;
  RunOptions options = exhaustively();
  options.interrupted = &interrupted;
  device.after_stretch = [&] { interrupted = device.stretches.size() >= 3; };
  const SweepPart part = part_of(run_one(spec, device, options));
  ASSERT_FALSE(part.examples.empty());
  EXPECT_EQ(part.examples[0].index, 3u);
}

TEST_F(Parts, GoOnAfterATimeLimitAgainAndAgain) {
  RunOptions options = exhaustively();
  SweepPart part;
  for (int i = 0; i < 1000 && size_of(part.done) < std::uint64_t{1} << 32; ++i) {
    std::size_t asked = 0;
    options.sweeps.is_out_of_time = [&] { return ++asked > 100; };
    const RunReport report = run_one(spec, device, options);
    EXPECT_NE(report.complete, report.out_of_time);
    options.sweeps.resumed.clear();
    for (const Result& result : report.specs[0].results) options.sweeps.resumed.push_back(result.sweeps.at(0).part);
    part = part_of(report);
  }
  expect_same(part, whole());
}

TEST_F(Parts, OfAnotherSeedAreNotTakenUp) {
  RunOptions options;
  options.sweeps.drawn = 2 * kChunk;
  options.sweeps.resumed = {part_of(run_one(spec, device, options))};
  options.seed = 99;
  device.stretches.clear();
  run_one(spec, device, options);
  EXPECT_EQ(device.stretches.size(), 4u) << "two chunks of each path";
}

TEST_F(Parts, ThatAreDoneAreNotCompiledAgain) {
  RunOptions options = exhaustively();
  const RunReport report = run_one(spec, device, options);
  for (const Result& result : report.specs[0].results) options.sweeps.resumed.push_back(result.sweeps.at(0).part);
  device.compiled_feeds.clear();
  device.stretches.clear();
  expect_same(part_of(run_one(spec, device, options)), whole());
  EXPECT_TRUE(device.stretches.empty());
  EXPECT_TRUE(device.compiled_feeds.empty());
}

}  // namespace
}  // namespace semcheck
