#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/values/dtype.h"

namespace semcheck {

/// `0x` and all digits of the pattern: `0x7fc00abc` for an f32.
std::string hex(Dtype dtype, Bits bits);

/// What a person calls the pattern: `+0`, `-inf`, `+qnan(0xabc)`, `-snan(0x1)`, `+min_subnormal`, `1.5`, `-7`.
/// Every result is accepted by parse_value() and gives the same bits back.
std::string spell(Dtype dtype, Bits bits);

/// The pattern that a name stands for in that dtype, or nothing when the dtype has no such value.
///
/// Grammar of a floating dtype:  pattern | sign? base (('+'|'-') count 'ulp')?
///   base:  0 inf qnan qnan(payload) snan(payload) max min_normal max_subnormal min_subnormal, or a decimal number
///   (rounded
///          to nearest even; nothing when that gives infinity, or zero for a number that is none)
///   `payload` is a hexadecimal or decimal number that fits below the quiet bit; `ulp` steps away from zero for '+'.
/// Grammar of an integer dtype:  sign? decimal | (pattern | min | max) (('+'|'-') count)?
/// `pattern`:  0x and hexadecimal digits, or `0x7f..`, whose last digit is repeated to the width of the dtype.
std::optional<Bits> parse_value(Dtype dtype, std::string_view text);

}  // namespace semcheck
