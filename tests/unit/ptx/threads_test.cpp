#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "tests/unit/ptx/evaluate.h"
#include "tests/unit/ptx/memory_values.h"

namespace semcheck::ptx {
namespace {

// Reductions as nvcc 13.0 compiled them from data/threads.cu, right ones and wrong ones.

const Module& kernels() {
  static const auto module = parse(read_file("tests/unit/ptx/data/threads_sm_90.ptx"));
  return *module;
}

struct Shape {
  std::uint32_t grid = 1;
  std::uint32_t block = 1;
  std::uint32_t dynamic_shared = 0;
};

void launch_kernel(Memory& memory, const std::string& entry, Shape shape,
                   const std::vector<std::uint64_t>& parameters) {
  const auto timeout = std::chrono::milliseconds(10000);
  launch(kernels(),
         {entry, {shape.grid}, {shape.block}, std::as_bytes(std::span(parameters)), timeout, shape.dynamic_shared},
         memory);
}

/// Numbers without order or repetition: -n/2 … n/2 in steps that a generator of the residues mod a prime takes.
std::vector<float> numbers(std::size_t count) {
  std::vector<float> values;
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(static_cast<float>(static_cast<int>(i * 7919 % 10007) - 5000) / 8);
  return values;
}

/// What a kernel (float* out, const float* in, unsigned n) leaves in out[0].
float reduced(const std::string& entry, const std::vector<float>& in, Shape shape) {
  Memory memory;
  const std::uint64_t out = put(memory, std::vector<float>(in.size(), -std::numeric_limits<float>::infinity()));
  launch_kernel(memory, entry, shape, {out, put(memory, in), in.size()});
  return get<float>(memory, out)[0];
}

TEST(Threads, EveryWayToReduceFindsTheMaximum) {
  for (const std::size_t count : {1U, 31U, 32U, 33U, 255U, 256U}) {
    const std::vector<float> in = numbers(count);
    const float expected = *std::max_element(in.begin(), in.end());
    EXPECT_EQ(reduced("sequential", in, {}), expected) << count;
    EXPECT_EQ(reduced("strided", in, {1, 64}), expected) << count;
    EXPECT_EQ(reduced("shuffled", in, {1, 128}), expected) << count;
    EXPECT_EQ(reduced("tree", in, {1, 256, 1024}), expected) << count;
    EXPECT_EQ(reduced("groups", in, {1, 256}), expected) << count;
    EXPECT_EQ(reduced("atomic_bits", in, {4, 64}), expected) << count;
    EXPECT_EQ(reduced("atomic_swap", in, {4, 64}), expected) << count;
    if (count > 32) continue;
    EXPECT_EQ(reduced("tree_of_warp", in, {1, 32, 128}), expected) << count;
  }
}

TEST(Threads, AnAtomicInSharedMemoryGathersABlockAndOneInGlobalMemoryTheGrid) {
  std::vector<std::int32_t> in;
  for (std::int32_t i = 0; i < 300; ++i) in.push_back(i * 7919 % 10007 - 5000);
  Memory memory;
  const std::uint64_t out = put(memory, std::vector<std::int32_t>{-1 << 30});
  launch_kernel(memory, "atomic_shared", {3, 100}, {out, put(memory, in), in.size()});
  EXPECT_EQ(get<std::int32_t>(memory, out)[0], *std::max_element(in.begin(), in.end()));
}

TEST(Threads, TheLastBlockSeesWhatTheOthersWroteBeforeTheirFence) {
  const std::vector<float> in = numbers(3000);
  Memory memory;
  const std::uint64_t out = memory.allocate(4);
  const std::uint64_t parts = memory.allocate(17 * 4);
  launch_kernel(memory, "two_stage", {17, 128}, {out, parts, put(memory, in), in.size()});
  EXPECT_EQ(get<float>(memory, out)[0], *std::max_element(in.begin(), in.end()));
}

TEST(Threads, VotesAndMatchesFollowTheValues) {
  std::vector<std::int32_t> in;
  for (std::int32_t i = 0; i < 64; ++i) in.push_back(i < 32 ? i % 8 : 5);
  Memory memory;
  const std::uint64_t out = memory.allocate(64 * 12 * 4);
  launch_kernel(memory, "votes", {1, 64}, {out, put(memory, in), in.size()});
  const auto words = get<std::uint32_t>(memory, out);
  const auto row = [&](std::size_t thread) {
    return std::vector<std::uint32_t>(words.begin() + static_cast<std::ptrdiff_t>(12 * thread),
                                      words.begin() + static_cast<std::ptrdiff_t>(12 * thread + 12));
  };
  // In the first warp each of 0 … 7 stands four times: 4 to 7 are above 3; the sum is 4 * 28. Both warps: 16 + 32
  // above.
  EXPECT_EQ(row(2), (std::vector<std::uint32_t>{0xf0f0f0f0, 1, 0, 0x04040404, 0, 0, 7, 112, 0, 48, 0, 1}));
  EXPECT_EQ(row(40), (std::vector<std::uint32_t>{~0U, 1, 1, ~0U, ~0U, 1, 5, 160, 0, 48, 0, 1}));
}

TEST(Threads, VectorsGoThroughSharedMemoryWhole) {
  const std::vector<float> in = numbers(256);
  Memory memory;
  const std::uint64_t out = memory.allocate(1024);
  launch_kernel(memory, "vectors", {1, 64}, {out, put(memory, in)});
  const auto result = get<float>(memory, out);
  for (std::size_t i = 0; i < 256; ++i) EXPECT_EQ(result[i], in[4 * (63 - i / 4) + i % 4]) << i;
}

TEST(Threads, LanesThatWaitForALockOfTheirOwnWarpGetIt) {
  std::vector<std::int32_t> in;
  for (std::int32_t i = 0; i < 64; ++i) in.push_back(i * 37 % 64);
  Memory memory;
  const std::uint64_t out = memory.allocate(4);
  launch_kernel(memory, "locked", {2, 32}, {out, memory.allocate(4), put(memory, in)});
  EXPECT_EQ(get<std::int32_t>(memory, out)[0], 63);
}

TEST(Threads, AWarpWaitsForTheFlagOfAnother) {
  Memory memory;
  const std::uint64_t out = memory.allocate(8);
  launch_kernel(memory, "flagged", {1, 64}, {out, memory.allocate(4), put(memory, std::vector<std::int32_t>{42})});
  EXPECT_EQ(get<std::int32_t>(memory, out), (std::vector<std::int32_t>{42, 42}));
}

/// What a kernel (float* out, const float* in, unsigned n) is found undefined for.
std::string finding(const std::string& entry, Shape shape) {
  try {
    reduced(entry, numbers(256), shape);
  } catch (const Undefined& undefined) {
    return undefined.what();
  }
  return "nothing";
}

TEST(Threads, ATreeWithoutBarriersIsARace) {
  EXPECT_EQ(
      finding("tree_without_barrier", {1, 128}),
      "data race in shared memory at 0x40: nothing orders st.shared.f32 (line 1449) of block (0,0,0) thread (16,0,0) "
      "and ld.shared.f32 (line 1456) of block (0,0,0) thread (0,0,0), in tree_without_barrier");
}

TEST(Threads, VolatileDoesNotOrderTheLanesOfAWarp) {
  EXPECT_EQ(
      finding("warp_without_sync", {1, 64}),
      "data race in shared memory at 0x40: nothing orders st.volatile.shared.f32 (line 1535) of block (0,0,0) thread "
      "(16,0,0) and ld.volatile.shared.f32 (line 1536) of block (0,0,0) thread (0,0,0), in warp_without_sync");
}

TEST(Threads, BlocksThatWriteTheSameWordRace) {
  EXPECT_EQ(
      finding("blocks_without_order", {2, 32}),
      "data race in global memory at 0x700000000000: nothing orders st.global.f32 (line 1580) of block (0,0,0) thread "
      "(0,0,0) and ld.global.f32 (line 1578) of block (1,0,0) thread (0,0,0), in blocks_without_order");
}

TEST(Threads, ReadingTheNeighbourThatWritesInPlaceIsARace) {
  EXPECT_EQ(
      finding("neighbours_in_place", {1, 64}),
      "data race in global memory at 0x700000000004: nothing orders ld.global.f32 (line 1614) of block (0,0,0) thread "
      "(0,0,0) and st.global.f32 (line 1617) of block (0,0,0) thread (1,0,0), in neighbours_in_place");
}

TEST(Threads, WithoutItsFenceTheLastBlockRacesWithTheOthers) {
  Memory memory;
  const std::vector<std::uint64_t> parameters{memory.allocate(4), memory.allocate(16), put(memory, numbers(3000)),
                                              3000};
  try {
    launch_kernel(memory, "two_stage_without_fence", {4, 128}, parameters);
    ADD_FAILURE();
  } catch (const Undefined& undefined) {
    EXPECT_EQ(
        undefined.what(),
        std::string("data race in global memory at 0x700000001100: nothing orders st.global.f32 (line 976) of block "
                    "(0,0,0) thread (0,0,0) and ld.global.f32 (line 998) of block (3,0,0) thread (0,0,0), in "
                    "two_stage_without_fence"));
    EXPECT_EQ(undefined.line(), 998U);
  }
}

TEST(Threads, ABarrierInDivergentCodeIsNamed) {
  EXPECT_EQ(
      finding("barrier_in_branch", {1, 64}),
      "bar.sync 0 in divergent code: other lanes of the warp wait at line 1652, in barrier_in_branch (line 1660), "
      "block (0,0,0) thread (16,0,0)");
}

}  // namespace
}  // namespace semcheck::ptx
