#pragma once

/// @file
/// What a program over exact types gets for cuda_fp16.h.

#include "exact/half.cuh"

using __half = semcheck::exact::Number<semcheck::exact::Kind::f16>;
using half = __half;

SEMCHECK_ROUNDINGS(SEMCHECK_CONVERSION, __float2half, f32, f16)
SEMCHECK_CONVERSION(, rn, __float2half, f32, f16)
SEMCHECK_CONVERSION(, rn, __double2half, f64, f16)
SEMCHECK_CONVERSION(, rn, __half2float, f16, f32)

SEMCHECK_TO_INTEGER(_rz, rz, __half2char, f16, signed char)
SEMCHECK_TO_INTEGER(_rz, rz, __half2uchar, f16, unsigned char)
SEMCHECK_ROUNDINGS(SEMCHECK_TO_INTEGER, __half2short, f16, short)
SEMCHECK_ROUNDINGS(SEMCHECK_TO_INTEGER, __half2ushort, f16, unsigned short)
SEMCHECK_ROUNDINGS(SEMCHECK_TO_INTEGER, __half2int, f16, int)
SEMCHECK_ROUNDINGS(SEMCHECK_TO_INTEGER, __half2uint, f16, unsigned int)
SEMCHECK_ROUNDINGS(SEMCHECK_TO_INTEGER, __half2ll, f16, long long)
SEMCHECK_ROUNDINGS(SEMCHECK_TO_INTEGER, __half2ull, f16, unsigned long long)
SEMCHECK_ROUNDINGS(SEMCHECK_OF_INTEGER, __short2half, f16, short)
SEMCHECK_ROUNDINGS(SEMCHECK_OF_INTEGER, __ushort2half, f16, unsigned short)
SEMCHECK_ROUNDINGS(SEMCHECK_OF_INTEGER, __int2half, f16, int)
SEMCHECK_ROUNDINGS(SEMCHECK_OF_INTEGER, __uint2half, f16, unsigned int)
SEMCHECK_ROUNDINGS(SEMCHECK_OF_INTEGER, __ll2half, f16, long long)
SEMCHECK_ROUNDINGS(SEMCHECK_OF_INTEGER, __ull2half, f16, unsigned long long)

SEMCHECK_HD constexpr short __half_as_short(__half x) {
  return static_cast<short>(x.__x);
}
SEMCHECK_HD constexpr unsigned short __half_as_ushort(__half x) {
  return x.__x;
}
SEMCHECK_HD constexpr __half __short_as_half(short bits) {
  return __half::of_bits(static_cast<unsigned short>(bits));
}
SEMCHECK_HD constexpr __half __ushort_as_half(unsigned short bits) {
  return __half::of_bits(bits);
}
