#pragma once

/// @file
/// CUDA's intrinsics of float and double over exact types: bits, conversions and arithmetic with a rounding in their
/// name, and what passes numbers between threads. Those that take integers alone have other names here and get their
/// own in words.cuh, because the compiler declares them with its own types.

#include "exact/functions.cuh"

template <class A, semcheck::exact::Arithmetic<A> = 0>
SEMCHECK_HD constexpr int __float_as_int(A x) {
  return static_cast<int>(semcheck::exact::as<semcheck::exact::Float>(x));
}
template <class A, semcheck::exact::Arithmetic<A> = 0>
SEMCHECK_HD constexpr unsigned int __float_as_uint(A x) {
  return static_cast<unsigned int>(semcheck::exact::as<semcheck::exact::Float>(x));
}
template <class A, semcheck::exact::Arithmetic<A> = 0>
SEMCHECK_HD constexpr long long __double_as_longlong(A x) {
  return static_cast<long long>(semcheck::exact::as<semcheck::exact::Double>(x));
}
template <class A, semcheck::exact::Arithmetic<A> = 0>
SEMCHECK_HD constexpr int __double2hiint(A x) {
  return static_cast<int>(semcheck::exact::as<semcheck::exact::Double>(x) >> 32);
}
template <class A, semcheck::exact::Arithmetic<A> = 0>
SEMCHECK_HD constexpr int __double2loint(A x) {
  return static_cast<int>(semcheck::exact::as<semcheck::exact::Double>(x));
}
SEMCHECK_HD constexpr semcheck::exact::Float semcheck_int_as_float(int bits) {
  return semcheck::exact::Float::of_bits(static_cast<unsigned int>(bits));
}
SEMCHECK_HD constexpr semcheck::exact::Float semcheck_uint_as_float(unsigned int bits) {
  return semcheck::exact::Float::of_bits(bits);
}
SEMCHECK_HD constexpr semcheck::exact::Double semcheck_longlong_as_double(long long bits) {
  return semcheck::exact::Double::of_bits(static_cast<semcheck::Bits>(bits));
}
SEMCHECK_HD constexpr semcheck::exact::Double semcheck_hiloint2double(int high, int low) {
  const semcheck::Bits upper = static_cast<unsigned int>(high);
  return semcheck::exact::Double::of_bits(upper << 32 | static_cast<unsigned int>(low));
}

// CUDA Math API: _rn to nearest even, _rz towards zero, _ru up, _rd down.
#define SEMCHECK_ROUNDINGS(declare, ...)                                                    \
  declare(_rn, rn, __VA_ARGS__) declare(_rz, rz, __VA_ARGS__) declare(_ru, rp, __VA_ARGS__) \
      declare(_rd, rm, __VA_ARGS__)

// Templates, so that only what a program calls is compiled.
#define SEMCHECK_TO_INTEGER(suffix, rounding, name, from, type)                                  \
  template <class A, semcheck::exact::Arithmetic<A> = 0>                                         \
  SEMCHECK_HD constexpr type name##suffix(A x) {                                                 \
    using namespace semcheck::exact;                                                             \
    return saturated<Kind::from, type, semcheck::Rounding::rounding>(as<Number<Kind::from>>(x)); \
  }
SEMCHECK_ROUNDINGS(SEMCHECK_TO_INTEGER, __float2int, f32, int)
SEMCHECK_ROUNDINGS(SEMCHECK_TO_INTEGER, __float2uint, f32, unsigned int)
SEMCHECK_ROUNDINGS(SEMCHECK_TO_INTEGER, __float2ll, f32, long long)
SEMCHECK_ROUNDINGS(SEMCHECK_TO_INTEGER, __float2ull, f32, unsigned long long)
SEMCHECK_ROUNDINGS(SEMCHECK_TO_INTEGER, __double2int, f64, int)
SEMCHECK_ROUNDINGS(SEMCHECK_TO_INTEGER, __double2uint, f64, unsigned int)
SEMCHECK_ROUNDINGS(SEMCHECK_TO_INTEGER, __double2ll, f64, long long)
SEMCHECK_ROUNDINGS(SEMCHECK_TO_INTEGER, __double2ull, f64, unsigned long long)

#define SEMCHECK_OF_INTEGER(suffix, rounding, name, to, type)                                                         \
  template <class A, semcheck::exact::Arithmetic<A> = 0>                                                              \
  SEMCHECK_HD constexpr auto name##suffix(A x) {                                                                      \
    using namespace semcheck::exact;                                                                                  \
    return Number<Kind::to>::of_bits(of_integer<Kind::to, type, semcheck::Rounding::rounding>(static_cast<type>(x))); \
  }
