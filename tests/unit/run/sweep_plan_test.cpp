#include "core/run/sweep_plan.h"

#include <gtest/gtest.h>

#include <set>

#include "core/sweep/cases.h"
#include "core/sweep/chunks.h"
#include "tests/unit/run/run_fixture.h"

namespace semcheck {
namespace {

using namespace testing;

class SweepPlan : public ::testing::Test {
 protected:
  SweepPlan() {
    specs = {spec_of({"one", "two"})};
    device.kind = "cuda";
    device.arch = "sm_90";
    device.paths = {Path::cubin, Path::jit};
    options.sweeps.exhaustive = true;
  }

  std::vector<PlannedProgram> planned() {
    jobs = plan(specs, device, options);
    return plan_sweeps(specs, jobs, device, options);
  }

  std::vector<Spec> specs;
  std::vector<Job> jobs;
  DeviceInfo device;
  RunOptions options;
};

TEST_F(SweepPlan, IsEmptyUnlessSweepsAreAskedFor) {
  options.sweeps = {};
  EXPECT_TRUE(planned().empty());
}

TEST_F(SweepPlan, HasOneProgramForTheVariantsAndPathsOfABuild) {
  const auto plan = planned();
  ASSERT_EQ(plan.size(), 1u);
  const Program& program = plan[0].program.program;
  EXPECT_EQ(program.variants.size(), 2u);
  EXPECT_EQ(program.paths, (std::vector<Path>{Path::cubin, Path::jit}));
  EXPECT_EQ(program.feeds, std::vector<Feed>{Feed{}});
  ASSERT_EQ(plan[0].program.spaces.size(), 1u);
  EXPECT_EQ(plan[0].program.spaces[0].kind, SpaceKind::exhaustive);
  EXPECT_EQ(case_count(plan[0].program.spaces[0]), 65536u);
}

TEST_F(SweepPlan, FollowsTheSpecToo) {
  options.sweeps = {};
  specs[0].inputs.sweeps.structured = true;
  specs[0].inputs.sweeps.drawn = 1000;
  const auto plan = planned();
  ASSERT_EQ(plan.size(), 1u);
  ASSERT_EQ(plan[0].program.spaces.size(), 2u);
  EXPECT_EQ(plan[0].program.spaces[0].kind, SpaceKind::structured);
  EXPECT_EQ(plan[0].program.spaces[1].kind, SpaceKind::random);
  EXPECT_EQ(plan[0].program.spaces[1].drawn, 1000u);
}

TEST_F(SweepPlan, TakesTheNumberOfCasesOfTheOptions) {
  specs[0].inputs.sweeps.drawn = 1000;
  options.sweeps.drawn = 77;
  EXPECT_EQ(planned()[0].program.spaces[1].drawn, 77u);
}

TEST_F(SweepPlan, SeparatesPathsForWhichOtherRulesHold) {
  Guard guard;
  guard.path = "jit";
  guard.rules.allowed = {};
  guard.rules.set(Obligation::signedness, Signedness::as_signed);
  specs[0].guards = {guard};
  const auto plan = planned();
  ASSERT_EQ(plan.size(), 2u);
  EXPECT_EQ(plan[0].program.program.paths, std::vector<Path>{Path::cubin});
  EXPECT_EQ(plan[1].program.program.paths, std::vector<Path>{Path::jit});
  EXPECT_NE(plan[0].program.rules, plan[1].program.rules);
}

TEST_F(SweepPlan, SharesRandomCasesAmongTheFeedsOfASupply) {
  options.sweeps = {};
  options.sweeps.drawn = 1001;
  options.supplies = {Supply::literal, Supply::argument};
  std::uint64_t literal = 0, argument = 0;
  std::set<std::string> argued;
  for (const PlannedProgram& p : planned()) {
    const Space& space = p.program.spaces.at(0);
    if (p.feed().supply == Supply::literal) literal += space.drawn;
    if (p.feed().supply == Supply::argument) argument += space.drawn;
    if (p.feed().supply == Supply::argument) argued.insert(supplied_by(specs[0].operation, p.feed()));
    if (p.feed().supply != Supply::array) {
      EXPECT_EQ(space.by_value, static_cast<int>(p.feed().operand));
      EXPECT_EQ(static_cast<std::size_t>(space.value_count), p.feed().values.size());
    }
  }
  EXPECT_EQ(literal, 1001u);
  EXPECT_EQ(argument, 1001u);
  // u8 has 0, 1 and 255 of the telling values and the matrix, for each of two operands.
  EXPECT_EQ(argued, (std::set<std::string>{"argument x = 0", "argument x = 1", "argument x = 255", "argument z = 0",
                                           "argument z = 1", "argument z = 255"}));
}

TEST_F(SweepPlan, ComesWithArraysFirst) {
  specs.push_back(specs[0]);
  options.supplies = {Supply::in_place};
  const auto plan = planned();
  ASSERT_GE(plan.size(), 3u);
  EXPECT_EQ(plan[0].feed().supply, Supply::array);
  EXPECT_EQ(plan[1].feed().supply, Supply::array);
  EXPECT_EQ(plan[1].job->spec, 1u);
  EXPECT_EQ(plan[2].feed().supply, Supply::in_place);
}

TEST_F(SweepPlan, GoesThroughTailsOnce) {
  options.supplies = {Supply::tail};
  EXPECT_EQ(planned().size(), 2u);
}

TEST_F(SweepPlan, BroadcastsInSquaresThatAreChunks) {
  options.sweeps.exhaustive = false;
  options.sweeps.drawn = 1;
  options.supplies = {Supply::broadcast};
  const auto plan = planned();
  ASSERT_EQ(plan.size(), 2u);
  const Space& space = plan[1].program.spaces.at(0);
  EXPECT_EQ(space.side * space.side, kChunk);
  EXPECT_EQ(plan[1].feed().columns, space.side);
}

TEST_F(SweepPlan, LeavesOutSquaresThatWouldRepeatMostCases) {
  specs[0].operation = given::operation("select", OperationKind::select, Dtype::s8, {Dtype::s8, Dtype::s8, Dtype::s8});
  options.supplies = {Supply::broadcast};
  for (const PlannedProgram& p : planned()) EXPECT_EQ(p.feed().supply, Supply::array);
}

TEST_F(SweepPlan, ChecksLawsUnderArraysOnly) {
  specs[0].laws.insert(Obligation::commutative);
  options.supplies = {Supply::in_place};
  for (const PlannedProgram& p : planned()) EXPECT_EQ(p.program.laws.empty(), p.feed().supply != Supply::array);
}

TEST_F(SweepPlan, HasNothingForOperationsOverRows) {
  specs[0].operation = given::operation("row_max", OperationKind::reduce_max, Dtype::u8);
  EXPECT_TRUE(planned().empty());
  EXPECT_EQ(
      unsweepable(specs[0], options.sweeps),
      std::vector<std::string>{"row_max is an operation over rows, and only operations element by element are swept"});
  EXPECT_TRUE(unsweepable(specs[0], {}).empty());
}

TEST_F(SweepPlan, HasNoExhaustiveSweepOfTooManyBits) {
  specs[0].operation = given::operation("max_f32", OperationKind::max, Dtype::f32, {Dtype::f32, Dtype::f32});
  specs[0].inputs.matrices[0].floating = {"0"};
  EXPECT_TRUE(planned().empty());
  // Two f32 are 2^64 = 1.8e19 inputs; structured are the pairs of 4096 patterns (cases.h).
  EXPECT_EQ(
      unsweepable(specs[0], options.sweeps),
      std::vector<std::string>{"max_f32 has 2^64 inputs, and --exhaustive goes through 2^32 at most; --structured "
                               "would cover the 16777216 combinations of boundary patterns, --sweep 1T one input "
                               "in 1.8e+07"});
}

TEST_F(SweepPlan, TellsSweepsApart) {
  options.supplies = {Supply::literal, Supply::in_place};
  options.sweeps.drawn = 500;
  specs[0].builds.push_back(specs[0].builds[0]);
  specs[0].builds[1].name = "fast";
  std::set<std::string> identities;
  std::size_t sweeps = 0;
  for (const std::uint64_t seed : {1u, 2u}) {
    options.seed = seed;
    for (const PlannedProgram& p : planned())
      for (const Variant* variant : p.program.program.variants)
        for (Path path : p.program.program.paths)
          for (const Space& space : p.program.spaces) {
            identities.insert(identity_of(p, *variant, path, space, device));
            ++sweeps;
          }
  }
  EXPECT_EQ(identities.size(), sweeps);
}

}  // namespace
}  // namespace semcheck
