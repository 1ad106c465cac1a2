#include "core/run/replay.h"

#include <gtest/gtest.h>

#include "tests/unit/run/sweep_fixture.h"

namespace semcheck {
namespace {

using namespace testing;

class Replaying : public ::testing::Test {
 protected:
  std::vector<Replay> replay_at(std::uint64_t index) {
    options.sweeps.replay = index;
    specs = {spec};
    return replay(specs, device, options);
  }

  SweepingDevice device;
  Spec spec = spec_of({"one"});
  std::vector<Spec> specs;
  RunOptions options;
};

TEST_F(Replaying, TellsWhatTheCaseIsAndWhatEveryKernelGives) {
  device.computes("one", [](Bits x, Bits z) { return x == 5 ? Bits{1} : larger(x, z); });
  options.sweeps.exhaustive = true;
  const std::vector<Replay> replays = replay_at(5 * 256 + 3);
  ASSERT_EQ(replays.size(), 1u);
  const Replay& replay = replays[0];
  EXPECT_EQ(replay.operands, (std::vector<Bits>{5, 3}));
  EXPECT_EQ(replay.expected, (Expected{{OutcomeKind::exactly, 5}}));
  EXPECT_EQ(replay.build, "default");
  EXPECT_EQ(replay.supplied, "");
  ASSERT_EQ(replay.kernels.size(), 2u);
  EXPECT_EQ(replay.kernels[0].variant, "one");
  EXPECT_EQ(replay.kernels[0].path, Path::cubin);
  EXPECT_EQ(replay.kernels[1].path, Path::jit);
  EXPECT_EQ(replay.kernels[1].swept, 1u);
  EXPECT_EQ(replay.kernels[1].alone, 1u);
  EXPECT_FALSE(replay.kernels[1].swept_is_allowed);
  EXPECT_FALSE(replay.kernels[1].alone_is_allowed);
}

TEST_F(Replaying, TellsTheSweepFromTheOrdinaryRun) {
  device.computes("one", larger);
  device.errs_in_sweeps("one", [](std::uint64_t i) { return i == 7; });
  options.sweeps.exhaustive = true;
  const Replay replay = replay_at(7).at(0);
  EXPECT_EQ(replay.kernels[0].swept, 6u);
  EXPECT_EQ(replay.kernels[0].alone, 7u);
  EXPECT_FALSE(replay.kernels[0].swept_is_allowed);
  EXPECT_TRUE(replay.kernels[0].alone_is_allowed);
}

TEST_F(Replaying, TakesARandomCaseUnlessAnotherKindIsAskedFor) {
  device.computes("one", larger);
  const std::vector<Replay> replays = replay_at(1'000'000'000'000);
  ASSERT_EQ(replays.size(), 1u);
  EXPECT_EQ(replays[0].space.kind, SpaceKind::random);
  EXPECT_EQ(replays[0].index, 1'000'000'000'000u);
  EXPECT_FALSE(replays[0].drawn.empty());
}

TEST_F(Replaying, IsTheCaseOfTheSweepThatFoundIt) {
  device.computes("one", larger);
  device.errs_in_sweeps("one", [](std::uint64_t i) { return i == 12345; });
  options.sweeps.drawn = 20000;
  const RunReport report = run_one(spec, device, options);
  const SweepExample found = result_of(report, "one", Path::jit).sweeps.at(0).part.examples.at(0);
  const Replay replay = replay_at(found.index).at(0);
  EXPECT_EQ(replay.operands, found.mismatch.operands);
  EXPECT_EQ(replay.kernels[1].swept, found.mismatch.actual);
}

TEST_F(Replaying, GivesEveryOperandThatIsALiteralItsOwnCase) {
  device.computes_by_feed(
      "one", [](const Feed& feed, Bits x, Bits z) { return feed.supply == Supply::literal ? x : larger(x, z); });
  options.supplies = {Supply::literal};
  options.sweeps.exhaustive = true;
  const std::vector<Replay> replays = replay_at(4);
  ASSERT_EQ(replays.size(), 3u);
  // Of the values 0, 1 and 255, case 4 has the second, with 1 as the other operand.
  EXPECT_EQ(replays[1].supplied, "literal x");
  EXPECT_EQ(replays[1].operands, (std::vector<Bits>{1, 1}));
  EXPECT_EQ(replays[2].supplied, "literal z");
  EXPECT_EQ(replays[2].operands, (std::vector<Bits>{1, 1}));
  EXPECT_EQ(replays[2].kernels[0].alone, 1u);
}

TEST_F(Replaying, HasNothingWhereNoSpaceHasTheCase) {
  device.computes("one", larger);
  options.sweeps.exhaustive = true;
  EXPECT_TRUE(replay_at(65536).empty());
}

}  // namespace
}  // namespace semcheck
