#pragma once

/// @file
/// The reference for `relu` and `relu_grad`. Compiled by the host compiler and by NVRTC.

#include "core/reference/extremum.h"
#include "core/reference/soft_float.h"

namespace semcheck {

/// slope * x, rounded to nearest, as the rules treat NaNs and subnormals.
SEMCHECK_HD constexpr Bits scaled(const Choice& choice, const Format& f, Bits x, Bits slope) {
  if (!is_floating(f)) return (x * slope) & value_mask(f);
  const FloatResult product = multiply(f, Rounding::rn, operand_seen(choice, f, x), operand_seen(choice, f, slope));
  return operand_seen(choice, f, is_nan(product) ? arithmetic_nan(choice, f, x, slope, 0) : product.bits);
}

/// The outcome of max(x, other), where `other` is +0 or, for the leaky form, what scaled() gives.
// ONNX, Relu: "y = max(0, x)"; LeakyRelu: "f(x) = alpha * x for x < 0, f(x) = x for x >= 0", which for a slope of at
// most 1 is the larger of the two.
SEMCHECK_HD constexpr Outcome relu(const Choice& choice, const Format& f, Bits x, Bits other) {
  return extremum(Extremum::max, choice, f, f, f, x, other);
}

/// What a ReLU gradient sees: whether its mask is a NaN, a zero, above or below zero.
enum class Mask : unsigned char { nan, zero, above, below };

SEMCHECK_HD constexpr Mask mask_of_input(const Choice& choice, const Format& f, Bits x) {
  const Bits seen = seen_by_comparison(choice, f, x);
  if (is_nan(f, seen)) return Mask::nan;
  if (is_zero(f, seen)) return Mask::zero;
  return is_negative(f, seen) ? Mask::below : Mask::above;
}

// The output of the ReLU is never below zero. rule nan decides whether a NaN gets through it.
SEMCHECK_HD constexpr Mask mask_of_output(const Choice& choice, const Format& f, Bits x) {
  const Mask input = mask_of_input(choice, f, x);
  if (input == Mask::below) return Mask::zero;
  const bool dropped = input == Mask::nan && number_wins(Extremum::max, choice, f, true, 0);
  return dropped ? Mask::zero : input;
}

/// The outcome of the gradient z at x: z where the mask lets it pass, else +0.
// rule grad.nan: PyTorch, threshold_backward: "x <= threshold ? 0 : grad", which is grad for a NaN.
// rule grad.zero: TensorFlow, relu_grad: "gradients * (features > 0)", which is 0 at a zero.
SEMCHECK_HD constexpr Outcome relu_grad(const Choice& choice, GradientFrom from, const Format& f, Bits x, Bits z) {
  const bool output = from == GradientFrom::output;
  if (output && is_nan(f, x) && choice.nan == Nan::undefined) return {OutcomeKind::anything, 0};
  const Mask mask = output ? mask_of_output(choice, f, x) : mask_of_input(choice, f, x);
  const bool passes = mask == Mask::above || (mask == Mask::nan && choice.grad_nan == Pass::pass) ||
                      (mask == Mask::zero && choice.grad_zero == Pass::pass);
  return exactly(passes ? operand_seen(choice, f, z) : 0);
}

}  // namespace semcheck
