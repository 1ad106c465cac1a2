#pragma once

/// @file
/// What one reading of the rules allows for one case. Compiled by the host compiler and by NVRTC.

#include "core/values/format.h"

namespace semcheck {

enum class OutcomeKind : unsigned char { exactly, any_quiet_nan, any_nan, any_zero, anything };

/// The result patterns that one reading allows: one pattern, or a class of them.
struct Outcome {
  OutcomeKind kind = OutcomeKind::exactly;
  Bits bits = 0;  ///< the pattern, when `kind` is `exactly`
  SEMCHECK_HD friend constexpr bool operator==(const Outcome&, const Outcome&) = default;
};

SEMCHECK_HD constexpr bool allows(const Format& f, const Outcome& outcome, Bits actual) {
  switch (outcome.kind) {
    case OutcomeKind::exactly: return outcome.bits == actual;
    case OutcomeKind::any_quiet_nan: return is_nan(f, actual) && !is_signaling(f, actual);
    case OutcomeKind::any_nan: return is_nan(f, actual);
    case OutcomeKind::any_zero: return is_zero(f, actual);
    case OutcomeKind::anything: return true;
  }
  return false;
}

}  // namespace semcheck
