#include <gtest/gtest.h>

#include "tests/unit/ptx/run_entry.h"

namespace semcheck::ptx {
namespace {

TEST(Machine, GuardsDecideLaneByLane) {
  const auto result = run(entry("and.b32 %r1, %r0, 1;\nsetp.eq.u32 %p0, %r1, 0;\nmov.u32 %r2, 5;\n@%p0 mov.u32 %r2, "
                                "7;\n@!%p0 add.u32 %r2, %r2, 4;\n"
                                "st.global.u32 [%rd1], %r2;"),
                          4, 4);
  EXPECT_EQ(result, (std::vector<std::uint32_t>{7, 9, 7, 9}));
}

TEST(Machine, LanesJoinAgainAfterABranch) {
  const auto module = parse(
      entry("setp.lt.u32 %p0, %r0, 16;\n@%p0 bra LESS;\nmov.u32 %r2, 1;\nbra JOIN;\nLESS:\nmov.u32 %r2, 2;\nJOIN:\n"
            "add.u32 %r2, %r2, 10;\nst.global.u32 [%rd1], %r2;"));
  Memory memory;
  const std::uint64_t out = memory.allocate(128);
  const Statistics statistics = launch(*module, {"k", {}, {32}, std::as_bytes(std::span(&out, 1))}, memory);
  // 4 before the branch, the comparison and the branch, three on the two sides together, three after it:
  // each once for the warp.
  EXPECT_EQ(statistics.warp_instructions, 4U + 2 + 3 + 3);
}

// 40 threads are a warp of 32 and one of 8. The first branch splits the first warp (lanes 0 to 15 take it) and not the
// second; the second is taken by no lane, the third by all; `bra JOIN` has no condition.
TEST(Machine, CountsTheBranchesWhoseLanesAllGoOneWayWhenAskedTo) {
  const auto module = parse(
      entry("setp.lt.u32 %p0, %r0, 16;\n@%p0 bra LESS;\nmov.u32 %r2, 1;\nbra JOIN;\nLESS:\nmov.u32 %r2, 2;\nJOIN:\n"
            "setp.gt.u32 %p1, %r0, 100;\n@%p1 bra END;\n@!%p1 bra END;\nmov.u32 %r2, 3;\nEND:\n"
            "st.global.u32 [%rd1], %r2;"));
  Memory memory;
  const std::uint64_t out = memory.allocate(256);
  Launch launched{"k", {}, {40}, std::as_bytes(std::span(&out, 1))};
  EXPECT_EQ(launch(*module, launched, memory).branches, 0U);
  launched.count_branches = true;
  const Statistics statistics = launch(*module, launched, memory);
  EXPECT_EQ(statistics.branches, 6U);
  EXPECT_EQ(statistics.uniform_branches, 5U);
}

TEST(Machine, ThreadsThatLeaveDoNotReturn) {
  const auto result = run(entry("setp.gt.u32 %p0, %r0, 1;\n@%p0 ret;\nst.global.u32 [%rd1], 8;"), 4, 4);
  EXPECT_EQ(result, (std::vector<std::uint32_t>{8, 8, 0, 0}));
}

TEST(Machine, SpecialRegistersNameThreadAndBlock) {
  const std::string text = kHead + R"(
.visible .entry k(.param .u64 out)
{
  .reg .b32 %r<8>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd0, [out];
  mov.u32 %r0, %ctaid.x;
  mov.u32 %r1, %ntid.x;
  mad.lo.u32 %r2, %r0, %r1, %tid.x;
  mul.wide.u32 %rd1, %r2, 16;
  add.s64 %rd0, %rd0, %rd1;
  mov.u32 %r3, %nctaid.x;
  mov.u32 %r4, %laneid;
  mov.u32 %r5, %warpid;
  mov.u32 %r6, %lanemask_lt;
  st.global.v4.u32 [%rd0], {%r3, %r4, %r5, %r6};
  ret;
}
)";
  const auto result = run(text, 40, 320, {2});
  const std::vector<std::uint32_t> last(result.end() - 4, result.end());
  EXPECT_EQ(last, (std::vector<std::uint32_t>{2, 7, 1, 0x7f}));
}

TEST(Machine, AnAccessOutsideEveryAllocationIsATrap) {
  EXPECT_EQ(trap_of("st.global.u32 [%rd1+4], %r0;"),
            "out of bounds: st.global.u32 of 4 bytes at 0x700000000080 in k (line 15), block (0,0,0) thread (31,0,0)");
  EXPECT_EQ(trap_of("mov.u64 %rd2, 0;\nld.global.f32 %f0, [%rd2];"),
            "null pointer: ld.global.f32 of 4 bytes at 0x0 in k (line 16), block (0,0,0) thread (0,0,0)");
  EXPECT_EQ(trap_of("ld.u64 %rd2, [%rd0+124];"),
            "out of bounds: ld.u64 of 8 bytes at 0x70000000007c in k (line 15), block (0,0,0) thread (0,0,0)");
  EXPECT_EQ(trap_of("ld.global.u8 %r1, [%rd0+-1];"),
            "out of bounds: ld.global.u8 of 1 bytes at 0x6fffffffffff in k (line 15), block (0,0,0) thread (0,0,0)");
  EXPECT_EQ(trap_of("ld.param.u32 %r1, [out+8];"),
            "out of bounds: ld.param.u32 of 4 bytes at 0x8 in k (line 15), block (0,0,0) thread (0,0,0)");
  EXPECT_EQ(trap_of(".local .b8 a[8];\nst.local.b32 [a+8], %r0;"),
            "out of bounds: st.local.b32 of 4 bytes at 0x8 in k (line 16), block (0,0,0) thread (0,0,0)");
  EXPECT_EQ(trap_of(".shared .b8 a[8];\nst.shared.b32 [a+8], %r0;"),
            "out of bounds: st.shared.b32 of 4 bytes at 0x8 in k (line 16), block (0,0,0) thread (0,0,0)");
}

TEST(Machine, AnAccessThatIsNotAlignedIsATrap) {
  EXPECT_EQ(trap_of("st.global.u32 [%rd0+2], %r0;"),
            "misaligned: st.global.u32 of 4 bytes at 0x700000000002 in k (line 15), block (0,0,0) thread (0,0,0)");
  EXPECT_EQ(trap_of("ld.global.v2.u32 {%r1, %r2}, [%rd0+4];"),
            "misaligned: ld.global.v2.u32 of 8 bytes at 0x700000000004 in k (line 15), block (0,0,0) thread (0,0,0)");
}

TEST(Machine, TrapNamesTheFirstThreadThatComesToIt) {
  EXPECT_EQ(trap_of("setp.eq.u32 %p0, %r0, 5;\n@%p0 trap;"), "trap in k (line 16), block (0,0,0) thread (5,0,0)");
}

TEST(Machine, AnEndlessLoopTimesOut) {
  EXPECT_EQ(trap_of("AGAIN:\nbra.uni AGAIN;", 32, std::chrono::milliseconds(20)),
            "timed out after 20 ms: bra.uni in k (line 16), block (0,0,0) thread (0,0,0)");
}

TEST(Machine, OnlyTheLanesOfABlockRun) {
  EXPECT_EQ(run(entry("st.global.u32 [%rd1], 1;"), 3, 8), (std::vector<std::uint32_t>{1, 1, 1, 0, 0, 0, 0, 0}));
}

TEST(Machine, GenericAddressesReachEveryWindow) {
  const auto result = run(entry(R"(
.local .align 4 .b8 mine[8];
.shared .align 4 .b8 ours[256];
mov.u64 %rd2, mine+4;
cvta.local.u64 %rd2, %rd2;
add.u32 %r1, %r0, 100;
st.u32 [%rd2], %r1;
ld.local.u32 %r2, [mine+4];
cvta.shared.u64 %rd3, ours;
mul.wide.u32 %rd4, %r0, 4;
add.u64 %rd3, %rd3, %rd4;
st.u32 [%rd3], %r2;
cvta.to.shared.u64 %rd5, %rd3;
ld.shared.u32 %r3, [%rd5];
mov.u64 %rd6, out;
cvta.param.u64 %rd6, %rd6;
ld.u64 %rd7, [%rd6];
mul.wide.u32 %rd4, %r0, 4;
add.u64 %rd7, %rd7, %rd4;
st.u32 [%rd7], %r3;)"),
                          3, 3);
  EXPECT_EQ(result, (std::vector<std::uint32_t>{100, 101, 102}));
}

TEST(Machine, LoadsExtendAndStoresCut) {
  const auto result = run(entry(R"(
mov.u32 %r1, 0x1234ff80;
st.global.b32 [%rd0], %r1;
ld.global.s8 %r2, [%rd0];
ld.global.u8 %r3, [%rd0];
ld.global.s16 %r4, [%rd0];
ld.global.s8 %h0, [%rd0];
mov.b32 %r5, {%h0, 0};
st.global.v4.b32 [%rd0+16], {%r2, %r3, %r4, %r5};
st.global.u8 [%rd0+3], %r3;)"),
                          1, 8);
  EXPECT_EQ(result, (std::vector<std::uint32_t>{0x8034ff80, 0, 0, 0, 0xffffff80, 0x80, 0xffffff80, 0xff80}));
}

TEST(Machine, VectorsArePackedFromTheirLeastElementUp) {
  const auto result = run(entry(R"(
mov.b32 {%h0, %h1}, 0x11112222;
mov.b64 %rd2, {%h0, %h1, 3, %h0};
st.global.b64 [%rd0], %rd2;
mov.b64 {_, %r1}, %rd2;
st.global.b32 [%rd0+8], %r1;)"),
                          1, 3);
  EXPECT_EQ(result, (std::vector<std::uint32_t>{0x11112222, 0x22220003, 0x22220003}));
}

TEST(Machine, ScopesShadowRegistersAndLabels) {
  const auto result = run(entry(R"(
mov.u32 %r1, 1;
{ .reg .b32 %r1; .reg .pred q;
  mov.u32 %r1, 40;
  setp.eq.u32 q, %r1, 40;
  @q bra DONE;
  trap;
DONE:
  { .reg .b32 a; add.u32 a, %r1, 2; st.global.u32 [%rd0+4], a; }
}
{ bra DONE;
  trap;
DONE: }
st.global.u32 [%rd0], %r1;)"),
                          1, 2);
  EXPECT_EQ(result, (std::vector<std::uint32_t>{1, 42}));
}

TEST(Machine, BothDestinationsOfSetpMayBeTheirOwnSource) {
  const auto result = run(entry(R"(
setp.eq.u32 %p0, %r0, 1;
setp.lt.and.u32 %p0|%p1, %r0, 5, %p0;
selp.u32 %r1, 1, 0, %p0;
selp.u32 %r2, 2, 0, %p1;
or.b32 %r1, %r1, %r2;
setp.ge.or.u32 %p2|_, %r0, 2, !%p0;
@%p2 add.u32 %r1, %r1, 4;
st.global.u32 [%rd1], %r1;)"),
                          3, 3);
  EXPECT_EQ(result, (std::vector<std::uint32_t>{4, 1, 4}));
}

/// A launch of one thread with dynamic shared memory.
std::vector<std::uint32_t> run_with_shared(const std::string& body, std::uint32_t bytes) {
  std::string text = entry(body);
  text.insert(text.find(".visible"), ".extern .shared .align 16 .b8 d[];\n.shared .align 4 .b8 unused[64];\n");
  Memory memory;
  const std::uint64_t out = memory.allocate(16);
  const auto timeout = std::chrono::milliseconds(2000);
  launch(*parse(text), {"k", {}, {1}, std::as_bytes(std::span(&out, 1)), timeout, bytes}, memory);
  std::vector<std::uint32_t> words(4);
  std::memcpy(words.data(), memory.at(out).data(), 16);
  return words;
}

TEST(Machine, DynamicSharedMemoryLiesBehindTheVariables) {
  EXPECT_EQ(run_with_shared(R"(
mov.u32 %r1, d;
.shared .align 4 .b8 s[20];
mov.u32 %r2, %dynamic_smem_size;
st.shared.u32 [d+4], 7;
st.shared.u32 [s+16], 8;
ld.shared.u32 %r3, [%r1+4];
mov.u64 %rd2, d+4;
cvta.shared.u64 %rd2, %rd2;
ld.u32 %r4, [%rd2];
st.global.v4.u32 [%rd0], {%r1, %r2, %r3, %r4};)",
                            8),
            (std::vector<std::uint32_t>{32, 8, 7, 7}));
  EXPECT_THROW(run_with_shared("st.shared.u32 [d+8], 7;", 8), Trap);
  EXPECT_THROW(run_with_shared("st.shared.u32 [d], 7;", 0), Trap);
  EXPECT_NO_THROW(run_with_shared("", 232448));
  EXPECT_THROW(run_with_shared("", 232449), std::invalid_argument);
}

