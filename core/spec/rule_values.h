#pragma once

/// @file
/// The values that rules and attributes of operations can take, as enumerations that the reference computes with.
/// Compiled by the host compiler and by NVRTC. The words, texts and applicability of the same values are in rules.h;
/// the order of enumerators is theirs.

#include "core/values/format.h"

namespace semcheck {

/// What is computed.
enum class OperationKind : unsigned char {
  // element by element
  max,
  min,
  relu,
  relu_grad,
  clamp,
  grad_clip,
  saturate,
  select,
  compare,
  convert,
  fma_relu,
  // across the elements of a row
  reduce_max,
  reduce_min,
  argmax,
  argmin,
  softmax_max,
  norm_clip,
};

/// Whether the result is the least of something, and not the greatest.
SEMCHECK_HD constexpr bool is_minimum(OperationKind kind) {
  return kind == OperationKind::min || kind == OperationKind::reduce_min || kind == OperationKind::argmin;
}

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

/// By what order operands compare: as numbers, or by IEEE 754-2019 totalOrder, where every pattern has its place.
enum class Order : unsigned char { ieee, total };
/// The sign of a NaN result: that of the NaN that nan_result names, either one, or positive.
enum class NanSign : unsigned char { keep, any, positive };
/// The payload of a NaN result: that of the NaN that nan_result names, or left open (but canonical if every NaN operand
/// is).
enum class NanPayload : unsigned char { keep, canonical_if_inputs_canonical, any };

/// How a clamp is composed. `sat01` is PTX's .sat: to [+0, 1] with NaN to +0.
enum class ClampForm : unsigned char { min_of_max, max_of_min, select_lo_first, sat01 };
/// The result of a clamp whose lower bound is above its upper bound.
enum class BoundsReversed : unsigned char { rule, hi, lo, undefined, error };
/// The result of a clamp with a bound that is a NaN.
enum class NanBound : unsigned char { rule, propagate, ignore, undefined, error };

/// In which orders and associations a reduction may combine its elements.
enum class ReduceOrder : unsigned char { sequential, tree, any };
/// The value a reduction starts from. For a minimum the mirror image: +inf, the largest finite number.
enum class Identity : unsigned char { infinity, lowest, first, nan };
/// Whether the identity takes part in the result of a reduction that has elements.
enum class InitParticipates : unsigned char { no, yes };
/// The result of a reduction without elements.
enum class Empty : unsigned char { identity, error, nan };
/// Which of several equal extrema an index reduction returns.
enum class IndexTie : unsigned char { lowest_index, highest_index, either };
/// What NaN elements do to an index reduction.
enum class IndexNan : unsigned char { first_nan, ignore, order_dependent };
/// What stands for a row maximum of -inf when it is subtracted from the row.
enum class SoftmaxGuard : unsigned char { none, zero };

/// Rounding directions under their PTX names: to nearest with ties to even, towards zero, towards minus infinity,
/// towards plus infinity, to nearest with ties away from zero.
enum class Rounding : unsigned char { rn, rz, rm, rp, rna };
/// What becomes of a number beyond the largest of the destination. A floating destination knows `saturate` (to the
/// largest finite number), `infinity` and `nan`; an integer destination knows `saturate`, `wrap` (modulo 2^width),
/// and `indefinite` (what x86 stores). `undefined` leaves it open.
enum class Overflow : unsigned char { saturate, wrap, infinity, nan, indefinite, undefined };
/// What a NaN becomes in a conversion: integers know `zero`, `min`, `max`, `top_bit` and `undefined`, floating numbers
/// `nan`, `max_finite` and `undefined`.
enum class ConvertNan : unsigned char { zero, min, max, top_bit, nan, max_finite, undefined };
/// The steps of a conversion: one; a clamp in the source type and then one; a conversion to s32 and then a clamp, or
/// then a narrowing.
enum class Stage : unsigned char { native, clamp_then_convert, convert_then_clamp, through_s32 };

/// Whether x * z + w is rounded once or twice.
enum class Contraction : unsigned char { fused, separate, either };
/// What follows a multiply-add: max(y, +0) under the binary rules, or PTX's .relu.
enum class Post : unsigned char { max, relu };
/// Whether a ReLU gradient lets its operand pass where the input is a NaN, and where it is a zero.
enum class Pass : unsigned char { zero, pass };

/// What a comparison asks. The first six are false where an operand is a NaN, those with a u true; `num` asks whether
/// neither operand is one, `nan` whether one of them is.
enum class Relation : unsigned char { eq, ne, lt, le, gt, ge, equ, neu, ltu, leu, gtu, geu, num, nan };
/// What a ReLU gradient looks at: the input of the ReLU or its output.
enum class GradientFrom : unsigned char { input, output };

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
  Order order = Order::ieee;
  NanSign nan_sign = NanSign::keep;
  NanPayload nan_payload = NanPayload::keep;
  ClampForm clamp_form = ClampForm::min_of_max;
  BoundsReversed bounds_reversed = BoundsReversed::rule;
  NanBound nan_bound = NanBound::rule;
  ReduceOrder reduce_order = ReduceOrder::sequential;
  Identity identity = Identity::infinity;
  InitParticipates init_participates = InitParticipates::no;
  Empty empty = Empty::identity;
  IndexTie index_tie = IndexTie::lowest_index;
  IndexNan index_nan = IndexNan::first_nan;
  SoftmaxGuard softmax_guard = SoftmaxGuard::none;
  Rounding round = Rounding::rn;
  Overflow overflow = Overflow::saturate;
  ConvertNan convert_nan = ConvertNan::zero;
  Stage stage = Stage::native;
  Contraction contract = Contraction::fused;
  Post post = Post::max;
  Pass grad_nan = Pass::zero;
  Pass grad_zero = Pass::zero;
  Bits nan_canonical = 0;
  SEMCHECK_HD friend constexpr bool operator==(const Choice&, const Choice&) = default;
};

}  // namespace semcheck
