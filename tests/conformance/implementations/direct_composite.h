#pragma once

/// @file
/// Composed operations of the machine that runs the tests: expressions, instructions and libraries that can be called.

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <ostream>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/conformance/implementations/profile_rules.h"

namespace semcheck {

/// A function of this machine and the profile whose rules it keeps wherever they say anything.
struct DirectComposite {
  std::string name;
  std::string profile;
  Dtype dtype;
  std::string attributes;  ///< further lines of [operation]
  std::function<Bits(std::span<const Bits>)> evaluate;
};

/// What GoogleTest names the tests of the function.
inline void PrintTo(const DirectComposite& function, std::ostream* out) {
  *out << test_name(std::string(name(function.dtype)) + "_" + function.name + "_under_" + function.profile);
}

template <class T>
inline constexpr Dtype kDtype = Dtype::f64;
template <>
inline constexpr Dtype kDtype<float> = Dtype::f32;
template <>
inline constexpr Dtype kDtype<__half> = Dtype::f16;
template <>
inline constexpr Dtype kDtype<__nv_bfloat16> = Dtype::bf16;
template <>
inline constexpr Dtype kDtype<std::int8_t> = Dtype::s8;
template <>
inline constexpr Dtype kDtype<std::uint8_t> = Dtype::u8;
template <>
inline constexpr Dtype kDtype<std::int16_t> = Dtype::s16;
template <>
inline constexpr Dtype kDtype<std::uint16_t> = Dtype::u16;
template <>
inline constexpr Dtype kDtype<std::int32_t> = Dtype::s32;
template <>
inline constexpr Dtype kDtype<std::uint32_t> = Dtype::u32;
template <>
inline constexpr Dtype kDtype<std::int64_t> = Dtype::s64;
template <>
inline constexpr Dtype kDtype<std::uint64_t> = Dtype::u64;

template <class T>
T value_of(Bits bits) {
  T value{};
  std::memcpy(static_cast<void*>(&value), &bits, sizeof value);
  return value;
}

template <class T>
Bits bits_of(const T& value) {
  Bits bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

template <class... Operands, std::size_t... place>
std::tuple<Operands...> values_of(std::span<const Bits> bits, std::index_sequence<place...>) {
  return {value_of<Operands>(bits[place])...};
}

/// A function over values as one over their bits.
template <class... Operands, class Function>
std::function<Bits(std::span<const Bits>)> on_operands(Function function) {
  return [function](std::span<const Bits> bits) {
    return bits_of(std::apply(function, values_of<Operands...>(bits, std::index_sequence_for<Operands...>())));
  };
}

/// Rectifiers and their gradients, clamps, and multiply-adds with a rectifier.
std::vector<DirectComposite> direct_selections();
/// C's relations, std::cmp_less and its like, and the C library's totalorder.
std::vector<DirectComposite> direct_comparisons();
/// Casts of C++, the conversions of x86, and those of the CUDA headers that run in host code.
std::vector<DirectComposite> direct_conversions();
/// Thrust's searches for an extremum, in host code.
std::vector<DirectComposite> direct_searches();

std::vector<DirectComposite> direct_composites();

}  // namespace semcheck