SEMCHECK_ROUNDINGS(SEMCHECK_OF_INTEGER, semcheck_int2float, f32, int)
SEMCHECK_ROUNDINGS(SEMCHECK_OF_INTEGER, semcheck_uint2float, f32, unsigned int)
SEMCHECK_ROUNDINGS(SEMCHECK_OF_INTEGER, semcheck_ll2float, f32, long long)
SEMCHECK_ROUNDINGS(SEMCHECK_OF_INTEGER, semcheck_ull2float, f32, unsigned long long)
SEMCHECK_OF_INTEGER(_rn, rn, semcheck_int2double, f64, int)
SEMCHECK_OF_INTEGER(_rn, rn, semcheck_uint2double, f64, unsigned int)
SEMCHECK_ROUNDINGS(SEMCHECK_OF_INTEGER, semcheck_ll2double, f64, long long)
SEMCHECK_ROUNDINGS(SEMCHECK_OF_INTEGER, semcheck_ull2double, f64, unsigned long long)

#define SEMCHECK_CONVERSION(suffix, rounding, name, from, to)                                              \
  template <class A, semcheck::exact::Arithmetic<A> = 0>                                                   \
  SEMCHECK_HD constexpr auto name##suffix(A x) {                                                           \
    using namespace semcheck::exact;                                                                       \
    const semcheck::Bits bits = as<Number<Kind::from>>(x);                                                 \
    return Number<Kind::to>::of_bits(converted<Kind::from, Kind::to, semcheck::Rounding::rounding>(bits)); \
  }
SEMCHECK_ROUNDINGS(SEMCHECK_CONVERSION, __double2float, f64, f32)

#define SEMCHECK_UNARY(suffix, rounding, name, type, operation)                              \
  template <class A, semcheck::exact::Arithmetic<A> = 0>                                     \
  SEMCHECK_HD constexpr auto name##suffix(A x) {                                             \
    using namespace semcheck::exact;                                                         \
    return type::of_bits(operation<kKind<type>, semcheck::Rounding::rounding>(as<type>(x))); \
  }
#define SEMCHECK_BINARY(suffix, rounding, name, type, operation)                                          \
  template <class A, class B, semcheck::exact::Arithmetic<A, B> = 0>                                      \
  SEMCHECK_HD constexpr auto name##suffix(A x, B z) {                                                     \
    using namespace semcheck::exact;                                                                      \
    return type::of_bits(operation<kKind<type>, semcheck::Rounding::rounding>(as<type>(x), as<type>(z))); \
  }
#define SEMCHECK_TERNARY(suffix, rounding, name, type, operation)                                                      \
  template <class A, class B, class C, semcheck::exact::Arithmetic<A, B, C> = 0>                                       \
  SEMCHECK_HD constexpr auto name##suffix(A x, B z, C w) {                                                             \
    using namespace semcheck::exact;                                                                                   \
    return type::of_bits(operation<kKind<type>, semcheck::Rounding::rounding>(as<type>(x), as<type>(z), as<type>(w))); \
  }
SEMCHECK_ROUNDINGS(SEMCHECK_BINARY, __fadd, Float, sum_of)
SEMCHECK_ROUNDINGS(SEMCHECK_BINARY, __fsub, Float, difference_of)
SEMCHECK_ROUNDINGS(SEMCHECK_BINARY, __fmul, Float, product_of)
SEMCHECK_ROUNDINGS(SEMCHECK_BINARY, __fdiv, Float, quotient_of)
SEMCHECK_ROUNDINGS(SEMCHECK_UNARY, __fsqrt, Float, root_of)
SEMCHECK_ROUNDINGS(SEMCHECK_TERNARY, __fmaf, Float, fused_of)
SEMCHECK_ROUNDINGS(SEMCHECK_BINARY, __dadd, Double, sum_of)
SEMCHECK_ROUNDINGS(SEMCHECK_BINARY, __dsub, Double, difference_of)
SEMCHECK_ROUNDINGS(SEMCHECK_BINARY, __dmul, Double, product_of)
SEMCHECK_ROUNDINGS(SEMCHECK_BINARY, __ddiv, Double, quotient_of)
SEMCHECK_ROUNDINGS(SEMCHECK_UNARY, __dsqrt, Double, root_of)
SEMCHECK_ROUNDINGS(SEMCHECK_TERNARY, __fma, Double, fused_of)

#ifdef __CUDACC_RTC__

// CUDA C++ Programming Guide, warp shuffle functions: a value of 4 or 8 bytes is handed on as it is.
#define SEMCHECK_SHUFFLE(name, amount)                                                                         \
  template <semcheck::exact::Kind K>                                                                           \
  __device__ semcheck::exact::Number<K> name(unsigned int mask, semcheck::exact::Number<K> value, amount by,   \
                                             int width = 32) {                                                 \
    using Word = typename semcheck::exact::Either<sizeof(value) == 8, unsigned long long, unsigned int>::type; \
    return semcheck::exact::Number<K>::of_bits(name(mask, static_cast<Word>(value.__x), by, width));           \
  }
SEMCHECK_SHUFFLE(__shfl_sync, int)
SEMCHECK_SHUFFLE(__shfl_up_sync, unsigned int)
SEMCHECK_SHUFFLE(__shfl_down_sync, unsigned int)
SEMCHECK_SHUFFLE(__shfl_xor_sync, int)
#undef SEMCHECK_SHUFFLE

template <semcheck::exact::Kind K>
__device__ semcheck::exact::Number<K> __ldg(const semcheck::exact::Number<K>* place) {
  return *place;
}

#endif
