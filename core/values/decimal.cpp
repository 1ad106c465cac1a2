#include "core/values/decimal.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <string>

namespace semcheck {
namespace {

constexpr Format kBinary64 = {NumberKind::floating, 64, 11, 52, true};

/// 0.digits × 10^exponent, the digits without zeros at either end; no digits for zero.
struct Decimal {
  std::string digits;
  int exponent = 0;
};

/// Takes apart the text of a number that std::from_chars has accepted.
Decimal take_apart(std::string_view text) {
  Decimal d;
  const std::size_t mark = text.find_first_of("eE");
  const std::string_view mantissa = text.substr(0, mark);
  if (mark != std::string_view::npos) {
    std::string_view power = text.substr(mark + 1);
    if (power.starts_with('+')) power.remove_prefix(1);
    std::from_chars(power.data(), power.data() + power.size(), d.exponent);
  }
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  d.exponent += static_cast<int>(point);
  d.digits = mantissa.substr(0, point);
  if (point < mantissa.size()) d.digits += mantissa.substr(point + 1);
  const std::size_t zeros = std::min(d.digits.find_first_not_of('0'), d.digits.size());
  d.digits.erase(0, zeros);
  d.exponent -= static_cast<int>(zeros);
  d.digits.erase(d.digits.find_last_not_of('0') + 1);
  return d;
}

/// Every decimal digit of a double: at most 767 are significant.
Decimal take_apart(double value) {
  std::array<char, 800> text{};
  const auto [end, error] =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific, 780);
  return take_apart(std::string_view(text.data(), end));
}

int compare(const Decimal& a, const Decimal& b) {
  if (a.exponent != b.exponent) return a.exponent < b.exponent ? -1 : 1;
  return a.digits.compare(b.digits);
}

/// Where a decimal lies from the binary64 nearest to it: below (-), at (0) or above (+).
int side_of(std::string_view decimal, Bits nearest) {
  return compare(take_apart(decimal), take_apart(std::bit_cast<double>(nearest)));
}

/// The magnitude in a narrower format nearest to a decimal, whose nearest binary64 `wide` is positive and normal; above
/// `largest_magnitude` on overflow. Every midpoint between two magnitudes is a binary64, so `wide` is on the decimal's
/// side of it; only where `wide` is itself a midpoint do the decimal's further digits count.
Bits narrow(const Format& f, Bits wide, std::string_view decimal) {
  const int exponent = static_cast<int>(wide >> kBinary64.fraction_bits) - bias(kBinary64);
  const Bits significand = (wide & fraction_mask(kBinary64)) | (Bits{1} << kBinary64.fraction_bits);
  const int smallest = 1 - bias(f);
  const int dropped = kBinary64.fraction_bits - f.fraction_bits + std::max(0, smallest - exponent);
  if (dropped > kBinary64.fraction_bits + 1) return 0;
  const Bits kept = significand >> dropped;
  const Bits rest = significand & low_mask(dropped);
  const Bits half = Bits{1} << (dropped - 1);
  const int side = rest == half ? side_of(decimal, wide) : (rest > half ? 1 : -1);
  const bool up = side > 0 || (side == 0 && (kept & 1) != 0);
  return kept + (up ? 1 : 0) + (static_cast<Bits>(std::max(0, exponent - smallest)) << f.fraction_bits);
}

}  // namespace

std::optional<Bits> round_decimal(const Format& f, std::string_view text) {
  if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
  double nearest = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, nearest);
  if (stop != end || error != std::errc()) return std::nullopt;
  const Bits wide = std::bit_cast<Bits>(nearest);
  if (wide == 0) return take_apart(text).digits.empty() ? std::optional<Bits>(0) : std::nullopt;
  if (f.width == kBinary64.width) return wide;
  if (is_subnormal(kBinary64, wide)) return std::nullopt;
  const Bits rounded = narrow(f, wide, text);
  if (rounded == 0 || rounded > largest_finite(f)) return std::nullopt;
  return rounded;
}

}  // namespace semcheck
