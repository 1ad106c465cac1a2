#pragma once

/// @file
/// The functions that __half and __nv_bfloat16 have in common, over exact types.

#include "exact/intrinsics.cuh"

#define SEMCHECK_HALF1(name, type, value)                                                  \
  template <semcheck::exact::Kind K, semcheck::exact::If<semcheck::exact::is_half(K)> = 0> \
  SEMCHECK_HD constexpr type name(semcheck::exact::Number<K> x) {                          \
    using namespace semcheck::exact;                                                       \
    using semcheck::Rounding;                                                              \
    return value;                                                                          \
  }
#define SEMCHECK_HALF2(name, type, value)                                                       \
  template <semcheck::exact::Kind K, semcheck::exact::If<semcheck::exact::is_half(K)> = 0>      \
  SEMCHECK_HD constexpr type name(semcheck::exact::Number<K> x, semcheck::exact::Number<K> z) { \
    using namespace semcheck::exact;                                                            \
    using semcheck::Relation;                                                                   \
    using semcheck::Extremum;                                                                   \
    return value;                                                                               \
  }
#define SEMCHECK_HALF3(name, type, value)                                                     \
  template <semcheck::exact::Kind K, semcheck::exact::If<semcheck::exact::is_half(K)> = 0>    \
  SEMCHECK_HD constexpr type name(semcheck::exact::Number<K> x, semcheck::exact::Number<K> z, \
                                  semcheck::exact::Number<K> w) {                             \
    using namespace semcheck::exact;                                                          \
    return value;                                                                             \
  }
#define SEMCHECK_SAME semcheck::exact::Number<K>

SEMCHECK_HALF2(__hadd, SEMCHECK_SAME, x + z)
SEMCHECK_HALF2(__hadd_rn, SEMCHECK_SAME, x + z)
SEMCHECK_HALF2(__hsub, SEMCHECK_SAME, x - z)
SEMCHECK_HALF2(__hsub_rn, SEMCHECK_SAME, x - z)
SEMCHECK_HALF2(__hmul, SEMCHECK_SAME, x* z)
SEMCHECK_HALF2(__hmul_rn, SEMCHECK_SAME, x* z)
SEMCHECK_HALF2(__hdiv, SEMCHECK_SAME, x / z)
SEMCHECK_HALF2(__hadd_sat, SEMCHECK_SAME, Number<K>::of_bits(saturated_of<K>((x + z).__x)))
SEMCHECK_HALF2(__hsub_sat, SEMCHECK_SAME, Number<K>::of_bits(saturated_of<K>((x - z).__x)))
SEMCHECK_HALF2(__hmul_sat, SEMCHECK_SAME, Number<K>::of_bits(saturated_of<K>((x * z).__x)))
SEMCHECK_HALF3(__hfma, SEMCHECK_SAME, fma(x, z, w))
SEMCHECK_HALF3(__hfma_sat, SEMCHECK_SAME, Number<K>::of_bits(saturated_of<K>(fma(x, z, w).__x)))
SEMCHECK_HALF3(__hfma_relu, SEMCHECK_SAME, Number<K>::of_bits(relu_of<K>(fma(x, z, w).__x)))
SEMCHECK_HALF2(__hmax, SEMCHECK_SAME, max(x, z))
SEMCHECK_HALF2(__hmin, SEMCHECK_SAME, min(x, z))
SEMCHECK_HALF2(__hmax_nan, SEMCHECK_SAME, Number<K>::of_bits((nan_extremum_of<K, Extremum::max>(x.__x, z.__x))))
SEMCHECK_HALF2(__hmin_nan, SEMCHECK_SAME, Number<K>::of_bits((nan_extremum_of<K, Extremum::min>(x.__x, z.__x))))
SEMCHECK_HALF1(__hneg, SEMCHECK_SAME, -x)
SEMCHECK_HALF1(__habs, SEMCHECK_SAME, fabs(x))
SEMCHECK_HALF1(hfloor, SEMCHECK_SAME, floor(x))
SEMCHECK_HALF1(hceil, SEMCHECK_SAME, ceil(x))
SEMCHECK_HALF1(htrunc, SEMCHECK_SAME, trunc(x))
SEMCHECK_HALF1(hrint, SEMCHECK_SAME, rint(x))
SEMCHECK_HALF1(hsqrt, SEMCHECK_SAME, sqrt(x))
SEMCHECK_HALF1(__hisnan, bool, isnan(x))
// CUDA Math API, __hisinf: "-1 if input is equal to negative infinity, 1 if positive infinity, 0 otherwise".
SEMCHECK_HALF1(__hisinf, int, isinf(x) ? (signbit(x) ? -1 : 1) : 0)

SEMCHECK_HALF2(__heq, bool, holds<Relation::eq>(x, z))
SEMCHECK_HALF2(__hne, bool, holds<Relation::ne>(x, z))
SEMCHECK_HALF2(__hlt, bool, holds<Relation::lt>(x, z))
SEMCHECK_HALF2(__hle, bool, holds<Relation::le>(x, z))
SEMCHECK_HALF2(__hgt, bool, holds<Relation::gt>(x, z))
SEMCHECK_HALF2(__hge, bool, holds<Relation::ge>(x, z))
SEMCHECK_HALF2(__hequ, bool, holds<Relation::equ>(x, z))
SEMCHECK_HALF2(__hneu, bool, holds<Relation::neu>(x, z))
SEMCHECK_HALF2(__hltu, bool, holds<Relation::ltu>(x, z))
SEMCHECK_HALF2(__hleu, bool, holds<Relation::leu>(x, z))
SEMCHECK_HALF2(__hgtu, bool, holds<Relation::gtu>(x, z))
SEMCHECK_HALF2(__hgeu, bool, holds<Relation::geu>(x, z))
#undef SEMCHECK_SAME
