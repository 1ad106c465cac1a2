#pragma once

#include "device/ptx/domain.h"
#include "device/ptx/form.h"
#include "device/ptx/semantics_bits.h"
#include "device/ptx/semantics_integer.h"

namespace semcheck::ptx {

// Video instructions, and the dot products of bytes and half words: they work on parts of words as signed numbers that
// are wider than any of them.

/// A part of a word as the number it stands for.
template <class W>
constexpr W part(W word, unsigned width, unsigned index, bool is_signed) {
  const W cut = (word >> (width * index)) & W(low_bits(width));
  return is_signed ? sign_extend(width, cut) : cut;
}

// PTX ISA, Scalar Video Instructions, optSaturate: .sat limits the result to the range of the destination's part.
template <class W>
constexpr W saturated_part(const Form& form, W t) {
  if (form.q.sat == 0) return t;
  if (form.is_signed) return clamp_signed(form.part_width, t);
  const W high(low_bits(form.part_width));
  return select(slt(t, W(0)), W(0), select(slt(high, t), high, t));
}

// PTX ISA, Scalar Video Instructions, optSecondaryOp and optMerge: add, min and max combine the result with c; without
// one of them the part of the destination is replaced in c.
template <class W>
constexpr W combined(const Form& form, W c, W t, unsigned index) {
  const W mask(low_bits(form.part_width));
  const unsigned shift = form.part_width * index;
  switch (static_cast<Secondary>(form.q.secondary)) {
    case Secondary::add: return t + c;
    case Secondary::minimum: return select(slt(t, c), t, c);
    case Secondary::maximum: return select(slt(c, t), t, c);
    case Secondary::merge: break;
  }
  return (c & ~(mask << shift)) | ((t & mask) << shift);
}

/// An operation on each part that the destination selects.
template <class W, class Operation>
constexpr W of_parts(const Form& form, W a, W b, W c, Operation operation) {
  const W both = (b << 32) | a;
  W d = form.is_signed ? sign_extend(32, c) : c;
  for (unsigned i = 0; i < 32U / form.part_width; ++i) {
    if ((form.parts >> i & 1) == 0) continue;
    const W x = part(both, form.first.width, form.first.parts[i], form.source_signed);
    const W y = part(both, form.second.width, form.second.parts[i], form.third_signed);
    d = combined(form, d, saturated_part(form, operation(x, y)), i);
  }
  return d;
}

template <class W>
constexpr W add_parts(const Form& form, W a, W b, W c) {
  return of_parts(form, a, b, c, [](W x, W y) { return x + y; });
}

template <class W>
constexpr W subtract_parts(const Form& form, W a, W b, W c) {
  return of_parts(form, a, b, c, [](W x, W y) { return x - y; });
}

template <class W>
constexpr W difference_of_parts(const Form& form, W a, W b, W c) {
  return of_parts(form, a, b, c, [](W x, W y) { return select(slt(x, y), y - x, x - y); });
}

template <class W>
constexpr W minimum_of_parts(const Form& form, W a, W b, W c) {
  return of_parts(form, a, b, c, [](W x, W y) { return select(slt(x, y), x, y); });
}

template <class W>
constexpr W maximum_of_parts(const Form& form, W a, W b, W c) {
  return of_parts(form, a, b, c, [](W x, W y) { return select(slt(y, x), x, y); });
}

// PTX ISA, vavrg2 and vavrg4: (a + b + 1) >> 1 where a + b >= 0, else (a + b) >> 1.
template <class W>
constexpr W average_of_parts(const Form& form, W a, W b, W c) {
  return of_parts(form, a, b, c, [](W x, W y) {
    const W sum = x + y;
    return arithmetic_shift_right(sum + bit(~slt(sum, W(0))), W(1));
  });
}

// PTX ISA, vset: 1 if the comparison is true, else 0.
template <class W>
constexpr W compare_parts(const Form& form, W a, W b, W c) {
  return of_parts(form, a, b, c, [&](W x, W y) {
    const W less = bit(slt(x, y)) * W((form.q.relation & kLess) != 0 ? 1 : 0);
    const W equal = bit(eq(x, y)) * W((form.q.relation & kEqual) != 0 ? 1 : 0);
    const W greater = bit(slt(y, x)) * W((form.q.relation & kGreater) != 0 ? 1 : 0);
    return less | equal | greater;
  });
}

// PTX ISA, dp4a: d = c + the sum of the products of the bytes of a and b, each sign- or zero-extended by its type.
template <class W>
constexpr W dot_product_of_bytes(const Form& form, W a, W b, W c) {
  W d = c;
  for (unsigned i = 0; i < 4; ++i) d = d + part(a, 8, i, form.is_signed) * part(b, 8, i, form.source_signed);
  return d;
}

// PTX ISA, dp2a: d = c + the sum of the products of the half words of a and two bytes of b: .lo takes bytes 0 and 1 of
// it, .hi bytes 2 and 3.
template <class W>
constexpr W dot_product_of_halves(const Form& form, W a, W b, W c) {
  const unsigned first = static_cast<Multiply>(form.q.multiply) == Multiply::high ? 2 : 0;
  W d = c;
  for (unsigned i = 0; i < 2; ++i) d = d + part(a, 16, i, form.is_signed) * part(b, 8, first + i, form.source_signed);
  return d;
}

}  // namespace semcheck::ptx
