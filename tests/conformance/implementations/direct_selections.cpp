#include <algorithm>
#include <cmath>

#if __has_include(<cuda/std/algorithm>)
#include <cuda/std/algorithm>
#else
#include <cuda/std/__algorithm/clamp.h>
#endif

#include "tests/conformance/implementations/direct_composite.h"

namespace semcheck {
namespace {

template <class T>
void append_rectifiers(std::vector<DirectComposite>& all) {
  const auto add = [&](const char* text, const char* profile, T (*function)(T)) {
    all.push_back({text, profile, kDtype<T>, "", on_operands<T>(function)});
  };
  add("x >= 0 ? x : 0", "select.relu.x_ge_0", [](T x) { return x >= T(0) ? x : T(0); });
  add("0 <= x ? x : 0", "select.relu.x_ge_0", [](T x) { return T(0) <= x ? x : T(0); });
  add("x > 0 ? x : 0", "select.relu.x_gt_0", [](T x) { return x > T(0) ? x : T(0); });
  add("x <= 0 ? 0 : x", "select.relu.x_le_0", [](T x) { return x <= T(0) ? T(0) : x; });
  add("!(x > 0 || x != x) ? 0 : x", "select.relu.x_le_0", [](T x) { return !(x > T(0) || x != x) ? T(0) : x; });
  add("x < 0 ? 0 : x", "select.relu.x_lt_0", [](T x) { return x < T(0) ? T(0) : x; });
  add("std::max(x, 0)", "select.relu.x_lt_0", [](T x) { return std::max(x, T(0)); });
  add("std::max(0, x)", "select.relu.x_gt_0", [](T x) { return std::max(T(0), x); });
  add("if (x < 0) x = 0", "cutlass.relu", [](T x) {
    if (x < T(0)) x = T(0);
    return x;
  });
}

template <class T>
void append_gradients(std::vector<DirectComposite>& all) {
  const auto add = [&](const char* text, const char* profile, T (*function)(T, T)) {
    all.push_back({text, profile, kDtype<T>, "", on_operands<T, T>(function)});
  };
  add("x >= 0 ? z : 0", "select.relu_grad.x_ge_0", [](T x, T z) { return x >= T(0) ? z : T(0); });
  add("x > 0 ? z : 0", "select.relu_grad.x_gt_0", [](T x, T z) { return x > T(0) ? z : T(0); });
  add("x <= 0 ? 0 : z", "select.relu_grad.x_le_0", [](T x, T z) { return x <= T(0) ? T(0) : z; });
  add("x < 0 ? 0 : z", "select.relu_grad.x_lt_0", [](T x, T z) { return x < T(0) ? T(0) : z; });
}

template <class... T>
void append_clamps(std::vector<DirectComposite>& all) {
  const auto add = [&]<class Number>(Number) {
    using N = Number;
    all.push_back({"std::clamp", "std.clamp", kDtype<N>, "",
                   on_operands<N, N, N>([](N x, N lower, N upper) { return std::clamp(x, lower, upper); })});
    all.push_back({"cuda::std::clamp", "cuda.std.clamp", kDtype<N>, "",
                   on_operands<N, N, N>([](N x, N lower, N upper) { return cuda::std::clamp(x, lower, upper); })});
  };
  (add(T{}), ...);
}

/// __hmax(x, 0) and its like. For bf16 the host's __hmax_nan emulates a GPU that has no such instruction, and takes -0.
void append_extrema_with_zero(std::vector<DirectComposite>& all) {
  const auto half = value_of<__half>(0);
  const auto brain = value_of<__nv_bfloat16>(0);
  all.push_back(
      {"__hmax", "cuda.hmax.relu", Dtype::f16, "", on_operands<__half>([half](__half x) { return __hmax(x, half); })});
  all.push_back({"__hmax", "cuda.hmax.relu", Dtype::bf16, "",
                 on_operands<__nv_bfloat16>([brain](__nv_bfloat16 x) { return __hmax(x, brain); })});
  all.push_back({"__hmax_nan", "cuda.hmax_nan.relu", Dtype::f16, "",
                 on_operands<__half>([half](__half x) { return __hmax_nan(x, half); })});
}

/// fmaxf of CUDA, which is not the host's: a number wins over a NaN and +0 over -0.
float rectified(float y) {
  return y > 0.0f ? y : 0.0f;
}

void append_multiply_adds(std::vector<DirectComposite>& all) {
  const auto fused =
      on_operands<float, float, float>([](float x, float z, float w) { return rectified(std::fma(x, z, w)); });
  // The tests are compiled with -ffp-contract=off.
  const auto separate =
      on_operands<float, float, float>([](float x, float z, float w) { return rectified(x * z + w); });
  all.push_back({"fused", "cuda.fmaf.fmaxf", Dtype::f32, "", fused});
  all.push_back({"fused", "cuda.muladd.fmaxf", Dtype::f32, "", fused});
  all.push_back({"separate", "cuda.fmul_rn.fadd_rn.fmaxf", Dtype::f32, "", separate});
  all.push_back({"separate", "cuda.muladd.fmaxf", Dtype::f32, "", separate});
}

template <class... T>
void append_floating(std::vector<DirectComposite>& all) {
  (append_rectifiers<T>(all), ...);
  (append_gradients<T>(all), ...);
}

}  // namespace

std::vector<DirectComposite> direct_selections() {
  std::vector<DirectComposite> all;
  append_floating<double, float, __half, __nv_bfloat16>(all);
  append_clamps<double, float, __half, __nv_bfloat16, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t,
                std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>(all);
  append_extrema_with_zero(all);
  append_multiply_adds(all);
  return all;
}

}  // namespace semcheck
