#pragma once

/// @file
/// The values a rule can take, as enumerations that the reference computes with. Compiled by the host compiler and by
/// NVRTC. The words, texts and applicability of the same values are in rules.h; the order of enumerators is theirs.

#include "core/values/format.h"

namespace semcheck {

/// Exactly one operand is a NaN.
enum class Nan : unsigned char { propagate, ignore, first, second, propagate_unless_dominant, undefined };
/// Which NaN comes out when the result is a NaN.
enum class NanResult : unsigned char { canonical, first, second, operand, selected, any };
/// Signaling NaN operands.
enum class Snan : unsigned char { quiet, verbatim, propagate, either };
/// How +0 and -0 compare.
enum class SignedZero : unsigned char { ordered, equal, either, any };
/// Operands that compare equal and are told apart.
enum class Tie : unsigned char { none, first, second, either, lowest_index, highest_index };
enum class Subnormal : unsigned char { preserve, flush, flush_compare, either };
/// How integer operands compare: as their own type has it, after C's usual arithmetic conversions, as mathematical
/// integers, or with the bits of both read as signed or as unsigned.
enum class Signedness : unsigned char { same, promote, exact, as_signed, as_unsigned };
enum class Infinity : unsigned char { ordered, undefined };
/// What is compared: the operands or their magnitudes.
enum class Abs : unsigned char { none, inputs };
/// The sign of the result when magnitudes are compared.
enum class Sign : unsigned char { value, exclusive_or, larger_magnitude };

/// One deterministic reading of a set of rules: a single value for each. `either`, `operand` and lists have been
/// multiplied out by choices() before the reference sees them. `tie` is `none` unless zeros tie (`equal`) or the
/// comparison flushes subnormals (`flush_compare`, where subnormals of one sign compare equal even if zeros are
/// ordered).
struct Choice {
  Nan nan = Nan::propagate;
  NanResult nan_result = NanResult::canonical;
  Snan snan = Snan::quiet;
  SignedZero signed_zero = SignedZero::ordered;
  Tie tie = Tie::none;
  Subnormal subnormal = Subnormal::preserve;
  Signedness signedness = Signedness::same;
  Infinity infinity = Infinity::ordered;
  Abs abs = Abs::none;
  Sign sign = Sign::value;
  Bits nan_canonical = 0;
  SEMCHECK_HD friend constexpr bool operator==(const Choice&, const Choice&) = default;
};

}  // namespace semcheck
