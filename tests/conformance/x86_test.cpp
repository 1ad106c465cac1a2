#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "tests/unit/reference/known_rules.h"

// The processor that runs the tests as a judge. Its instructions are written out, so that no compiler rearranges them,
// and the operands travel as integers.
#if defined(__x86_64__)

namespace semcheck {
namespace {

using Float = float __attribute__((vector_size(16)));
using Double = double __attribute__((vector_size(16)));
using Words = unsigned __attribute__((vector_size(16)));
using LongWords = unsigned long long __attribute__((vector_size(16)));

Float f32_register(Bits b) {
  return Float(Words{static_cast<unsigned>(b), 0, 0, 0});
}
Double f64_register(Bits b) {
  return Double(LongWords{b, 0});
}
Bits f32_bits(Float v) {
  return Words(v)[0];
}
Bits f64_bits(Double v) {
  return LongWords(v)[0];
}

Bits maxss(Bits x, Bits z) {
  Float result = f32_register(x);
  asm("maxss %1, %0" : "+x"(result) : "x"(f32_register(z)));
  return f32_bits(result);
}
Bits minss(Bits x, Bits z) {
  Float result = f32_register(x);
  asm("minss %1, %0" : "+x"(result) : "x"(f32_register(z)));
  return f32_bits(result);
}
Bits maxsd(Bits x, Bits z) {
  Double result = f64_register(x);
  asm("maxsd %1, %0" : "+x"(result) : "x"(f64_register(z)));
  return f64_bits(result);
}
Bits minsd(Bits x, Bits z) {
  Double result = f64_register(x);
  asm("minsd %1, %0" : "+x"(result) : "x"(f64_register(z)));
  return f64_bits(result);
}

// Intel SDM, UCOMISS: unordered sets ZF, PF and CF; below sets CF; equal sets ZF. So "above" is > and "above or equal"
// is >= of numbers, and both are false with a NaN.
bool f32_greater(Bits a, Bits b) {
  bool result = false;
  asm("ucomiss %2, %1" : "=@cca"(result) : "x"(f32_register(a)), "x"(f32_register(b)));
  return result;
}
bool f32_greater_or_equal(Bits a, Bits b) {
  bool result = false;
  asm("ucomiss %2, %1" : "=@ccae"(result) : "x"(f32_register(a)), "x"(f32_register(b)));
  return result;
}

std::vector<Bits> special_values(Dtype dtype) {
  const Format& f = format(dtype);
  const Bits one = (exponent_mask(f) >> 1) & exponent_mask(f);
  const Bits magnitudes[] = {0,
                             1,
                             2,
                             fraction_mask(f),
                             fraction_mask(f) + 1,
                             one - 1,
                             one,
                             one + 1,
                             exponent_mask(f) - 1,
                             exponent_mask(f),
                             exponent_mask(f) | 1,
                             exponent_mask(f) | (quiet_bit(f) - 1),
                             exponent_mask(f) | quiet_bit(f),
                             exponent_mask(f) | quiet_bit(f) | 0xabc,
                             magnitude_mask(f)};
  std::vector<Bits> values;
  for (Bits m : magnitudes) {
    values.push_back(m);
    values.push_back(m | sign_mask(f));
  }
  return values;
}

struct Instruction {
  const char* name;
  OperationKind kind;
  Dtype dtype;
  Bits (*execute)(Bits, Bits);
};

constexpr std::array kInstructions = {
    Instruction{"maxss", OperationKind::max, Dtype::f32, maxss},
    Instruction{"minss", OperationKind::min, Dtype::f32, minss},
    Instruction{"maxsd", OperationKind::max, Dtype::f64, maxsd},
    Instruction{"minsd", OperationKind::min, Dtype::f64, minsd},
};

// Intel SDM, MAXSS: "if the values being compared are both 0.0s (of either sign), the value in the second operand is
// returned. If a value in the second operand is an SNaN, that SNaN is returned unchanged"; so x > z ? x : z.
TEST(X86, MaxAndMinInstructionsAreCompareSelectWithTheSecondOperandOnNanAndTies) {
  for (const Instruction& instruction : kInstructions) {
    const Choice rules = known::compare_select(instruction.dtype, Nan::second, Tie::second);
    const Operation operation = known::operation(instruction.kind, instruction.dtype);
    for (Bits x : special_values(instruction.dtype))
      for (Bits z : special_values(instruction.dtype))
        EXPECT_EQ(known::only_result(operation, rules, x, z), instruction.execute(x, z))
            << std::hex << instruction.name << " 0x" << x << " 0x" << z;
  }
}

bool gt(Bits a, Bits b) {
  return f32_greater(a, b);
}
bool ge(Bits a, Bits b) {
  return f32_greater_or_equal(a, b);
}
bool lt(Bits a, Bits b) {
  return f32_greater(b, a);
}
bool le(Bits a, Bits b) {
  return f32_greater_or_equal(b, a);
}

/// A way to write a maximum or minimum as a comparison and a selection, and the operand it takes on a NaN and on a tie
/// (derived from C17 6.5.8: a relation with a NaN is false).
struct Form {
  const char* text;
  OperationKind kind;
  Nan nan;
  Tie tie;
  Bits (*execute)(Bits, Bits);
};

const Form kForms[] = {
    {"x >= z ? x : z", OperationKind::max, Nan::second, Tie::first, [](Bits x, Bits z) { return ge(x, z) ? x : z; }},
    {"z <= x ? x : z", OperationKind::max, Nan::second, Tie::first, [](Bits x, Bits z) { return le(z, x) ? x : z; }},
    {"x > z ? x : z", OperationKind::max, Nan::second, Tie::second, [](Bits x, Bits z) { return gt(x, z) ? x : z; }},
    {"z > x ? z : x", OperationKind::max, Nan::first, Tie::first, [](Bits x, Bits z) { return gt(z, x) ? z : x; }},
    {"x < z ? z : x", OperationKind::max, Nan::first, Tie::first, [](Bits x, Bits z) { return lt(x, z) ? z : x; }},
    {"!(x < z) ? x : z", OperationKind::max, Nan::first, Tie::first, [](Bits x, Bits z) { return !lt(x, z) ? x : z; }},
    {"z >= x ? z : x", OperationKind::max, Nan::first, Tie::second, [](Bits x, Bits z) { return ge(z, x) ? z : x; }},
    {"!(x <= z) ? x : z", OperationKind::max, Nan::first, Tie::second,
     [](Bits x, Bits z) { return !le(x, z) ? x : z; }},
    {"x <= z ? x : z", OperationKind::min, Nan::second, Tie::first, [](Bits x, Bits z) { return le(x, z) ? x : z; }},
    {"x < z ? x : z", OperationKind::min, Nan::second, Tie::second, [](Bits x, Bits z) { return lt(x, z) ? x : z; }},
    {"z < x ? z : x", OperationKind::min, Nan::first, Tie::first, [](Bits x, Bits z) { return lt(z, x) ? z : x; }},
    {"!(x > z) ? x : z", OperationKind::min, Nan::first, Tie::first, [](Bits x, Bits z) { return !gt(x, z) ? x : z; }},
    {"z <= x ? z : x", OperationKind::min, Nan::first, Tie::second, [](Bits x, Bits z) { return le(z, x) ? z : x; }},
    {"!(x >= z) ? x : z", OperationKind::min, Nan::first, Tie::second,
     [](Bits x, Bits z) { return !ge(x, z) ? x : z; }},
};

TEST(X86, EveryCompareSelectFormTakesTheOperandThatItsRulesName) {
  for (const Form& form : kForms)
    for (Bits x : special_values(Dtype::f32))
      for (Bits z : special_values(Dtype::f32))
        EXPECT_EQ(known::only_result(known::operation(form.kind, Dtype::f32),
                                     known::compare_select(Dtype::f32, form.nan, form.tie), x, z),
                  form.execute(x, z))
            << std::hex << form.text << " 0x" << x << " 0x" << z;
}

// x >= z || isnan(x) ? x : z, the fallback of several array libraries: a NaN propagates with its bits.
TEST(X86, ComparisonOrNanTestPropagatesTheFirstNan) {
  Choice rules = known::compare_select(Dtype::f32, Nan::propagate, Tie::first);
  rules.nan_result = NanResult::first;
  for (Bits x : special_values(Dtype::f32))
    for (Bits z : special_values(Dtype::f32))
      EXPECT_EQ(known::only_result(known::max_of(Dtype::f32), rules, x, z), ge(x, z) || !ge(x, x) ? x : z)
          << std::hex << "0x" << x << " 0x" << z;
}

}  // namespace
}  // namespace semcheck

#endif
