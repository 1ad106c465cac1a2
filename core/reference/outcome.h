#pragma once

/// @file
/// What one reading of the rules allows for one case. Compiled by the host compiler and by NVRTC.

#include "core/values/format.h"

namespace semcheck {

enum class OutcomeKind : unsigned char {
  exactly,
  either_sign,        ///< the pattern with its own sign bit or the other one
  any_quiet_nan,      ///< of either sign
  quiet_nan_of_sign,  ///< any quiet NaN that has the pattern's sign bit
  any_nan,            ///< of either sign, quiet or signaling
  nan_of_sign,        ///< any NaN that has the pattern's sign bit
  any_zero,
  anything
};

/// The result patterns that one reading allows: one pattern, or a class of them.
struct Outcome {
  OutcomeKind kind = OutcomeKind::exactly;
  Bits bits = 0;  ///< the pattern of `exactly` and `either_sign`, the sign bit of a class of NaNs of one sign, else 0
  SEMCHECK_HD friend constexpr bool operator==(const Outcome&, const Outcome&) = default;
};

SEMCHECK_HD constexpr Outcome exactly(Bits bits) {
  return {OutcomeKind::exactly, bits};
}

SEMCHECK_HD constexpr bool allows(const Format& f, const Outcome& outcome, Bits actual) {
  const bool same_sign = ((outcome.bits ^ actual) & sign_mask(f)) == 0;
  switch (outcome.kind) {
    case OutcomeKind::exactly: return is_same(f, outcome.bits, actual);
    case OutcomeKind::either_sign: return is_same(f, magnitude(f, outcome.bits), magnitude(f, actual));
    case OutcomeKind::any_quiet_nan: return is_nan(f, actual) && !is_signaling(f, actual);
    case OutcomeKind::quiet_nan_of_sign: return is_nan(f, actual) && !is_signaling(f, actual) && same_sign;
    case OutcomeKind::any_nan: return is_nan(f, actual);
    case OutcomeKind::nan_of_sign: return is_nan(f, actual) && same_sign;
    case OutcomeKind::any_zero: return is_zero(f, actual);
    case OutcomeKind::anything: return true;
  }
  return false;
}

/// Whether the outcome is a NaN, or a class of nothing but NaNs.
SEMCHECK_HD constexpr bool is_nan(const Format& f, const Outcome& outcome) {
  switch (outcome.kind) {
    case OutcomeKind::exactly:
    case OutcomeKind::either_sign: return is_nan(f, outcome.bits);
    case OutcomeKind::any_zero:
    case OutcomeKind::anything: return false;
    default: return true;
  }
}

}  // namespace semcheck
