#include <gtest/gtest.h>

#include "tests/unit/ptx/run_entry.h"

namespace semcheck::ptx {
namespace {

using Words = std::vector<std::uint32_t>;

/// What 32 lanes, or fewer, store of %r2 when %r0 is the lane.
Words lanes(const std::string& body, std::uint32_t threads = 32) {
  return run(entry(body + "\nst.global.u32 [%rd1], %r2;"), threads, threads);
}

/// The words that `value(lane)` gives for all lanes.
template <class Value>
Words each_lane(Value value, std::uint32_t threads = 32) {
  Words words;
  for (std::uint32_t lane = 0; lane < threads; ++lane) words.push_back(static_cast<std::uint32_t>(value(lane)));
  return words;
}

// PTX ISA, shfl.sync: j = lane - b, lane + b, lane ^ b or minLane | b; out of range a lane keeps its own value and p is
// False. Bit 31 of what is stored is p; a is 100 + lane.
Words shuffle(const std::string& mode, const std::string& b, const std::string& c) {
  return lanes("add.u32 %r1, %r0, 100;\nshfl.sync." + mode + ".b32 %r2|%p0, %r1, " + b + ", " + c +
               ", -1;\n@%p0 or.b32 %r2, %r2, 0x80000000;");
}

constexpr std::uint32_t kIn = 0x80000000;

TEST(Warp, ShuffleUpReadsLowerLanesOfItsSegment) {
  EXPECT_EQ(shuffle("up", "1", "0"), each_lane([](std::uint32_t lane) { return lane < 1 ? 100 : kIn | (99 + lane); }));
  EXPECT_EQ(shuffle("up", "3", "0x1800"),
            each_lane([](std::uint32_t lane) { return lane % 8 < 3 ? 100 + lane : kIn | (97 + lane); }));
}

TEST(Warp, ShuffleDownReadsHigherLanesUpToTheClamp) {
  EXPECT_EQ(shuffle("down", "16", "31"),
            each_lane([](std::uint32_t lane) { return lane < 16 ? kIn | (116 + lane) : 100 + lane; }));
  EXPECT_EQ(shuffle("down", "2", "0x181f"),
            each_lane([](std::uint32_t lane) { return lane % 8 < 6 ? kIn | (102 + lane) : 100 + lane; }));
}

TEST(Warp, ShuffleButterflyExchangesPairs) {
  EXPECT_EQ(shuffle("bfly", "5", "31"), each_lane([](std::uint32_t lane) { return kIn | (100 + (lane ^ 5)); }));
  // With segments of 8 lanes and a clamp of 7, lane ^ 8 lies above the segment of the lower lanes only.
  EXPECT_EQ(shuffle("bfly", "8", "0x1807"),
            each_lane([](std::uint32_t lane) { return lane % 16 < 8 ? 100 + lane : kIn | (92 + lane); }));
}

TEST(Warp, ShuffleIndexReadsTheLaneOfItsSegment) {
  EXPECT_EQ(shuffle("idx", "3", "31"), each_lane([](std::uint32_t) { return kIn | 103; }));
  EXPECT_EQ(shuffle("idx", "35", "0x181f"), each_lane([](std::uint32_t lane) { return kIn | (103 + lane / 8 * 8); }));
  EXPECT_EQ(shuffle("idx", "%r0", "15"),
            each_lane([](std::uint32_t lane) { return lane < 16 ? kIn | (100 + lane) : 100 + lane; }));
}

TEST(Warp, AShuffleFromALaneThatTakesNoPartIsUndefined) {
  EXPECT_EQ(
      trap_of("shfl.sync.down.b32 %r2, %r0, 16, 31, -1;", 24),
      "shfl.sync.down.b32 of lane 8 reads lane 24, which does not take part, in k (line 15), block (0,0,0) thread "
      "(8,0,0)");
  EXPECT_EQ(
      trap_of("setp.lt.u32 %p0, %r0, 16;\n@%p0 shfl.sync.bfly.b32 %r2, %r0, 16, 31, 0xffff;"),
      "shfl.sync.bfly.b32 of lane 0 reads lane 16, which does not take part, in k (line 16), block (0,0,0) thread "
      "(0,0,0)");
}

TEST(Warp, ALaneOutsideItsMembermaskIsUndefined) {
  EXPECT_EQ(trap_of("bar.warp.sync 0xffff;"),
            "bar.warp.sync of lane 16 with the membermask 0xffff, which lacks it, in k (line 15), block (0,0,0) thread "
            "(16,0,0)");
}

TEST(Warp, LanesThatNeverComeAreNamed) {
  EXPECT_EQ(
      trap_of("setp.lt.u32 %p0, %r0, 16;\n@%p0 bra TOP;\nbar.sync 0;\nbra END;\nTOP:\nvote.sync.any.pred %p1, %p0, "
              "-1;\nEND:"),
      "vote.sync.any.pred waits for lanes 0xffff0000 of its membermask, which do not come, in k (line 20), block "
      "(0,0,0) thread (0,0,0)");
}

TEST(Warp, LanesThatHaveLeftAreNotWaitedFor) {
  EXPECT_EQ(run(entry("setp.gt.u32 %p0, %r0, 7;\n@%p0 bra OUT;\nsetp.ge.u32 %p1, %r0, 4;\n"
                      "vote.sync.ballot.b32 %r2, %p1, -1;\nst.global.u32 [%rd1], %r2;\nOUT:"),
                32, 9),
            (Words{0xf0, 0xf0, 0xf0, 0xf0, 0xf0, 0xf0, 0xf0, 0xf0, 0}));
}

TEST(Warp, LanesOfABranchWaitForThoseOfTheOther) {
  // The odd lanes come later, by a longer way.
  EXPECT_EQ(lanes("and.b32 %r1, %r0, 1;\nsetp.eq.u32 %p0, %r1, 0;\nmov.u32 %r3, 7;\n@%p0 bra JOIN;\nadd.u32 %r3, %r3, "
                  "%r0;\nbra JOIN;\nJOIN:\nredux.sync.add.u32 %r2, %r3, -1;"),
            each_lane([](std::uint32_t) { return 32 * 7 + 256; }));
}

/// The lower and the upper lanes execute an instruction at places of their own.
std::string at_two_places(const std::string& instruction) {
  return "setp.lt.u32 %p0, %r0, 16;\nmov.u32 %r2, 0;\nst.global.u32 [%rd1], %r0;\n@%p0 bra LOW;\n" + instruction +
         "\nbra END;\nLOW:\n" + instruction + "\nEND:\nxor.b32 %r3, %r0, 16;\nmul.wide.u32 %rd2, %r3, 4;\n" +
         "add.u64 %rd2, %rd0, %rd2;\nld.global.u32 %r2, [%rd2];\nbar.warp.sync -1;";
}

TEST(Warp, LanesMayMeetAtSeveralPlaces) {
  EXPECT_EQ(lanes(at_two_places("bar.warp.sync -1;")), each_lane([](std::uint32_t lane) { return lane ^ 16; }));
}

TEST(Warp, LanesThatExchangeValuesAtSeveralPlacesAreNotSupported) {
  try {
    lanes(at_two_places("shfl.sync.idx.b32 %r2, %r0, 0, 31, -1;"));
    ADD_FAILURE();
  } catch (const PtxError& error) {
    EXPECT_STREQ(error.what(), "lanes that execute this together at several places are not supported");
    EXPECT_EQ(error.line(), 19U);
    EXPECT_EQ(error.text(), "shfl.sync.idx.b32");
  }
}

TEST(Warp, HalvesWithMasksOfTheirOwnReduceAlone) {
  EXPECT_EQ(
      lanes("setp.lt.u32 %p0, %r0, 16;\nselp.b32 %r3, 0xffff, 0xffff0000, %p0;\nredux.sync.max.u32 %r2, %r0, %r3;"),
      each_lane([](std::uint32_t lane) { return lane < 16 ? 15 : 31; }));
}

TEST(Warp, VotesReduceAPredicateOrItsComplement) {
  const auto vote = [](const std::string& mode, const std::string& predicate, const std::string& bound) {
    return lanes("setp.lt.u32 %p0, %r0, " + bound + ";\nvote.sync." + mode + ".pred %p1, " + predicate +
                 ", -1;\nselp.u32 %r2, 1, 0, %p1;")[0];
  };
  EXPECT_EQ(vote("all", "%p0", "32"), 1U);
  EXPECT_EQ(vote("all", "%p0", "31"), 0U);
  EXPECT_EQ(vote("any", "%p0", "1"), 1U);
  EXPECT_EQ(vote("any", "%p0", "0"), 0U);
  EXPECT_EQ(vote("any", "!%p0", "32"), 0U);
  EXPECT_EQ(vote("uni", "%p0", "32"), 1U);
  EXPECT_EQ(vote("uni", "%p0", "0"), 1U);
  EXPECT_EQ(vote("uni", "%p0", "5"), 0U);
}

TEST(Warp, MatchesFindEqualValues) {
  EXPECT_EQ(lanes("and.b32 %r1, %r0, 3;\nmatch.any.sync.b32 %r2, %r1, -1;"),
            each_lane([](std::uint32_t lane) { return 0x11111111U << (lane % 4); }));
  EXPECT_EQ(lanes("cvt.u64.u32 %rd2, %r0;\nshl.b64 %rd2, %rd2, 31;\nand.b64 %rd2, %rd2, 0x100000000;\n"
                  "match.any.sync.b64 %r2, %rd2, -1;"),
            each_lane([](std::uint32_t lane) { return 0x33333333U << (lane % 4 / 2 * 2); }));
  EXPECT_EQ(lanes("match.all.sync.b32 %r2|%p0, 9, -1;\n@!%p0 mov.u32 %r2, 1;"),
            each_lane([](std::uint32_t) { return ~0U; }));
  EXPECT_EQ(lanes("match.all.sync.b32 %r2|%p0, %r0, -1;\n@!%p0 add.u32 %r2, %r2, 1;"),
            each_lane([](std::uint32_t) { return 1; }));
}

TEST(Warp, ReductionsOfIntegersFollowTheirSign) {
  const auto reduce = [](const std::string& form) {
    return lanes("sub.u32 %r1, %r0, 3;\nredux.sync." + form + " %r2, %r1, -1;")[7];
  };
  // The lanes hold -3 … 28.
  EXPECT_EQ(reduce("max.s32"), 28U);
  EXPECT_EQ(reduce("min.s32"), static_cast<std::uint32_t>(-3));
  EXPECT_EQ(reduce("max.u32"), ~0U);
  EXPECT_EQ(reduce("min.u32"), 0U);
  EXPECT_EQ(reduce("add.s32"), 400U);
  EXPECT_EQ(reduce("and.b32"), 0U);
  EXPECT_EQ(reduce("or.b32"), ~0U);
  // 0 ^ … ^ 27 is 0, 28 is left, and -3 ^ -2 ^ -1 is -4 with its lowest bits 01 ^ 10 ^ 11.
  EXPECT_EQ(reduce("xor.b32"), 28U ^ 0xfffffffcU);
}

TEST(Warp, ReductionsOfFloatsLeaveOutNaNsUnlessTheyPropagate) {
  const auto reduce = [](const std::string& form, const std::string& first, const std::string& others) {
    return lanes("setp.eq.u32 %p0, %r0, 0;\nselp.b32 %r1, " + first + ", " + others + ", %p0;\nmov.b32 %f0, %r1;\n" +
                 "redux.sync." + form + ".f32 %f1, %f0, -1;\nmov.b32 %r2, %f1;")[31];
  };
  EXPECT_EQ(reduce("max", "0xffc00001", "0x3f800000"), 0x3f800000U);
  EXPECT_EQ(reduce("max.NaN", "0xffc00001", "0x3f800000"), 0x7fffffffU);
  EXPECT_EQ(reduce("min", "0x7fc00001", "0xffc00002"), 0x7fffffffU);
  EXPECT_EQ(reduce("max.abs", "0xc0000000", "0x3f800000"), 0x40000000U);
  EXPECT_EQ(reduce("min.abs.NaN", "0xbf800000", "0x40000000"), 0x3f800000U);
  EXPECT_EQ(reduce("max", "0x00000000", "0x80000000"), 0x00000000U);
  EXPECT_EQ(reduce("min", "0x80000000", "0x00000000"), 0x80000000U);
}

TEST(Warp, ActiveLanesAndTheElectedOneAreTold) {
  EXPECT_EQ(lanes("mov.u32 %r2, 0;\nsetp.lt.u32 %p0, %r0, 5;\n@%p0 activemask.b32 %r2;"),
            each_lane([](std::uint32_t lane) { return lane < 5 ? 0x1f : 0; }));
  EXPECT_EQ(lanes("elect.sync %r2|%p0, -1;\n@%p0 add.u32 %r2, %r2, 100;"),
            each_lane([](std::uint32_t lane) { return lane == 0 ? 100 : 0; }));
  EXPECT_EQ(lanes("elect.sync _|%p0, -1;\nselp.u32 %r2, 1, 2, %p0;"),
            each_lane([](std::uint32_t lane) { return lane == 0 ? 1 : 2; }));
}

}  // namespace
}  // namespace semcheck::ptx
