#include <gtest/gtest.h>
#include <mpfr.h>

#include <bit>
#include <cmath>
#include <random>

#include "tests/unit/ptx/evaluate.h"

namespace semcheck::ptx {
namespace {

// Quotients and roots in every rounding against GNU MPFR, on operands whose results lie on or beside a number or the
// middle between two, at the ends of the range, and on random bits.

struct FloatType {
  const char* name;
  unsigned width;
  int precision;
  mpfr_exp_t least;  ///< MPFR's exponents of the smallest subnormal and of the largest number
  mpfr_exp_t most;
};

constexpr FloatType kSingle{"f32", 32, 24, -148, 128};
constexpr FloatType kDouble{"f64", 64, 53, -1073, 1024};

struct Direction {
  const char* name;
  mpfr_rnd_t rounding;
};

constexpr Direction kDirections[] = {{"rn", MPFR_RNDN}, {"rz", MPFR_RNDZ}, {"rm", MPFR_RNDD}, {"rp", MPFR_RNDU}};

double value(const FloatType& type, std::uint64_t bits) {
  return type.width == 64 ? std::bit_cast<double>(bits)
                          : static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
}

std::uint64_t bits_of(const FloatType& type, double number) {
  return type.width == 64 ? std::bit_cast<std::uint64_t>(number)
                          : std::bit_cast<std::uint32_t>(static_cast<float>(number));
}

/// A number of MPFR in the format of a type.
class Number {
 public:
  explicit Number(const FloatType& type) {
    mpfr_set_emin(type.least);
    mpfr_set_emax(type.most);
    mpfr_init2(number_, type.precision);
  }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  ~Number() { mpfr_clear(number_); }
  mpfr_ptr get() { return number_; }

 private:
  mpfr_t number_;
};

using Operation = int (*)(mpfr_ptr result, mpfr_srcptr a, mpfr_srcptr b, mpfr_rnd_t rounding);

std::vector<Row> hard_rows(const FloatType& type) {
  const std::uint64_t one = bits_of(type, 1.0);
  const std::uint64_t sign = std::uint64_t{1} << (type.width - 1);
  const std::uint64_t infinity = bits_of(type, HUGE_VAL);
  std::vector<std::uint64_t> numbers{
      0, 1, 2, 3, one, one + 1, one + 2, one + 3, one - 1, one - 2, infinity - 1, infinity - 2, infinity};
  for (const double number : {2.0, 3.0, 4.0, 5.0, 7.0, 9.0, 10.0, 15.0, 0.5, 0.1, 65535.0})
    numbers.push_back(bits_of(type, number));
  const std::uint64_t smallest_normal = std::uint64_t{1} << (type.precision - 1);
  for (std::uint64_t i = 0; i < 4; ++i) numbers.push_back(smallest_normal - 2 + i);
  std::mt19937_64 random(3);
  for (int i = 0; i < 60; ++i) numbers.push_back(random() >> (65 - type.width));
  for (int i = 0; i < 30; ++i) numbers.push_back(random() % (smallest_normal * 4));
  // The square of a number with half the bits, and its neighbours.
  for (int i = 0; i < 30; ++i) {
    const auto root = static_cast<double>((random() >> (65 - type.precision / 2)) | 1);
    for (std::uint64_t k = 0; k < 3; ++k) numbers.push_back(bits_of(type, root * root) - 1 + k);
  }
  std::vector<Row> rows;
  for (const std::uint64_t a : numbers) {
    for (const std::uint64_t b : numbers) rows.push_back({a ^ (random() % 2 * sign), b ^ (random() % 2 * sign)});
  }
  return rows;
}

void expect_rounded(const FloatType& type, const Direction& direction, const SingleInstruction& instruction,
                    Operation operation) {
  const std::vector<Row> rows = hard_rows(type);
  const std::vector<std::uint64_t> results = evaluate(instruction, rows);
  Number a(type);
  Number b(type);
  Number d(type);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    mpfr_set_d(a.get(), value(type, rows[i][0]), MPFR_RNDN);
    mpfr_set_d(b.get(), value(type, rows[i][1]), MPFR_RNDN);
    const int inexact = operation(d.get(), a.get(), b.get(), direction.rounding);
    mpfr_subnormalize(d.get(), inexact, direction.rounding);
    const double expected = mpfr_get_d(d.get(), MPFR_RNDN);
    const bool same =
        std::isnan(expected) ? std::isnan(value(type, results[i])) : bits_of(type, expected) == results[i];
    ASSERT_TRUE(same) << instruction.spelling << std::hex << " " << rows[i][0] << " " << rows[i][1] << " gives "
                      << results[i] << ", not " << bits_of(type, expected);
  }
}

TEST(DivisionMpfr, QuotientsAreRoundedCorrectlyInEveryDirection) {
  for (const FloatType& type : {kSingle, kDouble}) {
    for (const Direction& direction : kDirections) {
      expect_rounded(type, direction,
                     {fmt::format("div.{}.{}", direction.name, type.name), type.name, {type.name, type.name}, ""},
                     [](mpfr_ptr d, mpfr_srcptr a, mpfr_srcptr b, mpfr_rnd_t r) { return mpfr_div(d, a, b, r); });
      expect_rounded(type, direction, {fmt::format("rcp.{}.{}", direction.name, type.name), type.name, {type.name}, ""},
                     [](mpfr_ptr d, mpfr_srcptr a, mpfr_srcptr, mpfr_rnd_t r) { return mpfr_ui_div(d, 1, a, r); });
    }
  }
}

TEST(DivisionMpfr, RootsAreRoundedCorrectlyInEveryDirection) {
  for (const FloatType& type : {kSingle, kDouble}) {
    for (const Direction& direction : kDirections) {
      expect_rounded(type, direction,
                     {fmt::format("sqrt.{}.{}", direction.name, type.name), type.name, {type.name}, ""},
                     [](mpfr_ptr d, mpfr_srcptr a, mpfr_srcptr, mpfr_rnd_t r) { return mpfr_sqrt(d, a, r); });
    }
  }
}

}  // namespace
}  // namespace semcheck::ptx
