#include "core/reference/reference.h"
#include "core/reference/root.h"
#include "core/reference/row_parts.h"

namespace semcheck {
namespace {

/// The arithmetic of one reading: rounded to nearest, its NaNs canonical, subnormals as the rules have them.
struct Arithmetic {
  const Format& f;
  const Choice& reading;

  // PTX ISA, .ftz: subnormal inputs and results are flushed to sign-preserving zero. Code whose comparisons flush was
  // compiled like that, so its arithmetic does too.
  Bits in(Bits b) const { return reading.subnormal == Subnormal::preserve ? b : flushed(f, b); }
  // CUDA programming guide, floating-point standard: the result of an operation on NaNs is the canonical one.
  Bits out(const FloatResult& result) const { return is_nan(result) ? reading.nan_canonical : in(result.bits); }

  /// sum + x * x, by the rule fma.contract.
  Bits add_square(Bits sum, Bits x) const {
    const Bits factor = in(x);
    if (reading.contract == Contraction::fused)
      return out(fused_multiply_add(f, Rounding::rn, factor, factor, in(sum)));
    const Bits square = out(multiply(f, Rounding::rn, factor, factor));
    if (is_nan(f, square) || is_nan(f, sum)) return reading.nan_canonical;
    return out(add(f, Rounding::rn, in(sum), square));
  }
};

Bits one(const Format& f) {
  return ((Bits{1} << (f.exponent_bits - 1)) - 1) << f.fraction_bits;
}

}  // namespace

Outcome norm_clip_outcome(const Operation& operation, const Choice& reading, std::span<const Bits> row) {
  const Arithmetic arithmetic{format(operation.dtype), reading};
  const Format& f = arithmetic.f;
  Bits sum = 0;
  for (Bits x : row) sum = arithmetic.add_square(sum, x);
  const Bits norm = arithmetic.out(square_root(f, Rounding::rn, sum));
  const Bits limit = arithmetic.in(operation.constants.front().bits);
  const Bits factor = arithmetic.out(divide(f, Rounding::rn, limit, norm));
  const Operation minimum = operation_over(OperationKind::min, operation.dtype);
  const Bits operands[] = {factor, one(f)};
  return evaluate(minimum, reading, operands);
}

}  // namespace semcheck
