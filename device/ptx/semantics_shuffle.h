#pragma once

#include "device/ptx/domain.h"
#include "device/ptx/form.h"

namespace semcheck::ptx {

// shfl: where a lane takes its value from. `b` is the source lane or offset, `c` the clamp value (bits 0 to 4) and the
// mask of the segment (bits 8 to 12).

// PTX ISA, shfl: minLane = lane & mask.
template <class W>
constexpr W segment_start(W lane, W c) {
  return lane & (c >> 8) & W(31);
}

// PTX ISA, shfl: the lane j of each mode.
template <class W>
constexpr W shuffled_lane(const Form& form, W lane, W b, W c) {
  const W bval = b & W(31);
  switch (static_cast<Exchange>(form.q.exchange)) {
    case Exchange::up: return lane - bval;
    case Exchange::down: return lane + bval;
    case Exchange::butterfly: return lane ^ bval;
    case Exchange::index: return segment_start(lane, c) | (bval & ~(c >> 8));
  }
  return lane;
}

// PTX ISA, shfl: maxLane = (lane & mask) | (cval & ~mask); pval = .up ? j >= maxLane : j <= maxLane.
template <class W>
constexpr auto is_in_range(const Form& form, W lane, W j, W c) {
  const W limit = segment_start(lane, c) | (c & ~(c >> 8) & W(31));
  const bool up = static_cast<Exchange>(form.q.exchange) == Exchange::up;
  return up ? ~slt(j, limit) : ~slt(limit, j);
}

}  // namespace semcheck::ptx
