#pragma once

/// @file
/// A floating number as a class: its bit pattern, with the conversions of the type that it stands for. There is none to
/// or from a compiler's own floating type, so that nothing can be computed there unseen.

#include "exact/conversions.cuh"

// C++ has the built-in types convert both ways. A class that did would leave `c ? x : 0` ambiguous, so that narrowing
// conversions are explicit, unless the program says otherwise.
#ifndef SEMCHECK_NARROWING_IS_EXPLICIT
#define SEMCHECK_NARROWING_IS_EXPLICIT true
#endif

namespace semcheck::exact {

/// Whether a conversion between floating types must be written out.
template <Kind From, Kind To>
inline constexpr bool is_explicit = is_fp8(From) || is_fp8(To) ||
                                    (kRank<Number<From>> >= kRank<Number<To>> && SEMCHECK_NARROWING_IS_EXPLICIT);

// cuda_fp8.h, __nv_fp8_e4m3(float): "relies on __NV_SATFINITE behavior for out-of-range values".
template <Kind To>
inline constexpr Overflow kOverflow = is_fp8(To) ? Overflow::saturate : Overflow::infinity;

template <Kind K>
class Number {
 public:
  Storage<K> __x;  // as cuda_fp8.h calls it, where it may be written to

  Number() = default;
  template <class T, If<is_integer<T>> = 0>
  SEMCHECK_HD constexpr explicit(is_fp8(K)) Number(T value) : __x(static_cast<Storage<K>>(bits_of(value))) {}
  template <Kind From>
  SEMCHECK_HD constexpr explicit(is_explicit<From, K>) Number(const Number<From>& value)
      : __x(static_cast<Storage<K>>(converted<From, K, Rounding::rn, kOverflow<K>>(value.__x))) {}

  template <class T, If<is_integer<T>> = 0>
  SEMCHECK_HD constexpr explicit(is_fp8(K) || SEMCHECK_NARROWING_IS_EXPLICIT) operator T() const {
    // C++17, conv.bool: a zero is false, any other value true.
    if constexpr (sizeof(T) == 1 && static_cast<T>(2) == static_cast<T>(1)) return !is_zero(format_of<K>(), __x);
    return cast_to_integer<K, T>(__x);
  }

  SEMCHECK_HD static constexpr Number of_bits(Bits bits) {
    Number number;
    number.__x = static_cast<Storage<K>>(bits);
    return number;
  }

 private:
  // cuda_fp8.h: integers come by way of float.
  template <class T>
  SEMCHECK_HD static constexpr Bits bits_of(T value) {
    if constexpr (is_fp8(K)) return Number(Number<Kind::f32>(value)).__x;
    return of_integer<K>(value);
  }
};

/// The number that an operand of an operator is, in the type that both have in common.
template <class T, class From>
SEMCHECK_HD constexpr Bits as(const From& value) {
  return static_cast<T>(value).__x;
}

/// significand * 2^exponent, rounded to nearest even: what a hexadecimal literal is.
template <Kind K>
SEMCHECK_HD constexpr Number<K> of_parts(Bits significand, int exponent) {
  const Unpacked<Bits> value{false, exponent, significand};
  return Number<K>::of_bits(round_pack(format_of<K>(), Rounding::rn, Overflow::infinity, value).bits);
}

template <class T>
inline constexpr Kind kKind = Kind::f32;
template <Kind K>
inline constexpr Kind kKind<Number<K>> = K;

}  // namespace semcheck::exact
