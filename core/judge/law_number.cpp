#include "core/judge/law_number.h"

#include <algorithm>

namespace semcheck {
namespace {

// IEEE 754-2019 5.11: comparison ignores the sign of zero. The key of -0 lies directly below that of +0.
Bits key(const Format& f, Bits number) {
  const bool minus_zero = is_floating(f) && number == sign_mask(f);
  return order_key(f, number) + (minus_zero ? 1 : 0);
}

}  // namespace

NumberOrder::NumberOrder(Dtype dtype, const Rules& rules) : format_(format(dtype)), zero_(key(format_, 0)) {
  const auto preserve = 1u << static_cast<unsigned>(Subnormal::preserve);
  may_flush_ = is_floating(format_) && (rules[Obligation::subnormal] & ~preserve) != 0;
}

Interval NumberOrder::interval(Bits number) const {
  const Bits place = key(format_, number);
  if (!may_flush_ || !is_subnormal(format_, number)) return {place, place};
  return {std::min(place, zero_), std::max(place, zero_)};
}

}  // namespace semcheck
