#pragma once

/// @file
/// CUDA's functions of float and double over exact types. Those of a name that ends in f take and give f32, the others
/// the wider of their arguments.

#include "exact/operators.cuh"

namespace semcheck::exact {

using Float = Number<Kind::f32>;
using Double = Number<Kind::f64>;

}  // namespace semcheck::exact

template <class A, class B, semcheck::exact::Numbers<A, B> = 0>
SEMCHECK_HD constexpr auto max(A a, B b) {
  using namespace semcheck::exact;
  using T = Common<A, B>;
  return T::of_bits(extremum_of<kKind<T>, semcheck::Extremum::max>(as<T>(a), as<T>(b)));
}
template <class A, class B, semcheck::exact::Numbers<A, B> = 0>
SEMCHECK_HD constexpr auto min(A a, B b) {
  using namespace semcheck::exact;
  using T = Common<A, B>;
  return T::of_bits(extremum_of<kKind<T>, semcheck::Extremum::min>(as<T>(a), as<T>(b)));
}
template <class A, class B, semcheck::exact::Numbers<A, B> = 0>
SEMCHECK_HD constexpr auto fmax(A a, B b) {
  return max(a, b);
}
template <class A, class B, semcheck::exact::Numbers<A, B> = 0>
SEMCHECK_HD constexpr auto fmin(A a, B b) {
  return min(a, b);
}
template <class A, class B, semcheck::exact::Numbers<A, B> = 0>
SEMCHECK_HD constexpr auto copysign(A a, B b) {
  using namespace semcheck::exact;
  using T = Common<A, B>;
  return T::of_bits(with_sign_of<kKind<T>>(as<T>(a), as<T>(b)));
}
// C17 7.12.12.1, fdim: x - y where x > y, +0 where x <= y, else a NaN.
template <class A, class B, semcheck::exact::Numbers<A, B> = 0>
SEMCHECK_HD constexpr auto fdim(A a, B b) {
  return a <= b ? semcheck::exact::Common<A, B>::of_bits(0) : a - b;
}
template <class A, class B, class C, semcheck::exact::Numbers<semcheck::exact::Common<A, B>, C> = 0>
SEMCHECK_HD constexpr auto fma(A a, B b, C c) {
  using namespace semcheck::exact;
  using T = Common<Common<A, B>, C>;
  return T::of_bits(fused_of<kKind<T>, semcheck::Rounding::rn>(as<T>(a), as<T>(b), as<T>(c)));
}

#define SEMCHECK_FUNCTION(name, compute)                                     \
  template <class A, semcheck::exact::If<semcheck::exact::is_number<A>> = 0> \
  SEMCHECK_HD constexpr auto name(A a) {                                     \
    using namespace semcheck::exact;                                         \
    using semcheck::Rounding;                                                \
    constexpr Kind K = kKind<A>;                                             \
    return A::of_bits(compute(a.__x));                                       \
  }
SEMCHECK_FUNCTION(fabs, magnitude_of<K>)
SEMCHECK_FUNCTION(abs, magnitude_of<K>)
SEMCHECK_FUNCTION(sqrt, (root_of<K, Rounding::rn>))
SEMCHECK_FUNCTION(floor, (whole_of<K, Rounding::rm>))
SEMCHECK_FUNCTION(ceil, (whole_of<K, Rounding::rp>))
SEMCHECK_FUNCTION(trunc, (whole_of<K, Rounding::rz>))
SEMCHECK_FUNCTION(rint, (whole_of<K, Rounding::rn>))
SEMCHECK_FUNCTION(nearbyint, (whole_of<K, Rounding::rn>))
SEMCHECK_FUNCTION(round, (whole_of<K, Rounding::rna>))
#undef SEMCHECK_FUNCTION

#define SEMCHECK_SINGLE(name, call)                                          \
  template <class A, semcheck::exact::If<semcheck::exact::is_number<A>> = 0> \
  SEMCHECK_HD constexpr auto name(A a) {                                     \
    return call(static_cast<semcheck::exact::Float>(a));                     \
  }
SEMCHECK_SINGLE(fabsf, fabs)
SEMCHECK_SINGLE(sqrtf, sqrt)
SEMCHECK_SINGLE(floorf, floor)
SEMCHECK_SINGLE(ceilf, ceil)
SEMCHECK_SINGLE(truncf, trunc)
SEMCHECK_SINGLE(rintf, rint)
SEMCHECK_SINGLE(nearbyintf, nearbyint)
SEMCHECK_SINGLE(roundf, round)
#undef SEMCHECK_SINGLE

#define SEMCHECK_SINGLE(name, call)                                                              \
  template <class A, class B, semcheck::exact::Numbers<A, B> = 0>                                \
  SEMCHECK_HD constexpr auto name(A a, B b) {                                                    \
    return call(static_cast<semcheck::exact::Float>(a), static_cast<semcheck::exact::Float>(b)); \
  }
SEMCHECK_SINGLE(fmaxf, max)
SEMCHECK_SINGLE(fminf, min)
SEMCHECK_SINGLE(copysignf, copysign)
SEMCHECK_SINGLE(fdimf, fdim)
#undef SEMCHECK_SINGLE

template <class A, class B, class C, semcheck::exact::Numbers<semcheck::exact::Common<A, B>, C> = 0>
SEMCHECK_HD constexpr auto fmaf(A a, B b, C c) {
  using semcheck::exact::Float;
  return fma(static_cast<Float>(a), static_cast<Float>(b), static_cast<Float>(c));
}

template <semcheck::exact::Kind K>
SEMCHECK_HD constexpr bool isnan(semcheck::exact::Number<K> x) {
  return semcheck::is_nan(semcheck::exact::format_of<K>(), x.__x);
}
template <semcheck::exact::Kind K>
SEMCHECK_HD constexpr bool isinf(semcheck::exact::Number<K> x) {
  return semcheck::is_infinite(semcheck::exact::format_of<K>(), x.__x);
}
template <semcheck::exact::Kind K>
SEMCHECK_HD constexpr bool isfinite(semcheck::exact::Number<K> x) {
  return !isnan(x) && !isinf(x);
}
template <semcheck::exact::Kind K>
SEMCHECK_HD constexpr bool signbit(semcheck::exact::Number<K> x) {
  return semcheck::is_negative(semcheck::exact::format_of<K>(), x.__x);
}
template <semcheck::exact::Kind K>
SEMCHECK_HD constexpr semcheck::exact::Float __saturatef(semcheck::exact::Number<K> x) {
  using namespace semcheck::exact;
  return Float::of_bits(saturated_of<Kind::f32>(as<Float>(x)));
}
