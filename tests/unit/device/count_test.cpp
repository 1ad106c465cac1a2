#include "device/count.h"

#include <gtest/gtest.h>

#include "tests/unit/device/spec_fixture.h"

namespace semcheck {
namespace {

using testing::cases_of;
using namespace std::chrono_literals;

const Operation kMax = given::operation("max", OperationKind::max, Dtype::u32, {Dtype::u32, Dtype::u32});

/// Of each thread 7 instructions up to the bounds check, which those of the cases do not take and the others do; then
/// one branch on whether x is below 2, one instruction where it is not, and the end.
constexpr const char* kPtx = R"(.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 z, .param .u64 y, .param .u64 n)
{
  .reg .pred %p<3>;
  .reg .b32 %r<5>;
  .reg .b64 %rd<5>;
  ld.param.u64 %rd0, [x];
  ld.param.u64 %rd1, [n];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %rd2, %r0, 4;
  add.s64 %rd0, %rd0, %rd2;
  cvt.u64.u32 %rd3, %r0;
  setp.ge.u64 %p0, %rd3, %rd1;
  @%p0 bra END;
  ld.global.u32 %r1, [%rd0];
  setp.lt.u32 %p1, %r1, 2;
  @%p1 bra END;
  add.u32 %r1, %r1, 1;
END:
  ret;
}
)";

const Variant kVariant;

std::vector<Kernel> kernels_of(std::vector<std::pair<Path, std::string>> images) {
  std::vector<Kernel> kernels;
  for (auto& [path, bytes] : images) {
    Kernel& kernel = kernels.emplace_back();
    kernel.variant = &kVariant;
    kernel.path = path;
    kernel.image = std::make_shared<const Image>(Image{path, bytes});
    kernel.entry = "k";
  }
  return kernels;
}

// 256 threads are 8 warps. Their lanes come before the check with 7 instructions each. 254 threads take it. Of the two
// that do not, two more instructions; the one whose x is 1 branches, the other adds. All return. The check splits the
// first warp only; after it that warp branches again, and is split again.
TEST(Count, CountsWhatThreadsExecuteAndWhichBranchesSplitWarps) {
  PtxRunner interpreter;
  const auto counts = count(interpreter, kernels_of({{Path::ptx, kPtx}}), kMax, cases_of({{1, 0}, {2, 0}}), 10s);
  ASSERT_TRUE(counts[0]);
  EXPECT_EQ(counts[0]->instructions_per_element, (256 * 7 + 254 + 2 * 2 + 1 + 1 + 256) / 2.0);
  EXPECT_EQ(counts[0]->branches, 9u);
  EXPECT_EQ(counts[0]->uniform_branches, 7u);
  EXPECT_EQ(counts[0]->branch_efficiency(), 7.0 / 9);
}

TEST(Count, TakesThePtxThatMachineCodeWasMadeOf) {
  PtxRunner interpreter;
  const Cases cases = cases_of({{1, 0}, {2, 0}});
  const auto counts =
      count(interpreter, kernels_of({{Path::cubin, "machine code"}, {Path::jit, kPtx}}), kMax, cases, 10s);
  ASSERT_TRUE(counts[0]);
  EXPECT_EQ(counts[0]->branches, 9u);
  EXPECT_FALSE(count(interpreter, kernels_of({{Path::cubin, "machine code"}}), kMax, cases, 10s)[0]);
}

TEST(Count, SaysNothingOfWhatTheInterpreterCannotReadOrEnd) {
  PtxRunner interpreter;
  std::string hanging = kPtx;
  hanging.replace(hanging.find("ret;"), 4, "bra END;");
  auto kernels = kernels_of({{Path::ptx, "no PTX"}, {Path::ptx, hanging}, {Path::ptx, kPtx}});
  kernels[2].entry = "nowhere";
  const auto counts = count(interpreter, kernels, kMax, cases_of({{1, 0}}), 50ms);
  for (const auto& counted : counts) EXPECT_FALSE(counted);
}

}  // namespace
}  // namespace semcheck
