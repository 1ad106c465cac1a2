#include <gtest/gtest.h>

#include "tests/unit/ptx/run_entry.h"

namespace semcheck::ptx {
namespace {

/// Whether a body has a data race when it runs by some threads and blocks on 64 words.
bool races(const std::string& body, std::uint32_t threads, std::uint32_t blocks = 1) {
  try {
    run(entry(body), threads, 64, {blocks});
    return false;
  } catch (const Undefined& undefined) {
    EXPECT_EQ(std::string(undefined.what()).substr(0, 9), "data race") << undefined.what();
    return true;
  }
}

/// A body in which thread or block 0 executes the first part, the other one the second; %r1 is its number.
std::string two_parts(const std::string& number, const std::string& first, const std::string& second) {
  return "mov.u32 %r1, " + number + ";\nsetp.ne.u32 %p0, %r1, 0;\n@%p0 bra SECOND;\n" + first +
         "\nbra END;\nSECOND:\nsetp.ne.u32 %p0, %r1, 1;\n@%p0 bra END;\n" + second + "\nEND:";
}

TEST(Races, AWriteRacesWithEveryOtherPlainAccess) {
  const auto lanes = [](const std::string& a, const std::string& b) { return races(two_parts("%tid.x", a, b), 32); };
  const std::string write = "st.global.u32 [%rd0], 1;";
  const std::string read = "ld.global.u32 %r2, [%rd0];";
  const std::string atomic = "atom.global.add.u32 %r2, [%rd0], 1;";
  EXPECT_TRUE(lanes(write, write));
  EXPECT_TRUE(lanes(write, read));
  EXPECT_TRUE(lanes(read, write));
  EXPECT_TRUE(lanes(atomic, write));
  EXPECT_TRUE(lanes(write, atomic));
  EXPECT_TRUE(lanes(atomic, read));
  EXPECT_TRUE(lanes(read, atomic));
  EXPECT_FALSE(lanes(read, read));
  EXPECT_FALSE(lanes(atomic, atomic));
  EXPECT_FALSE(lanes(atomic, "ld.relaxed.gpu.global.u32 %r2, [%rd0];"));
  EXPECT_FALSE(lanes(write, "st.global.u32 [%rd0+4], 1;"));
}

TEST(Races, AllLanesThatWriteOneValueRace) {
  EXPECT_TRUE(races("st.global.u32 [%rd0], 1;", 2));
  EXPECT_FALSE(races("st.global.u32 [%rd0], 1;", 1));
}

TEST(Races, BytesOfAWordAreApart) {
  const std::string bytes = "cvt.u64.u32 %rd2, %r0;\nadd.u64 %rd2, %rd0, %rd2;\n";
  EXPECT_FALSE(races(bytes + "st.global.u8 [%rd2], %r0;\nld.global.u8 %r2, [%rd2];", 32));
  EXPECT_TRUE(races(bytes + "st.global.u8 [%rd2], %r0;\nld.global.u32 %r2, [%rd0];", 32));
  EXPECT_FALSE(races(
      "ld.global.u32 %r2, [%rd0];\nld.global.u8 %r2, [%rd0];\nbar.sync 0;\n" + bytes + "st.global.u8 [%rd2], %r0;",
      32));
  EXPECT_TRUE(races("ld.global.u32 %r2, [%rd0];\n" + bytes + "st.global.u8 [%rd2], %r0;", 32));
}

TEST(Races, VectorsTouchEveryElement) {
  EXPECT_TRUE(
      races(two_parts("%tid.x", "st.global.v4.u32 [%rd0], {%r0, %r0, %r0, %r0};", "ld.global.u32 %r2, [%rd0+12];"), 2));
  EXPECT_FALSE(races(two_parts("%tid.x", "st.global.v2.u32 [%rd0], {%r0, %r0};", "ld.global.u32 %r2, [%rd0+8];"), 2));
}

TEST(Races, AWarpSynchronisationOrdersItsLanesOnly) {
  const std::string neighbour =
      "st.global.u32 [%rd1], %r0;\n{}\nxor.b32 %r2, %r0, {};\nmul.wide.u32 %rd2, %r2, 4;\n"
      "add.u64 %rd2, %rd0, %rd2;\nld.global.u32 %r3, [%rd2];";
  EXPECT_TRUE(races(fmt::format(fmt::runtime(neighbour), "", 1), 64));
  EXPECT_FALSE(races(fmt::format(fmt::runtime(neighbour), "bar.warp.sync -1;", 1), 64));
  EXPECT_TRUE(races(fmt::format(fmt::runtime(neighbour), "bar.warp.sync -1;", 32), 64));
  EXPECT_FALSE(races(fmt::format(fmt::runtime(neighbour), "bar.sync 0;", 32), 64));
  // CUDA C++ Programming Guide, Warp Shuffle Functions and Warp Vote Functions: they imply no memory barrier.
  EXPECT_TRUE(races(fmt::format(fmt::runtime(neighbour), "shfl.sync.idx.b32 %r4, %r0, 0, 31, -1;", 1), 64));
}

TEST(Races, AMaskOrdersTheLanesItNames) {
  const std::string body =
      "setp.lt.u32 %p0, %r0, 16;\nselp.b32 %r2, 0xffff, 0xffff0000, %p0;\nst.global.u32 [%rd1], %r0;\nbar.warp.sync "
      "%r2;\nxor.b32 %r3, %r0, {};\nmul.wide.u32 %rd2, %r3, 4;\nadd.u64 %rd2, %rd0, %rd2;\nld.global.u32 %r4, [%rd2];";
  EXPECT_FALSE(races(fmt::format(fmt::runtime(body), 8), 32));
  EXPECT_TRUE(races(fmt::format(fmt::runtime(body), 16), 32));
}

/// Block 0 writes a word and then a flag in its way; block 1 reads the flag in its way, and the word.
bool flag_races(const std::string& before, const std::string& set, const std::string& get, const std::string& after) {
  return races(
      two_parts("%ctaid.x", "st.global.u32 [%rd0], 7;\n" + before + set, get + after + "ld.global.u32 %r3, [%rd0];"), 1,
      2);
}

TEST(Races, AReleaseThatIsObservedOrdersBlocks) {
  const std::string fence = "fence.acq_rel.gpu;\n";
  EXPECT_FALSE(
      flag_races("membar.gl;\n", "red.global.add.u32 [%rd0+4], 1;", "atom.global.add.u32 %r2, [%rd0+4], 0;\n", ""));
  EXPECT_FALSE(
      flag_races("", "st.release.gpu.global.u32 [%rd0+4], 1;", "ld.acquire.gpu.global.u32 %r2, [%rd0+4];\n", ""));
  EXPECT_FALSE(
      flag_races(fence, "st.volatile.global.u32 [%rd0+4], 1;", "ld.volatile.global.u32 %r2, [%rd0+4];\n", fence));
  EXPECT_FALSE(flag_races("", "atom.add.release.gpu.u32 %r2, [%rd0+4], 1;",
                          "atom.acquire.gpu.global.cas.b32 %r2, [%rd0+4], 1, 2;\n", ""));
}

TEST(Races, AnAtomicAloneOrdersNothing) {
  EXPECT_TRUE(flag_races("fence.acquire.gpu;\n", "red.global.add.u32 [%rd0+4], 1;",
                         "atom.global.add.u32 %r2, [%rd0+4], 0;\n", ""));
  EXPECT_TRUE(
      flag_races("", "red.global.add.u32 [%rd0+4], 1;", "atom.global.add.u32 %r2, [%rd0+4], 0;\n", "membar.gl;\n"));
  EXPECT_TRUE(
      flag_races("membar.gl;\n", "red.global.add.u32 [%rd0+8], 1;", "atom.global.add.u32 %r2, [%rd0+4], 0;\n", ""));
  EXPECT_TRUE(flag_races("membar.gl;\n", "st.global.u32 [%rd0+8], 1;", "ld.volatile.global.u32 %r2, [%rd0+4];\n", ""));
}

TEST(Races, AFenceBeforeTheWriteItShouldReleaseIsTooEarly) {
  EXPECT_TRUE(races(two_parts("%ctaid.x", "membar.gl;\nst.global.u32 [%rd0], 7;\nred.global.add.u32 [%rd0+4], 1;",
                              "atom.global.add.u32 %r2, [%rd0+4], 0;\nld.global.u32 %r3, [%rd0];"),
                    1, 2));
}

TEST(Races, AScopeThatIsTooSmallOrdersNothingBeyondIt) {
  EXPECT_TRUE(
      flag_races("membar.cta;\n", "red.global.add.u32 [%rd0+4], 1;", "atom.global.add.u32 %r2, [%rd0+4], 0;\n", ""));
  // PTX ISA, atom: atomic with respect to each other only if each one's scope includes the other.
  EXPECT_TRUE(races("red.cta.global.add.u32 [%rd0], 1;", 1, 2));
  EXPECT_FALSE(races("red.cta.global.add.u32 [%rd0], 1;", 32, 1));
  EXPECT_FALSE(races("red.global.add.u32 [%rd0], 1;", 32, 2));
  EXPECT_FALSE(races(two_parts("%tid.x", "st.global.u32 [%rd0], 7;\nmembar.cta;\nred.cta.global.add.u32 [%rd0+4], 1;",
                               "atom.cta.global.add.u32 %r2, [%rd0+4], 0;\nld.global.u32 %r3, [%rd0];"),
                     2));
}

TEST(Races, OrderIsHandedOnFromBlockToBlock) {
  const std::string next = "atom.acq_rel.gpu.global.add.u32 %r2, [%rd0+4], 1;\n";
  EXPECT_FALSE(
      races(next + "ld.global.u32 %r3, [%rd0];\nadd.u32 %r3, %r3, 1;\nst.global.u32 [%rd0], %r3;\n" + next, 1, 5));
}

TEST(Races, SharedMemoryIsAnewForEveryBlock) {
  EXPECT_FALSE(races(".shared .align 4 .b8 s[4];\nst.shared.u32 [s], %r0;", 1, 3));
  EXPECT_TRUE(races(".shared .align 4 .b8 s[4];\nst.shared.u32 [s], %r0;", 2, 1));
}

TEST(Races, AFlagInSharedMemoryOrdersItsBlockOnly) {
  const std::string flag =
      ".shared .align 4 .b8 s[4];\natom.acq_rel.gpu.shared.add.u32 %r2, [s], 1;\nld.global.u32 %r3, [%rd0];\n"
      "st.global.u32 [%rd0], %r3;\natom.acq_rel.gpu.shared.add.u32 %r2, [s], 1;";
  EXPECT_FALSE(races(flag, 1, 1));
  EXPECT_TRUE(races(flag, 1, 2));
}

TEST(Races, GenericAndPlainAddressesAreTheSameMemory) {
  EXPECT_TRUE(races(".shared .align 4 .b8 s[4];\ncvta.shared.u64 %rd2, s;\n" +
                        two_parts("%tid.x", "st.shared.u32 [s], %r0;", "ld.u32 %r2, [%rd2];"),
                    2));
}

TEST(Races, ThreadsHaveTheirOwnLocalMemory) {
  EXPECT_FALSE(races(".local .align 4 .b8 a[4];\nst.local.u32 [a], %r0;\nld.local.u32 %r2, [a];", 64));
}

}  // namespace
}  // namespace semcheck::ptx
