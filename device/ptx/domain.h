#pragma once

#include <cstdint>

namespace semcheck::ptx {

// The words that the semantics compute with. The bodies in semantics_*.h are templates over the word type W and use
// nothing of it but the operators + - * & | ^ ~, << and >> by constants, and the functions of this file; so another
// domain (solver terms) needs these same few functions and no second copy of any instruction.

/// 64 bits; a narrower value is zero-extended.
using Word = std::uint64_t;

/// The outcome of a comparison of words: all ones or all zeros, so that choices need no branch.
struct Truth {
  Word mask = 0;
};

constexpr Truth operator&(Truth a, Truth b) {
  return {a.mask & b.mask};
}
constexpr Truth operator|(Truth a, Truth b) {
  return {a.mask | b.mask};
}
constexpr Truth operator^(Truth a, Truth b) {
  return {a.mask ^ b.mask};
}
constexpr Truth operator~(Truth a) {
  return {~a.mask};
}

constexpr Truth truth(bool value) {
  return {Word{0} - static_cast<Word>(value)};
}
constexpr Truth eq(Word a, Word b) {
  return truth(a == b);
}
constexpr Truth ult(Word a, Word b) {
  return truth(a < b);
}
constexpr Truth slt(Word a, Word b) {
  return truth(static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b));
}

constexpr Word select(Truth condition, Word a, Word b) {
  return b ^ ((a ^ b) & condition.mask);
}

/// 1 or 0.
constexpr Word bit(Truth condition) {
  return condition.mask & 1;
}

/// Shifts by any amount; 64 and more give zero.
constexpr Word shift_left(Word a, Word amount) {
  return select(ult(amount, 64), a << (amount & 63), 0);
}
constexpr Word shift_right(Word a, Word amount) {
  return select(ult(amount, 64), a >> (amount & 63), 0);
}

/// Unsigned division; a division by zero gives all ones.
constexpr Word udiv(Word a, Word b) {
  return b == 0 ? ~Word{0} : a / b;
}

}  // namespace semcheck::ptx
