#include "device/ptx/decimal.h"

#include <cstdlib>

#include "device/ptx/semantics_arithmetic.h"
#include "device/ptx/semantics_divide.h"

namespace semcheck::ptx {

namespace {

constexpr int kMostDigits = 19;  // 10^19 fits into 64 bits

struct Decimal {
  Word digits = 0;
  int power = 0;
};

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::optional<Decimal> split(std::string_view text) {
  Decimal decimal;
  bool fraction = false;
  std::size_t i = 0;
  for (int count = 0; i < text.size() && (is_digit(text[i]) || text[i] == '.'); ++i) {
    if (text[i] == '.' && fraction) return std::nullopt;
    if (text[i] == '.') {
      fraction = true;
      continue;
    }
    if (++count > kMostDigits) return std::nullopt;
    decimal.digits = decimal.digits * 10 + static_cast<Word>(text[i] - '0');
    if (fraction) --decimal.power;
  }
  if (i == text.size()) return decimal;
  const bool negative = ++i < text.size() && text[i] == '-';
  if (i < text.size() && !is_digit(text[i])) ++i;
  int exponent = 0;
  for (; i < text.size() && exponent < 1000; ++i) exponent = exponent * 10 + (text[i] - '0');
  decimal.power += negative ? -exponent : exponent;
  return decimal;
}

}  // namespace

std::optional<Word> f64_from_decimal(std::string_view text) {
  const std::optional<Decimal> decimal = split(text);
  if (!decimal) return std::nullopt;
  if (decimal->digits == 0) return Word{0};
  if (decimal->power < -kMostDigits || decimal->power > kMostDigits) return std::nullopt;
  Word power_of_ten = 1;
  for (int i = 0; i < std::abs(decimal->power); ++i) power_of_ten *= 10;
  const Format f64 = row(Type::f64).format;
  const Parts<Word> digits = normalised<Word>(0, 63, decimal->digits);
  const Parts<Word> scale = normalised<Word>(0, 63, power_of_ten);
  if (decimal->power < 0) return pack(f64, Rounding::rn, exact_quotient(digits, scale));
  const WideParts<Word> product = exact_product(digits, scale);
  return pack(f64, Rounding::rn, narrowed<Word>(0, product.exponent, product.high, product.low));
}

}  // namespace semcheck::ptx
