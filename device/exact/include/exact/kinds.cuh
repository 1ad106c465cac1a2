#pragma once

/// @file
/// What the exact types are over: the floating dtypes with their formats, from the table of dtypes (exact/formats.cuh
/// is written from it), and the integers of C++.

#include "core/spec/rule_values.h"
#include "exact/formats.cuh"

namespace semcheck::exact {

template <Kind K>
class Number;

template <Kind K>
SEMCHECK_HD constexpr Format format_of() {
  return Traits<K>::format();
}
template <Kind K>
using Storage = typename Traits<K>::Storage;

SEMCHECK_HD constexpr bool is_fp8(Kind kind) {
  return kind == Kind::e4m3 || kind == Kind::e5m2;
}
SEMCHECK_HD constexpr bool is_half(Kind kind) {
  return kind == Kind::f16 || kind == Kind::bf16;
}

template <bool Condition>
struct Enabled {};
template <>
struct Enabled<true> {
  using type = int;
};
/// Leaves a template out of overload resolution unless the condition holds.
template <bool Condition>
using If = typename Enabled<Condition>::type;

/// Where a type stands among the operands of an operator: 0 for an integer, -1 for what is no number.
template <class T>
inline constexpr int kRank = -1;
template <Kind K>
inline constexpr int kRank<Number<K>> = is_fp8(K)        ? 1
                                        : is_half(K)     ? 2
                                        : K == Kind::f32 ? 3
                                                         : 4;
template <>
inline constexpr int kRank<bool> = 0;
template <>
inline constexpr int kRank<char> = 0;
template <>
inline constexpr int kRank<signed char> = 0;
template <>
inline constexpr int kRank<unsigned char> = 0;
template <>
inline constexpr int kRank<short> = 0;
template <>
inline constexpr int kRank<unsigned short> = 0;
template <>
inline constexpr int kRank<int> = 0;
template <>
inline constexpr int kRank<unsigned int> = 0;
template <>
inline constexpr int kRank<long> = 0;
template <>
inline constexpr int kRank<unsigned long> = 0;
template <>
inline constexpr int kRank<long long> = 0;
template <>
inline constexpr int kRank<unsigned long long> = 0;

template <class T>
inline constexpr bool is_integer = kRank<T> == 0;
template <class T>
inline constexpr bool is_number = kRank<T> > 0;
/// Whether an operator of the two is one of numbers.
template <class A, class B>
inline constexpr bool are_numbers = (kRank<A> >= 0) && (kRank<B> >= 0) && (kRank<A> + kRank<B> > 0);

/// Leaves a template out of overload resolution unless all its arguments are numbers or integers.
template <class... T>
using Arithmetic = If<((kRank<T> >= 0) && ...)>;

template <bool First, class A, class B>
struct Either {
  using type = A;
};
template <class A, class B>
struct Either<false, A, B> {
  using type = B;
};
// C++17, expr (usual arithmetic conversions): the wider floating type of two, and a floating type before any integer.
template <class A, class B>
using Common = typename Either<(kRank<A> >= kRank<B>), A, B>::type;

template <class T>
SEMCHECK_HD constexpr Format integer_format() {
  constexpr bool is_signed = static_cast<T>(-1) < static_cast<T>(1);
  return {is_signed ? NumberKind::signed_integer : NumberKind::unsigned_integer, static_cast<int>(sizeof(T)) * 8, 0, 0,
          false};
}

}  // namespace semcheck::exact
