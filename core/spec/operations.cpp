#include "core/spec/operations.h"

#include <algorithm>
#include <array>

namespace semcheck {
namespace {

using enum Dtype;
using O = Obligation;

/// What CUDA orders in hardware.
constexpr std::array kOrdered = {f64, f32, f16, bf16, s8, u8, s16, u16, s32, u32, s64, u64};
constexpr std::array kFloatingOrdered = {f64, f32, f16, bf16};
constexpr std::array kAll = {f64, f32, f16, bf16, e4m3, e5m2, s8, u8, s16, u16, s32, u32, s64, u64};

constexpr std::array<std::string_view, 3> kThree = {"x", "z", "w"};
constexpr std::array<std::string_view, 1> kOne = {"x"};
constexpr std::array<std::string_view, 2> kTwo = {"x", "z"};
constexpr std::array<std::string_view, 3> kBounded = {"x", "lower", "upper"};
constexpr std::array<std::string_view, 2> kLimited = {"x", "limit"};

constexpr std::array kExtremumRules = {O::nan,       O::nan_result, O::snan,       O::signed_zero, O::tie,
                                       O::subnormal, O::signedness, O::infinity,   O::abs,         O::sign,
                                       O::order,     O::nan_sign,   O::nan_payload};
constexpr std::array kReluRules = {O::nan, O::nan_result, O::snan, O::signed_zero, O::tie, O::subnormal};
constexpr std::array kReluGradRules = {O::nan, O::subnormal, O::grad_nan, O::grad_zero};
constexpr std::array kClampRules = {O::nan,
                                    O::nan_result,
                                    O::snan,
                                    O::signed_zero,
                                    O::tie,
                                    O::subnormal,
                                    O::clamp_form,
                                    O::clamp_bounds_reversed,
                                    O::clamp_nan_bound};
constexpr std::array kSaturateRules = {O::nan, O::nan_result, O::snan,      O::signed_zero,
                                       O::tie, O::subnormal,  O::clamp_form};
constexpr std::array kSelectRules = {O::subnormal};
constexpr std::array kCompareRules = {O::subnormal, O::signedness, O::order};
constexpr std::array kConvertRules = {O::nan_result,    O::snan,          O::subnormal,        O::nan_sign,
                                      O::nan_payload,   O::convert_round, O::convert_overflow, O::convert_nan,
                                      O::convert_stage, O::saturation,    O::rounding};
constexpr std::array kFmaReluRules = {O::nan,       O::nan_result,   O::snan,     O::signed_zero, O::tie,
                                      O::subnormal, O::fma_contract, O::fma_post, O::rounding};
constexpr std::array kReduceRules = {
    O::nan,         O::nan_result, O::snan,         O::signed_zero,     O::tie,
    O::subnormal,   O::order,      O::reduce_order, O::reduce_identity, O::reduce_init_participates,
    O::reduce_empty};
constexpr std::array kIndexRules = {O::signed_zero, O::subnormal,  O::reduce_order,
                                    O::argmax_tie,  O::argmax_nan, O::index};
constexpr std::array kSoftmaxRules = {O::nan,
                                      O::nan_result,
                                      O::snan,
                                      O::signed_zero,
                                      O::tie,
                                      O::subnormal,
                                      O::reduce_order,
                                      O::reduce_identity,
                                      O::reduce_init_participates,
                                      O::reduce_empty,
                                      O::softmax_guard};
constexpr std::array kNormClipRules = {O::nan, O::nan_result, O::snan,        O::signed_zero,
                                       O::tie, O::subnormal,  O::fma_contract};

constexpr std::array kExtremumLaws = {O::commutative, O::associative, O::idempotent,
                                      O::absorbing,   O::monotone,    O::bounded};
constexpr std::array kRowLaws = {O::bounded, O::permutation_invariant};
constexpr std::span<const Obligation> kNoLaws;

constexpr std::array<std::string_view, 1> kOfX = {"x"}, kOfStep = {""};
constexpr std::array<std::string_view, 2> kOfXZ = {"x", "z"}, kOfStepZ = {"", "z"}, kOfStepW = {"", "w"},
                                          kOfXLower = {"x", "lower"}, kOfStepUpper = {"", "upper"},
                                          kOfXLimit = {"x", "limit"}, kOfStepLimit = {"", "limit"};
constexpr std::array<std::string_view, 3> kOfXZW = {"x", "z", "w"};

constexpr std::array<Step, 2> kExtremumSteps = {kOfXZ, kOfStepW};
constexpr std::array<Step, 2> kReluGradSteps = {kOfX, kOfStepZ};
constexpr std::array<Step, 2> kClampSteps = {kOfXLower, kOfStepUpper};
constexpr std::array<Step, 2> kGradClipSteps = {kOfXLimit, kOfStepLimit};
constexpr std::array<Step, 2> kSaturateSteps = {kOfX, kOfStep};
constexpr std::array<Step, 2> kFmaReluSteps = {kOfXZW, kOfStep};

// clang-format off
constexpr std::array kOperations = {
    OperationRow{OperationKind::max, "max", Shape::elementwise, kThree, 2, ResultType::same, kOrdered, kExtremumRules, kExtremumLaws,
        "the larger of two or three operands",
        "y = max(x, z), or max(max(x, z), w) with arity = 3. Every rule of the binary vocabulary applies: what a NaN operand does,\n"
        "which NaN comes out, how +0 and -0 compare, what happens to subnormals, and for integers whether the operands are\n"
        "compared as signed or unsigned.\n"
        "\n"
        "example: fmaxf(x, z), x >= z ? x : z and max.NaN.f32 are three maxima that agree on ordinary numbers only.",
        kExtremumSteps},
    OperationRow{OperationKind::min, "min", Shape::elementwise, kThree, 2, ResultType::same, kOrdered, kExtremumRules, kExtremumLaws,
        "the smaller of two or three operands",
        "y = min(x, z), or min(min(x, z), w) with arity = 3. The mirror image of max: the same rules, with the order of numbers\n"
        "reversed (-0 below +0).\n"
        "\n"
        "example: fminf(+0, -0) is -0; x <= z ? x : z returns +0, its first operand.",
        kExtremumSteps},
    OperationRow{OperationKind::relu, "relu", Shape::elementwise, kOne, 1, ResultType::same, kOrdered, kReluRules, kNoLaws,
        "the larger of an operand and zero, or of an operand and a fraction of it",
        "y = max(x, +0) under the binary rules, with +0 as the second operand. With `slope` in [operation] it is the leaky form:\n"
        "max(x, slope * x), the product rounded to nearest. A relu6 is a clamp with lower = \"0\" and upper = \"6\".\n"
        "\n"
        "example: fmaxf(x, 0) turns NaN into +0, x < 0 ? 0 : x keeps it; at -0 the first gives +0, the second -0."},
    OperationRow{OperationKind::relu_grad, "relu_grad", Shape::elementwise, kTwo, 2, ResultType::same, kFloatingOrdered, kReluGradRules, kNoLaws,
        "the gradient of a ReLU: the operand z where the ReLU let x pass, else zero",
        "y = z where the mask is above zero, +0 where it is below. The mask is the input x (from = \"input\" in [operation]) or\n"
        "the output relu(x) (from = \"output\"), whose NaNs follow the rule nan. [grad] nan and zero say what a mask that is a\n"
        "NaN or a zero does.\n"
        "\n"
        "example: for x = NaN, x <= 0 ? 0 : z lets z pass; the same on the output of fmaxf(x, 0), which is +0, does not.",
        kReluGradSteps},
    OperationRow{OperationKind::clamp, "clamp", Shape::elementwise, kBounded, 3, ResultType::same, kOrdered, kClampRules, kNoLaws,
        "an operand limited from below and from above",
        "y = clamp(x, lower, upper). [clamp] form says how it is composed; the maxima and minima of the first two forms follow\n"
        "the binary rules, a select copies. Bounds are operands, or values of the spec: lower = \"0\" and upper = \"6\" in\n"
        "[operation].\n"
        "\n"
        "example: for x = NaN, fminf(fmaxf(x, 0), 6) is 0; x < 0 ? 0 : 6 < x ? 6 : x is NaN.",
        kClampSteps},
    OperationRow{OperationKind::grad_clip, "grad_clip", Shape::elementwise, kLimited, 2, ResultType::same, kFloatingOrdered, kClampRules, kNoLaws,
        "an operand limited to a magnitude, element by element",
        "y = clamp(x, -limit, limit). A negative limit makes reversed bounds. The limit is an operand, or a value of the spec.\n"
        "Clipping by the norm of the whole row is another operation: norm_clip.\n"
        "\n"
        "example: for x = -inf and limit = 1 the result is -1.",
        kGradClipSteps},
    OperationRow{OperationKind::saturate, "saturate", Shape::elementwise, kOne, 1, ResultType::same, kFloatingOrdered, kSaturateRules, kNoLaws,
        "an operand limited to [0, 1]",
        "y = clamp(x, +0, 1). [clamp] form = \"sat01\" is the .sat of PTX and CUDA's __saturatef, which makes +0 of a NaN.\n"
        "Saturation to the range of an integer is convert with overflow = \"saturate\".\n"
        "\n"
        "example: __saturatef(NaN) is +0; fmin(fmax(x, 0), 1) of a maximum that propagates is NaN.",
        kSaturateSteps},
    OperationRow{OperationKind::select, "select", Shape::elementwise, kThree, 3, ResultType::same, kAll, kSelectRules, kNoLaws,
        "one of two operands, as a third one says",
        "y = w ? x : z: x where w is not zero, bit for bit. A NaN in w is not zero. Operands of another dtype for w:\n"
        "operands = [\"f32\", \"f32\", \"u32\"] (u32 is what it is unless stated).\n"
        "\n"
        "example: a select by multiplication, w * x + (1 - w) * z, turns the unselected NaN into the result."},
    OperationRow{OperationKind::compare, "compare", Shape::elementwise, kTwo, 2, ResultType::predicate, kOrdered, kCompareRules, kNoLaws,
        "whether a relation holds between two operands: 1 or 0",
        "y = x < z and the like: relation = \"lt\" in [operation], one of eq ne lt le gt ge, which are false where an operand is\n"
        "a NaN (C's != is neu), of equ neu ltu leu gtu geu, which are true there, num (neither is a NaN) or nan (one is).\n"
        "\n"
        "example: !(x < z) is geu, not ge: it is true for (NaN, 1)."},
    OperationRow{OperationKind::convert, "convert", Shape::elementwise, kOne, 1, ResultType::stated, kAll, kConvertRules, kNoLaws,
        "an operand in another type: result = \"s8\" in [operation]",
        "y = x in the type of the result. [convert] says how it is rounded, what becomes of a number beyond the result's range\n"
        "and of a NaN, and in which steps it happens.\n"
        "\n"
        "example: of 300.f, __float2int_rn and a clamp make 127; (signed char)x makes 44, the low byte of 300."},
    OperationRow{OperationKind::fma_relu, "fma_relu", Shape::elementwise, kThree, 3, ResultType::same, kFloatingOrdered, kFmaReluRules, kNoLaws,
        "a multiply-add and a ReLU",
        "y = relu(x * z + w). [fma] contract says whether the product is rounded before the sum, post what follows: max(y, +0)\n"
        "under the binary rules, or the .relu of PTX, which makes a canonical NaN of a NaN.\n"
        "\n"
        "example: 0x3f800800 * 0x3f800800 + 0xbf801000 is +0 when the product is rounded first, and 0x33800000 fused.",
        kFmaReluSteps},
    OperationRow{OperationKind::reduce_max, "reduce_max", Shape::row, kOne, 1, ResultType::same, kOrdered, kReduceRules, kRowLaws,
        "the largest element of a row",
        "y = the maximum of x[0] … x[n - 1], two at a time by the binary rules. [reduce] says in which orders they may be\n"
        "combined, from what value the reduction starts, and what comes out of an empty row. Rows come in the sizes of [inputs].\n"
        "\n"
        "example: of {1, NaN, -1}, a compare-select gives 1 or -1 as the order has it; one that starts from -FLT_MAX gives\n"
        "-FLT_MAX for {-inf}."},
    OperationRow{OperationKind::reduce_min, "reduce_min", Shape::row, kOne, 1, ResultType::same, kOrdered, kReduceRules, kRowLaws,
        "the smallest element of a row",
        "The mirror image of reduce_max.\n"
        "\n"
        "example: of {+0, -0} a minimum that orders zeros gives -0 in every order."},
    OperationRow{OperationKind::argmax, "argmax", Shape::row, kOne, 1, ResultType::index, kOrdered, kIndexRules, kRowLaws,
        "the index of the largest element of a row",
        "y = i with x[i] the maximum of the row. [argmax] tie says which of several equal ones, nan what a NaN does. The index is\n"
        "an s32 unless `result` in [operation] says otherwise.\n"
        "\n"
        "example: of {-0, +0} it is 0 where zeros are equal; of {1, NaN, 2} it is 1 (first_nan) or 2 (ignore)."},
    OperationRow{OperationKind::argmin, "argmin", Shape::row, kOne, 1, ResultType::index, kOrdered, kIndexRules, kRowLaws,
        "the index of the smallest element of a row",
        "The mirror image of argmax, under the same table [argmax].\n"
        "\n"
        "example: of {2, 1, 1} it is 1 with tie = \"lowest_index\"."},
    OperationRow{OperationKind::softmax_max, "softmax_max", Shape::row, kOne, 1, ResultType::same, kFloatingOrdered, kSoftmaxRules, kRowLaws,
        "the row maximum that a softmax subtracts",
        "y = m with x[i] - m <= 0 for every element: the maximum of the row, by the rules of reduce_max. A row of -inf would\n"
        "make NaNs of -inf - -inf; [softmax] guard = \"zero\" gives +0 for it.\n"
        "\n"
        "example: of {-inf, -inf}, a plain maximum gives -inf and a guarded one +0."},
    OperationRow{OperationKind::norm_clip, "norm_clip", Shape::row, kLimited, 2, ResultType::same, kFloatingOrdered, kNormClipRules, kNoLaws,
        "the factor that limits a row to a norm",
        "y = min(limit / norm, 1) by the binary rules, with norm the square root of the sum of the squares, every step rounded to\n"
        "nearest and the sum taken in order of the index. [fma] contract says whether each square is rounded before it is added.\n"
        "The limit is a value of the spec.\n"
        "\n"
        "example: of {3, 4} with limit 1 it is 0.2: grad_clip would give {1, 1}, this {0.6, 0.8}."},
};
// clang-format on

constexpr bool rows_in_order() {
  for (std::size_t i = 0; i < kOperations.size(); ++i)
    if (static_cast<std::size_t>(kOperations[i].kind) != i) return false;
  return true;
}
static_assert(rows_in_order(), "row i of kOperations describes operation i");

}  // namespace

std::span<const OperationRow> operations() {
  return kOperations;
}

const OperationRow& row(OperationKind kind) {
  return kOperations[static_cast<std::size_t>(kind)];
}

std::string_view name(OperationKind kind) {
  return row(kind).name;
}

bool is_defined_over(OperationKind kind, Dtype dtype) {
  const auto& dtypes = row(kind).dtypes;
  return std::find(dtypes.begin(), dtypes.end(), dtype) != dtypes.end();
}

Dtype default_result(OperationKind kind, Dtype dtype) {
  const ResultType type = row(kind).result;
  return type == ResultType::predicate || type == ResultType::index ? s32 : dtype;
}

std::optional<OperationKind> find_operation(std::string_view text) {
  for (const OperationRow& r : kOperations)
    if (r.name == text) return r.kind;
  return std::nullopt;
}

}  // namespace semcheck
