#include "device/launch.h"

#include <gtest/gtest.h>

#include "device/arena.h"
#include "tests/unit/device/spec_fixture.h"
#include "tests/unit/operation.h"

namespace semcheck {
namespace {

using testing::cases_of;

const Operation kMax = given::operation("max", OperationKind::max, Dtype::u16, {Dtype::u16, Dtype::u16});

std::vector<Bits> elements(const LaunchData& data, std::size_t array) {
  return unpack(Dtype::u16, data.arrays[array].bytes);
}

Launch launched(const LaunchData& data) {
  return launch_of(kMax, {}, data, arena_layout(data));
}

TEST(LaunchData, HoldsAnArrayForEachOperand) {
  const LaunchData data = launch_data(kMax, cases_of({{1, 2}, {3, 4}}), {});
  ASSERT_EQ(data.arrays.size(), 2u);
  EXPECT_EQ(elements(data, 0), (std::vector<Bits>{1, 3}));
  EXPECT_EQ(elements(data, 1), (std::vector<Bits>{2, 4}));
  EXPECT_EQ(data.count, 2u);
  EXPECT_EQ(data.results, 2u);
}

TEST(LaunchData, PassesAnArgumentByValue) {
  const LaunchData data = launch_data(kMax, cases_of({{1, 9}, {3, 9}}), {Supply::argument, 1, {9}, 0, 0});
  ASSERT_EQ(data.arrays.size(), 1u);
  EXPECT_EQ(data.arrays[0].name, "x");
  EXPECT_EQ(data.scalar, 9u);
  const Launch launch = launched(data);
  ASSERT_EQ(launch.parameters.size(), 4u);
  EXPECT_TRUE(launch.parameters[0].is_offset);
  EXPECT_FALSE(launch.parameters[1].is_offset);
  EXPECT_EQ(launch.parameters[1].value, 9u);
  EXPECT_TRUE(launch.parameters[2].is_offset);
  EXPECT_EQ(launch.parameters[3].value, 2u);
}

TEST(LaunchData, LoadsTheOtherOperandsOfALiteralOnce) {
  const Feed feed{Supply::literal, 0, {7, 8}, 0, 0};
  const LaunchData data = launch_data(kMax, cases_of({{7, 1}, {7, 2}, {7, 3}, {8, 1}, {8, 2}, {8, 3}}), feed);
  ASSERT_EQ(data.arrays.size(), 1u);
  EXPECT_EQ(elements(data, 0), (std::vector<Bits>{1, 2, 3}));
  EXPECT_FALSE(data.scalar);
  EXPECT_EQ(data.count, 3u);
  EXPECT_EQ(data.results, 6u);
}

TEST(LaunchData, BroadcastsAColumnAndARow) {
  const Feed feed{Supply::broadcast, 0, {}, 3, 0};
  const LaunchData data = launch_data(kMax, cases_of({{1, 5}, {1, 6}, {1, 7}, {2, 5}, {2, 6}, {2, 7}}), feed);
  EXPECT_EQ(elements(data, 0), (std::vector<Bits>{1, 2}));
  EXPECT_EQ(elements(data, 1), (std::vector<Bits>{5, 6, 7}));
  EXPECT_EQ(data.scalar, 3u);
  EXPECT_EQ(data.count, 6u);
}

TEST(LaunchData, PutsTheResultOntoAnOperand) {
  const LaunchData data = launch_data(kMax, cases_of({{1, 2}}), {Supply::in_place, 1, {}, 0, 0});
  EXPECT_EQ(data.in_place, 1u);
  const Launch launch = launched(data);
  EXPECT_EQ(launch.parameters[1].value, launch.parameters[2].value);
  EXPECT_NE(launch.parameters[0].value, launch.parameters[2].value);
}

TEST(LaunchData, BeginsATailOneElementLater) {
  const LaunchData data = launch_data(kMax, cases_of({{1, 2}}), {Supply::tail, 0, {}, 0, 0});
  const ArenaLayout layout = arena_layout(data);
  for (const ArenaLayout::Part& part : layout.inputs) EXPECT_EQ(part.offset % 256, 2u);
  EXPECT_EQ(layout.result_offset % 256, 2u);
}

TEST(Launch, HasAThreadForEachVectorAndEachElementOfTheTail) {
  std::vector<std::pair<Bits, Bits>> pairs(4 * 1000 + 3);
  const Cases cases = cases_of(pairs);
  EXPECT_EQ(launched(launch_data(kMax, cases, {Supply::vector4, 0, {}, 0, 0})).blocks, 4u);
  EXPECT_EQ(launched(launch_data(kMax, cases, {})).blocks, 16u);
}

}  // namespace
}  // namespace semcheck
