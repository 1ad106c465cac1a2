#include <gtest/gtest.h>

#include <algorithm>

#include "tests/conformance/implementations/claims.h"
#include "tests/conformance/implementations/direct.h"
#include "tests/conformance/implementations/direct_composite.h"
#include "tests/conformance/implementations/kernel_composite.h"
#include "tests/conformance/implementations/ptx_composite.h"

// No profile is shipped that nothing was ever held to: each is judged over each of its dtypes, or listed here.

namespace semcheck {
namespace {

/// Profiles, or some of their operands' dtypes, that no implementation at hand judges. A `*` at the end stands for any
/// rest.
struct NotAtHand {
  std::string_view profile;
  std::vector<Dtype> dtypes;  ///< empty for all
  std::string_view reason;
};

constexpr const char* kTorchOnGpu = "PyTorch on a GPU; its CPU functions have profiles of their own";

const NotAtHand kNotAtHand[] = {
    {"amd.*", {}, "no AMD GPU, and no emulator of one"},
    {"arm.fmax.ah", {}, "FPCR.AH needs FEAT_AFP, which QEMU has from version 10 on"},
    {"arm.fmin.ah", {}, "FPCR.AH needs FEAT_AFP, which QEMU has from version 10 on"},
    {"riscv.fmaxm.*", {}, "Zfa, which QEMU has from version 8.1 on"},
    {"riscv.fminm.*", {}, "Zfa, which QEMU has from version 8.1 on"},
    {"torch.maximum", {}, kTorchOnGpu},
    {"torch.minimum", {}, kTorchOnGpu},
    {"torch.relu", {}, kTorchOnGpu},
    {"torch.clamp", {}, kTorchOnGpu},
    {"torch.clamp.scalar", {}, kTorchOnGpu},
    {"torch.amax", {}, kTorchOnGpu},
    {"torch.amin", {}, kTorchOnGpu},
    {"torch.argmax", {}, kTorchOnGpu},
    {"torch.argmin", {}, kTorchOnGpu},
    {"ieee754-*", {Dtype::bf16}, "every bf16 maximum at hand canonicalises NaNs, flushes or compares and selects"},
    {"ieee754-2019.maximum_number", {Dtype::f16}, "every such f16 maximum at hand canonicalises NaNs"},
    {"ieee754-2019.minimum_number", {Dtype::f16}, "every such f16 minimum at hand canonicalises NaNs"},
    {"llvm.*", {Dtype::bf16}, "Rust, which calls the intrinsics, has no bf16"},
    {"cuda.atomic*", {}, "an atomic operation of a GPU"},
    {"ptx.atom.*", {}, "an atomic operation of a GPU on a type that no spec reduces by atomics"},
    {"ptx.redux.*", {}, "an instruction of a whole warp, of f32 from sm_100a on"},
    {"cub.*", {}, "CUB's host code needs nvcc"},
    {"cudnn.*", {}, "cuDNN needs a GPU"},
    {"cutlass.clamp", {}, "CUTLASS is not at hand"},
    {"cutlass.maximum*", {}, "CUTLASS is not at hand"},
    {"cutlass.minimum*", {}, "CUTLASS is not at hand"},
    {"hlsl.*", {}, "no implementation of HLSL"},
    {"metal.*", {}, "no implementation of Metal"},
    {"ieee754.total_order", {Dtype::f16, Dtype::bf16}, "the C library has totalorder for double and float alone"},
    {"java.math.clamp", {}, "Math.clamp, which Java has from 21 on"},
    {"jax.softmax", {}, "a maximum within jax.nn.softmax, which does not return it"},
    {"tensorflow.*", {}, "no TensorFlow"},
    {"onnx.argm*", {}, "no runtime of ONNX"},
    {"onnx.cast", {}, "no runtime of ONNX"},
    {"onnx.cast.fp8", {}, "no runtime of ONNX"},
    {"onnx.clip", {}, "no runtime of ONNX"},
    {"onnx.m*", {}, "no runtime of ONNX"},
    {"onnx.quantize_linear", {}, "no runtime of ONNX"},
    {"onnx.re*", {}, "no runtime of ONNX"},
    {"opencl.*", {}, "no implementation of OpenCL"},
    {"spirv.*", {}, "no implementation of Vulkan"},
    {"stablehlo.*", {}, "the specification, not an implementation; JAX on a CPU has profiles of its own"},
    {"tosa.*", {}, "no implementation of TOSA"},
    {"triton.*", {}, "Triton needs a GPU"},
    {"wgsl.*", {}, "no implementation of WebGPU"},
    {"xla.*", {}, "an older release"},
#if !defined(__x86_64__)
    {"x86.*", {}, "this machine is no x86"},
#endif
#if !defined(__GLIBC__) || !defined(__x86_64__)
    {"glibc.*", {}, "this machine's C library is another"},
#endif
};

bool names(const NotAtHand& entry, const Claim& claim) {
  const bool any_rest = entry.profile.ends_with('*');
  const std::string_view start = entry.profile.substr(0, entry.profile.size() - (any_rest ? 1 : 0));
  const bool name_fits = any_rest ? claim.profile.starts_with(start) : claim.profile == start;
  return name_fits && (entry.dtypes.empty() ||
                       std::find(entry.dtypes.begin(), entry.dtypes.end(), claim.dtype) != entry.dtypes.end());
}

void add(std::vector<Claim>& claims, const std::vector<Claim>& more) {
  claims.insert(claims.end(), more.begin(), more.end());
}

std::vector<Claim> made_claims() {
  std::vector<Claim> claims = recorded_claims();
  for (const DirectFunction& function : direct_functions())
    for (const std::string& profile : function.profiles) claims.push_back({profile, function.dtype, function.dtype});
  for (const OracleClaim& claim : kOracleClaims) add(claims, all_claims_of(shipped_profile(claim.profile)));
  for (const PtxClaim& claim : kPtxClaims) add(claims, all_claims_of(shipped_profile(claim.profile)));
  for (const PtxClaim& claim : kVideoClaims) add(claims, all_claims_of(shipped_profile(claim.profile)));
  for (const KernelClaim& claim : kKernelClaims) {
    const std::string_view spec = claim.spec;
    const Dtype dtype = find_dtype(spec.substr(spec.find('_') + 1)).value();
    claims.push_back({claim.profile, dtype, dtype});
  }
  for (const DirectComposite& function : direct_composites())
    claims.push_back(
        claim_of(function.profile, profile_rules(function.profile, function.dtype, function.attributes).operation));
  for (const PtxForm& form : ptx_forms())
    claims.push_back(claim_of(form.profile, profile_rules(form.profile, form.dtype, form.attributes).operation));
  for (const CudaExpression& e : kCudaExpressions)
    claims.push_back({e.profile, e.dtype, find_dtype(e.result).value_or(e.dtype)});
  return claims;
}

const std::vector<Claim>& all_claims() {
  static const std::vector<Claim> claims = made_claims();
  return claims;
}

bool contains(const std::vector<Claim>& claims, const Claim& wanted) {
  return std::any_of(claims.begin(), claims.end(), [&](const Claim& c) {
    return c.profile == wanted.profile && c.dtype == wanted.dtype && c.result == wanted.result;
  });
}

std::vector<Claim> of_all_profiles() {
  std::vector<Claim> all;
  for (const Profile& profile : shipped_profiles()) add(all, all_claims_of(profile));
  return all;
}

std::string spell(const Claim& claim) {
  const std::string over = claim.profile + " over " + std::string(name(claim.dtype));
  return claim.result == claim.dtype ? over : over + " to " + std::string(name(claim.result));
}

TEST(Coverage, EveryProfileIsJudgedOrListedAsNotAtHand) {
  const std::vector<Claim>& claims = all_claims();
  for (const Claim& profile : of_all_profiles()) {
    const bool listed = std::any_of(std::begin(kNotAtHand), std::end(kNotAtHand),
                                    [&](const NotAtHand& entry) { return names(entry, profile); });
    EXPECT_NE(contains(claims, profile), listed)
        << spell(profile) << (listed ? " is judged and need not be listed" : " is neither judged nor listed");
  }
}

TEST(Coverage, EveryEntryOfTheListNamesAProfile) {
  const std::vector<Claim> profiles = of_all_profiles();
  for (const NotAtHand& entry : kNotAtHand)
    EXPECT_TRUE(std::any_of(profiles.begin(), profiles.end(), [&](const Claim& p) { return names(entry, p); }))
        << entry.profile;
}

TEST(Coverage, EveryClaimIsOfADtypeOfItsProfile) {
  const auto holds = [](const std::vector<Dtype>& dtypes, Dtype dtype) {
    return std::find(dtypes.begin(), dtypes.end(), dtype) != dtypes.end();
  };
  for (const Claim& claim : all_claims()) {
    const Profile& profile = shipped_profile(claim.profile);
    EXPECT_TRUE(holds(profile.dtypes, claim.dtype) &&
                holds(profile.results.empty() ? profile.dtypes : profile.results, claim.result))
        << spell(claim);
  }
}

}  // namespace
}  // namespace semcheck
