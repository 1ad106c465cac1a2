#pragma once

/// @file
/// Conversions of the exact types, on bit patterns.

#include "core/reference/conversion.h"
#include "exact/kinds.cuh"

namespace semcheck::exact {

/// The NaN that an operation makes.
// CUDA C++ Programming Guide, floating-point standard: of single precision 0x7fffffff. An H200 makes 0xfff8000000000000
// of double precision.
template <Kind K>
SEMCHECK_HD constexpr Bits made_nan() {
  return K == Kind::f64 ? 0xfff8000000000000 : Traits<K>::canonical_nan();
}

// PTX ISA leaves open which NaN a conversion gives. An H200 keeps sign and upper payload to and from f64, where what is
// narrower than f32 goes by way of it; bf16 is the upper half of f32; all others have one NaN.
template <Kind From, Kind To>
SEMCHECK_HD constexpr Bits converted_nan(Bits b) {
  constexpr bool by_f32 = To == Kind::f64 && From != Kind::f32 && From != Kind::bf16;
  if (by_f32) return carried_nan(format_of<Kind::f32>(), format_of<To>(), Traits<Kind::f32>::canonical_nan());
  if (From == Kind::bf16 && To == Kind::f32) return carried_nan(format_of<From>(), format_of<To>(), b);
  if (From == Kind::f64 || To == Kind::f64)
    return quieted(format_of<To>(), carried_nan(format_of<From>(), format_of<To>(), b));
  return Traits<To>::canonical_nan();
}

/// A number in another format; NaN is what `nan` says of one that is too large for a format without infinity.
template <Kind From, Kind To, Rounding R = Rounding::rn, Overflow O = Overflow::infinity>
__noinline__ SEMCHECK_HD constexpr Bits converted(Bits b) {
  if (is_nan(format_of<From>(), b)) return converted_nan<From, To>(b);
  const FloatResult result = float_to_float(format_of<From>(), format_of<To>(), R, O, b);
  return is_nan(result) ? result.bits | Traits<To>::canonical_nan() : result.bits;
}

// PTX ISA, cvt: float to integer saturates; a NaN is 0 where the source is not f64 and the destination not 64 bits
// wide, else only the top bit.
template <Kind From, class T, Rounding R>
__noinline__ SEMCHECK_HD constexpr T saturated(Bits b) {
  constexpr bool top_bit = From == Kind::f64 || sizeof(T) == 8;
  return static_cast<T>(float_to_integer(format_of<From>(), integer_format<T>(), R, Overflow::saturate,
                                         top_bit ? ConvertNan::top_bit : ConvertNan::zero, b));
}

template <class T>
inline constexpr bool is_unsigned = static_cast<T>(-1) > static_cast<T>(1);

/// What a cast to an integer gives.
// C++17, conv.fpint: truncated; beyond the range it is undefined there. nvcc converts to 32 bits, which saturates, and
// keeps the low ones of a narrower type. cuda_fp16.h, cuda_bf16.h, cuda_fp8.h: theirs saturate to the type itself.
template <Kind From, class T>
SEMCHECK_HD constexpr T cast_to_integer(Bits b) {
  if constexpr (sizeof(T) >= 4 || is_half(From) || is_fp8(From)) {
    return saturated<From, T, Rounding::rz>(b);
  } else if constexpr (is_unsigned<T>) {
    return static_cast<T>(saturated<From, unsigned int, Rounding::rz>(b));
  } else {
    return static_cast<T>(saturated<From, int, Rounding::rz>(b));
  }
}

template <Kind To, class T, Rounding R = Rounding::rn>
__noinline__ SEMCHECK_HD constexpr Bits of_integer(T value) {
  const Bits bits = static_cast<Bits>(value) & value_mask(integer_format<T>());
  return integer_to_float(integer_format<T>(), format_of<To>(), R, Overflow::infinity, bits).bits;
}

}  // namespace semcheck::exact
