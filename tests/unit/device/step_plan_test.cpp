#include "device/step_plan.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/sweep/chunks.h"

namespace semcheck {
namespace {

constexpr std::uint64_t kMemory = 0x1000;

/// A plan of two steps: one with a fixed block, one with that of the chunk and four cases of a thread.
StepPlan plan_of(std::uint64_t first, std::uint64_t count) {
  StepPlan plan;
  plan.step_count = 2;
  plan.steps[0].threads = 64;
  plan.steps[0].parameter_count = 5;
  plan.steps[0].parameters = {{{StepSource::value, 7},
                               {StepSource::shared, 8},
                               {StepSource::own, 16},
                               {StepSource::first, 0},
                               {StepSource::count, 0}}};
  plan.steps[1].items = 4;
  plan.lanes = 3;
  plan.shared = 0x200;
  plan.own = 0x400;
  plan.first = first;
  plan.count = count;
  return plan;
}

std::vector<StepLaunch> launches_of(const StepPlan& plan) {
  std::vector<StepLaunch> launches;
  for_each_launch(plan, kMemory, [&](const StepLaunch& launch) { launches.push_back(launch); });
  return launches;
}

TEST(StepPlan, LaunchesEveryStepOnEveryChunkInOrder) {
  const auto launches = launches_of(plan_of(2 * kChunk, kChunk + 100));
  ASSERT_EQ(launches.size(), 4u);
  for (std::size_t i = 0; i < launches.size(); ++i) EXPECT_EQ(launches[i].step, i % 2);
  EXPECT_EQ(launches[0].parameters[3], 2 * kChunk);
  EXPECT_EQ(launches[0].parameters[4], kChunk);
  EXPECT_EQ(launches[2].parameters[3], 3 * kChunk);
  EXPECT_EQ(launches[2].parameters[4], 100u);
}

TEST(StepPlan, GivesAChunkItsLaneAndTheMemoryOfThat) {
  const auto launches = launches_of(plan_of(0, 4 * kChunk));
  ASSERT_EQ(launches.size(), 8u);
  for (std::uint32_t chunk = 0; chunk < 4; ++chunk) {
    const StepLaunch& launch = launches[std::size_t{2} * chunk];
    EXPECT_EQ(launch.lane, chunk % 3);
    EXPECT_EQ(launch.parameters[0], 7u);
    EXPECT_EQ(launch.parameters[1], kMemory + 8);
    EXPECT_EQ(launch.parameters[2], kMemory + 0x200 + chunk % 3 * 0x400 + 16);
  }
}

// kChunkThreads has 256 threads for chunk 0 and 128 for chunk 1.
TEST(StepPlan, MakesAsManyBlocksAsTheCasesTake) {
  const auto launches = launches_of(plan_of(0, kChunk + 513));
  EXPECT_EQ(launches[0].threads, 64u);
  EXPECT_EQ(launches[0].blocks, kChunk / 64);
  EXPECT_EQ(launches[1].threads, 256u);
  EXPECT_EQ(launches[1].blocks, kChunk / 1024);
  EXPECT_EQ(launches[2].blocks, 9u);
  EXPECT_EQ(launches[3].threads, 128u);
  EXPECT_EQ(launches[3].blocks, 2u);
}

// Cases 70 to 76 lie in the groups of three that begin at 69, 72 and 75.
TEST(StepPlan, CountsTheGroupsOfCases) {
  StepPlan plan = plan_of(70, 7);
  plan.steps[0].parameter_count = 2;
  plan.steps[0].parameters = {{{StepSource::groups, 3}, {StepSource::grouped, 3}}};
  const auto launches = launches_of(plan);
  EXPECT_EQ(launches[0].parameters[0], 3u);
  EXPECT_EQ(launches[0].parameters[1], 9u);
}

TEST(StepPlan, HasRoomForMoreThanTheCases) {
  StepPlan plan = plan_of(0, 64);
  EXPECT_EQ(launches_of(plan)[0].blocks, 1u);
  plan.steps[0].extra = 1;
  EXPECT_EQ(launches_of(plan)[0].blocks, 2u);
}

TEST(StepPlan, LaunchesTheTailOfAChunkApart) {
  StepPlan plan = plan_of(0, 5 * kChunk);
  plan.with_tails = 1;
  const auto launches = launches_of(plan);
  ASSERT_EQ(launches.size(), 20u);
  for (std::uint64_t chunk = 0; chunk < 5; ++chunk) {
    const StepLaunch& body = launches[4 * chunk];
    const StepLaunch& tail = launches[4 * chunk + 2];
    EXPECT_EQ(body.parameters[4], kChunk - 1 - chunk);
    EXPECT_EQ(tail.parameters[3], chunk * kChunk + body.parameters[4]);
    EXPECT_EQ(tail.parameters[4], 1 + chunk);
    EXPECT_EQ(tail.lane, body.lane);
  }
}

TEST(StepPlan, IsOnlyATailWhereThereAreFewCases) {
  StepPlan plan = plan_of(100 * kChunk, 40);
  plan.with_tails = 1;
  const auto launches = launches_of(plan);
  ASSERT_EQ(launches.size(), 2u);
  EXPECT_EQ(launches[0].parameters[4], 40u);
}

TEST(StepPlan, IsNotSoundWithMoreThanItsArraysHold) {
  EXPECT_TRUE(is_sound(plan_of(0, kChunk)));
  const auto spoil = [](auto change) {
    StepPlan plan = plan_of(0, kChunk);
    change(plan);
    return is_sound(plan);
  };
  EXPECT_FALSE(spoil([](StepPlan& plan) { plan.step_count = 5; }));
  EXPECT_FALSE(spoil([](StepPlan& plan) { plan.lanes = 0; }));
  EXPECT_FALSE(spoil([](StepPlan& plan) { plan.lanes = kMostLanes + 1; }));
  EXPECT_FALSE(spoil([](StepPlan& plan) { plan.own = ~std::uint64_t{0}; }));
  EXPECT_FALSE(spoil([](StepPlan& plan) { plan.first = ~std::uint64_t{0} - 1; }));
  EXPECT_FALSE(spoil([](StepPlan& plan) { plan.steps[1].items = 0; }));
  EXPECT_FALSE(spoil([](StepPlan& plan) { plan.steps[1].extra = ~std::uint64_t{0}; }));
  EXPECT_FALSE(spoil([](StepPlan& plan) { plan.steps[0].parameters[0] = {StepSource::groups, 0}; }));
  EXPECT_FALSE(spoil([](StepPlan& plan) { plan.steps[1].threads = 2048; }));
  EXPECT_FALSE(spoil([](StepPlan& plan) { plan.steps[0].parameter_count = 9; }));
  EXPECT_FALSE(spoil([](StepPlan& plan) { plan.steps[0].parameters[7].source = static_cast<StepSource>(9); }));
}

}  // namespace
}  // namespace semcheck
