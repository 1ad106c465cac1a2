#pragma once

/// @file
/// Which rule a wrong result breaks, one function for each family of operations; classify.h is their front and tells
/// what each of them looks for.

#include "core/judge/classify.h"

namespace semcheck {

/// max, min and relu.
Suspicion suspect_extremum(const WrongResult& wrong);
/// The rules of NaNs, zeros and subnormals, over a floating result that comes from maxima and minima.
Suspicion suspect_floating(const WrongResult& wrong);
/// The rules that fix a NaN's bits, where a NaN came out and another one is right.
Suspicion suspect_nan_bits(const WrongResult& wrong);
/// True when the result is a NaN and none is allowed, or a number and only NaNs are.
bool nan_for_number(const WrongResult& wrong);
/// True when one of the allowed results is the other zero.
bool only_zero_sign_is_wrong(const WrongResult& wrong);

/// clamp, grad_clip and saturate.
Suspicion suspect_clamp(const WrongResult& wrong);
Suspicion suspect_relu_grad(const WrongResult& wrong);
Suspicion suspect_select(const WrongResult& wrong);
Suspicion suspect_compare(const WrongResult& wrong);
Suspicion suspect_convert(const WrongResult& wrong);
Suspicion suspect_fma_relu(const WrongResult& wrong);
/// Every operation over rows.
Suspicion suspect_row(const WrongResult& wrong);

}  // namespace semcheck
