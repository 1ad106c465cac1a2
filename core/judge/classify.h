#pragma once

#include "core/judge/suspicion.h"
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

/// Tells which obligation a wrong result breaks, by tests of which the first that holds decides. A rule that the
/// operation does not have becomes `value`.
///
/// max, min, relu:
///  1. `order`       the rules follow totalOrder, and an operand is a NaN or only a zero's sign is wrong
///  2. `nan`         the result is a NaN and none is allowed, or it is a number and only NaNs are allowed
///  3. `snan`        both are NaNs, and another value of `snan` explains the bits, or only the quiet bit is missing
///  4. `nan_sign`, `nan_payload`  both are NaNs, and the rule says something else than to keep it
///  5. `nan_result`  both are NaNs
///  6. `sign`        magnitudes are compared, and only the sign is wrong
///  7. `signed_zero` only a zero's sign is wrong (`tie` where the rules declare zeros equal)
///  8. `tie`         the other of two operands that compare equal came out
///  9. `subnormal`   the result is right for another treatment of subnormals, whatever is done with the sign of zeros
/// 10. `signedness`  integers: the result is right for another order of the operands
/// 11. `value`
///
/// clamp, grad_clip, saturate, by what is limited by what. Of several rules in one line the first that explains the
/// result is the likely one, and a later one is taken if other cases prove that one broken and not the first:
///  1. both are NaNs: 3 to 5; or `clamp.nan_bound`
///  2. x is a NaN: `clamp.nan_bound`, if a bound is one too; `nan`, for a NaN instead of a number or the reverse; 7;
///     `clamp.form`, for the number of another form of maxima and minima; `nan`, for any other number, and
///     `clamp.bounds_reversed`
///  3. a bound is a NaN: 7; `clamp.nan_bound`; `subnormal`; `nan`; `clamp.form`
///  4. the bounds are reversed: `clamp.bounds_reversed`; 7; `subnormal`; `clamp.form`
///  5. otherwise 2, 7 to 9, `clamp.form`, and `subnormal` where it takes both of them
///
/// relu_grad: `grad.nan`, `nan`, `subnormal`, `grad.zero`, whichever explains the result.
/// select: `subnormal`. compare: `subnormal`, `order`, `signedness`, whichever explains the result.
///
/// convert: of a NaN `snan` to `nan_result` as above where a NaN is right and came out, else `convert.stage` where that
/// alone explains the result, else `convert.nan`. `saturation` for a number or an infinity beyond the result's range.
/// Otherwise `subnormal`, `rounding` or `convert.stage`, whichever explains the result.
///
/// fma_relu: a NaN instead of a number or the reverse breaks `fma.contract` where the other contraction explains it,
/// else `nan`, or `fma.post` where the rules ask for .relu and no binary rule of NaNs explains it. Then 3 to 5 and 7
/// (`fma.post` where the rules ask for .relu, to which the binary rules do not apply), `fma.contract` where the other
/// contraction explains the result, `subnormal`, and `rounding` where another direction of rounding does.
///
/// A mismatch of `nan`, `clamp.form` or `clamp.nan_bound` becomes `snan` in judge(), when no case without a signaling
/// operand shows it.
Suspicion suspect(const WrongResult& wrong);

/// The likely obligation of suspect().
Obligation classify(const Operation& operation, const Rules& rules, std::span<const Bits> operands,
                    const Expected& expected, Bits actual);

}  // namespace semcheck
