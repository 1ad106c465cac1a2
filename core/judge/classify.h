#pragma once

#include "core/reference/reference.h"

namespace semcheck {

/// A result that the rules do not allow.
struct WrongResult {
  const Operation& operation;
  const Rules& rules;
  std::span<const Choice> readings;  ///< of the rules
  std::span<const Bits> operands;
  const Expected& expected;
  Bits actual = 0;
};

/// The obligation that a wrong result breaks. `otherwise` is another one that explains this case as well, or the same.
struct Suspicion {
  Obligation likely = Obligation::value;
  Obligation otherwise = Obligation::value;

  bool certain() const { return likely == otherwise; }
};

/// Tells which obligation a wrong result breaks. The tests, in this order; the first that holds decides:
///  1. `nan`         the result is a NaN and none is allowed, or it is a number and only NaNs are allowed
///  2. `snan`        both are NaNs, and another value of `snan` explains the bits, or only the quiet bit is missing
///  3. `nan_result`  both are NaNs
///  4. `sign`        magnitudes are compared, and only the sign is wrong
///  5. `signed_zero` only a zero's sign is wrong (`tie` where the rules declare zeros equal)
///  6. `tie`         the other of two operands that compare equal came out
///  7. `subnormal`   the result is right for another treatment of subnormals, whatever is done with the sign of zeros
///  8. `signedness`  integers: the result is right for another order of the operands
///  9. `value`
/// A `nan` mismatch becomes `snan` in judge(), when no case without a signaling operand shows it.
Suspicion suspect(const WrongResult& wrong);

/// The likely obligation of suspect().
Obligation classify(const Operation& operation, const Rules& rules, std::span<const Bits> operands,
                    const Expected& expected, Bits actual);

}  // namespace semcheck