TEST(Machine, AWrongLaunchIsRefused) {
  const auto module = parse(entry(""));
  Memory memory;
  const std::uint64_t out = memory.allocate(4);
  const auto parameters = std::as_bytes(std::span(&out, 1));
  EXPECT_THROW(launch(*module, {"other", {}, {}, parameters}, memory), std::invalid_argument);
  EXPECT_THROW(launch(*module, {"k", {}, {}, parameters.first(4)}, memory), std::invalid_argument);
  EXPECT_THROW(launch(*module, {"k", {}, {0}, parameters}, memory), std::invalid_argument);
  EXPECT_THROW(launch(*module, {"k", {}, {1025}, parameters}, memory), std::invalid_argument);
}

TEST(Memory, AllocationsAreApartZeroedAndAligned) {
  Memory memory;
  const std::uint64_t first = memory.allocate(10);
  const std::uint64_t second = memory.allocate(0);
  const std::uint64_t third = memory.allocate(300);
  EXPECT_EQ(first % 256, 0U);
  EXPECT_EQ(third % 256, 0U);
  EXPECT_GE(second, first + 10 + 4096);
  EXPECT_GT(third, second);
  EXPECT_EQ(memory.at(third).size(), 300U);
  for (const std::byte each : memory.at(third)) EXPECT_EQ(each, std::byte{0});
  EXPECT_EQ(memory.access(first + 9, 1), memory.at(first).data() + 9);
  EXPECT_THROW(memory.access(first + 9, 2), Trap);
  EXPECT_THROW(memory.access(first - 1, 1), Trap);
  EXPECT_THROW(memory.access(second, 1), Trap);
  EXPECT_THROW(memory.access(~std::uint64_t{0}, 8), Trap);
  EXPECT_TRUE(memory.at(first + 1).empty());
}

}  // namespace
}  // namespace semcheck::ptx
