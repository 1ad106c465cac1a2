#pragma once

/// @file
/// The cases of random spaces. Compiled by the host compiler and by NVRTC.

#include "core/sweep/draw.h"
#include "core/sweep/known_space.h"
#include "core/sweep/philox.h"

namespace semcheck {

/// The most words that a case is drawn from.
inline constexpr int kMostWords = 2 * kMostOperands;

/// The bits of the words of a case before an operand, which stand in its order: those of 8 and 16 bits share a word.
SEMCHECK_HD constexpr int bits_before(const Space& space, int operand) {
  int bits = 0;
  for (int k = 0; k < kMostOperands; ++k) {
    if (k > operand || !is_drawn(space, k)) continue;
    const int slot = space.formats[k].width < 32 ? space.formats[k].width : 32;
    bits = ((bits + slot - 1) & -slot) + (k < operand ? space.formats[k].width : 0);
  }
  return bits;
}

/// Words of the generator that a case is drawn from: 1, 2, 4 or 8.
SEMCHECK_HD constexpr int words_per_case(const Space& space) {
  const int bits = bits_before(space, space.operands);
  return bits <= 32 ? 1 : bits <= 64 ? 2 : bits <= 128 ? 4 : 8;
}

/// Cases that are made of one output of the generator. Case i takes output i / cases_per_call, or where it needs two of
/// them outputs 2 i and 2 i + 1.
SEMCHECK_HD constexpr int cases_per_call(const Space& space) {
  return words_per_case(space) < 4 ? 4 / words_per_case(space) : 1;
}

template <int kOperand, class S>
SEMCHECK_HD constexpr Bits own_bits(const S& s, const unsigned* words) {
  const int at = ask(s, [](const Space& space) { return bits_before(space, kOperand); });
  const int width = ask(s, [](const Space& space) { return space.formats[kOperand].width; });
  const unsigned low = words[at / 32] >> at % 32;
  return width > 32 ? low | Bits{words[at / 32 + 1]} << 32 : low & static_cast<unsigned>(low_mask(width));
}

/// What a strategy does with an operand.
enum class DrawnAs : unsigned char {
  itself,        ///< nothing: later operands are near or related to it
  by_other,      ///< it depends on the first operand
  by_special,    ///< it depends on a special pattern, since there is no other operand
  perhaps_zero,  ///< as it is, or zero: a condition would hardly ever be false otherwise
};

SEMCHECK_HD constexpr DrawnAs drawn_as(const Space& space, Draw draw, int operand) {
  if (draw != Draw::near_equal && draw != Draw::related) return DrawnAs::by_other;
  const int first = space.by_value == 0 ? 1 : 0;
  if (drawn_operands(space) == 1) return DrawnAs::by_special;
  if (operand == first) return DrawnAs::itself;
  return are_alike(space.formats[operand], space.formats[first]) ? DrawnAs::by_other : DrawnAs::perhaps_zero;
}

template <Draw kDraw, int kOperand, class S>
SEMCHECK_HD constexpr Bits drawn_operand(const S& s, Bits own, Bits first, Bits index) {
  const DrawnAs as = ask(s, [](const Space& space) { return drawn_as(space, kDraw, kOperand); });
  const int place = ask(s, [](const Space& space) { return place_of(space, kOperand); });
  if (as == DrawnAs::itself) return own;
  if (as == DrawnAs::perhaps_zero) return (own & 1) != 0 ? 0 : own;
  const bool near_special = as == DrawnAs::by_special;
  if constexpr (S::kKnown) {
    constexpr Format kFormat = S::kValue.formats[kOperand];
    if constexpr (kFormat.width <= 32) return drawn<kDraw, unsigned>(kFormat, own, first, near_special, index, place);
  }
  return drawn<kDraw, Bits>(s.get().formats[kOperand], own, first, near_special, index, place);
}

/// Makes operands of uniform bits by a strategy, from number kOperand on.
template <Draw kDraw, int kOperand = 0, class S>
SEMCHECK_HD constexpr void draw(const S& s, Bits first, Bits index, Bits* operands) {
  if constexpr (kOperand < S::kOperands) {
    if (is_drawn(s.get(), kOperand))
      operands[kOperand] = drawn_operand<kDraw, kOperand>(s, operands[kOperand], first, index);
    draw<kDraw, kOperand + 1>(s, first, index, operands);
  }
}

template <int kOperand = 0, class S>
SEMCHECK_HD constexpr void take_words(const S& s, const unsigned* words, Bits* operands) {
  if constexpr (kOperand < S::kOperands) {
    if (is_drawn(s.get(), kOperand)) operands[kOperand] = own_bits<kOperand>(s, words);
    take_words<kOperand + 1>(s, words, operands);
  }
}

/// The drawn operands of a case of a random space by their words, words_per_case() of them.
/// @param s      a KnownSpace or a GivenSpace
/// @param index  of the case; of a space with an operand by value, that divided by the count of its values
template <class S>
SEMCHECK_HD constexpr void operands_of_words(const S& s, Bits index, const unsigned* words, Bits* operands) {
  if (drawn_operands(s.get()) == 0) return;
  take_words(s, words, operands);
  const Bits first = operands[s.get().by_value == 0 ? 1 : 0];
  switch (draw_of(index)) {
    case Draw::uniform: return;
    case Draw::exponents: return draw<Draw::exponents>(s, first, index, operands);
    case Draw::near_equal: return draw<Draw::near_equal>(s, first, index, operands);
    case Draw::specials: return draw<Draw::specials>(s, first, index, operands);
    case Draw::related: return draw<Draw::related>(s, first, index, operands);
  }
}

/// A word by a number that is not known, without an array in memory.
SEMCHECK_HD constexpr unsigned word_at(const Words& words, int number) {
  const unsigned low = (number & 1) == 0 ? words.w[0] : words.w[1];
  const unsigned high = (number & 1) == 0 ? words.w[2] : words.w[3];
  return (number & 2) == 0 ? low : high;
}

template <class S>
SEMCHECK_HD constexpr void random_case(const S& s, Bits index, Bits* operands) {
  const int count = ask(s, [](const Space& space) { return words_per_case(space); });
  const Bits cases = static_cast<Bits>(ask(s, [](const Space& space) { return cases_per_call(space); }));
  unsigned words[kMostWords] = {};
  const Words drawn = philox4x32(count == 8 ? 2 * index : index / cases, 0, s.seed());
  const int first = static_cast<int>(index % cases) * count;
  for (int i = 0; i < 4; ++i) words[i] = word_at(drawn, first + i);
  if (count == 8) {
    const Words more = philox4x32(2 * index + 1, 0, s.seed());
    for (int i = 0; i < 4; ++i) words[4 + i] = more.w[i];
  }
  operands_of_words(s, index, words, operands);
}

/// The operands of a case at a place of a square: those of rows from one case, those of columns from another.
template <class S>
SEMCHECK_HD constexpr void random_square_case(const S& s, Bits index, Bits* operands) {
  const Bits side = s.get().side, first = index / (side * side) * side;
  Bits of_column[kMostOperands] = {};
  random_case(s, first + index / side % side, operands);
  random_case(s, first + index % side, of_column);
  for (int k = 1; k < kMostOperands; k += 2)
    if (is_drawn(s.get(), k)) operands[k] = of_column[k];
}

}  // namespace semcheck
