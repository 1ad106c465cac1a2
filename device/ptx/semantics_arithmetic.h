#pragma once

#include "device/ptx/domain.h"
#include "device/ptx/form.h"
#include "device/ptx/semantics_float.h"
#include "device/ptx/semantics_integer.h"
#include "device/ptx/semantics_round.h"

namespace semcheck::ptx {

// Addition, multiplication and their fusion, correctly rounded: all of them are one exact a * b +
// c that is rounded once.

/// (-1)^sign * (high:low) * 2^(exponent - 127): bit 127 is set, or all is zero.
template <class W>
struct WideParts {
  W sign;
  W exponent;
  W high;
  W low;
};

template <class W>
constexpr WideParts<W> exact_product(const Parts<W>& a, const Parts<W>& b) {
  const W high = high_product(a.significand, b.significand);
  const W low = a.significand * b.significand;
  const auto zero = eq(high, W(0));
  const auto short_of_one = eq(high >> 63, W(0));
  const W exponent = a.exponent + b.exponent + bit(~short_of_one);
  return {a.sign ^ b.sign, select(zero, W(kZeroExponent), exponent),
          select(short_of_one, (high << 1) | (low >> 63), high), select(short_of_one, low << 1, low)};
}

/// Shifted right by at least 1, with what is lost remembered in the lowest bit.
template <class W>
constexpr WideParts<W> aligned(const WideParts<W>& a, W amount) {
  const W most = select(ult(amount, W(127)), amount, W(127));
  const auto far = ~ult(most, W(64));
  const W shift = most & W(63);
  const W high = select(far, W(0), a.high);
  const W low = select(far, a.high, a.low);
  const W lost = select(far, a.low, W(0)) | (low & field_mask(shift));
  const W moved = shift_right(low, shift) | shift_left(high, W(64) - shift);
  return {a.sign, a.exponent + amount, shift_right(high, shift), moved | bit(~eq(lost, W(0)))};
}

template <class W>
constexpr auto below(const WideParts<W>& a, const WideParts<W>& b) {
  const auto same_high = eq(a.high, b.high);
  const auto smaller = ult(a.high, b.high) | (same_high & ult(a.low, b.low));
  return slt(a.exponent, b.exponent) | (eq(a.exponent, b.exponent) & smaller);
}

template <class W, class T>
constexpr WideParts<W> choose(T condition, const WideParts<W>& a, const WideParts<W>& b) {
  return {select(condition, a.sign, b.sign), select(condition, a.exponent, b.exponent),
          select(condition, a.high, b.high), select(condition, a.low, b.low)};
}

/// The parts of a 128-bit sum, what does not fit into 64 bits remembered in the lowest.
template <class W>
constexpr Parts<W> narrowed(W sign, W exponent, W high, W low) {
  const auto small = eq(high, W(0));
  const W zeros = leading_zeros(select(small, low, high));
  const W upper = select(small, shift_left(low, zeros), shift_left(high, zeros) | shift_right(low, W(64) - zeros));
  const W rest = select(small, W(0), shift_left(low, zeros));
  return {sign, exponent - zeros - select(small, W(64), W(0)), upper | bit(~eq(rest, W(0)))};
}

template <class W>
constexpr Parts<W> exact_sum(Rounding rounding, const WideParts<W>& a, const WideParts<W>& b) {
  const auto swap = below(a, b);
  const WideParts<W> large = choose(swap, b, a);
  const WideParts<W> small = choose(swap, a, b);
  const WideParts<W> x = aligned(large, W(1));
  const WideParts<W> y = aligned(small, large.exponent - small.exponent + W(1));
  const auto opposite = ~eq(a.sign, b.sign);
  const W low = select(opposite, x.low - y.low, x.low + y.low);
  const W carry = bit(ult(select(opposite, x.low, low), select(opposite, y.low, x.low)));
  const W high = select(opposite, x.high - y.high - carry, x.high + y.high + carry);
  // IEEE 754, 6.3: an exact zero sum of opposite signs is +0, except toward -inf, where it is -0.
  const W zero_sign = select(opposite, W(rounding == Rounding::rm ? 1 : 0), a.sign);
  const auto zero = eq(high | low, W(0));
  const Parts<W> sum = narrowed(large.sign, x.exponent, high, low);
  return {select(zero, zero_sign, sum.sign), select(zero, W(kZeroExponent), sum.exponent), sum.significand};
}

/// Clamping as the qualifiers ask for it.
template <class W>
constexpr W clamped(const Form& form, W d) {
  const W saturated = form.q.sat != 0 ? clamp_to_unit(form.format, d) : d;
  return form.q.relu != 0 ? clamp_negative(form.format, saturated) : saturated;
}

// PTX ISA, .ftz: subnormal results are flushed to sign-preserving zero. An H200 calls a result subnormal that stays
// below the smallest normal number when it is rounded to full precision, as if exponents had no end.
template <class W>
constexpr W rounded(const Form& form, const Parts<W>& exact) {
  const W d = pack(form.format, rounding(form), exact);
  if (form.q.ftz == 0) return d;
  const unsigned dropped = 63U - form.format.fraction;
  const auto full = eq(exact.significand >> dropped, W(2 * form.format.hidden() - 1));
  const auto carries = full & rounds_up(rounding(form), exact.sign, exact.significand, dropped);
  const W exponent = exact.exponent + W(form.format.bias()) + bit(carries);
  return select(slt(exponent, W(1)), d & W(form.format.sign()), d);
}

// CUDA C++ Programming Guide: a NaN result of f32 is 0x7fffffff. f64 hands on a NaN operand, quieted;
// the manual leaves open which.
template <class W>
constexpr W propagated(const Format& format, W nan) {
  return format.width == 64 ? nan | W(format.quiet()) : W(format.nan());
}

/// The result for infinite operands, or what is given for finite ones.
template <class W>
constexpr W with_infinities(const Format& format, W a, W b, W c, W finite) {
  const W sign = (a ^ b) & W(format.sign());
  const auto infinite_product = is_infinite(format, a) | is_infinite(format, b);
  const auto infinite_addend = is_infinite(format, c);
  const auto zero_product = is_zero(format, a) | is_zero(format, b);
  const auto clash = infinite_addend & ~eq(sign, c & W(format.sign()));
  const W number = select(infinite_product, sign | W(format.infinity()), select(infinite_addend, c, finite));
  return select(infinite_product & (zero_product | clash), W(format.nan()), number);
}

/// a * b + c, rounded once, for operands that may be anything. Among NaNs an H200 takes b before c before a.
template <class W>
constexpr W fused(const Form& form, W a, W b, W c) {
  const Format& format = form.format;
  const Parts<W> addend = unpack(format, c);
  const WideParts<W> product = exact_product(unpack(format, a), unpack(format, b));
  const WideParts<W> term{addend.sign, addend.exponent, addend.significand, W(0)};
  const W finite = rounded(form, exact_sum(rounding(form), product, term));
  const W valid = with_infinities(format, a, b, c, finite);
  const W from_a = select(is_nan(format, a), propagated(format, a), valid);
  const W from_c = select(is_nan(format, c), propagated(format, c), from_a);
  return select(is_nan(format, b), propagated(format, b), from_c);
}

template <class W>
constexpr W fused_multiply_add(const Form& form, W a, W b, W c) {
  return clamped(form, fused(form, flush_if(form, form.format, a), flush_if(form, form.format, b),
                             flush_if(form, form.format, c)));
}

// A sum is a * 1 + b: a product with one is exact.
template <class W>
constexpr W add_float(const Form& form, W a, W b) {
  return fused_multiply_add(form, a, W(form.format.one()), b);
}

template <class W>
constexpr W subtract_float(const Form& form, W a, W b) {
  const W negated = select(is_nan(form.format, b), b, b ^ W(form.format.sign()));
  return add_float(form, a, negated);
}

// A product is a * b + 0, where the zero has the product's sign, so that the sum keeps the sign of a zero product.
template <class W>
constexpr W multiply_float(const Form& form, W a, W b) {
  return fused_multiply_add(form, a, b, (a ^ b) & W(form.format.sign()));
}

}  // namespace semcheck::ptx
