#pragma once

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

}  // namespace semcheck
