#pragma once

#include <optional>
#include <string_view>

#include "core/values/format.h"

namespace semcheck {

constexpr int bias(const Format& f) {
  return static_cast<int>(low_mask(f.exponent_bits - 1));
}
constexpr Bits largest_finite(const Format& f) {
  return f.has_infinity ? exponent_mask(f) - 1 : largest_magnitude(f);
}

/// The magnitude nearest to an unsigned decimal number (`1.5`, `6e-08`), ties to even: every decimal digit counts, so
/// there is no double rounding. Nothing when the text is no number, when it rounds to infinity, or to zero without
/// being zero.
std::optional<Bits> round_decimal(const Format& f, std::string_view text);

}  // namespace semcheck
