#pragma once

/// @file
/// What a program over exact types includes before everything else: float, double and the intrinsics that take integers
/// are the exact ones from here on.

#include "exact/intrinsics.cuh"

using semcheck_float = semcheck::exact::Float;
using semcheck_double = semcheck::exact::Double;
#define float semcheck_float
#define double semcheck_double

#define __int_as_float semcheck_int_as_float
#define __uint_as_float semcheck_uint_as_float
#define __longlong_as_double semcheck_longlong_as_double
#define __hiloint2double semcheck_hiloint2double
#define __int2float_rn semcheck_int2float_rn
#define __int2float_rz semcheck_int2float_rz
#define __int2float_ru semcheck_int2float_ru
#define __int2float_rd semcheck_int2float_rd
#define __uint2float_rn semcheck_uint2float_rn
#define __uint2float_rz semcheck_uint2float_rz
#define __uint2float_ru semcheck_uint2float_ru
#define __uint2float_rd semcheck_uint2float_rd
#define __ll2float_rn semcheck_ll2float_rn
#define __ll2float_rz semcheck_ll2float_rz
#define __ll2float_ru semcheck_ll2float_ru
#define __ll2float_rd semcheck_ll2float_rd
#define __ull2float_rn semcheck_ull2float_rn
#define __ull2float_rz semcheck_ull2float_rz
#define __ull2float_ru semcheck_ull2float_ru
#define __ull2float_rd semcheck_ull2float_rd
#define __int2double_rn semcheck_int2double_rn
#define __uint2double_rn semcheck_uint2double_rn
#define __ll2double_rn semcheck_ll2double_rn
#define __ll2double_rz semcheck_ll2double_rz
#define __ll2double_ru semcheck_ll2double_ru
#define __ll2double_rd semcheck_ll2double_rd
#define __ull2double_rn semcheck_ull2double_rn
#define __ull2double_rz semcheck_ull2double_rz
#define __ull2double_ru semcheck_ull2double_ru
#define __ull2double_rd semcheck_ull2double_rd
