#include "device/arch.h"

#include <gtest/gtest.h>

namespace semcheck {
namespace {

Arch arch(const char* text) {
  return parse_arch(text).value();
}

TEST(Arch, ReadsPlainChipAndFamilyNames) {
  EXPECT_EQ(arch("sm_75"), (Arch{75, 0}));
  EXPECT_EQ(arch("sm_90a"), (Arch{90, 'a'}));
  EXPECT_EQ(arch("sm_100f"), (Arch{100, 'f'}));
  EXPECT_EQ(spell_sm(arch("sm_90a")), "sm_90a");
  EXPECT_EQ(spell_compute(arch("sm_90a")), "compute_90a");
}

TEST(Arch, RefusesEverythingElse) {
  for (const char* text : {"", "sm_", "sm_x", "sm_90b", "sm_90aa", "sm_-90", "sm_0", "compute_90", "90", "sm_90 ",
                           "sm_99999999999999999999"})
    EXPECT_FALSE(parse_arch(text)) << text;
}

// CUDA C++ Programming Guide, Feature Availability.
TEST(Arch, KeepsWhatOlderArchitecturesHave) {
  EXPECT_TRUE(provides(arch("sm_90"), arch("sm_80")));
  EXPECT_TRUE(provides(arch("sm_80"), arch("sm_80")));
  EXPECT_FALSE(provides(arch("sm_75"), arch("sm_80")));
}

TEST(Arch, KeepsChipFeaturesToOneChipAndFamilyFeaturesToOneFamily) {
  EXPECT_TRUE(provides(arch("sm_100a"), arch("sm_100a")));
  EXPECT_FALSE(provides(arch("sm_103a"), arch("sm_100a")));
  EXPECT_FALSE(provides(arch("sm_100"), arch("sm_100a")));
  EXPECT_TRUE(provides(arch("sm_103f"), arch("sm_100f")));
  EXPECT_TRUE(provides(arch("sm_103a"), arch("sm_100f")));
  EXPECT_FALSE(provides(arch("sm_120f"), arch("sm_100f")));
  EXPECT_FALSE(provides(arch("sm_103"), arch("sm_100f")));
}

// CUDA C++ Programming Guide, Binary Compatibility: "A cubin object generated for compute capability X.y will only
// execute on devices of compute capability X.z where z >= y."
TEST(Arch, RunsMachineCodeOfTheSameMajorNumberOnly) {
  EXPECT_TRUE(runs_cubin(arch("sm_80"), arch("sm_86")));
  EXPECT_FALSE(runs_cubin(arch("sm_86"), arch("sm_80")));
  EXPECT_FALSE(runs_cubin(arch("sm_80"), arch("sm_90")));
  EXPECT_FALSE(runs_cubin(arch("sm_100"), arch("sm_90")));
  EXPECT_TRUE(runs_cubin(arch("sm_90a"), arch("sm_90")));
  EXPECT_FALSE(runs_cubin(arch("sm_100a"), arch("sm_103")));
  EXPECT_TRUE(runs_cubin(arch("sm_100f"), arch("sm_103")));
}

TEST(Arch, RunsPtxOfEveryOlderArchitecture) {
  EXPECT_TRUE(runs_ptx(arch("sm_75"), arch("sm_90")));
  EXPECT_FALSE(runs_ptx(arch("sm_100"), arch("sm_90")));
  EXPECT_FALSE(runs_ptx(arch("sm_90a"), arch("sm_100")));
}

TEST(Arch, PicksTheNewestThatCompilerAndMachineShare) {
  EXPECT_EQ(best_arch({75, 80, 86, 90, 100}, arch("sm_90")), (Arch{90, 0}));
  EXPECT_EQ(best_arch({75, 80, 86}, arch("sm_90")), (Arch{86, 0}));
  EXPECT_EQ(best_arch({75, 80}, arch("sm_70")), std::nullopt);
}

}  // namespace
}  // namespace semcheck
