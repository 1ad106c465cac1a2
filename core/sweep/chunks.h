#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace semcheck {

/// Cases that one launch of a sweep takes. Shards and stretches begin at its multiples, so that a case is computed by
/// the same launch whoever runs it.
inline constexpr std::uint64_t kChunk = std::uint64_t{1} << 24;

/// The threads of a block by which a chunk is launched: variants that depend on it are found out.
inline constexpr std::array<std::uint32_t, 6> kChunkThreads = {256, 128, 512, 64, 1024, 32};
constexpr std::uint32_t threads_of_chunk(std::uint64_t index) {
  return kChunkThreads[static_cast<std::size_t>(index / kChunk % kChunkThreads.size())];
}

/// Where the chunk of a case ends, or the stretch that ends before it.
constexpr std::uint64_t chunk_end(std::uint64_t index, std::uint64_t stretch_end) {
  return std::min(stretch_end, (index / kChunk + 1) * kChunk);
}

/// The last cases of a chunk, which a launch of their own takes where operands come in other ways than from plain
/// arrays: another number of them in each chunk, so that tails of every length occur.
/// @param index  of any case of the chunk
/// @param count  of its cases that are computed
constexpr std::uint64_t tail_of_chunk(std::uint64_t index, std::uint64_t count) {
  constexpr std::uint64_t tails = 1021;  // a prime, so that every tail meets every block size
  return std::min(count, 1 + index / kChunk % tails);
}

}  // namespace semcheck
