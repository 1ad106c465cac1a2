#include <gtest/gtest.h>

#include "tests/unit/ptx/run_entry.h"

namespace semcheck::ptx {
namespace {

using Words = std::vector<std::uint32_t>;

/// Thread t of 64 hands t + 1 to its partner in the other warp: `middle` stands between the store and the load.
std::string handing_over(const std::string& middle) {
  return ".shared .align 4 .b8 s[256];\nmov.u32 %r1, s;\nshl.b32 %r2, %r0, 2;\nadd.u32 %r1, %r1, %r2;\nadd.u32 %r3, "
         "%r0, "
         "1;\nst.shared.u32 [%r1], %r3;\n" +
         middle +
         "\nxor.b32 %r2, %r2, 128;\nmov.u32 %r4, s;\nadd.u32 %r4, %r4, %r2;\nld.shared.u32 %r5, [%r4];\nst.global.u32 "
         "[%rd1], %r5;";
}

Words handed_over() {
  Words words;
  for (std::uint32_t t = 0; t < 64; ++t) words.push_back((t ^ 32) + 1);
  return words;
}

TEST(Barrier, EveryFormOrdersSharedMemory) {
  for (const std::string barrier :
       {"bar.sync 0;", "bar.cta.sync 15;", "barrier.sync 3;", "barrier.cta.sync.aligned 0, 64;",
        "mov.u32 %r6, 5;\nmov.u32 %r7, 64;\nbar.sync %r6, %r7;",
        "setp.eq.u32 %p0, %r0, 0;\nbar.red.popc.u32 %r6, 1, %p0;", "bar.sync 0;\nbar.sync 0;"}) {
    EXPECT_EQ(run(entry(handing_over(barrier)), 64, 64), handed_over()) << barrier;
  }
}

TEST(Barrier, WithoutOneTheWarpsRace) {
  for (const std::string middle : {"", "bar.warp.sync -1;", "membar.gl;"}) {
    EXPECT_THROW(run(entry(handing_over(middle)), 64, 64), Undefined) << middle;
  }
}

TEST(Barrier, PredicatesAreCountedAndCombined) {
  const auto reduce = [](const std::string& form, const std::string& d, const std::string& c) {
    return run(entry("setp.lt.u32 %p0, %r0, 40;\nmov.u32 %r2, 0;\n" + form + " " + d + ", 2, " + c +
                     ";\n@%p1 mov.u32 %r2, 1;\nst.global.u32 [%rd1], %r2;"),
               64, 64)[50];
  };
  EXPECT_EQ(reduce("setp.eq.u32 %p1, %r0, 99;\nbar.red.popc.u32", "%r2", "%p0"), 40U);
  EXPECT_EQ(reduce("setp.eq.u32 %p1, %r0, 99;\nbarrier.red.popc.aligned.u32", "%r2", "!%p0"), 24U);
  EXPECT_EQ(reduce("bar.red.and.pred", "%p1", "%p0"), 0U);
  EXPECT_EQ(reduce("bar.red.or.pred", "%p1", "%p0"), 1U);
  EXPECT_EQ(reduce("setp.ge.u32 %p0, %r0, 0;\nbar.red.and.pred", "%p1", "%p0"), 1U);
  EXPECT_EQ(reduce("setp.ge.u32 %p0, %r0, 0;\nbar.red.or.pred", "%p1", "!%p0"), 0U);
}

// The example of PTX ISA, barrier: the second warp produces, the first consumes.
TEST(Barrier, AProducerArrivesWithoutWaiting) {
  EXPECT_EQ(run(entry(R"(
.shared .align 4 .b8 s[128];
and.b32 %r1, %r0, 31;
shl.b32 %r1, %r1, 2;
mov.u32 %r2, s;
add.u32 %r1, %r1, %r2;
setp.ge.u32 %p0, %r0, 32;
@%p0 bra PRODUCE;
bar.sync 0, 64;
ld.shared.u32 %r3, [%r1];
bar.arrive 1, 64;
st.global.u32 [%rd1], %r3;
ret;
PRODUCE:
st.shared.u32 [%r1], %r0;
bar.arrive 0, 64;
bar.sync 1, 64;
st.shared.u32 [%r1], 0;)"),
                64, 32),
            [] {
              Words words;
              for (std::uint32_t t = 0; t < 32; ++t) words.push_back(32 + t);
              return words;
            }());
}

TEST(Barrier, PairsOfWarpsMeetAtTheirOwn) {
  // Warps 0 and 1 meet at barrier 1, warps 2 and 3 at barrier 2, twice.
  EXPECT_EQ(run(entry("shr.u32 %r1, %r0, 6;\nadd.u32 %r1, %r1, 1;\nbar.sync %r1, 64;\nbar.sync %r1, 64;\n"
                      "st.global.u32 [%rd1], %r1;"),
                128, 128)[127],
            2U);
}

TEST(Barrier, ThreadsThatHaveLeftAreNotWaitedFor) {
  EXPECT_EQ(run(entry("setp.ge.u32 %p0, %r0, 40;\n@%p0 ret;\nbar.sync 0;\nst.global.u32 [%rd1], 1;"), 96, 41)[39], 1U);
}

TEST(Barrier, ThreadsThatNeverComeAreAnErrorThatNamesIt) {
  EXPECT_EQ(trap_of("setp.lt.u32 %p0, %r0, 32;\n@%p0 bar.sync 1, 64;", 64),
            "bar.sync 1 waits for threads that never come, in k (line 16), block (0,0,0) thread (0,0,0)");
  EXPECT_EQ(trap_of("setp.lt.u32 %p0, %r0, 32;\n@%p0 bra LOW;\nbar.sync 2;\nbra END;\nLOW:\nbar.sync 1;\nEND:", 64),
            "bar.sync 1 waits for threads that never come, in k (line 20), block (0,0,0) thread (0,0,0)");
}

TEST(Barrier, WarpsAtDifferentPlacesAreDivergent) {
  EXPECT_EQ(trap_of("setp.lt.u32 %p0, %r0, 32;\n@%p0 bra LOW;\nbar.sync 0;\nbra END;\nLOW:\nbar.sync 0;\nEND:", 64),
            "bar.sync 0 in divergent code: other threads wait at it at line 20, in k (line 17), block (0,0,0) thread "
            "(32,0,0)");
  // An unaligned one may stand in several places, in one warp too.
  EXPECT_EQ(
      run(entry("setp.lt.u32 %p0, %r0, 16;\n@%p0 bra LOW;\nbarrier.sync 0;\nbra END;\nLOW:\nbarrier.sync 0;\nEND:\n"
                "st.global.u32 [%rd1], 3;"),
          64, 64),
      Words(64, 3));
}

TEST(Barrier, OperandsOutsideTheManualAreNamed) {
  EXPECT_EQ(trap_of("bar.sync 16;"),
            "bar.sync 16 is no barrier from 0 to 15 in k (line 15), block (0,0,0) thread (0,0,0)");
  EXPECT_EQ(trap_of("bar.sync 1, 33;"),
            "bar.sync 1 takes 33 threads, no multiple of 32 in k (line 15), block (0,0,0) thread (0,0,0)");
  EXPECT_EQ(trap_of("bar.sync %r0;"),
            "bar.sync with another barrier in lane 1 than in lane 0 in k (line 15), block (0,0,0) thread (1,0,0)");
  EXPECT_EQ(trap_of("bar.arrive 1, 64;\nbar.arrive 1, 64;", 64),
            "bar.arrive 1 comes again before the barrier is complete in k (line 16), block (0,0,0) thread (0,0,0)");
}

}  // namespace
}  // namespace semcheck::ptx
