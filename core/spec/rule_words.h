#pragma once

/// @file
/// The values of every rule as specs write them, in the order of the enumerations of rule_values.h.

#include <array>

#include "core/spec/rules.h"

namespace semcheck {

template <class Value>
constexpr RuleValue word(Value value, std::string_view name, std::string_view summary) {
  return {static_cast<std::size_t>(value), name, summary};
}

// clang-format off
inline constexpr std::array kNanValues = {
    word(Nan::propagate,                 "propagate",                 "the result is a NaN"),
    word(Nan::ignore,                    "ignore",                    "the result is the other operand, the number"),
    word(Nan::first,                     "first",                     "the result is the first operand, whatever it is"),
    word(Nan::second,                    "second",                    "the result is the second operand, whatever it is"),
    word(Nan::propagate_unless_dominant, "propagate_unless_dominant", "a NaN, unless the other operand is +inf (max) or -inf (min), which wins"),
    word(Nan::undefined,                 "undefined",                 "any result is allowed; reported as unchecked"),
};
inline constexpr std::array kNanResultValues = {
    word(NanResult::canonical, "canonical", "the pattern of nan_canonical"),
    word(NanResult::first,     "first",     "the first operand if it is a NaN, else the second"),
    word(NanResult::second,    "second",    "the second operand if it is a NaN, else the first"),
    word(NanResult::operand,   "operand",   "one of the operands that are NaNs, it is not said which"),
    word(NanResult::selected,  "selected",  "the operand that nan = \"first\" or \"second\" picks"),
    word(NanResult::any,       "any",       "any NaN"),
};
inline constexpr std::array kSnanValues = {
    word(Snan::quiet,     "quiet",     "is treated as a quiet NaN, and no result is signaling"),
    word(Snan::verbatim,  "verbatim",  "is treated as a quiet NaN, its bits copied: the result may be signaling"),
    word(Snan::propagate, "propagate", "makes the result a quiet NaN, even where nan = \"ignore\""),
    word(Snan::either,    "either",    "quiet or propagate"),
};
inline constexpr std::array kSignedZeroValues = {
    word(SignedZero::ordered, "ordered", "-0 is less than +0"),
    word(SignedZero::equal,   "equal",   "they compare equal, and tie decides"),
    word(SignedZero::either,  "either",  "one of the two operands, it is not said which"),
    word(SignedZero::any,     "any",     "a zero of either sign, even one that no operand has"),
};
inline constexpr std::array kTieValues = {
    word(Tie::none,          "none",          "operands that compare equal are the same: nothing to decide"),
    word(Tie::first,         "first",         "the first operand"),
    word(Tie::second,        "second",        "the second operand"),
    word(Tie::either,        "either",        "one of the two operands, it is not said which"),
    word(Tie::lowest_index,  "lowest_index",  "the element with the lowest index (operations that return an index)"),
    word(Tie::highest_index, "highest_index", "the element with the highest index (operations that return an index)"),
};
inline constexpr std::array kSubnormalValues = {
    word(Subnormal::preserve,      "preserve",      "are numbers like all others"),
    word(Subnormal::flush,         "flush",         "operands and result become a zero of the same sign"),
    word(Subnormal::flush_compare, "flush_compare", "are compared as zeros; the chosen operand is returned as it was"),
    word(Subnormal::either,        "either",        "preserve, flush or flush_compare"),
};
inline constexpr std::array kSignednessValues = {
    word(Signedness::same,        "same",     "operands have one type and compare as it says; also written n/a"),
    word(Signedness::promote,     "promote",  "after C's usual arithmetic conversions: (int, unsigned) compares as unsigned"),
    word(Signedness::exact,       "exact",    "by the mathematical value of each operand's own type"),
    word(Signedness::as_signed,   "signed",   "the bits of both operands are read as signed"),
    word(Signedness::as_unsigned, "unsigned", "the bits of both operands are read as unsigned"),
};
inline constexpr std::array kInfinityValues = {
    word(Infinity::ordered,   "ordered",   "above and below every number"),
    word(Infinity::undefined, "undefined", "any result is allowed when an operand is infinite; reported as unchecked"),
};
inline constexpr std::array kAbsValues = {
    word(Abs::none,   "none",   "the operands"),
    word(Abs::inputs, "inputs", "the magnitudes of the operands"),
};
inline constexpr std::array kSignValues = {
    word(Sign::value,            "value",            "that of the value found"),
    word(Sign::exclusive_or,     "xor",              "the signs of both operands, multiplied"),
    word(Sign::larger_magnitude, "larger_magnitude", "that of the operand chosen by magnitude; equal magnitudes compare as values"),
};
inline constexpr std::array kOrderValues = {
    word(Order::ieee,  "ieee",  "numbers by value; NaNs go by nan, zeros by signed_zero"),
    word(Order::total, "total", "every pattern has its place: -NaN < -inf < … < -0 < +0 < … < +inf < +NaN, payloads in order"),
};
inline constexpr std::array kNanSignValues = {
    word(NanSign::keep,     "keep",     "that of the NaN that nan_result names"),
    word(NanSign::any,      "any",      "either"),
    word(NanSign::positive, "positive", "positive"),
};
inline constexpr std::array kNanPayloadValues = {
    word(NanPayload::keep,                          "keep",                          "that of the NaN that nan_result names"),
    word(NanPayload::canonical_if_inputs_canonical, "canonical_if_inputs_canonical", "that of nan_canonical if every NaN operand has it, else any quiet one"),
    word(NanPayload::any,                           "any",                           "any quiet one"),
};
inline constexpr std::array kClampFormValues = {
    word(ClampForm::min_of_max,      "min_of_max",      "min(max(x, lower), upper)"),
    word(ClampForm::max_of_min,      "max_of_min",      "max(min(x, upper), lower)"),
    word(ClampForm::select_lo_first, "select_lo_first", "x < lower ? lower : upper < x ? upper : x"),
    word(ClampForm::sat01,           "sat01",           "PTX .sat: to [+0, 1], NaN and -0 to +0"),
};
inline constexpr std::array kBoundsReversedValues = {
    word(BoundsReversed::rule,      "rule",      "whatever the form gives"),
    word(BoundsReversed::hi,        "hi",        "the upper bound"),
    word(BoundsReversed::lo,        "lo",        "the lower bound"),
    word(BoundsReversed::undefined, "undefined", "any result is allowed; reported as unchecked"),
    word(BoundsReversed::error,     "error",     "forbidden: the spec's bounds must not be, and such operands are unchecked"),
};
inline constexpr std::array kNanBoundValues = {
    word(NanBound::rule,      "rule",      "whatever the form gives"),
    word(NanBound::propagate, "propagate", "a NaN, by nan_result"),
    word(NanBound::ignore,    "ignore",    "as if that bound were not there"),
    word(NanBound::undefined, "undefined", "any result is allowed; reported as unchecked"),
    word(NanBound::error,     "error",     "forbidden: the spec's bounds must not be, and such operands are unchecked"),
};
inline constexpr std::array kReduceOrderValues = {
    word(ReduceOrder::sequential, "sequential", "from the first to the last"),
    word(ReduceOrder::tree,       "tree",       "neighbours in any association: every tree over the elements in their order"),
    word(ReduceOrder::any,        "any",        "any order and any association"),
};
inline constexpr std::array kIdentityValues = {
    word(Identity::infinity, "-inf",   "-inf, or the least integer (+inf and the greatest for a minimum)"),
    word(Identity::lowest,   "lowest", "the least finite number (the greatest for a minimum)"),
    word(Identity::first,    "first",  "the first element"),
    word(Identity::nan,      "nan",    "a NaN, the pattern of nan_canonical"),
};
inline constexpr std::array kInitParticipatesValues = {
    word(InitParticipates::no,  "false", "only an empty row shows it"),
    word(InitParticipates::yes, "true",  "it is combined with the elements, at least once"),
};
inline constexpr std::array kEmptyValues = {
    word(Empty::identity, "identity", "the value of reduce.identity"),
    word(Empty::error,    "error",    "forbidden: such a row is unchecked"),
    word(Empty::nan,      "nan",      "a NaN, the pattern of nan_canonical"),
};
inline constexpr std::array kIndexTieValues = {
    word(IndexTie::lowest_index,  "lowest_index",  "the first of them"),
    word(IndexTie::highest_index, "highest_index", "the last of them"),
    word(IndexTie::either,        "either",        "any of them"),
};
inline constexpr std::array kIndexNanValues = {
    word(IndexNan::first_nan,       "first_nan",       "the index of the first one (the last with tie = \"highest_index\")"),
    word(IndexNan::ignore,          "ignore",          "they are passed over; among nothing but NaNs any index goes"),
    word(IndexNan::order_dependent, "order_dependent", "a comparison with one is false, so that the order decides"),
};
inline constexpr std::array kSoftmaxGuardValues = {
    word(SoftmaxGuard::none, "none", "-inf"),
    word(SoftmaxGuard::zero, "zero", "+0"),
};
inline constexpr std::array kRoundValues = {
    word(Rounding::rn,  "rn",  "to nearest, ties to even"),
    word(Rounding::rz,  "rz",  "towards zero"),
    word(Rounding::rm,  "rm",  "towards minus infinity"),
    word(Rounding::rp,  "rp",  "towards plus infinity"),
    word(Rounding::rna, "rna", "to nearest, ties away from zero"),
};
inline constexpr std::array kOverflowValues = {
    word(Overflow::saturate,   "saturate",   "the result's nearest finite number, for infinities too"),
    word(Overflow::wrap,       "wrap",       "modulo 2^width (integers)"),
    word(Overflow::infinity,   "inf",        "an infinity of the same sign (floating results that have one)"),
    word(Overflow::nan,        "nan",        "a NaN of the same sign (floating results)"),
    word(Overflow::indefinite, "indefinite", "what x86 stores: the least signed integer, the greatest unsigned one"),
    word(Overflow::undefined,  "undefined",  "any result is allowed; reported as unchecked"),
};
inline constexpr std::array kConvertNanValues = {
    word(ConvertNan::zero,       "zero",       "zero"),
    word(ConvertNan::min,        "min",        "the least integer"),
    word(ConvertNan::max,        "max",        "the greatest integer"),
    word(ConvertNan::top_bit,    "top_bit",    "the pattern with only the top bit set, of unsigned integers too"),
    word(ConvertNan::nan,        "nan",        "a NaN, by nan_result and snan (floating results)"),
    word(ConvertNan::max_finite, "max_finite", "the greatest finite number, positive (floating results)"),
    word(ConvertNan::undefined,  "undefined",  "any result is allowed; reported as unchecked"),
};
inline constexpr std::array kStageValues = {
    word(Stage::native,             "native",             "in one step"),
    word(Stage::clamp_then_convert, "clamp_then_convert", "clamped to the result's range by max and min that ignore NaNs, then converted: NaN becomes the least integer"),
    word(Stage::convert_then_clamp, "convert_then_clamp", "converted to s32 with saturation (NaN by convert.nan), then clamped"),
    word(Stage::through_s32,        "through_s32",        "converted to s32 with saturation (NaN by convert.nan), then narrowed by convert.overflow"),
};
inline constexpr std::array kContractValues = {
    word(Contraction::fused,    "fused",    "rounded once, after the sum"),
    word(Contraction::separate, "separate", "rounded after the product and after the sum"),
    word(Contraction::either,   "either",   "fused or separate"),
};
inline constexpr std::array kPostValues = {
    word(Post::max,  "max",  "max(y, +0) by the binary rules"),
    word(Post::relu, "relu", "PTX .relu: negative numbers and -0 become +0, a NaN the canonical one"),
};
inline constexpr std::array kGradNanValues = {
    word(Pass::zero, "zero", "the result is +0"),
    word(Pass::pass, "pass", "the result is z"),
};
inline constexpr std::array kGradZeroValues = {
    word(Pass::zero, "zero", "the result is +0"),
    word(Pass::pass, "pass", "the result is z"),
};
// clang-format on

}  // namespace semcheck
