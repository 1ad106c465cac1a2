#include <algorithm>

#include "core/spec/rule_words.h"
#include "core/spec/rules.h"

namespace semcheck {
namespace {

constexpr auto kRule = ObligationKind::rule;
constexpr auto kImplicit = ObligationKind::implicit_rule;
constexpr auto kLaw = ObligationKind::law;

// clang-format off
constexpr std::array kObligations = {
    ObligationRow{Obligation::nan, kRule, "nan", Applies::floating_operand, kNanValues,
        "what comes out when exactly one operand is a NaN",
        "The rule that maxima disagree on most. IEEE 754-2019 maximum and max.NaN.f32 propagate the NaN; maximumNumber, C's fmax\n"
        "and CUDA's fmaxf ignore it as missing data. A comparison with a NaN is false, so a compare-select falls through to the\n"
        "operand in its else arm, whatever that is: `first` or `second`.\n"
        "\n"
        "example: for (NaN, 1), fmaxf(x, z) is 1, max.NaN.f32 is NaN, and x >= z ? x : z is 1 but for (1, NaN) it is NaN,\n"
        "which is nan = \"second\"."},
    ObligationRow{Obligation::nan_result, kRule, "nan_result", Applies::floating, kNanResultValues,
        "which NaN comes out when the result is a NaN",
        "A NaN has a sign and a payload. NVIDIA hardware returns one canonical pattern (0x7fffffff for f32), RISC-V another\n"
        "(0x7fc00000); x86 and most C libraries keep an operand's bits. `canonical` means the pattern of nan_canonical, which is\n"
        "NVIDIA's unless the spec says otherwise. `selected` needs nan = \"first\" or \"second\".\n"
        "\n"
        "example: fmaxf(0x7fc00abc, 0xffc00001) is 0x7fffffff on a GPU; x >= z ? x : z returns 0xffc00001."},
    ObligationRow{Obligation::snan, kRule, "snan", Applies::floating, kSnanValues,
        "what a signaling NaN operand does",
        "A signaling NaN has its quiet bit clear. CUDA treats it as a quiet one. A copy (a select, a move) leaves it signaling:\n"
        "`verbatim`. IEEE 754-2008 maxNum lets it force a NaN result although quiet NaNs are ignored: `propagate`.\n"
        "\n"
        "example: for (0x7f800001, 1), fmaxf on a GPU is 1, and fmaxf of glibc on x86 is 0x7fc00001."},
    ObligationRow{Obligation::signed_zero, kRule, "signed_zero", Applies::floating_operand, kSignedZeroValues,
        "how +0 and -0 compare",
        "The two zeros compare equal in C, and are ordered in IEEE 754-2019 maximum and in PTX max. Where they are `equal`, the\n"
        "rule tie says which operand is returned and must be given; where they are `ordered`, there is no tie.\n"
        "\n"
        "example: fmaxf(-0, +0) and fmaxf(+0, -0) are both +0; x >= z ? x : z is -0 for (-0, +0)."},
    ObligationRow{Obligation::tie, kRule, "tie", Applies::floating_operand, kTieValues,
        "which of two operands that compare equal is returned",
        "Operands that compare equal and have different bits: +0 and -0 where signed_zero = \"equal\", and two subnormals of one\n"
        "sign where subnormal = \"flush_compare\". Nothing else in a value-returning maximum, so the rule must be absent where\n"
        "zeros are ordered and subnormals kept. NaNs never tie: they go by nan.\n"
        "\n"
        "example: x >= z ? x : z returns its first operand, x > z ? x : z its second: max(-0, +0) is -0 and +0."},
    ObligationRow{Obligation::subnormal, kRule, "subnormal", Applies::floating_operand, kSubnormalValues,
        "what happens to subnormal numbers",
        "With -ftz=true or --use_fast_math, max.ftz.f32 replaces subnormal operands and results by zeros of the same sign:\n"
        "`flush`. A compare-select becomes setp.ftz and selp: the comparison sees zeros, the chosen operand is copied as it was:\n"
        "`flush_compare`.\n"
        "\n"
        "example: max(0x00000001, 0) is 0x00000001 preserved and +0 flushed."},
    ObligationRow{Obligation::signedness, kRule, "signedness", Applies::integer_operand, kSignednessValues,
        "how integer operands compare",
        "Operands of one type compare as that type says, which is `same`. Operands of mixed signedness (operands = [\"s32\", \"u32\"])\n"
        "must say how: C and CUDA's max(int, unsigned) promote, PTX vmax.s32.u32.s32 is exact.\n"
        "\n"
        "example: max(-1, 1u) is 0xffffffff promoted, and 1 exactly."},
    ObligationRow{Obligation::infinity, kRule, "infinity", Applies::floating_operand, kInfinityValues,
        "how infinities compare",
        "Infinities are ordered like numbers nearly everywhere; OpenCL's common function max leaves them undefined.\n"
        "\n"
        "example: max(+inf, 1) is +inf where they are ordered."},
    ObligationRow{Obligation::abs, kRule, "abs", Applies::floating_operand, kAbsValues,
        "what is compared: the operands or their magnitudes",
        "PTX's .abs and the magnitude operations of IEEE 754 compare magnitudes. The rule sign says which sign comes out.\n"
        "\n"
        "example: max.xorsign.abs.f32 of (-3, 2) finds 3, and gives it the sign of -3 * 2: -3."},
    ObligationRow{Obligation::sign, kRule, "sign", Applies::floating_operand, kSignValues,
        "the sign of the result when magnitudes are compared",
        "`xor` is PTX's .xorsign; `larger_magnitude` is maxNumMag, which returns the operand with its own sign. Both need\n"
        "abs = \"inputs\".\n"
        "\n"
        "example: for (-3, 2), `value` gives 3, `xor` gives -3 and `larger_magnitude` gives -3; for (-3, -2), `xor` gives 3."},
    ObligationRow{Obligation::order, kRule, "order", Applies::floating_operand, kOrderValues,
        "by what order operands compare",
        "IEEE 754-2019 5.10 orders all patterns, NaNs included: totalOrder. A maximum of floats by an integer atomic follows it\n"
        "(after the bits of negative numbers are turned round), and then nan, nan_result, snan and signed_zero say nothing.\n"
        "\n"
        "example: under `total`, max(+NaN, +inf) is the NaN, and max(-NaN, -inf) is -inf."},
    ObligationRow{Obligation::nan_sign, kRule, "nan_sign", Applies::floating, kNanSignValues,
        "the sign of a NaN result",
        "WebAssembly leaves the sign of a NaN open although it fixes the payload: nan_sign = \"any\".\n"
        "\n"
        "example: f32.max(0x7fc00000, 1) may be 0x7fc00000 or 0xffc00000."},
    ObligationRow{Obligation::nan_payload, kRule, "nan_payload", Applies::floating, kNanPayloadValues,
        "the payload of a NaN result",
        "WebAssembly: if every NaN operand is canonical, so is the result; otherwise any quiet NaN goes.\n"
        "\n"
        "example: f32.max(0x7fc00abc, 1) may be any quiet NaN, f32.max(0x7fc00000, 1) only the canonical one."},
    ObligationRow{Obligation::clamp_form, kRule, "clamp.form", Applies::everywhere, kClampFormValues,
        "how a clamp is composed",
        "The forms agree on ordinary numbers and bounds, and differ on NaNs, on zeros at a bound and on reversed bounds. The\n"
        "selects copy whatever they pick; maxima and minima follow the binary rules.\n"
        "\n"
        "example: std::clamp is `select_lo_first`; StableHLO's and torch's clamp are `min_of_max`; __saturatef is `sat01`."},
    ObligationRow{Obligation::clamp_bounds_reversed, kRule, "clamp.bounds_reversed", Applies::everywhere, kBoundsReversedValues,
        "the result of a clamp whose lower bound is above its upper one",
        "min_of_max gives the upper bound, max_of_min the lower one, and std::clamp forbids it. `rule` is whatever the form\n"
        "gives.\n"
        "\n"
        "example: clamp(0, 2, 1) is 1 by min(max(x, lower), upper)."},
    ObligationRow{Obligation::clamp_nan_bound, kRule, "clamp.nan_bound", Applies::floating_operand, kNanBoundValues,
        "the result of a clamp with a bound that is a NaN",
        "A select ignores such a bound, a maximum that propagates gives NaN; several languages forbid it.\n"
        "\n"
        "example: fminf(fmaxf(5, NaN), 3) is 3: the NaN bound is ignored."},
    ObligationRow{Obligation::reduce_order, kRule, "reduce.order", Applies::everywhere, kReduceOrderValues,
        "in which orders a reduction may combine its elements",
        "A compare-select is not associative on NaNs, so that a parallel reduction has a set of right results: every one that\n"
        "some permitted order gives. A maximum that is associative has one, whatever the order.\n"
        "Where the rules of NaNs are mixed (nan = [\"first\", \"ignore\"], or snan = \"propagate\" beside nan = \"ignore\") and the row\n"
        "has more than 12 elements (8 under `any`) or its identity takes part, each element counts as possible. So does each\n"
        "flushed value where the treatment of subnormals is mixed and the row is as long.\n"
        "\n"
        "example: {1, NaN, -1} under x > z ? x : z is -1 sequentially, and 1 or -1 under `tree`."},
    ObligationRow{Obligation::reduce_identity, kRule, "reduce.identity", Applies::everywhere, kIdentityValues,
        "the value a reduction starts from",
        "A reduction that starts from the lowest finite number gives that for a row of -inf, if it takes part.\n"
        "\n"
        "example: CUB 3.0 starts from -FLT_MAX: the maximum of {-inf} is -FLT_MAX."},
    ObligationRow{Obligation::reduce_init_participates, kRule, "reduce.init_participates", Applies::everywhere, kInitParticipatesValues,
        "whether the identity takes part in the result of a row that has elements",
        "Where it does, it is one more element, combined at least once (and under `tree` and `any` perhaps often).\n"
        "\n"
        "example: with identity = \"nan\" and a maximum that propagates, it decides everything."},
    ObligationRow{Obligation::reduce_empty, kRule, "reduce.empty", Applies::everywhere, kEmptyValues,
        "the result of a row without elements",
        "Most reductions return their identity.\n"
        "\n"
        "example: ONNX ReduceMax of an empty set is -inf."},
    ObligationRow{Obligation::argmax_tie, kRule, "argmax.tie", Applies::everywhere, kIndexTieValues,
        "which of several equal extrema an index reduction returns",
        "Observable for all equal values, not for zeros alone.\n"
        "\n"
        "example: np.argmax([3, 3]) is 0: `lowest_index`."},
    ObligationRow{Obligation::argmax_nan, kRule, "argmax.nan", Applies::floating_operand, kIndexNanValues,
        "what NaN elements do to an index reduction",
        "NumPy and PyTorch return the first NaN, nanargmax ignores them; CUB and Thrust compare, and with a NaN the result\n"
        "depends on the order of the comparisons.\n"
        "\n"
        "example: np.argmax([1, NaN, 2]) is 1."},
    ObligationRow{Obligation::softmax_guard, kRule, "softmax.guard", Applies::everywhere, kSoftmaxGuardValues,
        "what stands for a row maximum of -inf",
        "x - m is NaN where both are -inf. A guarded softmax subtracts 0 from a row that is masked entirely.\n"
        "\n"
        "example: of {-inf, -inf} a guarded maximum is +0."},
    ObligationRow{Obligation::convert_round, kRule, "convert.round", Applies::rounding, kRoundValues,
        "how a conversion rounds",
        "A cast in C rounds towards zero; cvt.rni and __float2int_rn to nearest, ties to even.\n"
        "\n"
        "example: of 2.5, `rn` makes 2, `rna` and `rp` make 3."},
    ObligationRow{Obligation::convert_overflow, kRule, "convert.overflow", Applies::everywhere, kOverflowValues,
        "what becomes of a number beyond the result's range",
        "PTX cvt saturates; a cast of an integer to a narrower one wraps; x86 stores one indefinite value.\n"
        "\n"
        "example: of 300.f in s8, `saturate` makes 127 and `wrap` makes 44."},
    ObligationRow{Obligation::convert_nan, kRule, "convert.nan", Applies::floating_operand, kConvertNanValues,
        "what a NaN becomes in a conversion",
        "PTX makes 0 of an f32 NaN in a type of up to 32 bits, and the top bit otherwise; RISC-V makes the greatest integer.\n"
        "\n"
        "example: (int)NaN of an f32 is 0 on a GPU, and 0x80000000 on x86."},
    ObligationRow{Obligation::convert_stage, kRule, "convert.stage", Applies::everywhere, kStageValues,
        "in which steps a conversion happens",
        "Quantisation clamps before the conversion or after it, and the two treat a NaN differently.\n"
        "\n"
        "example: of NaN in s8, __float2int_rn(fminf(fmaxf(x, -128), 127)) makes -128, max(-128, min(127, __float2int_rn(x))) 0."},
    ObligationRow{Obligation::fma_contract, kRule, "fma.contract", Applies::everywhere, kContractValues,
        "whether x * z + w is rounded once or twice",
        "nvcc contracts by default; __fmul_rn and __fadd_rn are never merged.\n"
        "\n"
        "example: 0x3f800800 * 0x3f800800 + 0xbf801000 is 2^-24 fused, and 0 separate."},
    ObligationRow{Obligation::fma_post, kRule, "fma.post", Applies::everywhere, kPostValues,
        "what follows a multiply-add",
        "fmaxf(y, 0) follows the binary rules and drops a NaN; fma.relu keeps it, canonical.\n"
        "\n"
        "example: inf * 0 + 1 is NaN: +0 after fmaxf, the canonical NaN after .relu."},
    ObligationRow{Obligation::grad_nan, kRule, "grad.nan", Applies::everywhere, kGradNanValues,
        "what a ReLU gradient is where its mask is a NaN",
        "x > 0 ? z : 0 stops the gradient there, x <= 0 ? 0 : z lets it pass.\n"
        "\n"
        "example: torch's threshold_backward is x <= 0 ? 0 : z, and passes it."},
    ObligationRow{Obligation::grad_zero, kRule, "grad.zero", Applies::everywhere, kGradZeroValues,
        "what a ReLU gradient is where its mask is a zero",
        "The derivative at zero is a convention: nearly everyone takes 0.\n"
        "\n"
        "example: x >= 0 ? z : 0 lets the gradient pass at +0 and -0."},
    ObligationRow{Obligation::value, kImplicit, "value", Applies::everywhere, {},
        "ordinary numbers give the right result",
        "Always checked. Broken when a result is wrong and no other rule explains it: the wrong number, or a NaN from numbers.\n"
        "\n"
        "example: max(1, 2) = 1 breaks `value`."},
    ObligationRow{Obligation::saturation, kImplicit, "saturation", Applies::everywhere, {},
        "a number beyond the result's range becomes what convert.overflow says",
        "Broken when a conversion is wrong for a number that does not fit.\n"
        "\n"
        "example: 44 for 300.f in s8 where overflow = \"saturate\"."},
    ObligationRow{Obligation::rounding, kImplicit, "rounding", Applies::everywhere, {},
        "a number that fits is rounded as convert.round or fma.contract says",
        "Broken when a conversion or a multiply-add is wrong and another rounding explains it.\n"
        "\n"
        "example: 2 for 2.7 where round = \"rn\"."},
    ObligationRow{Obligation::index, kImplicit, "index", Applies::everywhere, {},
        "the element at the returned index is the extremum",
        "Broken when an index reduction returns an index outside the row, or that of an element that is not the extremum.\n"
        "\n"
        "example: index 0 for {1, 2}."},
    ObligationRow{Obligation::supply_invariant, kImplicit, "supply_invariant", Applies::everywhere, {},
        "the result does not depend on how an operand arrives",
        "The same operands give the same bits whether they come from an array, a kernel argument, a literal or a constant, and\n"
        "in whatever layout. Each supply of [inputs] is compared with `array`, unless other rules hold for it.\n"
        "\n"
        "example: x < 0.f ? x : 0.f returns +0 for x = -0 by the rules of C++; nvcc folds the literal into min.f32, which\n"
        "returns -0, and breaks the rule."},
    ObligationRow{Obligation::inspect, kImplicit, "inspect", Applies::everywhere, {},
        "the compiled code is what [variant.inspect] requires",
        "The PTX and the machine code of a variant are read, and every requirement of its tables [variant.inspect] that they do\n"
        "not meet is a mismatch. Requirements of machine code need nvdisasm; without it they are unchecked, and the report says\n"
        "so. A requirement that is not met has no layer to blame: code is not a result.\n"
        "\n"
        "example: [variant.inspect] form = \"direct\" for fmaxf; breaks where a compiler makes FSETP and FSEL of it."},
    ObligationRow{Obligation::commutative, kLaw, "commutative", Applies::everywhere, {},
        "f(x, z) = f(z, x)",
        "Checked bit by bit on every pair of special values. Two NaNs are the same unless the rules fix their bits.\n"
        "\n"
        "example: fmaxf is commutative; x >= z ? x : z is not, because f(NaN, 1) = 1 and f(1, NaN) = NaN."},
    ObligationRow{Obligation::associative, kLaw, "associative", Applies::everywhere, {},
        "f(f(x, z), w) = f(x, f(z, w))",
        "What a reduction in an order of the hardware's choosing relies on. Checked on triples of special values.\n"
        "\n"
        "example: every plain compare-select breaks it on (1, NaN, -1): one order gives 1, the other -1."},
    ObligationRow{Obligation::idempotent, kLaw, "idempotent", Applies::everywhere, {},
        "f(x, x) = x",
        "Checked on every special value. A NaN whose payload is replaced is a different NaN only where the rules fix its bits.\n"
        "\n"
        "example: x >= z ? x : z is idempotent; max.NaN.f32 turns 0x7fc00abc into 0x7fffffff."},
    ObligationRow{Obligation::absorbing, kLaw, "absorbing", Applies::everywhere, {},
        "f(x, e) = f(e, x) = e for the extreme value e",
        "The extreme value wins over every operand: +inf (or the largest integer) for max, -inf (or the smallest) for min.\n"
        "A NaN operand is no exception.\n"
        "\n"
        "example: fmaxf keeps the law, max.NaN.f32 breaks it: max(NaN, +inf) is a NaN."},
    ObligationRow{Obligation::monotone, kLaw, "monotone", Applies::everywhere, {},
        "x <= x' implies f(x, z) <= f(x', z)",
        "Raising an operand never lowers the result. Checked on numbers, in both operands.\n"
        "\n"
        "example: a maximum of floats by atomicMax on their bits breaks it for negative numbers."},
    ObligationRow{Obligation::bounded, kLaw, "bounded", Applies::everywhere, {},
        "max(x, z) is at least each operand, min(x, z) at most",
        "Checked on numbers.\n"
        "\n"
        "example: an integer maximum that compares unsigned returns -1 for (-1, 1), which is below 1."},
    ObligationRow{Obligation::permutation_invariant, kLaw, "permutation_invariant", Applies::everywhere, {},
        "a reduction of the same elements in another order gives the same result",
        "Checked on each row, reversed and rotated. Of an index reduction it is the element at the index that must be the same.\n"
        "\n"
        "example: fmaxf keeps it; a sequential x > z ? x : z breaks it on {1, NaN, -1}."},
};
// clang-format on

constexpr bool rows_in_order() {
  for (std::size_t i = 0; i < kObligations.size(); ++i) {
    if (static_cast<std::size_t>(kObligations[i].obligation) != i) return false;
    for (std::size_t k = 0; k < kObligations[i].values.size(); ++k)
      if (kObligations[i].values[k].index != k) return false;
  }
  return kObligations.size() == kObligationCount;
}
static_assert(rows_in_order(), "row i of kObligations describes obligation i, row k of its values enumerator k");

}  // namespace

std::span<const ObligationRow> obligations() {
  return kObligations;
}

const ObligationRow& row(Obligation obligation) {
  return kObligations[static_cast<std::size_t>(obligation)];
}

std::string_view name(Obligation obligation) {
  return row(obligation).name;
}

std::optional<Obligation> find_obligation(std::string_view name) {
  const auto found = std::find_if(kObligations.begin(), kObligations.end(),
                                  [&](const ObligationRow& candidate) { return candidate.name == name; });
  return found == kObligations.end() ? std::nullopt : std::optional(found->obligation);
}

std::vector<std::string_view> names(const ObligationSet& set) {
  std::vector<std::string_view> list;
  for (Obligation o : set.items()) list.push_back(name(o));
  return list;
}

bool applies_to(Obligation obligation, const RuleSubject& subject) {
  const OperationRow& operation = row(subject.kind);
  const auto has = [&](std::span<const Obligation> list) {
    return std::find(list.begin(), list.end(), obligation) != list.end();
  };
  const ObligationRow& rule = row(obligation);
  const bool always = obligation == Obligation::value || obligation == Obligation::supply_invariant ||
                      obligation == Obligation::inspect;
  if (!always && !has(rule.kind == ObligationKind::law ? operation.laws : operation.rules)) return false;
  const bool from_floating = is_floating(format(subject.dtype));
  const bool to_floating = is_floating(format(subject.result));
  switch (rule.applies) {
    case Applies::floating: return to_floating;
    case Applies::floating_operand: return from_floating;
    case Applies::integer_operand: return !from_floating;
    case Applies::rounding: return from_floating || to_floating;
    case Applies::everywhere: return true;
  }
  return false;
}

}  // namespace semcheck
