#pragma once

#include "core/spec/spec.h"

namespace semcheck {

/// The places of a number in numerical order: one, or two where it may also count as flushed.
struct Interval {
  Bits low = 0;
  Bits high = 0;
};

/// How the laws see numbers: ordered by value with -0 equal to +0, and flushed where the rules allow it.
class NumberOrder {
 public:
  NumberOrder(Dtype dtype, const Rules& rules);

  bool is_number(Bits b) const { return !is_nan(format_, b); }
  Bits seen(Bits b) const { return may_flush_ ? flushed(format_, b) : b; }
  Interval interval(Bits number) const;

 private:
  const Format& format_;
  Bits zero_;
  bool may_flush_ = false;
};

}  // namespace semcheck
