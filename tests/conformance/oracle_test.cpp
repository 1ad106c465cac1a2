#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "tests/unit/reference/known_rules.h"

namespace semcheck {
namespace {

using Row = std::vector<std::string>;

/// The rows of a CSV file below tests/conformance; comment lines left out.
std::vector<Row> read_oracle(const std::string& path) {
  std::ifstream file(std::string(SEMCHECK_SOURCE_DIR) + "/tests/conformance/" + path);
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    Row fields(1);
    for (char c : line)
      if (c == ',')
        fields.emplace_back();
      else if (c != '\r')
        fields.back() += c;
    rows.push_back(fields);
  }
  return rows;
}

Bits bits_of(const std::string& text) {
  return std::stoull(text, nullptr, 16);
}

std::string text_of(const Row& row) {
  std::string text;
  for (const std::string& field : row) text += field + " ";
  return text;
}

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

Choice wasm_rules(Dtype dtype) {
  Choice c = known::maximum(dtype);
  c.nan_result = NanResult::any;
  return c;
}

/// A NaN row names a class: the vocabulary's "any quiet NaN" must hold all of it and no signaling NaN.
void expect_nan_class(const Row& row, Dtype dtype, const Outcome& outcome) {
  const Format& f = format(dtype);
  const Bits canonical = exponent_mask(f) | quiet_bit(f);
  EXPECT_EQ(outcome.kind, OutcomeKind::any_quiet_nan) << text_of(row);
  EXPECT_TRUE(allows(f, outcome, canonical)) << text_of(row);
  EXPECT_TRUE(allows(f, outcome, canonical | sign_mask(f))) << text_of(row);
  EXPECT_TRUE(allows(f, outcome, canonical | 1)) << text_of(row);
  EXPECT_FALSE(allows(f, outcome, exponent_mask(f) | 1)) << text_of(row);
  EXPECT_FALSE(allows(f, outcome, exponent_mask(f))) << text_of(row);
}

TEST(Oracle, WebAssemblyMaxAndMinOfEveryRow) {
  std::map<std::string, int> rows;
  for (const Row& row : read_oracle("wasm/scalar.csv")) {
    const auto found = kWasmExtrema.find(row[0]);
    if (found == kWasmExtrema.end()) continue;
    ++rows[row[0].substr(0, 3)];
    const auto [kind, dtype] = found->second;
    const Bits operands[] = {bits_of(row[1]), bits_of(row[2])};
    const Outcome outcome = evaluate(known::operation(kind, dtype), wasm_rules(dtype), operands);
    if (row[3].starts_with("nan:"))
      expect_nan_class(row, dtype, outcome);
    else
      EXPECT_EQ(outcome, (Outcome{OutcomeKind::exactly, bits_of(row[3])})) << text_of(row);
  }
  // 20 operands with each other, two operations.
  EXPECT_EQ(rows["f32"], 800);
  EXPECT_EQ(rows["f64"], 800);
  EXPECT_GT(rows["i32"], 40);
  EXPECT_GT(rows["i8x"], 40);
}

/// The comparisons of IEEE 754-2019 5.11 out of the two functions that the reference compares with.
bool compares(const std::string& relation, const Format& f, Bits a, Bits b) {
  const bool below = order_key(f, a) < order_key(f, b);
  const bool unordered = is_nan(f, a) || is_nan(f, b);
  const bool equal = !unordered && equal_numbers(f, a, b);
  const bool less = !unordered && !equal && below;
  if (relation == "eq") return equal;
  if (relation == "ne") return !equal;
  if (relation == "lt") return less;
  if (relation == "le") return less || equal;
  if (relation == "gt") return !unordered && !equal && !less;
  return !unordered && !less;
}

TEST(Oracle, WebAssemblyComparisonsOfEveryRow) {
  const std::vector<std::string> relations = {"eq", "ne", "lt", "le", "gt", "ge"};
  int rows = 0;
  for (const Row& row : read_oracle("wasm/scalar.csv")) {
    const std::string relation = row[0].substr(4);
    if (row[0][0] != 'f' || std::find(relations.begin(), relations.end(), relation) == relations.end()) continue;
    ++rows;
    const Format& f = format(row[0].starts_with("f32") ? Dtype::f32 : Dtype::f64);
    EXPECT_EQ(compares(relation, f, bits_of(row[1]), bits_of(row[2])), bits_of(row[3]) != 0) << text_of(row);
  }
  EXPECT_EQ(rows, 2 * 6 * 400);
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

}  // namespace
}  // namespace semcheck
