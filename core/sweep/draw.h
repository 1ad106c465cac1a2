#pragma once

/// @file
/// How the operands of a random sweep are drawn: uniform bits, and what the other strategies make of them. A strategy
/// needs no bits but the operands' own and the index. Compiled by the host compiler and by NVRTC.

#include "core/sweep/patterns.h"
#include "core/sweep/space.h"

namespace semcheck {

/// A strategy by which operands are drawn; draws.h describes them.
enum class Draw : unsigned char { uniform, exponents, near_equal, specials, related };

/// Cases in a row that are drawn alike, so that the threads of a warp go one way.
inline constexpr Bits kDrawBlock = 4096;
/// Blocks after which the strategies come again.
inline constexpr unsigned kDrawShares = 64;

/// The strategy of a case. The strategies other than uniform take turns in the first eight of kDrawShares blocks, so
/// that a short sweep has all of them and a long one has mostly what is drawn fast.
SEMCHECK_HD constexpr Draw draw_of(Bits index) {
  const unsigned block = static_cast<unsigned>(index / kDrawBlock) % kDrawShares;
  return block % 2 == 0 || block >= 8 ? Draw::uniform : static_cast<Draw>(1 + block / 2);
}

/// An operand that is drawn, in a word that holds its bits: 32 bits are enough for most formats.
template <class Word>
struct DrawnOperand {
  const Format& format;
  Word own;        ///< its uniform bits
  unsigned turns;  ///< differs from case to case, its upper bits most, and takes all of their values in a block
  int place;       ///< among the operands that are drawn

  SEMCHECK_HD constexpr Word sign() const { return static_cast<Word>(sign_mask(format)); }
  SEMCHECK_HD constexpr Word rest() const { return static_cast<Word>(magnitude_mask(format)); }
  SEMCHECK_HD constexpr Word all() const { return static_cast<Word>(value_mask(format)); }

  /// A fraction of few bits, ended by zeros or by ones; in one of eight cases each the exponent is 0 or the largest.
  SEMCHECK_HD constexpr Word short_fraction(unsigned cut) const {
    const Word end = (Word{1} << cut) - 1;
    const Word exponents = static_cast<Word>(exponent_mask(format));
    const Word ended = (own & 1) != 0 ? own | end : own & ~end;
    const unsigned turn = turns >> (11 - 3 * place) & 7;
    return turn == 0 ? ended & ~exponents : turn == 1 ? ended | exponents : ended;
  }

  /// Any exponent, or of integers any length of the number or its complement.
  SEMCHECK_HD constexpr Word exponents() const {
    const unsigned turn = turns >> (26 - 6 * place) & 63;
    if (!is_floating(format)) {
      const Word cut = own >> turn % static_cast<unsigned>(format.width);
      return (own & 1) != 0 ? ~cut & all() : cut;
    }
    const unsigned bits = static_cast<unsigned>(format.fraction_bits);
    const unsigned cut = turn % (bits > 31 ? 64 : bits > 15 ? 32 : bits > 7 ? 16 : 8);
    return short_fraction(cut < bits ? cut : bits);
  }

  SEMCHECK_HD constexpr Word special() const {
    return (own & sign()) | special_magnitude(format, (turns >> (28 - 4 * place)) % kSpecials, own);
  }
  SEMCHECK_HD constexpr Word perhaps_special() const {
    const Word pattern = special();
    return (turns >> (15 - place) & 1) != 0 ? pattern : own;
  }

  /// At most four patterns from another one in the order of numbers, through zero.
  SEMCHECK_HD constexpr Word near_equal(Word other) const {
    const int bits = format.width > 16 ? 16 : format.width - 1;
    const Word steps = ((own & static_cast<Word>(low_mask(bits))) * 9 >> bits) - 4;
    if (!is_floating(format)) return (other + steps) & all();
    const Word key = (other ^ ((other & sign()) != 0 ? rest() : 0)) + steps;
    return (key ^ ((key & sign()) != 0 ? rest() : 0)) & all();
  }

  /// The same fraction with an exponent at most three away and any sign. Of integers the double or the half, its
  /// complement or negative, and the same with another sign bit.
  SEMCHECK_HD constexpr Word related(Word other) const {
    if (is_floating(format)) {
      const Word apart = (own & 3) - (own >> 2 & 3);
      return (own & sign()) | ((other + (apart << format.fraction_bits)) & rest());
    }
    const Word shifted = (other << (own & 1) & all()) >> (own >> 1 & 1);
    const Word turned = (own & 4) != 0 ? ~shifted + (own >> 3 & 1) : shifted;
    return (turned ^ ((own & 16) != 0 ? sign() : 0)) & all();
  }

  /// @param other  what it is near or related to
  template <Draw kDraw>
  SEMCHECK_HD constexpr Word by(Word other) const {
    if constexpr (kDraw == Draw::exponents) return exponents();
    if constexpr (kDraw == Draw::near_equal) return near_equal(other);
    if constexpr (kDraw == Draw::specials) return perhaps_special();
    if constexpr (kDraw == Draw::related) return related(other);
    return own;
  }
};

/// An operand by a strategy.
/// @param own           its uniform bits
/// @param other         what it is near or related to
/// @param near_special  that this is a special pattern, and not `other`
/// @param place         of the operand among those that are drawn
template <Draw kDraw, class Word>
SEMCHECK_HD constexpr Bits drawn(const Format& f, Bits own, Bits other, bool near_special, Bits index, int place) {
  // 2^32 divided by the golden ratio: successive multiples spread their upper bits evenly (Knuth, volume 3, 6.4).
  const unsigned turns = static_cast<unsigned>(index) * 0x9e3779b1u;
  const DrawnOperand<Word> operand{f, static_cast<Word>(own), turns, place};
  return operand.template by<kDraw>(near_special ? operand.special() : static_cast<Word>(other));
}

/// Whether two operands can be near each other.
SEMCHECK_HD constexpr bool are_alike(const Format& a, const Format& b) {
  return a.width == b.width && a.fraction_bits == b.fraction_bits;
}

}  // namespace semcheck
