#include "device/arena.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/unit/device/spec_fixture.h"
#include "tests/unit/operation.h"

namespace semcheck {
namespace {

using testing::cases_of;
using Bytes = std::vector<std::byte>;

/// An arena of three cases of a 16-bit maximum, and a launch that may do anything to it.
class ArenaTest : public ::testing::Test {
 protected:
  ArenaTest() {
    fill_arena(layout_, data_, Poison::plain, plain_);
    fill_arena(layout_, data_, Poison::complement, complement_);
  }
  Execution run(const std::function<void(Bytes&)>& kernel) {
    return run_on_arena(layout_, plain_, complement_, after_, [&](auto before, auto after) {
      Bytes memory(before.begin(), before.end());
      kernel(memory);
      std::copy(memory.begin(), memory.end(), after.begin());
      return std::string();
    });
  }
  void store(Bytes& memory, const std::vector<Bits>& results) const {
    pack(Dtype::u16, results, std::span(memory).subspan(layout_.result_offset));
  }

  const Operation operation_ = given::operation("max", OperationKind::max, Dtype::u16, {Dtype::u16, Dtype::u16});
  const Cases cases_ = cases_of({{0x1234, 1}, {0xffff, 2}, {0, 0x8000}});
  const LaunchData data_ = launch_data(operation_, cases_, {});
  const ArenaLayout layout_ = arena_layout(data_);
  Bytes plain_{layout_.size}, complement_{layout_.size}, after_{layout_.size};
};

TEST(Packing, IsLittleEndianAtTheSizeOfTheType) {
  Bytes bytes(6);
  pack(Dtype::u16, std::array<Bits, 3>{0x1234, 0xff, 0x8000}, bytes);
  const Bytes expected{std::byte{0x34}, std::byte{0x12}, std::byte{0xff}, std::byte{0}, std::byte{0}, std::byte{0x80}};
  EXPECT_EQ(bytes, expected);
  EXPECT_EQ(unpack(Dtype::u16, bytes), (std::vector<Bits>{0x1234, 0xff, 0x8000}));
}

TEST(Packing, GivesBackEveryPatternOfEveryType) {
  for (const DtypeRow& dtype : kDtypes) {
    const std::vector<Bits> patterns{0, 1, value_mask(dtype.format), sign_mask(dtype.format)};
    Bytes bytes(patterns.size() * size_of(dtype.dtype));
    pack(dtype.dtype, patterns, bytes);
    EXPECT_EQ(unpack(dtype.dtype, bytes), patterns) << dtype.name;
  }
}

TEST_F(ArenaTest, GivesTheResultsOfAKernelThatBehaves) {
  const Execution execution = run([&](Bytes& memory) { store(memory, {0x1234, 0xffff, 0x8000}); });
  EXPECT_EQ(execution.error, "");
  EXPECT_EQ(execution.results, (std::vector<Bits>{0x1234, 0xffff, 0x8000}));
}

TEST_F(ArenaTest, TellsAResultThatEqualsThePoisonFromOneThatWasNotWritten) {
  const std::vector<Bits> poison = unpack(Dtype::u16, std::span(plain_).subspan(layout_.result_offset, 6));
  EXPECT_EQ(run([&](Bytes& memory) { store(memory, poison); }).results, poison);
  EXPECT_EQ(run([](Bytes&) {}).error, "wrote no result for 3 of 3 cases");
  EXPECT_EQ(run([&](Bytes& memory) { store(memory, {7, 7}); }).error, "wrote no result for 1 of 3 cases");
}

TEST_F(ArenaTest, NoticesAWriteDirectlyBeforeAndBehindTheResults) {
  for (const std::size_t offset : {layout_.result_offset - 1, layout_.result_offset + 6, layout_.size - 1,
                                   std::size_t{0}, layout_.inputs[1].offset - 1, layout_.inputs[1].offset + 6}) {
    const Execution execution = run([&](Bytes& memory) {
      store(memory, {1, 2, 3});
      memory[offset] = ~memory[offset];
    });
    EXPECT_EQ(execution.error, "wrote out of bounds") << offset;
    EXPECT_TRUE(execution.results.empty());
  }
}

TEST_F(ArenaTest, NamesTheOperandThatWasWrittenTo) {
  const auto clobber = [&](std::size_t operand) {
    return run([&](Bytes& memory) {
             store(memory, {1, 2, 3});
             memory[layout_.inputs[operand].offset + 5] ^= std::byte{1};
           })
        .error;
  };
  EXPECT_EQ(clobber(0), "wrote to operand x");
  EXPECT_EQ(clobber(1), "wrote to operand z");
}

TEST_F(ArenaTest, PassesOnWhatTheLaunchReports) {
  const Execution execution = run_on_arena(layout_, plain_, complement_, after_,
                                           [](auto, auto) { return std::string("illegal memory access"); });
  EXPECT_EQ(execution.error, "illegal memory access");
  EXPECT_TRUE(execution.results.empty());
}

TEST(Arena, SaysHowLongAKernelRan) {
  EXPECT_EQ(timed_out_text(std::chrono::seconds(10)), "timed out after 10 s");
  EXPECT_EQ(timed_out_text(std::chrono::milliseconds(250)), "timed out after 0.25 s");
}

}  // namespace
}  // namespace semcheck
