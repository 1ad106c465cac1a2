#include "device/large_launch.h"

#include <gtest/gtest.h>

#include "tests/unit/device/spec_fixture.h"

namespace semcheck {
namespace {

using testing::cases_of;

const Operation kMax = given::operation("max", OperationKind::max, Dtype::u16, {Dtype::u16, Dtype::u16});

TEST(LargeLaunch, RepeatsTheCasesWhole) {
  // Three cases of two bytes; ten bytes hold them once, twelve twice.
  const Cases cases = cases_of({{1, 2}, {3, 4}, {5, 6}});
  EXPECT_EQ(large_launch(kMax, {}, cases, 1)->elements, 3u);
  EXPECT_EQ(large_launch(kMax, {}, cases, 11)->elements, 3u);
  const auto large = large_launch(kMax, {}, cases, 12);
  ASSERT_TRUE(large);
  EXPECT_EQ(large->elements, 6u);
  EXPECT_EQ(large->moved, 6u * 3 * 2);
  EXPECT_EQ(large->contents.size(), 12u);
  ASSERT_EQ(large->tiles.size(), 2u);
  EXPECT_EQ(large->tiles[1].from, 6u);
  EXPECT_EQ(large->tiles[1].size, 6u);
  EXPECT_EQ(large->tiles[1].filled, 12u);
  EXPECT_EQ(large->tiles[1].to % 256, 0u);
}

TEST(LargeLaunch, PassesThePlacesOfArraysAndResultsAndTheCount) {
  const auto large = large_launch(kMax, {}, cases_of({{1, 2}}), 1024);
  ASSERT_EQ(large->launch.parameters.size(), 4u);
  EXPECT_EQ(large->launch.parameters[0].value, large->tiles[0].to);
  EXPECT_EQ(large->launch.parameters[1].value, large->tiles[1].to);
  EXPECT_TRUE(large->launch.parameters[2].is_offset);
  EXPECT_EQ(large->launch.parameters[2].value + 1024, large->memory);
  EXPECT_EQ(large->launch.parameters[3].value, 512u);
  EXPECT_EQ(large->launch.blocks, 2u);
  EXPECT_EQ(large->launch.threads, 256u);
}

TEST(LargeLaunch, CutsTheElementsIntoRowsOfTheLongest) {
  const Operation rows = given::operation("rows", OperationKind::argmax, Dtype::u16, {Dtype::u16});
  const Cases cases{{{1, 2, 3, 4, 5}}, 3, {0, 1, 4, 5}};
  Variant variant;
  variant.block = 64;
  variant.form = VariantForm::body;
  Kernel kernel;
  kernel.variant = &variant;
  const auto large = large_launch(rows, kernel, cases, 24);
  ASSERT_TRUE(large);
  EXPECT_EQ(large->elements, 12u);
  EXPECT_EQ(large->launch.blocks, 4u);
  EXPECT_EQ(large->launch.threads, 64u);
  EXPECT_EQ(large->tiles[0].filled, 24u);
  const std::vector<std::byte> starts(large->contents.begin() + 10, large->contents.end());
  EXPECT_EQ(unpack(Dtype::u64, starts), (std::vector<Bits>{0, 3, 6, 9, 12}));
  EXPECT_EQ(large_launch(rows, kernel, cases, 0)->elements, 3u);
}

TEST(LargeLaunch, IsNotThereWithoutElements) {
  const Operation rows = given::operation("rows", OperationKind::reduce_max, Dtype::u16, {Dtype::u16});
  EXPECT_FALSE(large_launch(kMax, {}, Cases{{{}, {}}, 0, {}}, 100));
  EXPECT_FALSE(large_launch(rows, {}, Cases{{{}}, 1, {0, 0}}, 100));
}

}  // namespace
}  // namespace semcheck
