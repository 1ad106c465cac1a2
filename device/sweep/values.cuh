#pragma once

/// @file
/// Operands and results of variants as bits, of which the compiler knows nothing: it cannot fold a variant for the
/// cases of a sweep, nor see that it computes what the reference computes.

#include "core/values/format.h"

/// Of every kernel of a sweep: some chunks are launched by the largest blocks there are, whose threads get few registers.
#define SEMCHECK_SWEEP __launch_bounds__(1024)

namespace semcheck {

// Not volatile, so that what a variant makes of an operand that stays the same is computed once.

inline unsigned char hidden(unsigned char value) {
  unsigned short wide = value;
  asm("" : "+h"(wide));
  return static_cast<unsigned char>(wide);
}
inline unsigned short hidden(unsigned short value) {
  asm("" : "+h"(value));
  return value;
}
inline unsigned int hidden(unsigned int value) {
  asm("" : "+r"(value));
  return value;
}
inline unsigned long long hidden(unsigned long long value) {
  asm("" : "+l"(value));
  return value;
}

template <int kSize>
struct WordOf;
template <>
struct WordOf<1> {
  using Type = unsigned char;
};
template <>
struct WordOf<2> {
  using Type = unsigned short;
};
template <>
struct WordOf<4> {
  using Type = unsigned int;
};
template <>
struct WordOf<8> {
  using Type = unsigned long long;
};
template <class T>
using Word = typename WordOf<sizeof(T)>::Type;

template <class T>
__forceinline__ T value_of(Bits bits) {
  return __builtin_bit_cast(T, hidden(static_cast<Word<T>>(bits)));
}
template <class T>
__forceinline__ Bits bits_of(const T& value) {
  return hidden(__builtin_bit_cast(Word<T>, value));
}

}  // namespace semcheck
