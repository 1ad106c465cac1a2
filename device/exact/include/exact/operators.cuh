#pragma once

/// @file
/// The operators of the exact types: of C++17 between two numbers, or a number and an integer.

#include "core/reference/compare.h"
#include "exact/arithmetic.cuh"

namespace semcheck::exact {

template <class A, class B>
using Numbers = If<are_numbers<A, B>>;

template <class A, class B, Numbers<A, B> = 0>
SEMCHECK_HD constexpr auto operator+(A a, B b) {
  using T = Common<A, B>;
  return T::of_bits(sum_of<kKind<T>, Rounding::rn>(as<T>(a), as<T>(b)));
}
template <class A, class B, Numbers<A, B> = 0>
SEMCHECK_HD constexpr auto operator-(A a, B b) {
  using T = Common<A, B>;
  return T::of_bits(difference_of<kKind<T>, Rounding::rn>(as<T>(a), as<T>(b)));
}
template <class A, class B, Numbers<A, B> = 0>
SEMCHECK_HD constexpr auto operator*(A a, B b) {
  using T = Common<A, B>;
  return T::of_bits(product_of<kKind<T>, Rounding::rn>(as<T>(a), as<T>(b)));
}
template <class A, class B, Numbers<A, B> = 0>
SEMCHECK_HD constexpr auto operator/(A a, B b) {
  using T = Common<A, B>;
  return T::of_bits(quotient_of<kKind<T>, Rounding::rn>(as<T>(a), as<T>(b)));
}

// C++17, expr.ass: E1 op= E2 is E1 = E1 op E2.
template <class A, class B, Numbers<A, B> = 0>
SEMCHECK_HD constexpr A& operator+=(A& a, B b) {
  return a = static_cast<A>(a + b);
}
template <class A, class B, Numbers<A, B> = 0>
SEMCHECK_HD constexpr A& operator-=(A& a, B b) {
  return a = static_cast<A>(a - b);
}
template <class A, class B, Numbers<A, B> = 0>
SEMCHECK_HD constexpr A& operator*=(A& a, B b) {
  return a = static_cast<A>(a * b);
}
template <class A, class B, Numbers<A, B> = 0>
SEMCHECK_HD constexpr A& operator/=(A& a, B b) {
  return a = static_cast<A>(a / b);
}

template <Kind K>
SEMCHECK_HD constexpr Number<K> operator+(Number<K> x) {
  return x;
}
// IEEE 754-2019 5.5.1, negate: "copies x to a destination, reversing the sign bit", of a NaN too.
template <Kind K>
SEMCHECK_HD constexpr Number<K> operator-(Number<K> x) {
  return Number<K>::of_bits(x.__x ^ sign_mask(format_of<K>()));
}
template <Kind K>
SEMCHECK_HD constexpr Number<K>& operator++(Number<K>& x) {
  return x += 1;
}
template <Kind K>
SEMCHECK_HD constexpr Number<K>& operator--(Number<K>& x) {
  return x -= 1;
}
template <Kind K>
SEMCHECK_HD constexpr Number<K> operator++(Number<K>& x, int) {
  const Number<K> before = x;
  x += 1;
  return before;
}
template <Kind K>
SEMCHECK_HD constexpr Number<K> operator--(Number<K>& x, int) {
  const Number<K> before = x;
  x -= 1;
  return before;
}

template <Kind K, Relation R>
__noinline__ SEMCHECK_HD constexpr bool compared(Bits x, Bits z) {
  constexpr Format f = format_of<K>();
  constexpr Choice choice = {};
  return compare(choice, R, f, f, x, z).bits != 0;
}

/// Whether two numbers stand to each other as the relation asks.
template <Relation R, class A, class B>
SEMCHECK_HD constexpr bool holds(A a, B b) {
  using T = Common<A, B>;
  return compared<kKind<T>, R>(as<T>(a), as<T>(b));
}
template <class A, class B, Numbers<A, B> = 0>
SEMCHECK_HD constexpr bool operator==(A a, B b) {
  return holds<Relation::eq>(a, b);
}
// C++17 and IEEE 754-2019 5.11: x != y is not (x == y), true of a NaN.
template <class A, class B, Numbers<A, B> = 0>
SEMCHECK_HD constexpr bool operator!=(A a, B b) {
  return holds<Relation::neu>(a, b);
}
template <class A, class B, Numbers<A, B> = 0>
SEMCHECK_HD constexpr bool operator<(A a, B b) {
  return holds<Relation::lt>(a, b);
}
template <class A, class B, Numbers<A, B> = 0>
SEMCHECK_HD constexpr bool operator<=(A a, B b) {
  return holds<Relation::le>(a, b);
}
template <class A, class B, Numbers<A, B> = 0>
SEMCHECK_HD constexpr bool operator>(A a, B b) {
  return holds<Relation::gt>(a, b);
}
template <class A, class B, Numbers<A, B> = 0>
SEMCHECK_HD constexpr bool operator>=(A a, B b) {
  return holds<Relation::ge>(a, b);
}

}  // namespace semcheck::exact
