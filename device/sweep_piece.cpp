#include "device/sweep_piece.h"

#include <algorithm>

#include "core/sweep/cases.h"
#include "core/sweep/chunks.h"
#include "device/supply_kernel.h"

namespace semcheck {
namespace {

std::uint64_t end_of(const Piece& piece) {
  return piece.first + piece.count;
}

/// Elements that a thread loads go into the results of all values.
std::uint64_t values_of(const Space& space) {
  return static_cast<std::uint64_t>(space.value_count);
}

/// Element, row or square: the `size` cases each that a piece takes from number `first` on.
struct Group {
  std::uint64_t first;
  std::uint64_t count;
};
Group groups(const Piece& piece, std::uint64_t size) {
  const std::uint64_t first = piece.first / size;
  return {first, (end_of(piece) - 1) / size - first + 1};
}

/// Where the tail of a chunk begins, of which the stretch may have any part.
std::uint64_t tail_begin(const Space& space, std::uint64_t index) {
  const std::uint64_t begin = index / kChunk * kChunk;
  const std::uint64_t end = chunk_end(index, case_count(space));
  return end - tail_of_chunk(index, end - begin);
}

void cut(const Space& space, std::uint64_t first, std::uint64_t last, std::vector<Piece>& pieces) {
  const std::uint64_t square = space.side * space.side;
  while (first < last) {
    std::uint64_t end = std::min(last, (first / kMostOfPiece + 1) * kMostOfPiece);
    if (square > 0) end = std::min(end, (first / square + 1) * square);
    pieces.push_back({first, end - first});
    first = end;
  }
}

}  // namespace

std::vector<Piece> pieces_of(const Space& space, const Stretch& stretch) {
  std::vector<Piece> pieces;
  const std::uint64_t last = stretch.first + stretch.count;
  for (std::uint64_t first = stretch.first; first < last;) {
    const std::uint64_t end = chunk_end(first, last);
    const std::uint64_t tail = std::clamp(tail_begin(space, first), first, end);
    cut(space, first, tail, pieces);
    cut(space, tail, end, pieces);
    first = end;
  }
  return pieces;
}

Column column_of(const Space& space, const Piece& piece, std::size_t operand) {
  if (space.side == 0) {
    const std::uint64_t values = values_of(space);
    const Group elements = groups(piece, values);
    return {elements.first * values, values, elements.count};
  }
  const std::uint64_t square = space.side * space.side;
  if (!is_by_row(operand)) return {piece.first / square * square, 1, space.side};
  const Group rows = groups(piece, space.side);
  return {rows.first * space.side, space.side, rows.count};
}

std::uint64_t count_of(const Space& space, const Piece& piece) {
  return space.side == 0 ? groups(piece, values_of(space)).count : groups(piece, space.side).count * space.side;
}

std::uint64_t group_of(const Space& space) {
  return space.side == 0 ? values_of(space) : space.side;
}

std::uint64_t most_results(const Space& space, std::uint64_t cases) {
  const std::uint64_t size = group_of(space);
  return size == 1 ? cases : (cases / size + 2) * size;
}

void results_of(const Space& space, const Piece& piece, std::span<const Bits> computed, std::span<Bits> results) {
  const std::uint64_t size = group_of(space);
  const std::uint64_t skipped = piece.first % size;
  if (space.side > 0 || size == 1) {
    std::ranges::copy(computed.subspan(skipped, piece.count), results.begin());
    return;
  }
  const std::uint64_t elements = groups(piece, size).count;
  for (std::uint64_t i = 0; i < piece.count; ++i)
    results[i] = computed[(skipped + i) % size * elements + (skipped + i) / size];
}

}  // namespace semcheck
