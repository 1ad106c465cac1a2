#pragma once

#include "device/ptx/domain.h"
#include "device/ptx/form.h"
#include "device/ptx/semantics_integer.h"

namespace semcheck::ptx {

// Logic, shifts and bit fields.

template <class W>
constexpr W conjunction(const Form&, W a, W b) {
  return a & b;
}

template <class W>
constexpr W disjunction(const Form&, W a, W b) {
  return a | b;
}

template <class W>
constexpr W difference(const Form&, W a, W b) {
  return a ^ b;
}

template <class W>
constexpr W complement(const Form&, W a) {
  return ~a;
}

// PTX ISA, cnot: d = (a==0) ? 1 : 0.
template <class W>
constexpr W logical_not(const Form&, W a) {
  return bit(eq(a, W(0)));
}

template <class W>
constexpr W copy(const Form&, W a) {
  return a;
}

// PTX ISA, lop3: bit i of the result is bit (a<i>, b<i>, c<i>) of immLut, where a weighs 4, b 2 and c 1.
template <class W>
constexpr W look_up(const Form& form, W a, W b, W c) {
  W d(0);
  for (unsigned entry = 0; entry < 8; ++entry) {
    const W term = ((entry & 4) != 0 ? a : ~a) & ((entry & 2) != 0 ? b : ~b) & ((entry & 1) != 0 ? c : ~c);
    if ((form.immediate >> entry & 1) != 0) d = d | term;
  }
  return d;
}

// PTX ISA, shl: shift amounts greater than the register width N are clamped to N.
template <class W>
constexpr W shift_up(const Form&, W a, W b) {
  return shift_left(a, b);
}

template <class W>
constexpr W arithmetic_shift_right(W a, W amount) {
  const auto negative = slt(a, W(0));
  const W filled = shift_right(select(negative, ~a, a), amount);
  return select(negative, ~filled, filled);
}

// PTX ISA, shr: shift amounts greater than N are clamped to N; signed shifts fill with the sign bit.
template <class W>
constexpr W shift_down(const Form& form, W a, W b) {
  return form.is_signed ? arithmetic_shift_right(number(form, a), b) : shift_right(a, b);
}

// PTX ISA, shf: n = .clamp ? min(c, 32) : c & 31; .l takes the upper half of [b,a] << n, .r the lower
// half of [b,a] >> n.
template <class W>
constexpr W funnel_shift(const Form& form, W a, W b, W c) {
  const W n = form.q.wrap != 0 ? c & W(31) : select(ult(c, W(32)), c, W(32));
  const W both = (b << 32) | a;
  return form.q.left != 0 ? shift_left(both, n) >> 32 : shift_right(both, n);
}

/// The number of ones, by sums of ever wider fields.
template <class W>
constexpr W ones(W a) {
  a = a - ((a >> 1) & W(0x5555555555555555));
  a = (a & W(0x3333333333333333)) + ((a >> 2) & W(0x3333333333333333));
  a = (a + (a >> 4)) & W(0x0f0f0f0f0f0f0f0f);
  return (a * W(0x0101010101010101)) >> 56;
}

/// The number of zeros above the highest one of 64 bits.
template <class W>
constexpr W leading_zeros(W a) {
  a = a | (a >> 1);
  a = a | (a >> 2);
  a = a | (a >> 4);
  a = a | (a >> 8);
  a = a | (a >> 16);
  a = a | (a >> 32);
  return ones(~a);
}

template <class W>
constexpr W population(const Form&, W a) {
  return ones(a);
}

// PTX ISA, clz: the number of leading zeros, 32 or 64 for zero.
template <class W>
constexpr W count_leading_zeros(const Form& form, W a) {
  return leading_zeros(a) - W(64U - form.width);
}

// PTX ISA, bfind: the position of the most significant one (unsigned) or non-sign bit (signed), 0xffffffff if there is
// none; .shiftamt gives msb minus it.
template <class W>
constexpr W find_leading_bit(const Form& form, W a) {
  const W x = number(form, a);
  const W searched = form.is_signed ? select(slt(x, W(0)), ~x, x) : x;
  const W position = W(63) - leading_zeros(searched);
  const W found = form.q.shiftamt != 0 ? W(form.width - 1U) - position : position;
  return select(eq(searched, W(0)), W(0xffffffff), found);
}

template <class W>
constexpr W reverse_step(W a, unsigned distance, Word mask) {
  return ((a >> distance) & W(mask)) | ((a & W(mask)) << distance);
}

template <class W>
constexpr W reverse(const Form& form, W a) {
  a = reverse_step(a, 1, 0x5555555555555555);
  a = reverse_step(a, 2, 0x3333333333333333);
  a = reverse_step(a, 4, 0x0f0f0f0f0f0f0f0f);
  a = reverse_step(a, 8, 0x00ff00ff00ff00ff);
  a = reverse_step(a, 16, 0x0000ffff0000ffff);
  return reverse_step(a, 32, 0x00000000ffffffff) >> (64U - form.width);
}

/// `length` ones, from bit 0 up.
template <class W>
constexpr W field_mask(W length) {
  return shift_left(W(1), length) - W(1);
}

// PTX ISA, bfe: d[i] = (i<len && pos+i<=msb) ? a[pos+i] : sbit, where sbit = a[min(pos+len-1,msb)]
// for signed types and len>0.
template <class W>
constexpr W extract_field(const Form& form, W a, W b, W c) {
  const W position = b & W(0xff);
  const W length = c & W(0xff);
  const W ones_mask = field_mask(length);
  const W field = shift_down(form, a, position);
  if (!form.is_signed) return field & ones_mask;
  const W last = position + length - W(1);
  const W msb(form.width - 1U);
  const W sign = shift_right(a, select(ult(last, msb), last, msb)) & W(1);
  const W filled = select(eq(sign, W(0)), field & ones_mask, field | ~ones_mask);
  return select(eq(length, W(0)), W(0), filled);
}

// PTX ISA, bfi: f = b; for (i=0; i<len && pos+i<=msb; i++) f[pos+i] = a[i].
template <class W>
constexpr W insert_field(const Form&, W a, W b, W c, W d) {
  const W position = c & W(0xff);
  const W mask = shift_left(field_mask(d & W(0xff)), position);
  return (b & ~mask) | (shift_left(a, position) & mask);
}

/// The number of the byte that `prmt` puts at place `i`: its three low bits choose, its fourth asks for the sign.
template <class W>
constexpr W permuted_byte(const Form& form, W c, unsigned i) {
  const W n = c & W(3);
  // PTX ISA, prmt: the selection tables of the modes.
  switch (static_cast<Shuffle>(form.q.shuffle)) {
    case Shuffle::generic: return (c >> (4 * i)) & W(15);
    case Shuffle::f4e: return n + W(i);
    case Shuffle::b4e: return (n - W(i)) & W(7);
    case Shuffle::rc8: return n;
    case Shuffle::ecl: return select(ult(n, W(i)), W(i), n);
    case Shuffle::ecr: return select(ult(n, W(i)), n, W(i));
    case Shuffle::rc16: return ((n & W(1)) << 1) + W(i & 1);
  }
  return n;
}

// PTX ISA, prmt: msb=0 copies the byte, msb=1 replicates its sign.
template <class W>
constexpr W permute(const Form& form, W a, W b, W c) {
  const W both = (b << 32) | a;
  W d(0);
  for (unsigned i = 0; i < 4; ++i) {
    const W choice = permuted_byte(form, c, i);
    const W byte = shift_right(both, (choice & W(7)) << 3) & W(0xff);
    const W sign = W(0) - (byte >> 7);
    d = d | ((select(ult(choice, W(8)), byte, sign) & W(0xff)) << (8 * i));
  }
  return d;
}

// PTX ISA, selp: d = (c == 1) ? a : b.
template <class W>
constexpr W select_by_predicate(const Form&, W a, W b, W c) {
  return select(~eq(c, W(0)), a, b);
}

}  // namespace semcheck::ptx
