#include "device/kernel_source.h"

#include <gtest/gtest.h>

#include "tests/unit/device/spec_fixture.h"

namespace semcheck {
namespace {

using testing::SpecText;

std::string source_of(const Spec& spec) {
  std::vector<const Variant*> variants;
  for (const Variant& variant : spec.variants) variants.push_back(&variant);
  return kernel_source(spec, variants);
}

TEST(KernelSource, LoadsTheOperandsFirstAndPassesValues) {
  EXPECT_EQ(source_of(SpecText().expr("fmaxf", "fmaxf(x, z)").spec()), R"(
static __device__ __forceinline__ float semcheck_variant_0(float x, float z) {
return (
#line 2 "max.toml"
        fmaxf(x, z)
#line 2 "max.toml"
);}
#line 1 "semcheck"
extern "C" __global__ void semcheck_kernel_0(const float* xs, const float* zs, float* ys, unsigned long long n) {
  const unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = xs[i];
  const float z = zs[i];
  ys[i] = semcheck_variant_0(x, z);
}
)");
}

TEST(KernelSource, PutsABodyInAsItIsAndIncludesTheHeaderOfTheType) {
  EXPECT_EQ(source_of(SpecText(Dtype::f16).body("branch", "if (x > z) return x;\nreturn z;").spec()),
            R"(#include <cuda_fp16.h>

static __device__ __forceinline__ __half semcheck_variant_0(__half x, __half z) {
#line 2 "max.toml"
        if (x > z) return x;
return z;
#line 3 "max.toml"
}
#line 1 "semcheck"
extern "C" __global__ void semcheck_kernel_0(const __half* xs, const __half* zs, __half* ys, unsigned long long n) {
  const unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
  if (i >= n) return;
  const __half x = xs[i];
  const __half z = zs[i];
  ys[i] = semcheck_variant_0(x, z);
}
)");
}

TEST(KernelSource, NamesKernelsByNumberWhateverVariantsAreCalled) {
  const std::string source = source_of(SpecText().expr("../../x", "x").expr("}; evil", "z").spec());
  EXPECT_NE(source.find("void semcheck_kernel_0("), std::string::npos);
  EXPECT_NE(source.find("void semcheck_kernel_1("), std::string::npos);
  EXPECT_EQ(source.find("evil"), std::string::npos);
}

TEST(KernelSource, EscapesThePathInLineDirectives) {
  Spec spec = SpecText().expr("x", "x").spec();
  spec.path = "a \"b\"\\c\nd.toml";
  EXPECT_NE(source_of(spec).find("#line 2 \"a \\\"b\\\"\\\\c d.toml\"\n"), std::string::npos);
}

TEST(KernelSource, GivesOperandsOfMixedSignednessTheirOwnTypes) {
  Spec spec = SpecText(Dtype::u32).expr("max", "max(x, z)").spec();
  spec.operation.operands = {Dtype::s32, Dtype::u32};
  const std::string source = source_of(spec);
  EXPECT_NE(source.find("unsigned int semcheck_variant_0(int x, unsigned int z)"), std::string::npos);
  EXPECT_NE(source.find("(const int* xs, const unsigned int* zs, unsigned int* ys, unsigned long long n)"),
            std::string::npos);
}

TEST(KernelSource, CoversEveryCaseWithBlocks) {
  EXPECT_EQ(block_count(1), 1u);
  EXPECT_EQ(block_count(256), 1u);
  EXPECT_EQ(block_count(257), 2u);
}

}  // namespace
}  // namespace semcheck
