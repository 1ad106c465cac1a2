#include <cuda_bf16.h>
#include <cuda_fp16.h>

// CUDA 13.0 has cuda::std::max, but not yet the header that is to hold it.
#if __has_include(<cuda/std/algorithm>)
#include <cuda/std/algorithm>
#else
#include <cuda/std/__algorithm/max.h>
#include <cuda/std/__algorithm/min.h>
#endif

#include "tests/conformance/implementations/direct.h"

namespace semcheck {
namespace {

template <class T, class Function>
DirectFunction row_of(const char* name, Dtype dtype, const char* profile, Function function) {
  return {name, dtype, dtype, {profile}, on_bits<T>(function)};
}

template <class T>
void append_standard(std::vector<DirectFunction>& functions, Dtype dtype) {
  functions.push_back(
      row_of<T>("cuda::std::max(x, z)", dtype, "cuda.std.max", [](T x, T z) { return cuda::std::max(x, z); }));
  functions.push_back(
      row_of<T>("cuda::std::min(x, z)", dtype, "cuda.std.min", [](T x, T z) { return cuda::std::min(x, z); }));
}

}  // namespace

std::vector<DirectFunction> cuda_host_functions() {
  using Half = __half;
  using Brain = __nv_bfloat16;
  const auto f16 = Dtype::f16;
  const auto bf16 = Dtype::bf16;
  std::vector<DirectFunction> functions = {
      row_of<Half>("__hmax", f16, "cuda.hmax", [](Half x, Half z) { return __hmax(x, z); }),
      row_of<Half>("__hmin", f16, "cuda.hmin", [](Half x, Half z) { return __hmin(x, z); }),
      row_of<Half>("__hmax_nan", f16, "cuda.hmax_nan", [](Half x, Half z) { return __hmax_nan(x, z); }),
      row_of<Half>("__hmin_nan", f16, "cuda.hmin_nan", [](Half x, Half z) { return __hmin_nan(x, z); }),
      row_of<Brain>("__hmax", bf16, "cuda.hmax.bf16", [](Brain x, Brain z) { return __hmax(x, z); }),
      row_of<Brain>("__hmin", bf16, "cuda.hmin.bf16", [](Brain x, Brain z) { return __hmin(x, z); }),
      row_of<Brain>("__hmax_nan", bf16, "cuda.hmax_nan.bf16.emulated",
                    [](Brain x, Brain z) { return __hmax_nan(x, z); }),
      row_of<Brain>("__hmin_nan", bf16, "cuda.hmin_nan.bf16.emulated",
                    [](Brain x, Brain z) { return __hmin_nan(x, z); }),
  };
  append_standard<double>(functions, Dtype::f64);
  append_standard<float>(functions, Dtype::f32);
  append_standard<__half>(functions, f16);
  append_standard<__nv_bfloat16>(functions, bf16);
  return functions;
}

}  // namespace semcheck
