#pragma once

#include "device/ptx/domain.h"
#include "device/ptx/form.h"
#include "device/ptx/semantics_arithmetic.h"
#include "device/ptx/semantics_float.h"
#include "device/ptx/semantics_integer.h"
#include "device/ptx/semantics_round.h"

namespace semcheck::ptx {

// cvt: between integers, between floats, and from one to the other. The source is cut to its width first.

template <class W>
constexpr W source_number(const Form& form, W a) {
  const W cut = a & W(low_bits(form.source_width));
  return form.source_signed ? sign_extend(form.source_width, cut) : cut;
}

// PTX ISA, cvt: .ftz flushes subnormal f32 inputs and results.
template <class W>
constexpr W flush_single(const Form& form, const Format& format, W a) {
  return format.width == 32 ? flush_if(form, format, a) : a;
}

// PTX ISA, cvt: .sat limits the result to MININT..MAXINT for the size of the operation.
template <class W>
constexpr W saturated(const Form& form, W x, bool source_signed) {
  const W high(form.is_signed ? low_bits(form.width - 1U) : low_bits(form.width));
  const W low(form.is_signed ? ~low_bits(form.width - 1U) : 0);
  if (!source_signed) return select(ult(high, x), high, x);
  const auto above = slt(W(0), x) & ult(high, x);
  return select(slt(x, low), low, select(above, high, x));
}

/// An integer result as it stands in a destination register that may be wider.
template <class W>
constexpr W widened(const Form& form, W x) {
  const W cut = x & W(low_bits(form.width));
  return form.is_signed ? sign_extend(form.width, cut) : cut;
}

// PTX ISA, Scalar Conversions: sext, zext or chop to the destination type; the result is then extended to the register.
template <class W>
constexpr W convert_integers(const Form& form, W a) {
  const W x = source_number(form, a);
  return widened(form, form.q.sat != 0 ? saturated(form, x, form.source_signed) : x);
}

template <class W>
constexpr W convert_to_float(const Form& form, W a) {
  const W x = source_number(form, a);
  const W sign = form.source_signed ? bit(slt(x, W(0))) : W(0);
  const W magnitude = select(eq(sign, W(0)), x, W(0) - x);
  return clamped(form, pack(form.format, rounding(form), normalised(sign, W(63), magnitude)));
}

/// The magnitude rounded to an integer, up to 2^64 - 1, and whether it is larger than that.
template <class W>
struct Integer {
  W magnitude;
  W exceeds;
};

template <class W>
constexpr Integer<W> rounded_to_integer(const Form& form, const Parts<W>& parts) {
  // Bits 63..2 hold the integer part of what is below 2^62; the two below are half and the
  // rest. Larger numbers are integers.
  const auto large = slt(W(61), parts.exponent);
  const W fixed = shift_right_sticky(parts.significand, select(large, W(0), W(61) - parts.exponent));
  const W up = bit(rounds_up(rounding(form), parts.sign, fixed, 2));
  const W exact = shift_right(parts.significand, W(63) - parts.exponent);
  return {select(large, exact, (fixed >> 2) + up), bit(slt(W(63), parts.exponent))};
}

// PTX ISA, cvt: float-to-integer conversions saturate by default, .sat is redundant. NaN: 0 where the source is not
// .f64 and the destination not 64 bits wide, else 1 << (width - 1).
template <class W>
constexpr W convert_to_integer(const Form& form, W a) {
  const Format& format = form.source_format;
  const W x = flush_single(form, format, a & W(low_bits(form.source_width)));
  const Parts<W> parts = unpack(format, x);
  const Integer<W> integer = rounded_to_integer(form, parts);
  const auto negative = ~eq(parts.sign, W(0));
  const W least(form.is_signed ? Word{1} << (form.width - 1U) : 0);
  const W most(form.is_signed ? low_bits(form.width - 1U) : low_bits(form.width));
  const W limit = select(negative, least, most);
  const auto beyond = ~eq(integer.exceeds, W(0)) | ult(limit, integer.magnitude) | is_infinite(format, x);
  const W number =
      select(negative, W(0) - select(beyond, limit, integer.magnitude), select(beyond, limit, integer.magnitude));
  const W invalid(format.width == 64 || form.width == 64 ? Word{1} << (form.width - 1U) : 0);
  return widened(form, select(is_nan(format, x), invalid, number));
}

/// A float rounded to an integer of its own format.
template <class W>
constexpr W rounded_in_place(const Form& form, W x) {
  const Format& format = form.source_format;
  const Parts<W> parts = unpack(format, x);
  const Integer<W> integer = rounded_to_integer(form, parts);
  const W rounded = pack(format, Rounding::rn, normalised(parts.sign, W(63), integer.magnitude));
  // What is 2^52 or larger has no fraction in any format.
  const auto fractional = slt(parts.exponent, W(52)) & ult(x & W(format.magnitude()), W(format.infinity()));
  return select(fractional, rounded, x);
}

// PTX ISA, cvt: .satfinite replaces what exceeds the range, infinity included, by the largest finite
// number of the same sign.
template <class W>
constexpr W limited(const Form& form, W d) {
  const W largest = (d & W(form.format.sign())) | W(form.format.largest());
  return form.q.satfinite != 0 ? select(is_infinite(form.format, d), largest, d) : d;
}

/// Whether nothing but the place of the bits changes, so that an H200 moves a NaN as it is.
constexpr bool moves_bits(const Form& form) {
  const bool plain = form.q.ftz == 0 && form.q.sat == 0 && form.q.integral == 0;
  return plain && form.width >= 32 &&
         (form.type == form.source || (form.type == Type::f32 && form.source == Type::bf16));
}

/// The bits of a NaN at the top of the fraction of another format.
template <class W>
constexpr W moved_nan(const Format& from, const Format& to, W a) {
  const W sign = ((a >> (from.width - 1U)) & W(1)) << (to.width - 1U);
  const W payload = a & W(from.hidden() - 1);
  const W moved = to.fraction >= from.fraction ? payload << (to.fraction - from.fraction)
                                               : payload >> (from.fraction - to.fraction);
  return sign | W(to.infinity()) | moved;
}

// PTX ISA leaves the NaN of a conversion open. An H200 keeps sign and upper payload to and from f64, quieted; all
// others have one NaN.
template <class W>
constexpr W converted_nan(const Form& form, W a) {
  const W moved = moved_nan(form.source_format, form.format, a);
  if (moves_bits(form)) return moved;
  if (form.format.width != 64 && form.source_format.width != 64) return W(form.format.nan());
  if (form.q.ftz != 0 && form.source_format.width == 32)
    return moved_nan(form.source_format, form.format, W(form.source_format.nan()));
  return moved | W(form.format.quiet());
}

// PTX ISA, cvt: .rni .rzi .rmi .rpi round to an integer in the format of the source; .rn .rz .rm
// .rp round to the destination.
template <class W>
constexpr W convert_floats(const Form& form, W a) {
  const Format& from = form.source_format;
  const W cut = flush_single(form, from, a & W(low_bits(form.source_width)));
  const W x = form.q.integral != 0 ? rounded_in_place(form, cut) : cut;
  const Parts<W> parts = unpack(from, x);
  const W infinite = (parts.sign << (form.format.width - 1U)) | W(form.format.greatest());
  const W number = select(is_infinite(from, x), infinite, pack(form.format, rounding(form), parts));
  const W finite = flush_single(form, form.format, limited(form, number));
  return clamped(form, select(is_nan(from, x), converted_nan(form, x), finite));
}

template <class W>
constexpr W convert(const Form& form, W a) {
  if (form.source_float) return form.is_float ? convert_floats(form, a) : convert_to_integer(form, a);
  return form.is_float ? convert_to_float(form, a) : convert_integers(form, a);
}

// PTX ISA, cvt to a packed type: the value converted from a is stored in the upper half of d, that from b in the lower.
template <class W>
constexpr W convert_to_pair(const Form& form, W a, W b) {
  return (convert_floats(form, a) << form.width) | convert_floats(form, b);
}

// PTX ISA, cvt between packed types: the upper half of a into the upper half of d, the lower into the lower.
template <class W>
constexpr W convert_pair(const Form& form, W a) {
  return convert_to_pair(form, a >> form.source_width, a);
}

// PTX ISA, Alternate Floating-Point Data Formats: .tf32 has the range of .f32 and 10 fraction bits, and stands in the
// upper bits of a .b32 register. The manual leaves its NaN open: with .rna an H200 cuts the bits of a NaN, and
// .satfinite takes one from them as from an infinity's.
template <class W>
constexpr W convert_to_tf32(const Form& form, W a) {
  const unsigned unused = form.width - form.format.width;
  const W d = convert_floats(form, a) << unused;
  if (rounding(form) != Rounding::rna) return d;
  return select(is_nan(form.source_format, a), ((a >> unused) - W(form.q.satfinite)) << unused, d);
}

// PTX ISA, cvt.pack: a and b are limited to the type converted to; d holds b in its lowest bits, then a, then c.
template <class W>
constexpr W convert_and_pack(const Form& form, W a, W b, W c) {
  const W mask(low_bits(form.width));
  const W upper = saturated(form, source_number(form, a), form.source_signed) & mask;
  const W lower = saturated(form, source_number(form, b), form.source_signed) & mask;
  return (c << (2U * form.width)) | (upper << form.width) | lower;
}

}  // namespace semcheck::ptx
