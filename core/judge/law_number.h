#pragma once

/// @file
/// How the laws see numbers and results. Compiled by the host compiler and by NVRTC.

#include "core/values/format.h"

namespace semcheck {

/// The places of a number in numerical order: one, or two where it may also count as flushed.
struct Interval {
  Bits low = 0;
  Bits high = 0;
};

/// Whether a number may lie below another, or where it does.
SEMCHECK_HD constexpr bool in_order(const Interval& a, const Interval& b) {
  return a.low <= b.high;
}

/// Numbers ordered by value with -0 equal to +0, and flushed where the rules allow it.
struct NumberOrder {
  Format format;
  bool may_flush = false;

  SEMCHECK_HD constexpr bool is_number(Bits b) const { return !is_nan(format, b); }
  SEMCHECK_HD constexpr Bits seen(Bits b) const { return may_flush ? flushed(format, b) : b; }
  SEMCHECK_HD constexpr Interval interval(Bits number) const {
    const Bits place = key(number);
    if (!may_flush || !is_subnormal(format, number)) return {place, place};
    const Bits zero = key(0);
    return place < zero ? Interval{place, zero} : Interval{zero, place};
  }
  /// Where a result lies: a NaN nowhere.
  SEMCHECK_HD constexpr Interval interval_of_result(Bits result) const {
    return is_number(result) ? interval(result) : Interval{~Bits{0}, 0};
  }

 private:
  // IEEE 754-2019 5.11: comparison ignores the sign of zero. The key of -0 lies directly below that of +0.
  SEMCHECK_HD constexpr Bits key(Bits number) const {
    const bool minus_zero = is_floating(format) && number == sign_mask(format);
    return order_key(format, number) + (minus_zero ? 1 : 0);
  }
};

/// What the laws of an operation on two operands of one dtype depend on.
struct LawContext {
  NumberOrder order;
  bool is_minimum = false;
  bool nan_bits_fixed = false;  ///< the rules say by value which NaN a result is
};

/// Whether two results are the same to a law.
SEMCHECK_HD constexpr bool are_same(const LawContext& context, Bits a, Bits b) {
  return a == b || (!context.nan_bits_fixed && !context.order.is_number(a) && !context.order.is_number(b));
}

/// Whether a result is the operand itself, or may be so flushed.
SEMCHECK_HD constexpr bool is_itself(const LawContext& context, Bits operand, Bits result) {
  return are_same(context, result, operand) || result == context.order.seen(operand);
}

/// The number that absorbs every operand: the greatest of max, the least of min.
SEMCHECK_HD constexpr Bits absorbing_element(const Format& f, bool is_minimum) {
  const bool max = !is_minimum;
  switch (f.kind) {
    case NumberKind::floating: return largest_magnitude(f) | (max ? 0 : sign_mask(f));
    case NumberKind::signed_integer: return max ? magnitude_mask(f) : sign_mask(f);
    case NumberKind::unsigned_integer: return max ? value_mask(f) : 0;
  }
  return 0;
}

/// Whether a result of two numbers is not below them (max) or not above them (min), and within their range.
SEMCHECK_HD constexpr bool is_bounded(const LawContext& context, Bits x, Bits z, Bits result) {
  if (!context.order.is_number(result)) return false;
  const Interval a = context.order.interval(x), b = context.order.interval(z);
  const Interval r = context.order.interval(result);
  const bool low_of_a = (a.low > b.low) != context.is_minimum, high_of_a = (a.high > b.high) != context.is_minimum;
  return r.high >= (low_of_a ? a.low : b.low) && r.low <= (high_of_a ? a.high : b.high);
}

}  // namespace semcheck
