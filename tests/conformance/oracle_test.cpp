#include <gtest/gtest.h>

#include <map>

#include "tests/conformance/oracle_rows.h"
#include "tests/unit/reference/known_rules.h"
#include "tests/unit/reference/results.h"
#include "tests/unit/reference/testfloat_rows.h"

namespace semcheck {
namespace {

using known::conversion;
using known::default_choice;
using known::outcome_of;
using known::result_of;

// WebAssembly core specification, 4.3.3, fmax and fmin: a NaN operand gives an element of nans_N (a quiet NaN of either
// sign), "if both values are zeroes of opposite signs, then return positive zero"; imax_s, imax_u and the like on
// integers.
struct WasmOperation {
  OperationKind kind;
  Dtype dtype;
};

const std::map<std::string, WasmOperation> kWasmExtrema = {
    {"f32.max", {OperationKind::max, Dtype::f32}},     {"f32.min", {OperationKind::min, Dtype::f32}},
    {"f64.max", {OperationKind::max, Dtype::f64}},     {"f64.min", {OperationKind::min, Dtype::f64}},
    {"i32x4.max_s", {OperationKind::max, Dtype::s32}}, {"i32x4.max_u", {OperationKind::max, Dtype::u32}},
    {"i32x4.min_s", {OperationKind::min, Dtype::s32}}, {"i32x4.min_u", {OperationKind::min, Dtype::u32}},
    {"i8x16.max_s", {OperationKind::max, Dtype::s8}},  {"i8x16.max_u", {OperationKind::max, Dtype::u8}},
    {"i8x16.min_s", {OperationKind::min, Dtype::s8}},  {"i8x16.min_u", {OperationKind::min, Dtype::u8}},
};

constexpr Bits wasm_canonical(const Format& f) {
  return exponent_mask(f) | quiet_bit(f);
}

/// 4.3.3, NaN propagation: the sign is open, and so is the payload unless that of every NaN operand is canonical.
Choice wasm_rules(Dtype dtype) {
  Choice c = known::maximum(dtype);
  if (is_floating(format(dtype))) c.nan_canonical = wasm_canonical(format(dtype));
  c.nan_sign = NanSign::any;
  c.nan_payload = NanPayload::canonical_if_inputs_canonical;
  return c;
}

/// What a row expects: a pattern, `nan:canonical` or `nan:arithmetic`.
Outcome wasm_outcome(const std::string& text, const Format& f) {
  if (text == "nan:canonical") return {OutcomeKind::either_sign, wasm_canonical(f)};
  if (text == "nan:arithmetic") return {OutcomeKind::any_quiet_nan, 0};
  return {OutcomeKind::exactly, bits_of(text)};
}

TEST(Oracle, WebAssemblyMaxAndMinOfEveryRow) {
  std::map<std::string, int> rows;
  for (const Row& row : read_oracle("wasm/scalar.csv")) {
    const auto found = kWasmExtrema.find(row[0]);
    if (found == kWasmExtrema.end()) continue;
    ++rows[row[0].substr(0, 3)];
    const auto [kind, dtype] = found->second;
    const Operation operation = known::operation(kind, dtype);
    EXPECT_EQ(outcome_of(operation, wasm_rules(dtype), {bits_of(row[1]), bits_of(row[2])}),
              wasm_outcome(row[3], format(dtype)))
        << text_of(row);
  }
  // 20 operands with each other, two operations.
  EXPECT_EQ(rows["f32"], 800);
  EXPECT_EQ(rows["f64"], 800);
  EXPECT_GT(rows["i32"], 40);
  EXPECT_GT(rows["i8x"], 40);
}

// WebAssembly's `ne` is true for a NaN.
const std::map<std::string, Relation> kWasmRelations = {
    {"eq", Relation::eq}, {"ne", Relation::neu}, {"lt", Relation::lt},
    {"le", Relation::le}, {"gt", Relation::gt},  {"ge", Relation::ge},
};

TEST(Oracle, WebAssemblyComparisonsOfEveryRow) {
  int rows = 0;
  for (const Row& row : read_oracle("wasm/scalar.csv")) {
    const auto found = kWasmRelations.find(row[0].substr(4));
    if (row[0][0] != 'f' || found == kWasmRelations.end()) continue;
    ++rows;
    const Dtype dtype = row[0].starts_with("f32") ? Dtype::f32 : Dtype::f64;
    Operation operation = operation_over(OperationKind::compare, dtype);
    operation.relation = found->second;
    EXPECT_EQ(result_of(operation, Choice{}, {bits_of(row[1]), bits_of(row[2])}), bits_of(row[3])) << text_of(row);
  }
  EXPECT_EQ(rows, 2 * 6 * 400);
}

// WebAssembly core specification, 4.3.3, trunc_sat: towards zero, to the nearest end of the range, a NaN to 0; narrow_s
// and narrow_u: of signed integers, to the nearest end of the range.
struct WasmConversion {
  Dtype from, to;
  int rows;
};

const std::map<std::string, WasmConversion> kWasmConversions = {
    {"i32.trunc_sat_f32_s", {Dtype::f32, Dtype::s32, 22}}, {"i32.trunc_sat_f32_u", {Dtype::f32, Dtype::u32, 21}},
    {"i32.trunc_sat_f64_s", {Dtype::f64, Dtype::s32, 22}}, {"i32.trunc_sat_f64_u", {Dtype::f64, Dtype::u32, 25}},
    {"i8x16.narrow_i16x8_s", {Dtype::s16, Dtype::s8, 16}}, {"i8x16.narrow_i16x8_u", {Dtype::s16, Dtype::u8, 14}},
};

TEST(Oracle, WebAssemblyConversionsOfEveryRow) {
  std::map<std::string, int> rows;
  for (const Row& row : read_oracle("wasm/scalar.csv")) {
    const auto found = kWasmConversions.find(row[0]);
    if (found == kWasmConversions.end()) continue;
    ++rows[row[0]];
    const Operation operation = conversion(found->second.from, found->second.to);
    Choice rules = default_choice(operation);
    rules.round = Rounding::rz;
    EXPECT_EQ(result_of(operation, rules, {bits_of(row[1])}), bits_of(row[3])) << text_of(row);
  }
  for (const auto& [name, expected] : kWasmConversions) EXPECT_EQ(rows[name], expected.rows) << name;
}

struct RiscvFile {
  const char* path;
  OperationKind kind;
  Dtype dtype;
  Bits canonical;  ///< RISC-V unprivileged ISA, 11.3: the canonical NaN
  std::size_t rows;
};

const RiscvFile kRiscvFiles[] = {
    {"riscv/fmax.s.csv", OperationKind::max, Dtype::f32, 0x7fc00000, 1534},
    {"riscv/fmin.s.csv", OperationKind::min, Dtype::f32, 0x7fc00000, 1571},
    {"riscv/fmax.d.csv", OperationKind::max, Dtype::f64, 0x7ff8000000000000, 1688},
    {"riscv/fmin.d.csv", OperationKind::min, Dtype::f64, 0x7ff8000000000000, 1671},
};

// RISC-V unprivileged ISA, 11.6: FMIN and FMAX: "if both inputs are NaNs, the result is the canonical NaN. If only one
// operand is a NaN, the result is the non-NaN operand"; "-0.0 is considered to be less than the value +0.0".
TEST(Oracle, RiscvMaxAndMinOfEveryRow) {
  for (const RiscvFile& file : kRiscvFiles) {
    Choice rules = known::maximum_number(file.dtype);
    rules.nan_canonical = file.canonical;
    const auto rows = read_oracle(file.path);
    EXPECT_EQ(rows.size(), file.rows) << file.path;
    for (const Row& row : rows)
      EXPECT_EQ(known::only_result(known::operation(file.kind, file.dtype), rules, bits_of(row[0]), bits_of(row[1])),
                bits_of(row[2]))
          << file.path << " " << text_of(row);
  }
}

// Berkeley TestFloat's reference is SoftFloat with x86's choices: an invalid conversion to an integer gives the
// indefinite one, to an unsigned one all ones.
struct TestFloatFile {
  const char* name;
  Dtype from, to;
  Rounding rounding;
  ConvertNan nan;
  std::size_t rows;
};

constexpr TestFloatFile kTestFloatFiles[] = {
    {"f32_to_i32_rnear_even", Dtype::f32, Dtype::s32, Rounding::rn, ConvertNan::min, 800},
    {"f32_to_i32_rminMag", Dtype::f32, Dtype::s32, Rounding::rz, ConvertNan::min, 800},
    {"f32_to_i64_rminMag", Dtype::f32, Dtype::s64, Rounding::rz, ConvertNan::min, 800},
    {"f32_to_ui32_rminMag", Dtype::f32, Dtype::u32, Rounding::rz, ConvertNan::max, 800},
    {"f16_to_f32", Dtype::f16, Dtype::f32, Rounding::rn, ConvertNan::nan, 200},
    {"bf16_to_f32", Dtype::bf16, Dtype::f32, Rounding::rn, ConvertNan::nan, 200},
    {"f32_to_f16", Dtype::f32, Dtype::f16, Rounding::rn, ConvertNan::nan, 800},
    {"f32_to_bf16", Dtype::f32, Dtype::bf16, Rounding::rn, ConvertNan::nan, 800},
    {"i32_to_f32", Dtype::s32, Dtype::f32, Rounding::rn, ConvertNan::nan, 1500},
    {"ui32_to_f32", Dtype::u32, Dtype::f32, Rounding::rn, ConvertNan::nan, 1500},
};

TEST(Oracle, TestFloatConversionsOfEveryRow) {
  for (const TestFloatFile& file : kTestFloatFiles) {
    const Operation operation = conversion(file.from, file.to);
    Choice rules = default_choice(operation);
    rules.round = file.rounding;
    rules.convert_nan = file.nan;
    rules.nan_result = NanResult::any;
    if (!is_floating(format(file.to))) rules.overflow = Overflow::indefinite;
    const auto rows = testfloat_rows(file.name);
    EXPECT_GT(rows.size(), file.rows) << file.name;
    for (const auto& row : rows)
      EXPECT_TRUE(allows(format(file.to), outcome_of(operation, rules, {row[0]}), row[1]))
          << file.name << std::hex << ' ' << row[0];
  }
}

/// max(y, +0) of numbers.
Bits rectified(Bits y) {
  return is_negative(format(Dtype::f32), y) ? 0 : y;
}

// y and -y are both looked at, so that nothing but the sign of a zero gets lost behind the ReLU.
TEST(Oracle, TestFloatMultiplyAddOfEveryRow) {
  const Format& f = format(Dtype::f32);
  const Operation operation = operation_over(OperationKind::fma_relu, Dtype::f32);
  Choice rules = known::maximum(Dtype::f32);
  rules.nan_result = NanResult::any;
  const auto rows = testfloat_rows("f32_mulAdd");
  EXPECT_GT(rows.size(), 2000u);
  for (const auto& row : rows) {
    const Outcome outcome = outcome_of(operation, rules, {row[0], row[1], row[2]});
    const Outcome negated = outcome_of(operation, rules, {row[0] ^ sign_mask(f), row[1], row[2] ^ sign_mask(f)});
    if (is_nan(f, row[3])) {
      EXPECT_TRUE(is_nan(f, outcome) && is_nan(f, negated)) << std::hex << row[0];
      continue;
    }
    EXPECT_EQ(outcome, exactly(rectified(row[3]))) << std::hex << row[0] << ' ' << row[1] << ' ' << row[2];
    EXPECT_EQ(negated, exactly(rectified(row[3] ^ sign_mask(f)))) << std::hex << row[0] << ' ' << row[1];
  }
}

struct TestFloatComparison {
  const char* name;
  Dtype dtype;
  Relation relation;
};

TEST(Oracle, TestFloatComparisonsOfEveryRow) {
  for (const TestFloatComparison& file : {TestFloatComparison{"f16_le_quiet", Dtype::f16, Relation::le},
                                          TestFloatComparison{"f16_lt_quiet", Dtype::f16, Relation::lt},
                                          TestFloatComparison{"f32_le_quiet", Dtype::f32, Relation::le},
                                          TestFloatComparison{"f32_lt_quiet", Dtype::f32, Relation::lt}}) {
    Operation operation = operation_over(OperationKind::compare, file.dtype);
    operation.relation = file.relation;
    const auto rows = testfloat_rows(file.name);
    EXPECT_GT(rows.size(), 1000u) << file.name;
    for (const auto& row : rows)
      EXPECT_EQ(result_of(operation, Choice{}, {row[0], row[1]}), row[2])
          << file.name << std::hex << ' ' << row[0] << ' ' << row[1];
  }
}

}  // namespace
}  // namespace semcheck
