#pragma once

/// @file
/// Maxima and minima of the machine that runs the tests: instructions, libraries and expressions that can be called.

#include <cstring>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "tests/conformance/implementations/profile_rules.h"

namespace semcheck {

/// A function of this machine and the profiles whose rules it keeps.
struct DirectFunction {
  std::string name;
  Dtype dtype;
  Dtype second;
  std::vector<std::string> profiles;
  std::function<Bits(Bits, Bits)> evaluate;  ///< empty where this machine lacks it
};

/// What GoogleTest names the tests of the function.
inline void PrintTo(const DirectFunction& function, std::ostream* out) {
  *out << test_name(std::string(name(function.dtype)) + "_" + function.name);
}

/// A function over values as one over their bits.
template <class X, class Z = X, class Function>
std::function<Bits(Bits, Bits)> on_bits(Function function) {
  return [function](Bits x_bits, Bits z_bits) {
    X x{};
    Z z{};
    std::memcpy(static_cast<void*>(&x), &x_bits, sizeof x);
    std::memcpy(static_cast<void*>(&z), &z_bits, sizeof z);
    const auto y = function(x, z);
    Bits y_bits = 0;
    std::memcpy(&y_bits, &y, sizeof y);
    return y_bits;
  };
}

/// MAXSS and its like, scalar and packed; empty on other processors.
std::vector<DirectFunction> x86_functions();
/// What the C library exports: fmax, fmaximum, fmaximum_num, fmaxmag and the minima.
std::vector<DirectFunction> libm_functions();
/// std::max, std::min and every comparison with a selection, over the built-in and CUDA's 16-bit types.
std::vector<DirectFunction> language_functions();
/// Functions of the CUDA headers that run in host code.
std::vector<DirectFunction> cuda_host_functions();

std::vector<DirectFunction> direct_functions();

}  // namespace semcheck
