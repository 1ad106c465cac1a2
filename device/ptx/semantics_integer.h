#pragma once

#include "device/ptx/domain.h"
#include "device/ptx/form.h"

namespace semcheck::ptx {

// Integer instructions. Operands come zero-extended from their width; results are cut to the
// destination's width by the caller.

template <class W>
constexpr W sign_extend(unsigned width, W a) {
  const W top(Word{1} << (width - 1));
  return (a ^ top) - top;
}

/// An operand as the number it stands for, in two's complement of 64 bits.
template <class W>
constexpr W number(const Form& form, W a) {
  return form.is_signed ? sign_extend(form.width, a) : a;
}

template <class W>
constexpr auto is_less(const Form& form, W a, W b) {
  return form.is_signed ? slt(number(form, a), number(form, b)) : ult(a, b);
}

template <class W>
constexpr W clamp_signed(unsigned width, W a) {
  const W high(low_bits(width - 1));
  const W low = ~high;
  return select(slt(a, low), low, select(slt(high, a), high, a));
}

template <class W>
constexpr W add(const Form&, W a, W b) {
  return a + b;
}

template <class W>
constexpr W subtract(const Form&, W a, W b) {
  return a - b;
}

// PTX ISA, add and sub: .sat clamps the result to MININT..MAXINT; it applies to .s32 only.
template <class W>
constexpr W add_saturated(const Form& form, W a, W b) {
  return clamp_signed(form.width, number(form, a) + number(form, b));
}

template <class W>
constexpr W subtract_saturated(const Form& form, W a, W b) {
  return clamp_signed(form.width, number(form, a) - number(form, b));
}

/// The upper 64 bits of an unsigned product, from products of halves.
template <class W>
constexpr W high_product(W a, W b) {
  const W half(0xffffffff);
  const W low = (a & half) * (b & half);
  const W middle = (a >> 32) * (b & half) + (low >> 32);
  const W other = (a & half) * (b >> 32) + (middle & half);
  return (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
}

// PTX ISA, mul: t = a * b; .hi takes bits 2n-1..n of it, .lo bits n-1..0, .wide all of them.
template <class W>
constexpr W multiply(const Form& form, W a, W b) {
  const W x = number(form, a);
  const W y = number(form, b);
  if (static_cast<Multiply>(form.q.multiply) != Multiply::high) return x * y;
  if (form.width < 64) return (x * y) >> form.width;
  const W unsigned_high = high_product(a, b);
  if (!form.is_signed) return unsigned_high;
  return unsigned_high - select(slt(a, W(0)), b, W(0)) - select(slt(b, W(0)), a, W(0));
}

template <class W>
constexpr W multiply_add(const Form& form, W a, W b, W c) {
  return multiply(form, a, b) + c;
}

// PTX ISA, mad: .hi.sat.s32 clamps the sum to MININT..MAXINT.
template <class W>
constexpr W multiply_add_saturated(const Form& form, W a, W b, W c) {
  return clamp_signed(form.width,
                      sign_extend(form.width, multiply(form, a, b) & W(low_bits(form.width))) + number(form, c));
}

/// The lower 24 bits of an operand as the number they stand for.
template <class W>
constexpr W number_of_24_bits(const Form& form, W a) {
  const W cut = a & W(low_bits(24));
  return form.is_signed ? sign_extend(24, cut) : cut;
}

// PTX ISA, mul24: t = a * b of the lower 24 bits of both; .hi takes bits 47..16 of it, .lo bits 31..0.
template <class W>
constexpr W multiply_24(const Form& form, W a, W b) {
  const W product = number_of_24_bits(form, a) * number_of_24_bits(form, b);
  return static_cast<Multiply>(form.q.multiply) == Multiply::high ? product >> 16 : product;
}

template <class W>
constexpr W multiply_add_24(const Form& form, W a, W b, W c) {
  return multiply_24(form, a, b) + c;
}

// PTX ISA, mad24: .hi.sat.s32 clamps the sum to MININT..MAXINT.
template <class W>
constexpr W multiply_add_24_saturated(const Form& form, W a, W b, W c) {
  const W product = multiply_24(form, a, b) & W(low_bits(form.width));
  return clamp_signed(form.width, sign_extend(form.width, product) + number(form, c));
}

// PTX ISA, Extended-Precision Arithmetic Instructions: .cc writes the carry-out, or the borrow-out of a subtraction, to
// the condition code register; addc, subc and madc take it in.
template <class W>
constexpr W add_with_carry(const Form&, W a, W b, W carry) {
  return a + b + carry;
}

template <class W>
constexpr W carry_of_sum(const Form& form, W a, W b, W carry) {
  const W sum = a + b + carry;
  return ((a & b) | ((a | b) & ~sum)) >> (form.width - 1U) & W(1);
}

template <class W>
constexpr W subtract_with_borrow(const Form&, W a, W b, W borrow) {
  return a - b - borrow;
}

template <class W>
constexpr W borrow_of_difference(const Form& form, W a, W b, W borrow) {
  const W difference = a - b - borrow;
  return ((~a & b) | ((~a | b) & difference)) >> (form.width - 1U) & W(1);
}

template <class W>
constexpr W multiply_add_with_carry(const Form& form, W a, W b, W c, W carry) {
  return multiply(form, a, b) + c + carry;
}

template <class W>
constexpr W carry_of_multiply_add(const Form& form, W a, W b, W c, W carry) {
  return carry_of_sum(form, multiply(form, a, b) & W(low_bits(form.width)), c, carry);
}

// PTX ISA, sad: d = c + ((a<b) ? b-a : a-b).
template <class W>
constexpr W sum_of_absolute_difference(const Form& form, W a, W b, W c) {
  return c + select(is_less(form, a, b), b - a, a - b);
}

template <class W>
constexpr W absolute(const Form& form, W a) {
  return select(slt(number(form, a), W(0)), W(0) - a, a);
}

template <class W>
constexpr W negate(const Form&, W a) {
  return W(0) - a;
}

template <class W>
constexpr W magnitude(const Form& form, W a) {
  return form.is_signed ? absolute(form, number(form, a)) : a;
}

// PTX ISA, div and rem: division by zero yields an unspecified, machine-specific value: all ones on an H200.
template <class W>
constexpr W divide(const Form& form, W a, W b) {
  const W quotient = udiv(magnitude(form, a), magnitude(form, b));
  if (!form.is_signed) return quotient;
  const auto negative = slt(number(form, a) ^ number(form, b), W(0)) & ~eq(b, W(0));
  return select(negative, W(0) - quotient, quotient);
}

// PTX ISA, rem: the remainder of div; its sign is that of the numerator.
template <class W>
constexpr W remainder(const Form& form, W a, W b) {
  const W rest = number(form, a) - number(form, b) * divide(form, a, b);
  return select(eq(b, W(0)), ~W(0), rest);
}

// PTX ISA, max: d = (a > b) ? a : b; .relu clamps a negative result to 0.
template <class W>
constexpr W maximum(const Form& form, W a, W b) {
  const W d = select(is_less(form, b, a), a, b);
  return form.q.relu != 0 ? select(slt(number(form, d), W(0)), W(0), d) : d;
}

// PTX ISA, min: d = (a < b) ? a : b; .relu clamps a negative result to 0.
template <class W>
constexpr W minimum(const Form& form, W a, W b) {
  const W d = select(is_less(form, a, b), a, b);
  return form.q.relu != 0 ? select(slt(number(form, d), W(0)), W(0), d) : d;
}

}  // namespace semcheck::ptx
