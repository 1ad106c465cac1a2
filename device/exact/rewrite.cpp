#include "device/exact/rewrite.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/values/decimal.h"
#include "core/values/dtype.h"
#include "device/exact/headers.h"
#include "device/exact/tokens.h"

namespace semcheck {
namespace {

std::string_view type_name(Dtype dtype) {
  return dtype == Dtype::f32 ? "semcheck_float" : "semcheck_double";
}

std::optional<std::string> decimal(Dtype dtype, const std::string& digits) {
  const auto bits = round_decimal(format(dtype), digits);
  if (!bits) return std::nullopt;
  return fmt::format("{}::of_bits(0x{:x}u)", type_name(dtype), *bits);
}

/// C++17, lex.fcon: 0x, hexadecimal digits with a point, p, the decimal exponent of 2.
std::optional<std::string> hexadecimal(Dtype dtype, const std::string& text) {
  const std::size_t mark = text.find_first_of("pP");
  const std::size_t point = std::min(text.find('.'), mark);
  std::string digits = text.substr(2, point - 2);
  int exponent = 0;
  if (point < mark) {
    digits += text.substr(point + 1, mark - point - 1);
    exponent = -4 * static_cast<int>(mark - point - 1);
  }
  int power = 0;
  const std::size_t sign = text[mark + 1] == '+' ? 1 : 0;
  const auto [end, error] = std::from_chars(text.data() + mark + 1 + sign, text.data() + text.size(), power);
  Bits significand = 0;
  const auto [rest, wrong] = std::from_chars(digits.data(), digits.data() + digits.size(), significand, 16);
  const bool whole = end == text.data() + text.size() && rest == digits.data() + digits.size();
  if (!whole || error != std::errc() || wrong != std::errc()) return std::nullopt;
  return fmt::format("semcheck::exact::of_parts<semcheck::exact::Kind::{}>(0x{:x}u, {})", name(dtype), significand,
                     exponent + power);
}

/// A floating literal as an exact number; nothing for an integer, and for what is no number of float or double.
std::optional<std::string> exact_literal(std::string_view token) {
  std::string text(token);
  std::erase(text, '\'');
  const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (text.find_first_of(is_hexadecimal ? "pP" : ".eE") == std::string::npos) return std::nullopt;
  const bool single = text.ends_with('f') || text.ends_with('F');
  if (single) text.pop_back();
  const Dtype dtype = single ? Dtype::f32 : Dtype::f64;
  return is_hexadecimal ? hexadecimal(dtype, text) : decimal(dtype, "0" + text);
}

}  // namespace

std::string exact_program(std::string_view program) {
  std::string text = fmt::format("#include \"{}\"\n", kExactHeader);
  std::size_t done = 0;
  for (const Token& token : tokens_of(program)) {
    if (token.kind != Token::Kind::number) continue;
    const auto literal = exact_literal(token.text);
    if (!literal) continue;
    text += program.substr(done, token.offset - done);
    text += *literal;
    done = token.offset + token.text.size();
  }
  text += program.substr(done);
  return text;
}

}  // namespace semcheck
