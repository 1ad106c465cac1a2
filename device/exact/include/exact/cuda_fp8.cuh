#pragma once

/// @file
/// What a program over exact types gets for cuda_fp8.h.

#include "cuda_bf16.h"
#include "cuda_fp16.h"

using __nv_fp8_e4m3 = semcheck::exact::Number<semcheck::exact::Kind::e4m3>;
using __nv_fp8_e5m2 = semcheck::exact::Number<semcheck::exact::Kind::e5m2>;
using __nv_fp8_storage_t = unsigned char;

enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

namespace semcheck::exact {

template <Kind From, Kind To>
SEMCHECK_HD constexpr __nv_fp8_storage_t fp8_of(Bits b, __nv_saturation_t saturate) {
  return static_cast<__nv_fp8_storage_t>(saturate == __NV_SATFINITE
                                             ? converted<From, To, Rounding::rn, Overflow::saturate>(b)
                                             : converted<From, To, Rounding::rn, Overflow::infinity>(b));
}

}  // namespace semcheck::exact

#define SEMCHECK_TO_FP8(name, from)                                                                     \
  SEMCHECK_HD constexpr __nv_fp8_storage_t name(semcheck::exact::Number<semcheck::exact::Kind::from> x, \
                                                __nv_saturation_t saturate,                             \
                                                __nv_fp8_interpretation_t interpretation) {             \
    using namespace semcheck::exact;                                                                    \
    return interpretation == __NV_E4M3 ? fp8_of<Kind::from, Kind::e4m3>(x.__x, saturate)                \
                                       : fp8_of<Kind::from, Kind::e5m2>(x.__x, saturate);               \
  }
SEMCHECK_TO_FP8(__nv_cvt_float_to_fp8, f32)
SEMCHECK_TO_FP8(__nv_cvt_double_to_fp8, f64)
#undef SEMCHECK_TO_FP8
