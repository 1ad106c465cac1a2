#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <algorithm>

#include "tests/conformance/implementations/direct.h"

// What the compiler of the tests makes of C++'s comparisons and selections. A relation with a NaN is false (ISO C
// 6.5.8), so that the complement of a relation sends a NaN to the other arm.

namespace semcheck {
namespace {

template <class T>
struct Forms {
  Dtype dtype;

  template <class Function>
  DirectFunction form(const char* text, const char* profile, Function function) const {
    return {text, dtype, dtype, {profile}, on_bits<T>(function)};
  }

  std::vector<DirectFunction> maxima() const {
    return {
        form("std::max(x, z)", "std.max", [](T x, T z) { return std::max(x, z); }),
        form("x >= z ? x : z", "select.x_ge_z", [](T x, T z) { return x >= z ? x : z; }),
        form("z <= x ? x : z", "select.x_ge_z", [](T x, T z) { return z <= x ? x : z; }),
        form("if (x >= z) return x; return z;", "select.x_ge_z",
             [](T x, T z) {
               if (x >= z) return x;
               return z;
             }),
        form("x > z ? x : z", "select.x_gt_z", [](T x, T z) { return x > z ? x : z; }),
        form("z > x ? z : x", "select.z_gt_x", [](T x, T z) { return z > x ? z : x; }),
        form("x < z ? z : x", "select.z_gt_x", [](T x, T z) { return x < z ? z : x; }),
        form("!(x < z) ? x : z", "select.z_gt_x", [](T x, T z) { return !(x < z) ? x : z; }),
        form("z >= x ? z : x", "select.z_ge_x", [](T x, T z) { return z >= x ? z : x; }),
        form("!(x <= z) ? x : z", "select.z_ge_x", [](T x, T z) { return !(x <= z) ? x : z; }),
        form("x >= z || x != x ? x : z", "numpy.maximum", [](T x, T z) { return x >= z || x != x ? x : z; }),
    };
  }

  std::vector<DirectFunction> minima() const {
    return {
        form("std::min(x, z)", "std.min", [](T x, T z) { return std::min(x, z); }),
        form("x <= z ? x : z", "select.x_le_z", [](T x, T z) { return x <= z ? x : z; }),
        form("x < z ? x : z", "select.x_lt_z", [](T x, T z) { return x < z ? x : z; }),
        form("z < x ? z : x", "select.z_lt_x", [](T x, T z) { return z < x ? z : x; }),
        form("!(x > z) ? x : z", "select.z_lt_x", [](T x, T z) { return !(x > z) ? x : z; }),
        form("z <= x ? z : x", "select.z_le_x", [](T x, T z) { return z <= x ? z : x; }),
        form("!(x >= z) ? x : z", "select.z_le_x", [](T x, T z) { return !(x >= z) ? x : z; }),
    };
  }
};

template <class T>
void append(std::vector<DirectFunction>& functions, Dtype dtype) {
  for (const auto& more : {Forms<T>{dtype}.maxima(), Forms<T>{dtype}.minima()})
    for (const DirectFunction& function : more)
      // NumPy has no bf16.
      if (dtype != Dtype::bf16 || !function.profiles.front().starts_with("numpy.")) functions.push_back(function);
}

/// ISO C 6.3.1.8: of int and unsigned int both become unsigned; the same of the types twice as wide.
template <class X, class Z>
void append_mixed(std::vector<DirectFunction>& functions, Dtype x, Dtype z) {
  using Common = std::common_type_t<X, Z>;
  functions.push_back({"std::max<common_type>(x, z)", x, z, {"cuda.max.mixed"}, on_bits<X, Z>([](X a, Z b) {
                         return std::max(static_cast<Common>(a), static_cast<Common>(b));
                       })});
  functions.push_back({"std::min<common_type>(x, z)", x, z, {"cuda.min.mixed"}, on_bits<X, Z>([](X a, Z b) {
                         return std::min(static_cast<Common>(a), static_cast<Common>(b));
                       })});
}

}  // namespace

std::vector<DirectFunction> language_functions() {
  std::vector<DirectFunction> functions;
  append<double>(functions, Dtype::f64);
  append<float>(functions, Dtype::f32);
  append<__half>(functions, Dtype::f16);
  append<__nv_bfloat16>(functions, Dtype::bf16);
  append_mixed<unsigned, int>(functions, Dtype::u32, Dtype::s32);
  append_mixed<unsigned long long, long long>(functions, Dtype::u64, Dtype::s64);
  return functions;
}

}  // namespace semcheck
