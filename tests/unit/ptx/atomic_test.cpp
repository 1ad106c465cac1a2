#include <gtest/gtest.h>

#include "tests/unit/ptx/run_entry.h"

namespace semcheck::ptx {
namespace {

using Words = std::vector<std::uint32_t>;

/// What an operation on one word returns and leaves there.
struct Outcome {
  std::uint32_t returned = 0;
  std::uint32_t left = 0;
  bool operator==(const Outcome&) const = default;
};

std::ostream& operator<<(std::ostream& stream, const Outcome& outcome) {
  return stream << std::hex << outcome.returned << " -> " << outcome.left;
}

/// Runs `atom.<form> d, [a], operands` by one thread on a word of global memory.
Outcome global(const std::string& form, const std::string& word, const std::string& operands) {
  const Words words = run(entry("mov.b32 %r1, " + word + ";\nst.global.b32 [%rd0], %r1;\natom." + form +
                                " %r2, [%rd0], " + operands + ";\nst.global.b32 [%rd0+4], %r2;"),
                          1, 2);
  return {words[1], words[0]};
}

TEST(Atomic, IntegersAreCombinedByTheirSign) {
  EXPECT_EQ(global("global.add.u32", "0xfffffffe", "3"), (Outcome{0xfffffffe, 1}));
  EXPECT_EQ(global("global.add.s32", "5", "-7"), (Outcome{5, 0xfffffffe}));
  EXPECT_EQ(global("global.max.s32", "0x80000000", "1"), (Outcome{0x80000000, 1}));
  EXPECT_EQ(global("global.max.u32", "0x80000000", "1"), (Outcome{0x80000000, 0x80000000}));
  EXPECT_EQ(global("global.min.s32", "0x80000000", "1"), (Outcome{0x80000000, 0x80000000}));
  EXPECT_EQ(global("global.min.u32", "0x80000000", "1"), (Outcome{0x80000000, 1}));
}

TEST(Atomic, BitsAreCombinedAndExchanged) {
  EXPECT_EQ(global("global.and.b32", "0xff00ff00", "0x0ff00ff0"), (Outcome{0xff00ff00, 0x0f000f00}));
  EXPECT_EQ(global("global.or.b32", "0xff00ff00", "0x0ff00ff0"), (Outcome{0xff00ff00, 0xfff0fff0}));
  EXPECT_EQ(global("global.xor.b32", "0xff00ff00", "0x0ff00ff0"), (Outcome{0xff00ff00, 0xf0f0f0f0}));
  EXPECT_EQ(global("global.exch.b32", "17", "18"), (Outcome{17, 18}));
  EXPECT_EQ(global("global.cas.b32", "17", "17, 18"), (Outcome{17, 18}));
  EXPECT_EQ(global("global.cas.b32", "17", "16, 18"), (Outcome{17, 17}));
}

// PTX ISA, atom: inc(r, s) = (r >= s) ? 0 : r+1; dec(r, s) = (r==0 || r > s) ? s : r-1.
TEST(Atomic, IncrementAndDecrementWrapAtTheirOperand) {
  EXPECT_EQ(global("global.inc.u32", "6", "7"), (Outcome{6, 7}));
  EXPECT_EQ(global("global.inc.u32", "7", "7"), (Outcome{7, 0}));
  EXPECT_EQ(global("global.inc.u32", "9", "7"), (Outcome{9, 0}));
  EXPECT_EQ(global("global.dec.u32", "7", "7"), (Outcome{7, 6}));
  EXPECT_EQ(global("global.dec.u32", "0", "7"), (Outcome{0, 7}));
  EXPECT_EQ(global("global.dec.u32", "8", "7"), (Outcome{8, 7}));
}

TEST(Atomic, ScopesAndOrdersStandInAnyPlace) {
  for (const std::string form : {"add.u32", "relaxed.gpu.global.add.u32", "global.cta.add.u32", "add.release.gpu.u32",
                                 "acq_rel.sys.add.u32", "global.acquire.cluster.add.u32"}) {
    EXPECT_EQ(global(form, "1", "2"), (Outcome{1, 3})) << form;
  }
}

// 2^-149 is subnormal; PTX ISA, atom: add.f32 flushes it on global memory and not on shared memory.
TEST(Atomic, FloatsFlushOnGlobalMemoryOnly) {
  const auto add = [](const std::string& address, const std::string& word, const std::string& operand) {
    return run(entry(".shared .align 4 .b8 s[4];\ncvta.shared.u64 %rd2, s;\nmov.b32 %r1, " + word + ";\nst.b32 [" +
                     address + "], %r1;\nmov.b32 %r3, " + operand + ";\nmov.b32 %f0, %r3;\natom.add.f32 %f1, [" +
                     address + "], %f0;\nld.b32 %r2, [" + address + "];\nst.global.b32 [%rd0], %r2;"),
               1, 1)[0];
  };
  EXPECT_EQ(add("%rd0", "0x3f800000", "0x40000000"), 0x40400000U);
  EXPECT_EQ(add("%rd0", "0x00000001", "0x00000001"), 0U);
  EXPECT_EQ(add("%rd0", "0x80000001", "0x80000001"), 0x80000000U);
  EXPECT_EQ(add("%rd2", "0x00000001", "0x00000001"), 2U);
  EXPECT_EQ(add("%rd2", "0x80000001", "0x80000002"), 0x80000003U);
}

TEST(Atomic, WideAndNarrowValuesAreWhole) {
  EXPECT_EQ(
      run(entry("mov.u64 %rd2, 0xffffffff;\nst.global.u64 [%rd0], %rd2;\nred.global.add.u64 [%rd0], 1;\n"
                "atom.global.max.s64 _, [%rd0], -1;\natom.global.cas.b64 %rd3, [%rd0], 0x100000000, 0x500000006;\n"
                "st.global.u64 [%rd0+8], %rd3;"),
          1, 4),
      (Words{6, 5, 0, 1}));
  EXPECT_EQ(
      run(entry("mov.u32 %r1, 0x22221111;\nst.global.u32 [%rd0], %r1;\nmov.u16 %h1, 0x2222;\nmov.u16 %h2, 0x3333;\n"
                "atom.global.cas.b16 %h0, [%rd0+2], %h1, %h2;\nst.global.b16 [%rd0+4], %h0;"),
          1, 2),
      (Words{0x33331111, 0x2222}));
}

TEST(Atomic, FloatsOfOtherWidthsAreAdded) {
  // 1 + 2 and 2^-24 + 2^-24 as f16; 1 + 1 as bf16.
  EXPECT_EQ(run(entry("mov.u32 %r1, 0x00013c00;\nst.global.u32 [%rd0], %r1;\nmov.u32 %r2, 0x00014000;\n"
                      "red.global.add.noftz.f16x2 [%rd0], %r2;\nmov.u16 %h0, 0x3f80;\nst.global.b16 [%rd0+4], %h0;\n"
                      "atom.global.add.noftz.bf16 %h1, [%rd0+4], %h0;\nst.global.b16 [%rd0+6], %h1;"),
                1, 2),
            (Words{0x00024200, 0x3f804000}));
  EXPECT_EQ(run(entry(".reg .f64 %d;\nmov.f64 %d, 0d3ff0000000000000;\nst.global.f64 [%rd0], %d;\n"
                      "red.global.add.f64 [%rd0], %d;"),
                1, 2),
            (Words{0, 0x40000000}));
}

TEST(Atomic, EveryLaneCountsOnce) {
  EXPECT_EQ(
      run(entry("atom.global.add.u32 %r2, [%rd0], 1;\nsetp.eq.u32 %p0, %r2, 95;\n@%p0 red.global.add.u32 [%rd0+4], "
                "7;"),
          48, 2, {2}),
      (Words{96, 7}));
}

TEST(Atomic, OnlySharedAndGlobalMemoryTakeThem) {
  EXPECT_EQ(trap_of(".local .align 4 .b8 a[8];\ncvta.local.u64 %rd2, a;\natom.add.u32 %r1, [%rd2], 1;"),
            "neither global nor shared memory: atom.add.u32 of 4 bytes at 0x610000000000 in k (line 17), block (0,0,0) "
            "thread (0,0,0)");
  EXPECT_EQ(
      trap_of("atom.global.add.u32 %r1, [%rd0+2], 1;"),
      "misaligned: atom.global.add.u32 of 4 bytes at 0x700000000002 in k (line 15), block (0,0,0) thread (0,0,0)");
}

}  // namespace
}  // namespace semcheck::ptx
