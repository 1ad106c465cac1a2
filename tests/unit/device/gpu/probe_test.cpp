/// Chains on a real GPU. Every test is skipped where there is none.

#include "core/run/probe.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/device/gpu/on_gpu.h"

namespace semcheck {
namespace {

Probe probe() {
  Probe made;
  made.name = "gpu";
  made.budget = 1'000'000;
  made.repeats = 5;
  made.roles = {{"dependent_add_8", ChainKind::dependent, {ChainOp::add}, 8},
                {"dependent_fma_8", ChainKind::dependent, {ChainOp::fma}, 8},
                {"independent_add_8", ChainKind::independent, {ChainOp::add}, 8}};
  made.compare = {{0, 1}};
  return made;
}

class GpuProbe : public testing::OnGpu {
 protected:
};

TEST_F(GpuProbe, CountsWhatEveryChainDoesWithinItsBudget) {
  const Probe spec = probe();
  const ProbeReport report = run_probe(spec, *device_, {});
  for (const RoleResult& result : report.roles) {
    EXPECT_EQ(result.error, "");
    EXPECT_EQ(result.samples, 5u);
    EXPECT_GT(result.progress.least, 0);
    EXPECT_NEAR(result.progress.median * result.cycles.median, 1'000'000, 10'000);
  }
}

// Volta and its successors: an addition and a fused multiply-addition have the same latency.
TEST_F(GpuProbe, AdvancesAlikeWithAdditionsAndMultiplyAdditions) {
  const Probe spec = probe();
  const ProbeReport report = run_probe(spec, *device_, {});
  const RoleComparison& comparison = report.comparisons.front();
  if (!comparison.not_drawn.empty()) GTEST_SKIP() << comparison.not_drawn;
  EXPECT_LT(std::abs(comparison.ratio.median - 1), 0.01);
}

}  // namespace
}  // namespace semcheck
