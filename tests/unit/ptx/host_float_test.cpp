#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

#include "tests/unit/ptx/evaluate.h"

namespace semcheck::ptx {
namespace {

// The soft floats against the arithmetic of the machine that runs the tests, on bits from a fixed seed.

constexpr std::size_t kRows = 100000;

/// Bits with many exponents close to each other, to zero or to the largest.
std::uint64_t random_bits(std::mt19937_64& random, unsigned width, unsigned fraction) {
  const std::uint64_t exponents = (std::uint64_t{1} << (width - 1)) - (std::uint64_t{1} << fraction);
  const std::uint64_t bias = (std::uint64_t{1} << (width - fraction - 2)) - 1;
  const std::uint64_t value = random() >> (64 - width);
  switch (random() % 4) {
    case 0: return (value & ~exponents) | ((bias - 8 + random() % 16) << fraction);
    case 1: return value & ~(exponents - (std::uint64_t{1} << fraction));
    case 2: return value & ~((std::uint64_t{1} << (fraction - 3)) - 1);
    default: return value;
  }
}

std::vector<Row> random_rows(unsigned width, unsigned fraction) {
  std::mt19937_64 random(7);
  std::vector<Row> rows(kRows);
  for (Row& row : rows)
    row = {random_bits(random, width, fraction), random_bits(random, width, fraction),
           random_bits(random, width, fraction)};
  return rows;
}

float single(std::uint64_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}
std::uint64_t bits_of(float value) {
  return std::isnan(value) ? 0x7fffffff : std::bit_cast<std::uint32_t>(value);
}

template <class Compute>
void expect_single(const SingleInstruction& instruction, Compute compute) {
  const std::vector<Row> rows = random_rows(32, 23);
  const std::vector<std::uint64_t> results = evaluate(instruction, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const float expected = compute(single(rows[i][0]), single(rows[i][1]), single(rows[i][2]));
    ASSERT_EQ(results[i], bits_of(expected))
        << instruction.spelling << std::hex << " " << rows[i][0] << " " << rows[i][1] << " " << rows[i][2];
  }
}

template <class Compute>
void expect_double(const SingleInstruction& instruction, Compute compute) {
  const std::vector<Row> rows = random_rows(64, 52);
  const std::vector<std::uint64_t> results = evaluate(instruction, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double expected = compute(std::bit_cast<double>(rows[i][0]), std::bit_cast<double>(rows[i][1]),
                                    std::bit_cast<double>(rows[i][2]));
    const auto result = std::bit_cast<double>(results[i]);
    const bool same = std::isnan(expected) ? std::isnan(result) : std::bit_cast<std::uint64_t>(expected) == results[i];
    ASSERT_TRUE(same) << instruction.spelling << std::hex << " " << rows[i][0] << " " << rows[i][1] << " " << rows[i][2]
                      << ": " << results[i];
  }
}

TEST(HostFloat, SingleArithmeticAgreesOnRandomBits) {
  expect_single({"add.f32", "f32", {"f32", "f32"}, ""}, [](float a, float b, float) { return a + b; });
  expect_single({"sub.f32", "f32", {"f32", "f32"}, ""}, [](float a, float b, float) { return a - b; });
  expect_single({"mul.f32", "f32", {"f32", "f32"}, ""}, [](float a, float b, float) { return a * b; });
  expect_single({"fma.rn.f32", "f32", {"f32", "f32", "f32"}, ""},
                [](float a, float b, float c) { return std::fma(a, b, c); });
}

TEST(HostFloat, DoubleArithmeticAgreesOnRandomBits) {
  expect_double({"add.f64", "f64", {"f64", "f64"}, ""}, [](double a, double b, double) { return a + b; });
  expect_double({"sub.f64", "f64", {"f64", "f64"}, ""}, [](double a, double b, double) { return a - b; });
  expect_double({"mul.f64", "f64", {"f64", "f64"}, ""}, [](double a, double b, double) { return a * b; });
  expect_double({"fma.rn.f64", "f64", {"f64", "f64", "f64"}, ""},
                [](double a, double b, double c) { return std::fma(a, b, c); });
}

TEST(HostFloat, QuotientsAndRootsAgreeOnRandomBits) {
  expect_single({"div.rn.f32", "f32", {"f32", "f32"}, ""}, [](float a, float b, float) { return a / b; });
  expect_single({"rcp.rn.f32", "f32", {"f32"}, ""}, [](float a, float, float) { return 1.0F / a; });
  expect_single({"sqrt.rn.f32", "f32", {"f32"}, ""}, [](float a, float, float) { return std::sqrt(a); });
  expect_double({"div.rn.f64", "f64", {"f64", "f64"}, ""}, [](double a, double b, double) { return a / b; });
  expect_double({"rcp.rn.f64", "f64", {"f64"}, ""}, [](double a, double, double) { return 1.0 / a; });
  expect_double({"sqrt.rn.f64", "f64", {"f64"}, ""}, [](double a, double, double) { return std::sqrt(a); });
}

TEST(HostFloat, BothSinglesOfAPairAreComputed) {
  const std::vector<Row> rows = random_rows(64, 52);
  const std::vector<std::uint64_t> results = evaluate({"fma.rn.f32x2", "b64", {"b64", "b64", "b64"}, ""}, rows);
  const auto upper = [](std::uint64_t bits) { return single(bits >> 32); };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    ASSERT_EQ(results[i] & 0xffffffff, bits_of(std::fma(single(row[0]), single(row[1]), single(row[2]))));
    ASSERT_EQ(results[i] >> 32, bits_of(std::fma(upper(row[0]), upper(row[1]), upper(row[2]))));
  }
}

TEST(HostFloat, ConversionsBetweenSingleAndDoubleAgreeOnRandomBits) {
  const std::vector<Row> rows = random_rows(64, 52);
  const std::vector<std::uint64_t> results = evaluate({"cvt.rn.f32.f64", "f32", {"f64"}, ""}, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto value = std::bit_cast<double>(rows[i][0]);
    if (std::isnan(value)) continue;
    ASSERT_EQ(results[i], bits_of(static_cast<float>(value))) << std::hex << rows[i][0];
  }
}

// A sum of two halves is exact in f64, and a product of two too, so that rounding it once to half
// is the correctly rounded result.
TEST(HostFloat, EveryHalfTimesAFewHalvesIsRoundedCorrectly) {
  std::vector<Row> rows;
  for (const std::uint64_t b : {0x0001U, 0x03ffU, 0x0400U, 0x3555U, 0x3bffU, 0x7bffU, 0xbc01U}) {
    for (std::uint64_t a = 0; a < 0x10000; a += 7) rows.push_back({a, b});
  }
  const std::vector<std::uint64_t> products = evaluate({"mul.rn.f16", "f16", {"f16", "f16"}, ""}, rows);
  const auto module = parse(kHead + entry_text("widen", {"cvt.f64.f16", "f64", {"f16"}, ""}));
  const auto narrow = parse(kHead + entry_text("narrow", {"cvt.rn.f16.f64", "f16", {"f64"}, ""}));
  std::vector<Row> second(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) second[i] = {rows[i][1]};
  const std::vector<std::uint64_t> a = evaluate(*module, "widen", rows);
  const std::vector<std::uint64_t> b = evaluate(*module, "widen", second);
  std::vector<Row> exact(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    exact[i] = {std::bit_cast<std::uint64_t>(std::bit_cast<double>(a[i]) * std::bit_cast<double>(b[i]))};
  const std::vector<std::uint64_t> expected = evaluate(*narrow, "narrow", exact);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (std::isnan(std::bit_cast<double>(exact[i][0]))) continue;
    ASSERT_EQ(products[i], expected[i]) << std::hex << rows[i][0] << " " << rows[i][1];
  }
}

}  // namespace
}  // namespace semcheck::ptx
