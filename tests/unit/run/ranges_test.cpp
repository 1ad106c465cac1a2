#include "core/run/ranges.h"

#include <gtest/gtest.h>

#include "core/sweep/chunks.h"

namespace semcheck {
namespace {

using Ranges = std::vector<Range>;

TEST(Ranges, KeepTheirOrderWhateverOrderTheyComeIn) {
  Ranges ranges;
  add(ranges, {20, 30});
  add(ranges, {0, 10});
  add(ranges, {40, 50});
  EXPECT_EQ(ranges, (Ranges{{0, 10}, {20, 30}, {40, 50}}));
}

TEST(Ranges, BecomeOneWhereTheyTouch) {
  Ranges ranges = {{0, 10}, {20, 30}};
  add(ranges, {10, 15});
  EXPECT_EQ(ranges, (Ranges{{0, 15}, {20, 30}}));
  add(ranges, {18, 20});
  EXPECT_EQ(ranges, (Ranges{{0, 15}, {18, 30}}));
  add(ranges, {15, 18});
  EXPECT_EQ(ranges, (Ranges{{0, 30}}));
}

TEST(Ranges, AreNotChangedByAnEmptyOne) {
  Ranges ranges = {{0, 10}};
  add(ranges, {5, 5});
  EXPECT_EQ(ranges, (Ranges{{0, 10}}));
}

TEST(Ranges, LeaveWhatIsBetweenThem) {
  EXPECT_EQ(without({0, 100}, {}), (Ranges{{0, 100}}));
  EXPECT_EQ(without({0, 100}, {{0, 10}, {20, 30}}), (Ranges{{10, 20}, {30, 100}}));
  EXPECT_EQ(without({0, 100}, {{0, 100}}), Ranges{});
  EXPECT_EQ(without({5, 5}, {}), Ranges{});
}

TEST(Ranges, LeaveOnlyWhatIsOfTheWhole) {
  EXPECT_EQ(without({50, 60}, {{0, 10}, {70, 80}}), (Ranges{{50, 60}}));
  EXPECT_EQ(without({50, 60}, {{0, 52}, {58, 80}}), (Ranges{{52, 58}}));
}

TEST(Share, SharesTakeEveryCaseOnceAndBeginAtChunks) {
  for (const std::uint64_t total : {std::uint64_t{1}, kChunk - 1, kChunk, kChunk + 1, 5 * kChunk, 9 * kChunk + 7})
    for (const std::uint64_t shards : {1u, 2u, 3u, 7u, 100u}) {
      std::uint64_t next = 0;
      for (std::uint64_t i = 0; i < shards; ++i) {
        const Range share = share_of(total, i, shards);
        EXPECT_EQ(share.first, next);
        EXPECT_TRUE(share.first % kChunk == 0 || share.first == total);
        EXPECT_LE(share.first, share.last);
        next = share.last;
      }
      EXPECT_EQ(next, total) << shards << " shards";
    }
}

TEST(Share, DiffersByOneChunkAtMost) {
  EXPECT_EQ(share_of(8 * kChunk, 0, 3), (Range{0, 3 * kChunk}));
  EXPECT_EQ(share_of(8 * kChunk, 1, 3), (Range{3 * kChunk, 6 * kChunk}));
  EXPECT_EQ(share_of(8 * kChunk, 2, 3), (Range{6 * kChunk, 8 * kChunk}));
}

TEST(Share, OfASmallSpaceIsEmptyForTheLastShards) {
  EXPECT_EQ(share_of(100, 0, 7), (Range{0, 100}));
  EXPECT_EQ(share_of(100, 6, 7), (Range{100, 100}));
}

}  // namespace
}  // namespace semcheck
