#include <gtest/gtest.h>

#include <map>

#include "tests/unit/ptx/evaluate.h"

namespace semcheck::ptx {
namespace {

// The interpreter against operands and results that others made: see tests/conformance/ORIGINS.md.

std::uint64_t bits(const std::string& text) {
  return std::stoull(text, nullptr, 16);
}

bool is_nan32(std::uint64_t a) {
  return (a & 0x7fffffff) > 0x7f800000;
}
bool is_nan64(std::uint64_t a) {
  return (a & 0x7fffffffffffffff) > 0x7ff0000000000000;
}
bool is_nan16(std::uint64_t a, std::uint64_t infinity) {
  return (a & 0x7fff) > infinity;
}

std::vector<std::vector<std::string>> read_table(const std::string& path, char separator) {
  std::vector<std::vector<std::string>> rows;
  for (const std::string& line : split(read_file("tests/conformance/" + path), '\n')) {
    if (!line.empty() && line[0] != '#') rows.push_back(split(line, separator));
  }
  return rows;
}

/// The rows of an operation: operands, then what is expected; a canonical or arithmetic NaN is 0.
std::vector<Row> wasm_rows(const std::string& operation) {
  std::vector<Row> rows;
  for (const std::vector<std::string>& row : read_table("wasm/scalar.csv", ',')) {
    if (row[0] != operation) continue;
    Row values{bits(row[1])};
    if (!row[2].empty()) values.push_back(bits(row[2]));
    values.push_back(row[3].starts_with("nan:") ? 0 : bits(row[3]));
    rows.push_back(values);
  }
  return rows;
}

template <class Expected>
void expect_rows(const SingleInstruction& instruction, const std::vector<Row>& rows, Expected is_expected) {
  ASSERT_FALSE(rows.empty()) << instruction.spelling;
  const std::vector<std::uint64_t> results = evaluate(instruction, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_TRUE(is_expected(rows[i], results[i])) << instruction.spelling << " row " << i << std::hex << ": "
                                                  << rows[i][0] << " " << rows[i][1] << " gives " << results[i];
  }
}

bool is_last(const Row& row, std::uint64_t result) {
  return result == row.back();
}

TEST(WasmOracle, MaxAndMinWithNanPropagateNansAndOrderZeros) {
  // In WebAssembly a NaN result is any canonical or arithmetic NaN; PTX has one for f32.
  const auto expected = [](const Row& row, std::uint64_t result) {
    return is_nan32(row[0]) || is_nan32(row[1]) ? result == 0x7fffffff : result == row[2];
  };
  expect_rows({"max.NaN.f32", "f32", {"f32", "f32"}, ""}, wasm_rows("f32.max"), expected);
  expect_rows({"min.NaN.f32", "f32", {"f32", "f32"}, ""}, wasm_rows("f32.min"), expected);
}

TEST(WasmOracle, MaxAndMinOfDoublesOrderZeros) {
  const auto expected = [](const Row& row, std::uint64_t result) {
    return is_nan64(row[0]) || is_nan64(row[1]) || result == row[2];
  };
  expect_rows({"max.f64", "f64", {"f64", "f64"}, ""}, wasm_rows("f64.max"), expected);
  expect_rows({"min.f64", "f64", {"f64", "f64"}, ""}, wasm_rows("f64.min"), expected);
}

TEST(WasmOracle, ComparisonsOfFloatsAgree) {
  // A comparison with NaN is false in WebAssembly, but for `ne`, which is PTX's `neu`.
  const std::map<std::string, std::string> names{{"eq", "eq"}, {"ne", "neu"}, {"lt", "lt"},
                                                 {"le", "le"}, {"gt", "gt"},  {"ge", "ge"}};
  for (const std::string type : {"f32", "f64"}) {
    for (const auto& [theirs, ours] : names) {
      const std::vector<Row> rows = wasm_rows(fmt::format("{}.{}", type, theirs));
      expect_rows({fmt::format("setp.{}.{}", ours, type), "pred", {type, type}, ""}, rows, is_last);
      const auto all_ones = [](const Row& row, std::uint64_t result) {
        return result == (row[2] != 0 ? 0xffffffff : 0);
      };
      expect_rows({fmt::format("set.{}.u32.{}", ours, type), "u32", {type, type}, ""}, rows, all_ones);
    }
  }
}

TEST(WasmOracle, ConversionsToIntegersSaturate) {
  expect_rows({"cvt.rzi.s32.f32", "s32", {"f32"}, ""}, wasm_rows("i32.trunc_sat_f32_s"), is_last);
  expect_rows({"cvt.rzi.u32.f32", "u32", {"f32"}, ""}, wasm_rows("i32.trunc_sat_f32_u"), is_last);
  // PTX ISA, cvt: the NaN of an f64 gives 1 << 31, in WebAssembly 0.
  const auto expected = [](const Row& row, std::uint64_t result) {
    return result == (is_nan64(row[0]) ? 0x80000000 : row[1]);
  };
  expect_rows({"cvt.rzi.s32.f64", "s32", {"f64"}, ""}, wasm_rows("i32.trunc_sat_f64_s"), expected);
  expect_rows({"cvt.rzi.u32.f64", "u32", {"f64"}, ""}, wasm_rows("i32.trunc_sat_f64_u"), expected);
}

TEST(WasmOracle, IntegersCompareByTheirSign) {
  for (const std::string operation : {"max", "min"}) {
    expect_rows({operation + ".s32", "s32", {"s32", "s32"}, ""}, wasm_rows("i32x4." + operation + "_s"), is_last);
    expect_rows({operation + ".u32", "u32", {"u32", "u32"}, ""}, wasm_rows("i32x4." + operation + "_u"), is_last);
  }
}

TEST(WasmOracle, NarrowingSaturates) {
  const auto expected = [](const Row& row, std::uint64_t result) { return (result & 0xff) == row.back(); };
  expect_rows({"cvt.sat.s8.s16", "s16", {"s16"}, ""}, wasm_rows("i8x16.narrow_i16x8_s"), expected);
  expect_rows({"cvt.sat.u8.s16", "u16", {"s16"}, ""}, wasm_rows("i8x16.narrow_i16x8_u"), expected);
}

/// The rows of a file of the RISC-V oracle.
std::vector<Row> riscv_rows(const std::string& name) {
  std::vector<Row> rows;
  for (const std::vector<std::string>& row : read_table("riscv/" + name + ".csv", ','))
    rows.push_back({bits(row[0]), bits(row[1]), bits(row[2])});
  return rows;
}

TEST(RiscvOracle, ANumberBeatsEveryNan) {
  // RISC-V's canonical NaN is 7fc00000, CUDA's 7fffffff; for two NaNs of f64 the manual leaves the result open.
  const auto single = [](const Row& row, std::uint64_t result) {
    return result == (is_nan32(row[2]) ? 0x7fffffff : row[2]);
  };
  const auto twice = [](const Row& row, std::uint64_t result) {
    return is_nan64(row[2]) ? is_nan64(result) : result == row[2];
  };
  expect_rows({"max.f32", "f32", {"f32", "f32"}, ""}, riscv_rows("fmax.s"), single);
  expect_rows({"min.f32", "f32", {"f32", "f32"}, ""}, riscv_rows("fmin.s"), single);
  expect_rows({"max.f64", "f64", {"f64", "f64"}, ""}, riscv_rows("fmax.d"), twice);
  expect_rows({"min.f64", "f64", {"f64", "f64"}, ""}, riscv_rows("fmin.d"), twice);
}

/// The rows of a TestFloat file: operands and result; rows with the flag `invalid`, which x86 answers in
/// its own way, left out.
std::vector<Row> testfloat_rows(const std::string& name) {
  std::vector<Row> rows;
  for (const std::vector<std::string>& row : read_table("testfloat/" + name + ".txt", ' ')) {
    if ((bits(row.back()) & 0x10) != 0) continue;
    Row values;
    for (std::size_t i = 0; i + 1 < row.size(); ++i) values.push_back(bits(row[i]));
    rows.push_back(values);
  }
  return rows;
}

TEST(TestFloatOracle, FusedMultiplyAddIsRoundedOnce) {
  const auto expected = [](const Row& row, std::uint64_t result) {
    return result == (is_nan32(row[3]) ? 0x7fffffff : row[3]);
  };
  expect_rows({"fma.rn.f32", "f32", {"f32", "f32", "f32"}, ""}, testfloat_rows("f32_mulAdd"), expected);
}

TEST(TestFloatOracle, FloatsConvertToFloats) {
  const auto to_half = [](const Row& row, std::uint64_t result) {
    return result == (is_nan16(row[1], 0x7c00) ? 0x7fff : row[1]);
  };
  const auto to_bfloat = [](const Row& row, std::uint64_t result) {
    return result == (is_nan16(row[1], 0x7f80) ? 0x7fff : row[1]);
  };
  const auto to_single = [](const Row& row, std::uint64_t result) {
    return is_nan32(row[1]) ? is_nan32(result) : result == row[1];
  };
  expect_rows({"cvt.rn.f16.f32", "f16", {"f32"}, ""}, testfloat_rows("f32_to_f16"), to_half);
  expect_rows({"cvt.rn.bf16.f32", "bf16", {"f32"}, ""}, testfloat_rows("f32_to_bf16"), to_bfloat);
  expect_rows({"cvt.f32.f16", "f32", {"f16"}, ""}, testfloat_rows("f16_to_f32"), to_single);
  expect_rows({"cvt.f32.bf16", "f32", {"bf16"}, ""}, testfloat_rows("bf16_to_f32"), to_single);
}

TEST(TestFloatOracle, ComparisonsAgree) {
  for (const std::string type : {"f16", "f32"}) {
    const std::string reg = type == "f16" ? "b16" : type;
    expect_rows({"setp.le." + type, "pred", {reg, reg}, ""}, testfloat_rows(type + "_le_quiet"), is_last);
    expect_rows({"setp.lt." + type, "pred", {reg, reg}, ""}, testfloat_rows(type + "_lt_quiet"), is_last);
  }
}

TEST(TestFloatOracle, FloatsAndIntegersConvert) {
  expect_rows({"cvt.rzi.s32.f32", "s32", {"f32"}, ""}, testfloat_rows("f32_to_i32_rminMag"), is_last);
  expect_rows({"cvt.rni.s32.f32", "s32", {"f32"}, ""}, testfloat_rows("f32_to_i32_rnear_even"), is_last);
  expect_rows({"cvt.rzi.s64.f32", "s64", {"f32"}, ""}, testfloat_rows("f32_to_i64_rminMag"), is_last);
  expect_rows({"cvt.rzi.u32.f32", "u32", {"f32"}, ""}, testfloat_rows("f32_to_ui32_rminMag"), is_last);
  expect_rows({"cvt.rn.f32.s32", "f32", {"s32"}, ""}, testfloat_rows("i32_to_f32"), is_last);
  expect_rows({"cvt.rn.f32.u32", "f32", {"u32"}, ""}, testfloat_rows("ui32_to_f32"), is_last);
}

}  // namespace
}  // namespace semcheck::ptx
