#include "device/kernel_source.h"

#include <gtest/gtest.h>

#include "device/supply_kernel.h"
#include "tests/unit/device/spec_fixture.h"

namespace semcheck {
namespace {

using testing::SpecText;

std::string source_of(const Spec& spec) {
  std::vector<const Variant*> variants;
  for (const Variant& variant : spec.variants) variants.push_back(&variant);
  return kernel_source(spec, variants, {Feed{}});
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

/// The kernel of a feed, of a maximum with one variant.
std::string fed(const Feed& feed, Dtype dtype = Dtype::f32) {
  return supply_kernel(SpecText(dtype).spec().operation, feed, 0);
}

TEST(SupplyKernel, TakesAnArgumentByValue) {
  EXPECT_EQ(
      fed({Supply::argument, 1, {0}, 0, 0}),
      R"(extern "C" __global__ void semcheck_kernel_0_argument_z(const float* xs, float z, float* ys, unsigned long long n) {
  const unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = xs[i];
  ys[i] = semcheck_variant_0(x, z);
}
)");
}

TEST(SupplyKernel, WritesALiteralForEachValue) {
  EXPECT_EQ(
      fed({Supply::literal, 0, {0x80000000, 0x3fc00000}, 0, 0}),
      R"(extern "C" __global__ void semcheck_kernel_0_literal_x(const float* zs, float* ys, unsigned long long n) {
  const unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float z = zs[i];
  ys[i] = semcheck_variant_0(-0x0p+0f, z);
  ys[i + 1 * n] = semcheck_variant_0(0x1.8p+0f, z);
}
)");
}

TEST(SupplyKernel, ReadsConstantMemory) {
  const Feed feed{Supply::constant, 1, {0x0000, 0xbc00}, 0, 0};
  EXPECT_EQ(supply_declarations(SpecText(Dtype::f16).spec().operation, {feed}),
            "extern \"C\" {\n__constant__ unsigned short semcheck_constants_z[] = {0x0000u, 0xbc00u};\n}\n");
  EXPECT_EQ(
      fed(feed, Dtype::f16),
      R"(extern "C" __global__ void semcheck_kernel_0_constant_z(const __half* xs, __half* ys, unsigned long long n) {
  const unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
  if (i >= n) return;
  const __half x = xs[i];
  ys[i] = semcheck_variant_0(x, reinterpret_cast<const __half*>(semcheck_constants_z)[0]);
  ys[i + 1 * n] = semcheck_variant_0(x, reinterpret_cast<const __half*>(semcheck_constants_z)[1]);
}
)");
}

TEST(SupplyKernel, BroadcastsRowsAndColumns) {
  EXPECT_EQ(
      fed({Supply::broadcast, 0, {}, 7, 0}),
      R"(extern "C" __global__ void semcheck_kernel_0_broadcast(const float* xs, const float* zs, unsigned long long columns, float* ys, unsigned long long n) {
  const unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = xs[(unsigned int)i / (unsigned int)columns];
  const float z = zs[(unsigned int)i % (unsigned int)columns];
  ys[i] = semcheck_variant_0(x, z);
}
)");
}

TEST(SupplyKernel, LoadsVectorsAndTheirTail) {
  EXPECT_EQ(
      fed({Supply::vector2, 0, {}, 0, 0}),
      R"(extern "C" __global__ void semcheck_kernel_0_vector2(const float* xs, const float* zs, float* ys, unsigned long long n) {
  const unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
  const unsigned long long vectors = n / 2;
  if (i < vectors) {
    const semcheck_vector<float, 2> x = reinterpret_cast<const semcheck_vector<float, 2>*>(xs)[i];
    const semcheck_vector<float, 2> z = reinterpret_cast<const semcheck_vector<float, 2>*>(zs)[i];
    semcheck_vector<float, 2> y;
    y.elements[0] = semcheck_variant_0(x.elements[0], z.elements[0]);
    y.elements[1] = semcheck_variant_0(x.elements[1], z.elements[1]);
    reinterpret_cast<semcheck_vector<float, 2>*>(ys)[i] = y;
    return;
  }
  const unsigned long long j = i + vectors * 1;
  if (j < n) ys[j] = semcheck_variant_0(xs[j], zs[j]);
}
)");
}

TEST(SupplyKernel, DeclaresTheVectorTypeOnce) {
  const std::string text = supply_declarations(SpecText().spec().operation,
                                               {{Supply::vector2, 0, {}, 0, 0}, {Supply::vector4, 0, {}, 0, 0}});
  EXPECT_EQ(text.find("struct"), text.rfind("struct"));
  EXPECT_NE(text.find("struct"), std::string::npos);
}

TEST(SupplyKernel, LeavesLayoutsOfArraysToTheirKernel) {
  const Operation operation = SpecText().spec().operation;
  for (Supply supply : {Supply::array, Supply::in_place, Supply::tail}) {
    EXPECT_EQ(fed({supply, 0, {}, 0, 0}), "");
    EXPECT_EQ(kernel_entry(3, operation, {supply, 0, {}, 0, 0}), "semcheck_kernel_3");
  }
}

TEST(KernelSource, WritesAKernelThatSeveralFeedsShareOnce) {
  const SpecText text = SpecText().expr("max", "fmaxf(x, z)");
  const std::vector<const Variant*> variants = {&text.spec().variants[0]};
  const std::string source = kernel_source(
      text.spec(), variants, {Feed{}, {Supply::argument, 0, {1}, 0, 0}, {Supply::argument, 0, {2}, 0, 0}});
  const std::string entry = "semcheck_kernel_0_argument_x(";
  EXPECT_NE(source.find(entry), std::string::npos);
  EXPECT_EQ(source.find(entry), source.rfind(entry));
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
