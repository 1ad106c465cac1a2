#pragma once

/// @file
/// What a wrong result may break. Compiled by the host compiler and by NVRTC.

#include "core/spec/obligation.h"

namespace semcheck {

/// The obligation that a wrong result breaks. `otherwise` is another one that explains this case as well, or the same;
/// `third` is yet another one, or `value`.
struct Suspicion {
  Obligation likely = Obligation::value;
  Obligation otherwise = Obligation::value;
  Obligation third = Obligation::value;

  SEMCHECK_HD constexpr bool certain() const { return likely == otherwise; }
  SEMCHECK_HD friend constexpr bool operator==(const Suspicion&, const Suspicion&) = default;
};

SEMCHECK_HD constexpr Suspicion certainly(Obligation obligation) {
  return {obligation, obligation};
}

/// A suspicion, and whether an operand is a signaling NaN, as one number other than 0: what a sweep counts by.
using SuspicionKey = unsigned int;

SEMCHECK_HD constexpr SuspicionKey key_of(const Suspicion& suspicion, bool signaling) {
  return 1u << 31 | (signaling ? 1u << 24 : 0u) | static_cast<unsigned>(suspicion.likely) << 16 |
         static_cast<unsigned>(suspicion.otherwise) << 8 | static_cast<unsigned>(suspicion.third);
}
SEMCHECK_HD constexpr Suspicion suspicion_of(SuspicionKey key) {
  return {static_cast<Obligation>(key >> 16 & 0xff), static_cast<Obligation>(key >> 8 & 0xff),
          static_cast<Obligation>(key & 0xff)};
}
SEMCHECK_HD constexpr bool has_signaling_operand(SuspicionKey key) {
  return (key >> 24 & 1) != 0;
}

}  // namespace semcheck
