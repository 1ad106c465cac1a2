#pragma once

#include "device/ptx/domain.h"
#include "device/ptx/form.h"
#include "device/ptx/semantics_bits.h"
#include "device/ptx/semantics_float.h"

namespace semcheck::ptx {

// From the bits of a number to its parts and back, with rounding.

/// (-1)^sign * significand * 2^(exponent - 63): bit 63 of the significand is set, or all of it is zero. Exponents are
/// in two's complement of 64 bits.
template <class W>
struct Parts {
  W sign;
  W exponent;
  W significand;
};

/// The exponent of a zero: below every other, far from any overflow.
constexpr Word kZeroExponent = ~Word{0} - 99999;

template <class W>
constexpr Parts<W> normalised(W sign, W exponent, W significand) {
  const W zeros = leading_zeros(significand);
  const W shifted = shift_left(significand, zeros);
  return {sign, select(eq(significand, W(0)), W(kZeroExponent), exponent - zeros), shifted};
}

/// The parts of a number that is neither infinite nor NaN.
template <class W>
constexpr Parts<W> unpack(const Format& format, W a) {
  const W fraction = a & W(format.hidden() - 1);
  const W field = (a & W(format.magnitude())) >> format.fraction;
  const auto tiny = eq(field, W(0));
  const W significand = select(tiny, fraction, fraction | W(format.hidden())) << (63U - format.fraction);
  return normalised((a >> (format.width - 1U)) & W(1), select(tiny, W(1), field) - W(format.bias()), significand);
}

/// A right shift whose lost bits are remembered in the lowest one.
template <class W>
constexpr W shift_right_sticky(W a, W amount) {
  const W kept = shift_right(a, amount);
  return kept | bit(~eq(shift_left(kept, amount), a));
}

// PTX ISA, Rounding Modifiers: rn to nearest, ties to even mantissa; rz toward zero; rm toward -inf; rp toward +inf;
// rna to nearest, ties away from zero.
/// Whether what lies below bit `dropped` of the significand rounds its magnitude up.
template <class W>
constexpr auto rounds_up(Rounding rounding, W sign, W significand, unsigned dropped) {
  const W half(Word{1} << (dropped - 1));
  const W rest = significand & W(low_bits(dropped));
  const auto inexact = ~eq(rest, W(0));
  const auto odd = ~eq((significand >> dropped) & W(1), W(0));
  switch (rounding) {
    case Rounding::rn: return ult(half, rest) | (eq(rest, half) & odd);
    case Rounding::rz: return inexact & ~inexact;
    case Rounding::rm: return inexact & ~eq(sign, W(0));
    case Rounding::rp: return inexact & eq(sign, W(0));
    case Rounding::rna: return ~ult(rest, half);
  }
  return inexact;
}

/// What an overflow rounds to: infinity or the largest finite number, which is all there is in a format without
/// infinity.
template <class W>
constexpr W overflowed(const Format& format, Rounding rounding, W sign) {
  const W infinity(format.greatest());
  const W largest(format.largest());
  switch (rounding) {
    case Rounding::rn:
    case Rounding::rna: return infinity;
    case Rounding::rz: return largest;
    case Rounding::rm: return select(eq(sign, W(0)), largest, infinity);
    case Rounding::rp: return select(eq(sign, W(0)), infinity, largest);
  }
  return infinity;
}

/// Rounds to a format. The lowest bit of the significand may stand for everything below it.
template <class W>
constexpr W pack(const Format& format, Rounding rounding, const Parts<W>& parts) {
  const unsigned dropped = 63U - format.fraction;
  const W biased = parts.exponent + W(format.bias());
  const auto subnormal = slt(biased, W(1));
  const W significand = select(subnormal, shift_right_sticky(parts.significand, select(subnormal, W(1) - biased, W(0))),
                               parts.significand);
  // The hidden bit of a normal number adds one to the exponent field; a carry out of the fraction does so too, rightly.
  const W field = select(subnormal, W(0), biased - W(1)) << format.fraction;
  const W up = bit(rounds_up(rounding, parts.sign, significand, dropped));
  const W magnitude = field + (significand >> dropped) + up;
  const auto too_large = slt(W(format.largest() >> format.fraction), biased);
  const auto overflows = too_large | ult(W(format.largest()), magnitude);
  return (parts.sign << (format.width - 1U)) | select(overflows, overflowed(format, rounding, parts.sign), magnitude);
}

}  // namespace semcheck::ptx
