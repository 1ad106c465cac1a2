#include "device/sweep_piece.h"

#include <gtest/gtest.h>

#include "core/sweep/chunks.h"
#include "core/values/dtype.h"

namespace semcheck {
namespace {

constexpr std::uint64_t kWhole = std::uint64_t{1} << 32;

Space pairs_of_f16() {
  Space space;
  space.kind = SpaceKind::exhaustive;
  space.formats[0] = space.formats[1] = format(Dtype::f16);
  return space;
}

Space by_value(int operand, int values) {
  Space space = pairs_of_f16();
  space.kind = SpaceKind::random;
  space.drawn = 1000000;
  space.by_value = operand;
  space.value_count = values;
  return space;
}

Space squares(Bits side) {
  Space space = by_value(-1, 1);
  space.side = side;
  return space;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> cuts(const Space& space, std::uint64_t first,
                                                          std::uint64_t count) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> list;
  for (const Piece& piece : pieces_of(space, {0, first, count, false})) list.emplace_back(piece.first, piece.count);
  return list;
}

using Cuts = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

// Chunk 0 has a tail of one case, chunk 1 one of two (chunks.h).
TEST(SweepPieces, EndAtChunksAndHaveTheirTailsApart) {
  EXPECT_EQ(cuts(pairs_of_f16(), kChunk - 10, 20), (Cuts{{kChunk - 10, 9}, {kChunk - 1, 1}, {kChunk, 10}}));
  EXPECT_EQ(cuts(pairs_of_f16(), 2 * kChunk - 2, 2), (Cuts{{2 * kChunk - 2, 2}}));
  EXPECT_EQ(cuts(pairs_of_f16(), 2 * kChunk - 1, 1), (Cuts{{2 * kChunk - 1, 1}}));
  EXPECT_EQ(cuts(pairs_of_f16(), kWhole - 300, 300), (Cuts{{kWhole - 300, 44}, {kWhole - 256, 256}}));
}

TEST(SweepPieces, EndAtMultiplesOfWhatIsHandy) {
  EXPECT_EQ(cuts(pairs_of_f16(), 65000, 70000), (Cuts{{65000, 536}, {65536, 65536}, {131072, 3928}}));
}

TEST(SweepPieces, EndWithTheirSquares) {
  EXPECT_EQ(cuts(squares(4), 10, 25), (Cuts{{10, 6}, {16, 16}, {32, 3}}));
}

TEST(SweepPieces, HaveAnElementForEachCase) {
  const Piece piece{70, 7};
  for (std::size_t operand : {0u, 1u}) {
    const Column column = column_of(pairs_of_f16(), piece, operand);
    EXPECT_EQ(column.first, 70u);
    EXPECT_EQ(column.step, 1u);
    EXPECT_EQ(column.count, 7u);
  }
  EXPECT_EQ(count_of(pairs_of_f16(), piece), 7u);
}

// Cases 70 to 76 of three values: element 23 has cases 69, 70, 71, element 25 has 75, 76, 77.
TEST(SweepPieces, HaveAnElementForAllValuesOfTheOtherOperand) {
  const Piece piece{70, 7};
  const Column column = column_of(by_value(1, 3), piece, 0);
  EXPECT_EQ(column.first, 69u);
  EXPECT_EQ(column.step, 3u);
  EXPECT_EQ(column.count, 3u);
  EXPECT_EQ(count_of(by_value(1, 3), piece), 3u);
}

// Cases 22 to 29 of squares of 4 × 4: of the square that begins at 16, row 1 from column 2 to row 3, column 1.
TEST(SweepPieces, HaveAnElementForEachRowAndColumnOfASquare) {
  const Piece piece{22, 8};
  const Column rows = column_of(squares(4), piece, 0);
  EXPECT_EQ(rows.first, 20u);
  EXPECT_EQ(rows.step, 4u);
  EXPECT_EQ(rows.count, 3u);
  const Column columns = column_of(squares(4), piece, 1);
  EXPECT_EQ(columns.first, 16u);
  EXPECT_EQ(columns.step, 1u);
  EXPECT_EQ(columns.count, 4u);
  EXPECT_EQ(count_of(squares(4), piece), 12u);
}

std::vector<Bits> results(const Space& space, const Piece& piece, const std::vector<Bits>& computed) {
  std::vector<Bits> list(piece.count);
  results_of(space, piece, computed, list);
  return list;
}

// The kernel has the results of a value one after the other, those of the next value behind them.
TEST(SweepPieces, TakeTheirResultsOutOfThoseOfTheirLaunch) {
  EXPECT_EQ(results(pairs_of_f16(), {70, 3}, {5, 6, 7, 0}), (std::vector<Bits>{5, 6, 7}));
  EXPECT_EQ(results(by_value(1, 3), {70, 7}, {0x69, 0x72, 0x75, 0x70, 0x73, 0x76, 0x71, 0x74, 0x77}),
            (std::vector<Bits>{0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76}));
  EXPECT_EQ(results(squares(4), {22, 3}, {0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27}),
            (std::vector<Bits>{0x22, 0x23, 0x24}));
}

TEST(SweepPieces, HaveRoomForTheResultsOfTheirLaunch) {
  for (const Space& space : {pairs_of_f16(), by_value(0, 3), by_value(1, 16), squares(4), squares(4096)}) {
    const Bits values = static_cast<Bits>(space.value_count);
    for (std::uint64_t first : {0u, 1u, 17u, 65535u, 70001u})
      for (const Piece& piece : pieces_of(space, {0, first, 70000, false}))
        EXPECT_LE(count_of(space, piece) * values, most_results(space, 70000));
  }
}

}  // namespace
}  // namespace semcheck
