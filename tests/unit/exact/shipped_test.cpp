/// Every shipped spec over exact types, on the interpreter beside its kernels over the compiler's types: the bits of
/// all special cases are equal, or the variant is listed here with what the compiler made of it.

#include <fmt/format.h>

#include <map>

#include "core/run/workload.h"
#include "device/exact/headers.h"
#include "device/exact/rewrite.h"
#include "device/kernel_source.h"
#include "tests/recordings/recording.h"
#include "tests/unit/exact/exact_fixture.h"

namespace semcheck {
namespace {

/// Where PTX means something else than the variant's text.
struct Changed {
  std::string_view spec;
  std::string_view variant;
  std::string_view supply;
  std::string_view why;
  std::size_t cases;  ///< special cases whose bits differ
};

constexpr std::string_view kFold = "a select against a literal zero becomes max.f32 or min.f32, which orders zeros";
constexpr std::string_view kContraction = "a product and a sum become fma.rn.f32, as -fmad=true allows";

constexpr Changed kChanged[] = {
    {"fma_relu_f32", "contracted", "array", kContraction, 437},
    {"leaky_relu_f32", "sum", "array", kContraction, 2},
    {"max_f32_supplies", "ternary_strict", "literal", kFold, 1},
    {"max_f32_supplies", "ternary_swapped", "literal", kFold, 1},
    {"max_literal_f32", "branch", "literal", kFold, 1},
    {"max_literal_f32", "ternary", "literal", kFold, 1},
    {"min_f32_supplies", "ternary_strict", "literal", kFold, 1},
    {"min_f32_supplies", "ternary_swapped", "literal", kFold, 1},
    {"min_literal_f32", "branch", "literal", kFold, 1},
    {"min_literal_f32", "ternary", "literal", kFold, 1},
};

std::size_t allowed_differences(std::string_view spec, std::string_view variant, std::string_view supply) {
  for (const Changed& changed : kChanged)
    if (changed.spec == spec && changed.variant == variant && changed.supply == supply) return changed.cases;
  return 0;
}

/// Rows of a reduction that are compared: the first ones, for every row computes with the same functions.
constexpr std::size_t kRows = 100;

Cases fewer_rows(const Operation& operation, const Cases& cases) {
  if (!is_row_operation(operation.kind) || cases.size() <= kRows) return cases;
  Cases fewer = cases;
  fewer.starts.resize(kRows + 1);
  fewer.operands.front().resize(fewer.starts.back());
  fewer.special = kRows;
  return fewer;
}

bool is_in_ptx(const Variant& variant) {
  return variant.code.find("asm(") != std::string::npos;
}

Program program_of(const Spec& spec, const std::vector<Feed>& feeds) {
  const Build& build = spec.builds.front();
  Program program{spec, build, build.arch.empty() ? "sm_90" : build.arch, {}, feeds};
  for (const Variant& variant : spec.variants) program.variants.push_back(&variant);
  return program;
}

class ShippedSpec : public ::testing::TestWithParam<std::string> {
 protected:
  /// Compares the kernels of one supply.
  void compare(const Spec& spec, Supply supply, const std::vector<Feed>& feeds,
               const std::vector<const Cases*>& cases) {
    const Program program = program_of(spec, feeds);
    const std::vector<Kernel> native = testing::compile(program, Types::native);
    const std::vector<Kernel> exact = testing::compile(program, Types::exact);
    std::map<std::string, std::size_t> differences;
    for (std::size_t f = 0; f < feeds.size(); ++f)
      count(spec, fed(native, feeds[f]), fed(exact, feeds[f]), fewer_rows(spec.operation, *cases[f]), differences);
    for (const auto& [variant, count] : differences)
      EXPECT_EQ(count, allowed_differences(GetParam(), variant, name(supply))) << variant << ' ' << name(supply);
  }

 private:
  static std::vector<Kernel> fed(const std::vector<Kernel>& kernels, const Feed& feed) {
    std::vector<Kernel> chosen;
    for (const Kernel& kernel : kernels)
      if (kernel.feed == feed) chosen.push_back(kernel);
    return chosen;
  }

  void count(const Spec& spec, const std::vector<Kernel>& native, const std::vector<Kernel>& exact, const Cases& cases,
             std::map<std::string, std::size_t>& differences) {
    const auto expected = runner_.execute(native, spec.operation, cases, std::chrono::seconds(300));
    const auto seen = runner_.execute(exact, spec.operation, cases, std::chrono::seconds(300));
    for (std::size_t k = 0; k < native.size(); ++k) {
      const std::string& variant = native[k].variant->name;
      // What exact types do not carry: variants written in PTX, and nothing else.
      EXPECT_EQ(exact[k].error, is_in_ptx(*native[k].variant) ? "inline PTX takes no class type" : "") << variant;
      if (!exact[k].image || native[k].unavailable) continue;
      ASSERT_EQ(expected[k].error + seen[k].error, "") << variant;
      ASSERT_EQ(expected[k].results.size(), cases.size()) << variant;
      ASSERT_EQ(seen[k].results.size(), cases.size()) << variant;
      std::size_t& different = differences[variant];
      for (std::size_t i = 0; i < cases.size(); ++i)
        if (seen[k].results[i] != expected[k].results[i]) ++different;
    }
  }

  PtxRunner runner_;
};

TEST_P(ShippedSpec, IsCarriedAndHasTheBitsOfItsKernelsOverExactTypes) {
  const Spec spec = load_shipped_spec(GetParam());
  const Workload work = special_work(spec);
  compare(spec, Supply::array, {Feed{}}, {&work.cases});
  for (const SupplyWork& supply : work.supplies) {
    std::vector<const Cases*> cases;
    for (const Cases& each : supply.by_feed) cases.push_back(&each);
    compare(spec, supply.supply, supply.feeds, cases);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ShippedSpec, ::testing::ValuesIn(shipped_specs()),
                         [](const auto& spec) { return spec.param; });

// The exact kernels are compiled with optimisation, for they run ten times as fast; it has nothing to fold.
TEST(ExactKernels, HaveTheSameBitsWithoutOptimisation) {
  for (const char* name : {"max_f32", "clamp_f32", "fma_relu_f32", "relu_f32", "convert_f32_s8", "fma_relu_f16"}) {
    Spec spec = load_shipped_spec(name);
    std::erase_if(spec.variants, [](const Variant& variant) { return is_in_ptx(variant); });
    const Program program = program_of(spec, {Feed{}});
    std::vector<Kernel> kernels = testing::compile(program, Types::exact);
    const std::string source = exact_program(kernel_source(spec, program.variants, program.feeds));
    const Compilation plain = testing::compiler().nvrtc.compile(
        source, name, {"-std=c++20", "-default-device", "-arch=compute_90", "-G"}, exact_headers());
    ASSERT_TRUE(plain.succeeded) << plain.log;
    const Cases cases = special_cases(spec);
    PtxRunner runner;
    const auto optimised = runner.execute(kernels, spec.operation, cases, std::chrono::seconds(300));
    for (Kernel& kernel : kernels) kernel.image = std::make_shared<const Image>(Image{Path::ptx, plain.ptx});
    const auto seen = runner.execute(kernels, spec.operation, cases, std::chrono::seconds(300));
    for (std::size_t k = 0; k < kernels.size(); ++k) {
      EXPECT_EQ(seen[k].error, "") << name;
      EXPECT_EQ(seen[k].results.size(), cases.size()) << name;
      EXPECT_EQ(seen[k].results, optimised[k].results) << name << ' ' << kernels[k].variant->name;
    }
  }
}

}  // namespace
}  // namespace semcheck
