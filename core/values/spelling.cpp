#include "core/values/spelling.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "core/values/decimal.h"

namespace semcheck {
namespace {

constexpr std::size_t kLongestName = 128;

/// A magnitude with a name of its own, in every floating format that has it.
struct NamedMagnitude {
  std::string_view name;
  std::optional<Bits> (*magnitude)(const Format&);
};

constexpr std::array kNamedMagnitudes = {
    NamedMagnitude{"0", [](const Format&) { return std::optional<Bits>(0); }},
    NamedMagnitude{"inf",
                   [](const Format& f) { return f.has_infinity ? std::optional(exponent_mask(f)) : std::nullopt; }},
    NamedMagnitude{"max", [](const Format& f) { return std::optional(largest_finite(f)); }},
    NamedMagnitude{"min_normal", [](const Format& f) { return std::optional(Bits{1} << f.fraction_bits); }},
    NamedMagnitude{"max_subnormal", [](const Format& f) { return std::optional(fraction_mask(f)); }},
    NamedMagnitude{"min_subnormal", [](const Format&) { return std::optional<Bits>(1); }},
};

std::optional<Bits> parse_digits(std::string_view text, int base) {
  Bits value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, base);
  if (text.empty() || stop != end || error != std::errc()) return std::nullopt;
  return value;
}

/// A count or payload: decimal, or hexadecimal after `0x`.
std::optional<Bits> parse_number(std::string_view text) {
  return text.starts_with("0x") ? parse_digits(text.substr(2), 16) : parse_digits(text, 10);
}

/// `0x7fc00abc`, or `0x7f..` whose last digit is repeated to the width of the format.
std::optional<Bits> parse_pattern(const Format& f, std::string_view text) {
  std::string digits(text.substr(2));
  const auto width = static_cast<std::size_t>(f.width / 4);
  if (digits.size() > 2 && digits.ends_with("..")) {
    digits.resize(digits.size() - 2);
    if (digits.size() < width) digits.resize(width, digits.back());
  }
  if (digits.size() > width) return std::nullopt;
  return parse_digits(digits, 16);
}

/// A name and the steps after it: `max-1` is {"max", 1, true}.
struct Stepped {
  std::string_view base;
  Bits steps = 0;
  bool down = false;
};

/// Splits `base+3` at its last sign; nothing when what follows is not a count.
std::optional<Stepped> split_steps(std::string_view text) {
  const std::size_t sign = text.find_last_of("+-");
  if (sign == std::string_view::npos || sign == 0) return std::nullopt;
  const auto steps = parse_digits(text.substr(sign + 1), 10);
  if (!steps) return std::nullopt;
  return Stepped{text.substr(0, sign), *steps, text[sign] == '-'};
}

/// `from` moved by the steps, or nothing when that leaves 0 … last.
std::optional<Bits> step(Bits from, const Stepped& by, Bits last) {
  if (by.down) return by.steps <= from ? std::optional(from - by.steps) : std::nullopt;
  return by.steps <= last - from ? std::optional(from + by.steps) : std::nullopt;
}

/// The magnitude of `qnan`, `qnan(payload)` or `snan(payload)`.
std::optional<Bits> parse_nan(const Format& f, std::string_view text) {
  if (!f.has_infinity) return text == "qnan" ? std::optional(magnitude_mask(f)) : std::nullopt;
  if (text == "qnan") return exponent_mask(f) | quiet_bit(f);
  if (text.size() < 6 || text[4] != '(' || text.back() != ')') return std::nullopt;
  const auto payload = parse_number(text.substr(5, text.size() - 6));
  if (!payload || *payload >= quiet_bit(f)) return std::nullopt;
  if (text.starts_with("qnan")) return exponent_mask(f) | quiet_bit(f) | *payload;
  return *payload == 0 ? std::nullopt : std::optional(exponent_mask(f) | *payload);
}

std::optional<Bits> parse_magnitude(const Format& f, std::string_view text) {
  for (const NamedMagnitude& named : kNamedMagnitudes)
    if (named.name == text) return named.magnitude(f);
  if (text.starts_with("qnan") || text.starts_with("snan")) return parse_nan(f, text);
  return round_decimal(f, text);
}

std::optional<Bits> parse_floating(const Format& f, std::string_view text) {
  Stepped stepped{text};
  if (text.ends_with("ulp")) {
    const auto split = split_steps(text.substr(0, text.size() - 3));
    if (!split) return std::nullopt;
    stepped = *split;
  }
  std::string_view name = stepped.base;
  const bool negative = name.starts_with('-');
  if (negative || name.starts_with('+')) name.remove_prefix(1);
  const auto base = parse_magnitude(f, name);
  if (!base || (stepped.steps != 0 && is_nan(f, *base))) return std::nullopt;
  const auto magnitude = is_nan(f, *base) ? base : step(*base, stepped, largest_magnitude(f));
  if (!magnitude) return std::nullopt;
  return negative ? *magnitude | sign_mask(f) : *magnitude;
}

std::optional<Bits> parse_decimal_integer(const Format& f, std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const auto magnitude = parse_digits(text, 10);
  if (!magnitude) return std::nullopt;
  const bool is_signed = f.kind == kSigned;
  if (negative) {
    if (!is_signed || *magnitude == 0 || *magnitude > sign_mask(f)) return std::nullopt;
    return (~*magnitude + 1) & value_mask(f);
  }
  return *magnitude <= (is_signed ? magnitude_mask(f) : value_mask(f)) ? magnitude : std::nullopt;
}

std::optional<Bits> parse_integer_name(const Format& f, std::string_view name) {
  const bool is_signed = f.kind == kSigned;
  if (name == "min") return is_signed ? sign_mask(f) : 0;
  if (name == "max") return is_signed ? magnitude_mask(f) : value_mask(f);
  if (name.starts_with("0x")) return parse_pattern(f, name);
  return std::nullopt;
}

std::optional<Bits> parse_integer(const Format& f, std::string_view text) {
  if (const auto decimal = parse_decimal_integer(f, text)) return decimal;
  const Stepped stepped = split_steps(text).value_or(Stepped{text});
  const auto base = parse_integer_name(f, stepped.base);
  if (!base) return std::nullopt;
  const auto key = step(order_key(f, *base), stepped, value_mask(f));
  // The order key of an integer is its own inverse.
  return key ? std::optional(order_key(f, *key)) : std::nullopt;
}

std::string spell_integer(const Format& f, Bits bits) {
  if (f.kind == kSigned && is_negative(f, bits)) return fmt::format("-{}", (~bits + 1) & value_mask(f));
  return fmt::format("{}", bits);
}

std::string spell_nan(const Format& f, Bits magnitude) {
  if (!f.has_infinity) return "qnan";
  const Bits payload = magnitude & (quiet_bit(f) - 1);
  const std::string_view kind = is_signaling(f, magnitude) ? "snan" : "qnan";
  return payload == 0 ? std::string(kind) : fmt::format("{}({:#x})", kind, payload);
}

/// The value of a finite pattern: exact, because every format is a subset of binary64. For presentation only.
double to_double(const Format& f, Bits magnitude) {
  const Bits fraction = magnitude & fraction_mask(f);
  const int field = static_cast<int>(magnitude >> f.fraction_bits);
  const Bits significand = field == 0 ? fraction : fraction | (Bits{1} << f.fraction_bits);
  return std::ldexp(static_cast<double>(significand), (field == 0 ? 1 : field) - bias(f) - f.fraction_bits);
}

/// The shortest decimal that rounds to the pattern.
std::string spell_decimal(const Format& f, Bits magnitude) {
  constexpr int kDigitsOfBinary64 = 17;
  const double value = to_double(f, magnitude);
  std::string text;
  for (int digits = 1; digits <= kDigitsOfBinary64; ++digits) {
    text = fmt::format("{:.{}g}", value, digits);
    if (round_decimal(f, text) == magnitude) break;
  }
  return text;
}

}  // namespace

std::string hex(Dtype dtype, Bits bits) {
  return fmt::format("0x{:0{}x}", bits, format(dtype).width / 4);
}

std::string spell(Dtype dtype, Bits bits) {
  const Format& f = format(dtype);
  if (!is_floating(f)) return spell_integer(f, bits);
  const Bits m = magnitude(f, bits);
  const char sign = is_negative(f, bits) ? '-' : '+';
  for (const NamedMagnitude& named : kNamedMagnitudes)
    if (named.magnitude(f) == m) return fmt::format("{}{}", sign, named.name);
  if (is_nan(f, m)) return fmt::format("{}{}", sign, spell_nan(f, m));
  return fmt::format("{}{}", is_negative(f, bits) ? "-" : "", spell_decimal(f, m));
}

std::optional<Bits> parse_value(Dtype dtype, std::string_view text) {
  if (text.size() > kLongestName) return std::nullopt;
  const Format& f = format(dtype);
  if (!is_floating(f)) return parse_integer(f, text);
  return text.starts_with("0x") ? parse_pattern(f, text) : parse_floating(f, text);
}

}  // namespace semcheck
