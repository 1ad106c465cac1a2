#include <algorithm>

#include "core/spec/rules.h"

namespace semcheck {
namespace {

template <class Value>
constexpr RuleValue word(Value value, std::string_view name, std::string_view summary) {
  return {static_cast<std::size_t>(value), name, summary};
}

// clang-format off
constexpr std::array kNanValues = {
    word(Nan::propagate,                 "propagate",                 "the result is a NaN"),
    word(Nan::ignore,                    "ignore",                    "the result is the other operand, the number"),
    word(Nan::first,                     "first",                     "the result is the first operand, whatever it is"),
    word(Nan::second,                    "second",                    "the result is the second operand, whatever it is"),
    word(Nan::propagate_unless_dominant, "propagate_unless_dominant", "a NaN, unless the other operand is +inf (max) or -inf (min), which wins"),
    word(Nan::undefined,                 "undefined",                 "any result is allowed; reported as unchecked"),
};
constexpr std::array kNanResultValues = {
    word(NanResult::canonical, "canonical", "the pattern of nan_canonical"),
    word(NanResult::first,     "first",     "the first operand if it is a NaN, else the second"),
    word(NanResult::second,    "second",    "the second operand if it is a NaN, else the first"),
    word(NanResult::operand,   "operand",   "one of the operands that are NaNs, it is not said which"),
    word(NanResult::selected,  "selected",  "the operand that nan = \"first\" or \"second\" picks"),
    word(NanResult::any,       "any",       "any NaN"),
};
constexpr std::array kSnanValues = {
    word(Snan::quiet,     "quiet",     "is treated as a quiet NaN, and no result is signaling"),
    word(Snan::verbatim,  "verbatim",  "is treated as a quiet NaN, its bits copied: the result may be signaling"),
    word(Snan::propagate, "propagate", "makes the result a quiet NaN, even where nan = \"ignore\""),
    word(Snan::either,    "either",    "quiet or propagate"),
};
constexpr std::array kSignedZeroValues = {
    word(SignedZero::ordered, "ordered", "-0 is less than +0"),
    word(SignedZero::equal,   "equal",   "they compare equal, and tie decides"),
    word(SignedZero::either,  "either",  "one of the two operands, it is not said which"),
    word(SignedZero::any,     "any",     "a zero of either sign, even one that no operand has"),
};
constexpr std::array kTieValues = {
    word(Tie::none,          "none",          "operands that compare equal are the same: nothing to decide"),
    word(Tie::first,         "first",         "the first operand"),
    word(Tie::second,        "second",        "the second operand"),
    word(Tie::either,        "either",        "one of the two operands, it is not said which"),
    word(Tie::lowest_index,  "lowest_index",  "the element with the lowest index (operations that return an index)"),
    word(Tie::highest_index, "highest_index", "the element with the highest index (operations that return an index)"),
};
constexpr std::array kSubnormalValues = {
    word(Subnormal::preserve,      "preserve",      "are numbers like all others"),
    word(Subnormal::flush,         "flush",         "operands and result become a zero of the same sign"),
    word(Subnormal::flush_compare, "flush_compare", "are compared as zeros; the chosen operand is returned as it was"),
    word(Subnormal::either,        "either",        "preserve, flush or flush_compare"),
};
constexpr std::array kSignednessValues = {
    word(Signedness::same,        "same",     "operands have one type and compare as it says; also written n/a"),
    word(Signedness::promote,     "promote",  "after C's usual arithmetic conversions: (int, unsigned) compares as unsigned"),
    word(Signedness::exact,       "exact",    "by the mathematical value of each operand's own type"),
    word(Signedness::as_signed,   "signed",   "the bits of both operands are read as signed"),
    word(Signedness::as_unsigned, "unsigned", "the bits of both operands are read as unsigned"),
};
constexpr std::array kInfinityValues = {
    word(Infinity::ordered,   "ordered",   "above and below every number"),
    word(Infinity::undefined, "undefined", "any result is allowed when an operand is infinite; reported as unchecked"),
};
constexpr std::array kAbsValues = {
    word(Abs::none,   "none",   "the operands"),
    word(Abs::inputs, "inputs", "the magnitudes of the operands"),
};
constexpr std::array kSignValues = {
    word(Sign::value,            "value",            "that of the value found"),
    word(Sign::exclusive_or,     "xor",              "the signs of both operands, multiplied"),
    word(Sign::larger_magnitude, "larger_magnitude", "that of the operand chosen by magnitude; equal magnitudes compare as values"),
};

constexpr auto kRule = ObligationKind::rule;
constexpr auto kImplicit = ObligationKind::implicit_rule;
constexpr auto kLaw = ObligationKind::law;

constexpr std::array kObligations = {
    ObligationRow{Obligation::nan, kRule, "nan", Applies::floating, kNanValues,
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
    ObligationRow{Obligation::signed_zero, kRule, "signed_zero", Applies::floating, kSignedZeroValues,
        "how +0 and -0 compare",
        "The two zeros compare equal in C, and are ordered in IEEE 754-2019 maximum and in PTX max. Where they are `equal`, the\n"
        "rule tie says which operand is returned and must be given; where they are `ordered`, there is no tie.\n"
        "\n"
        "example: fmaxf(-0, +0) and fmaxf(+0, -0) are both +0; x >= z ? x : z is -0 for (-0, +0)."},
    ObligationRow{Obligation::tie, kRule, "tie", Applies::floating, kTieValues,
        "which of two operands that compare equal is returned",
        "Operands that compare equal and have different bits: +0 and -0 where signed_zero = \"equal\", and two subnormals of one\n"
        "sign where subnormal = \"flush_compare\". Nothing else in a value-returning maximum, so the rule must be absent where\n"
        "zeros are ordered and subnormals kept. NaNs never tie: they go by nan.\n"
        "\n"
        "example: x >= z ? x : z returns its first operand, x > z ? x : z its second: max(-0, +0) is -0 and +0."},
    ObligationRow{Obligation::subnormal, kRule, "subnormal", Applies::floating, kSubnormalValues,
        "what happens to subnormal numbers",
        "With -ftz=true or --use_fast_math, max.ftz.f32 replaces subnormal operands and results by zeros of the same sign:\n"
        "`flush`. A compare-select becomes setp.ftz and selp: the comparison sees zeros, the chosen operand is copied as it was:\n"
        "`flush_compare`.\n"
        "\n"
        "example: max(0x00000001, 0) is 0x00000001 preserved and +0 flushed."},
    ObligationRow{Obligation::signedness, kRule, "signedness", Applies::integer, kSignednessValues,
        "how integer operands compare",
        "Operands of one type compare as that type says, which is `same`. Operands of mixed signedness (operands = [\"s32\", \"u32\"])\n"
        "must say how: C and CUDA's max(int, unsigned) promote, PTX vmax.s32.u32.s32 is exact.\n"
        "\n"
        "example: max(-1, 1u) is 0xffffffff promoted, and 1 exactly."},
    ObligationRow{Obligation::infinity, kRule, "infinity", Applies::floating, kInfinityValues,
        "how infinities compare",
        "Infinities are ordered like numbers nearly everywhere; OpenCL's common function max leaves them undefined.\n"
        "\n"
        "example: max(+inf, 1) is +inf where they are ordered."},
    ObligationRow{Obligation::abs, kRule, "abs", Applies::floating, kAbsValues,
        "what is compared: the operands or their magnitudes",
        "PTX's .abs and the magnitude operations of IEEE 754 compare magnitudes. The rule sign says which sign comes out.\n"
        "\n"
        "example: max.xorsign.abs.f32 of (-3, 2) finds 3, and gives it the sign of -3 * 2: -3."},
    ObligationRow{Obligation::sign, kRule, "sign", Applies::floating, kSignValues,
        "the sign of the result when magnitudes are compared",
        "`xor` is PTX's .xorsign; `larger_magnitude` is maxNumMag, which returns the operand with its own sign. Both need\n"
        "abs = \"inputs\".\n"
        "\n"
        "example: for (-3, 2), `value` gives 3, `xor` gives -3 and `larger_magnitude` gives -3; for (-3, -2), `xor` gives 3."},
    ObligationRow{Obligation::value, kImplicit, "value", Applies::everywhere, {},
        "ordinary numbers give the right result",
        "Always checked. Broken when a result is wrong and no other rule explains it: the wrong number, or a NaN from numbers.\n"
        "\n"
        "example: max(1, 2) = 1 breaks `value`."},
    ObligationRow{Obligation::supply_invariant, kImplicit, "supply_invariant", Applies::everywhere, {},
        "the result does not depend on how an operand arrives",
        "The same operands give the same bits whether they come from an array, a kernel argument, a literal or a constant.\n"
        "\n"
        "example: x < 0.f ? x : 0.f returns +0 for x = -0 by the rules of C++; nvcc folds the literal into min.f32, which\n"
        "returns -0, and breaks the rule."},
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

bool applies_to(Obligation obligation, Dtype dtype) {
  switch (row(obligation).applies) {
    case Applies::floating: return is_floating(format(dtype));
    case Applies::integer: return !is_floating(format(dtype));
    case Applies::everywhere: return true;
  }
  return false;
}

}  // namespace semcheck
