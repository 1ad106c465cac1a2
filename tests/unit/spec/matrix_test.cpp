#include "core/spec/matrix.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/spec/reading.h"

namespace semcheck {
namespace {

Matrix shipped_matrix(const std::string& name) {
  std::vector<Diagnostic> diagnostics;
  const auto file = read_text_file(shipped().shipped / "matrices" / (name + ".toml"), diagnostics);
  const auto matrix = file ? parse_matrix(*file, diagnostics) : std::nullopt;
  EXPECT_EQ(render_all(diagnostics, file ? file->text : ""), "");
  return matrix.value_or(Matrix());
}

bool holds(const std::vector<NamedValue>& values, Bits bits) {
  return std::any_of(values.begin(), values.end(), [&](const NamedValue& v) { return v.bits == bits; });
}

TEST(Matrix, KeepsOrderAndTheFirstOfEqualPatterns) {
  std::vector<Diagnostic> diagnostics;
  const auto matrix = parse_matrix({"m.toml",
                                    "[matrix]\nname = \"m\"\nsummary = \"s\"\ncombine = \"diagonal\"\n"
                                    "[values]\nfloating = [\"-0\", \"1\", \"1.0\", \"qnan(0xabc)\"]\n"
                                    "integer = [\"max\", \"127\"]\nf16 = [\"0x3c01\"]\n"},
                                   diagnostics);
  ASSERT_TRUE(matrix) << render_all(diagnostics, "");
  EXPECT_EQ(matrix->combine, Combine::diagonal);
  EXPECT_EQ(matrix->summary, "s");
  const std::vector<NamedValue> f16 = resolve(*matrix, Dtype::f16);
  ASSERT_EQ(f16.size(), 3u);  // f16 has no room for payload 0xabc
  EXPECT_EQ(f16[0].name, "-0");
  EXPECT_EQ(f16[1].name, "1");
  EXPECT_EQ(f16[2].bits, 0x3c01u);
  EXPECT_EQ(resolve(*matrix, Dtype::f32).size(), 3u);
  EXPECT_EQ(resolve(*matrix, Dtype::s8).size(), 1u);
  EXPECT_EQ(resolve(*matrix, Dtype::u8).size(), 2u);
}

TEST(SpecialMatrix, HoldsBothZerosAndInfinitiesAndNansOfBothKindsAndSigns) {
  const Matrix special = shipped_matrix("special");
  for (const DtypeRow& r : kDtypes) {
    if (!is_floating(r.format)) continue;
    const std::vector<NamedValue> values = resolve(special, r.dtype);
    const auto count = [&](auto is) {
      return std::count_if(values.begin(), values.end(), [&](const NamedValue& v) { return is(r.format, v.bits); });
    };
    EXPECT_EQ(count(is_zero), 2) << r.name;
    EXPECT_EQ(count(is_infinite), r.format.has_infinity ? 2 : 0) << r.name;
    EXPECT_GE(count(is_nan), r.format.has_infinity ? 6 : 2) << r.name;
    EXPECT_GE(count(is_signaling), r.format.has_infinity ? 2 : 0) << r.name;
    EXPECT_GE(count(is_subnormal), 4) << r.name;
    EXPECT_TRUE(holds(values, r.canonical_nan)) << r.name;
    EXPECT_LE(values.size(), 40u) << r.name;
  }
}

TEST(SpecialMatrix, BeginsWithTheSimplestValues) {
  const std::vector<NamedValue> values = resolve(shipped_matrix("special"), Dtype::f32);
  ASSERT_GE(values.size(), 4u);
  EXPECT_EQ(values[0].bits, 0x00000000u);
  EXPECT_EQ(values[1].bits, 0x80000000u);
  EXPECT_EQ(values[2].bits, 0x3f800000u);
  EXPECT_EQ(values[3].bits, 0xbf800000u);
}

TEST(SpecialMatrix, HoldsTheSignBoundariesOfIntegers) {
  const Matrix special = shipped_matrix("special");
  for (const DtypeRow& r : kDtypes) {
    if (is_floating(r.format)) continue;
    const std::vector<NamedValue> values = resolve(special, r.dtype);
    for (Bits b : {Bits{0}, Bits{1}, value_mask(r.format), sign_mask(r.format), magnitude_mask(r.format),
                   sign_mask(r.format) + 1, magnitude_mask(r.format) - 1, value_mask(r.format) - 1})
      EXPECT_TRUE(holds(values, b)) << r.name << " " << std::hex << b;
  }
}

TEST(BoundariesMatrix, HasValuesOfEveryDtypeAndNoNan) {
  const Matrix boundaries = shipped_matrix("boundaries");
  for (const DtypeRow& r : kDtypes) {
    const std::vector<NamedValue> values = resolve(boundaries, r.dtype);
    EXPECT_GE(values.size(), 16u) << r.name;
    EXPECT_LE(values.size(), 64u) << r.name;
    for (const NamedValue& v : values) EXPECT_FALSE(is_nan(r.format, v.bits)) << r.name << " " << v.name;
  }
}

TEST(MatrixErrors, AreReportedTogether) {
  EXPECT_EQ(
      matrix_errors("[matrix]\nname = \"../m\"\ncombine = \"pair\"\n[values]\nfloating = [\"1\", \"nan\", \"1\"]\n"
                    "f16 = [\"65536\"]\ninteger = 7\nf23 = []\n"),
      "m.toml:2:8: error: \"../m\" cannot name a matrix\n"
      "    2 | name = \"../m\"\n"
      "      |        ^~~~~~\n"
      "help: a name begins with a letter, digit or '_' and goes on with those or '.', '+', '-'\n"
      "m.toml:3:11: error: unknown value \"pair\" for `combine`\n"
      "    3 | combine = \"pair\"\n"
      "      |           ^~~~~~\n"
      "help: did you mean \"pairs\"?\n"
      "m.toml:5:18: error: no floating dtype has a value \"nan\"\n"
      "    5 | floating = [\"1\", \"nan\", \"1\"]\n"
      "      |                  ^~~~~\n"
      "help: expected bits (0x7fc00000), a number, or a name such as inf, qnan, snan(1), max, min_normal, 1+1ulp\n"
      "m.toml:5:25: error: value \"1\" is listed twice\n"
      "    5 | floating = [\"1\", \"nan\", \"1\"]\n"
      "      |                         ^~~\n"
      "m.toml:6:8: error: no f16 dtype has a value \"65536\"\n"
      "    6 | f16 = [\"65536\"]\n"
      "      |        ^~~~~~~\n"
      "help: expected bits (0x7fc00000), a number, or a name such as inf, qnan, snan(1), max, min_normal, 1+1ulp\n"
      "m.toml:7:11: error: `integer` must be an array of strings, not an integer\n"
      "    7 | integer = 7\n"
      "      |           ^\n"
      "m.toml:8:1: error: unknown key `f23` in [values]\n"
      "    8 | f23 = []\n"
      "      | ^~~\n"
      "help: did you mean \"f32\"?\n");
}

TEST(MatrixErrors, NameMissingTables) {
  EXPECT_EQ(matrix_errors("[matrixx]\n"),
            "m.toml: error: missing table [matrix]\n"
            "m.toml: error: missing table [values]\n"
            "m.toml:1:2: error: unknown key `matrixx`\n"
            "    1 | [matrixx]\n"
            "      |  ^~~~~~~\n"
            "help: did you mean \"matrix\"?\n");
  EXPECT_EQ(matrix_errors(""), "m.toml: error: the file is empty\n");
}

TEST(MatrixErrors, RefuseAbsurdSizes) {
  std::string list;
  for (int i = 0; i < 1025; ++i) list += "\"" + std::to_string(i) + "\", ";
  const std::string errors = matrix_errors("[matrix]\nname = \"m\"\n[values]\ninteger = [" + list + "]\n");
  EXPECT_EQ(errors.substr(0, errors.find('\n')), "m.toml:4:11: error: `integer` has 1025 entries, more than 1024");
}

}  // namespace
}  // namespace semcheck
