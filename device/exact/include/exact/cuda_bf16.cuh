#pragma once

/// @file
/// What a program over exact types gets for cuda_bf16.h.

#include "exact/half.cuh"

using __nv_bfloat16 = semcheck::exact::Number<semcheck::exact::Kind::bf16>;
using nv_bfloat16 = __nv_bfloat16;

SEMCHECK_ROUNDINGS(SEMCHECK_CONVERSION, __float2bfloat16, f32, bf16)
SEMCHECK_CONVERSION(, rn, __float2bfloat16, f32, bf16)
SEMCHECK_CONVERSION(, rn, __double2bfloat16, f64, bf16)
SEMCHECK_CONVERSION(, rn, __bfloat162float, bf16, f32)

SEMCHECK_TO_INTEGER(_rz, rz, __bfloat162char, bf16, signed char)
SEMCHECK_TO_INTEGER(_rz, rz, __bfloat162uchar, bf16, unsigned char)
SEMCHECK_ROUNDINGS(SEMCHECK_TO_INTEGER, __bfloat162short, bf16, short)
SEMCHECK_ROUNDINGS(SEMCHECK_TO_INTEGER, __bfloat162ushort, bf16, unsigned short)
SEMCHECK_ROUNDINGS(SEMCHECK_TO_INTEGER, __bfloat162int, bf16, int)
SEMCHECK_ROUNDINGS(SEMCHECK_TO_INTEGER, __bfloat162uint, bf16, unsigned int)
SEMCHECK_ROUNDINGS(SEMCHECK_TO_INTEGER, __bfloat162ll, bf16, long long)
SEMCHECK_ROUNDINGS(SEMCHECK_TO_INTEGER, __bfloat162ull, bf16, unsigned long long)
SEMCHECK_ROUNDINGS(SEMCHECK_OF_INTEGER, __short2bfloat16, bf16, short)
SEMCHECK_ROUNDINGS(SEMCHECK_OF_INTEGER, __ushort2bfloat16, bf16, unsigned short)
SEMCHECK_ROUNDINGS(SEMCHECK_OF_INTEGER, __int2bfloat16, bf16, int)
SEMCHECK_ROUNDINGS(SEMCHECK_OF_INTEGER, __uint2bfloat16, bf16, unsigned int)
SEMCHECK_ROUNDINGS(SEMCHECK_OF_INTEGER, __ll2bfloat16, bf16, long long)
SEMCHECK_ROUNDINGS(SEMCHECK_OF_INTEGER, __ull2bfloat16, bf16, unsigned long long)

SEMCHECK_HD constexpr short __bfloat16_as_short(__nv_bfloat16 x) {
  return static_cast<short>(x.__x);
}
SEMCHECK_HD constexpr unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) {
  return x.__x;
}
SEMCHECK_HD constexpr __nv_bfloat16 __short_as_bfloat16(short bits) {
  return __nv_bfloat16::of_bits(static_cast<unsigned short>(bits));
}
SEMCHECK_HD constexpr __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
  return __nv_bfloat16::of_bits(bits);
}
