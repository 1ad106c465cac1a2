#include "device/row_kernel.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "device/kernel_source.h"
#include "device/ptx_device.h"
#include "tests/unit/operation.h"

namespace semcheck {
namespace {

using namespace std::chrono_literals;

constexpr std::array kElementDtypes = {Dtype::f64, Dtype::f32, Dtype::f16, Dtype::bf16, Dtype::s8,  Dtype::u8,
                                       Dtype::s16, Dtype::u16, Dtype::s32, Dtype::u32,  Dtype::s64, Dtype::u64};

/// A spec of one variant for each strategy.
Spec strategies(OperationKind kind, Dtype dtype, const std::string& expr, std::optional<Bits> identity = {}) {
  Spec spec;
  spec.path = "row.toml";
  spec.operation = given::operation("row", kind, dtype);
  spec.builds = {Build{}};
  for (const StrategyRow& row : kStrategies) {
    Variant variant;
    variant.name = row.name;
    variant.code = expr;
    variant.code_span = {2, 9, 1};
    variant.strategy = row.strategy;
    variant.block = 96;
    variant.identity = identity;
    spec.variants.push_back(variant);
  }
  return spec;
}

std::vector<Execution> run(const Spec& spec, const Cases& cases) {
  static PtxDevice device(open_compiler(""), "sm_90", "");
  Program program{spec, spec.builds.front(), "sm_90", {}};
  for (const Variant& variant : spec.variants) program.variants.push_back(&variant);
  const std::vector<Kernel> kernels = device.compile(program);
  for (const Kernel& kernel : kernels) EXPECT_EQ(kernel.error, "");
  return device.execute(kernels, spec.operation, cases, {60s});
}

/// Rows of the sizes around warps and blocks; their patterns order like numbers in every dtype.
Cases rows_of_small_numbers() {
  Cases cases;
  cases.operands.resize(1);
  cases.starts.push_back(0);
  for (std::size_t size : std::array<std::size_t, 10>{1, 2, 3, 31, 32, 33, 95, 96, 97, 200}) {
    for (std::size_t i = 0; i < size; ++i) cases.operands[0].push_back(1 + (i * 37 + size * 11) % 0x70);
    cases.starts.push_back(cases.operands[0].size());
  }
  cases.special = cases.size();
  return cases;
}

TEST(RowKernel, EveryStrategyFindsTheMaximumOfEveryDtype) {
  const Cases cases = rows_of_small_numbers();
  std::vector<Bits> maxima;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::vector<Bits> row = cases.at(i);
    maxima.push_back(*std::max_element(row.begin(), row.end()));
  }
  for (Dtype dtype : kElementDtypes) {
    const Spec spec = strategies(OperationKind::reduce_max, dtype, "x > z ? x : z");
    const auto executions = run(spec, cases);
    for (std::size_t k = 0; k < executions.size(); ++k) {
      EXPECT_EQ(executions[k].error, "") << name(dtype) << ' ' << spec.variants[k].name;
      EXPECT_EQ(executions[k].results, maxima) << name(dtype) << ' ' << spec.variants[k].name;
    }
  }
}

TEST(RowKernel, EveryStrategyFindsTheFirstIndexOfTheMaximum) {
  const Cases cases = rows_of_small_numbers();
  std::vector<Bits> indices;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::vector<Bits> row = cases.at(i);
    indices.push_back(static_cast<Bits>(std::max_element(row.begin(), row.end()) - row.begin()));
  }
  for (Dtype dtype : {Dtype::f64, Dtype::f32, Dtype::bf16, Dtype::s8, Dtype::u64}) {
    const auto executions = run(strategies(OperationKind::argmax, dtype, "x > z || (x == z && i < j)"), cases);
    for (const Execution& execution : executions) EXPECT_EQ(execution.results, indices) << name(dtype);
  }
}

Cases one_row(std::vector<Bits> row) {
  Cases cases;
  cases.starts = {0, row.size()};
  cases.operands = {std::move(row)};
  cases.special = 1;
  return cases;
}

TEST(RowKernel, AnEmptyRowGivesTheIdentityOrTheLeastNumber) {
  for (const Execution& execution : run(strategies(OperationKind::reduce_max, Dtype::f32, "fmaxf(x, z)"), one_row({})))
    EXPECT_EQ(execution.results, std::vector<Bits>{0xff800000});
  for (const Execution& execution : run(strategies(OperationKind::reduce_min, Dtype::s32, "min(x, z)"), one_row({})))
    EXPECT_EQ(execution.results, std::vector<Bits>{0x7fffffff});
  for (const Execution& execution :
       run(strategies(OperationKind::reduce_max, Dtype::f32, "fmaxf(x, z)", 0xff7fffff), one_row({})))
    EXPECT_EQ(execution.results, std::vector<Bits>{0xff7fffff});
}

// An element alone is combined with nothing, so that fmaxf has no NaN to replace; with an identity it has.
TEST(RowKernel, OnlyAnIdentityIsCombinedWithAnElementAlone) {
  for (const Execution& execution :
       run(strategies(OperationKind::reduce_max, Dtype::f32, "fmaxf(x, z)"), one_row({0x7fc00abc})))
    EXPECT_EQ(execution.results, std::vector<Bits>{0x7fc00abc});
  for (const Execution& execution :
       run(strategies(OperationKind::reduce_max, Dtype::f32, "fmaxf(x, z)", 0xff800000), one_row({0x7fc00abc})))
    EXPECT_EQ(execution.results, std::vector<Bits>{0xff800000});
}

TEST(RowKernel, TheExpressionKeepsItsPlaceInTheSpec) {
  const Spec spec = strategies(OperationKind::reduce_max, Dtype::f32, "fmaxf(x, z)");
  EXPECT_NE(row_kernel(spec, spec.variants.front(), 0).find("#line 2 \"row.toml\"\n        fmaxf(x, z)\n"),
            std::string::npos);
}

TEST(RowKernel, OneWarpIsEnoughForTheStrategiesOfOneWarp) {
  const Spec spec = strategies(OperationKind::reduce_max, Dtype::f32, "fmaxf(x, z)");
  for (const Variant& variant : spec.variants) {
    const bool one_warp = variant.strategy == Strategy::sequential || variant.strategy == Strategy::shuffle;
    EXPECT_EQ(threads_of(variant), one_warp ? 32u : 96u) << variant.name;
  }
}

}  // namespace
}  // namespace semcheck
