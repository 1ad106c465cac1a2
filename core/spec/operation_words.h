#pragma once

/// @file
/// The values of attributes of operations as specs write them, in the order of the enumerations of rule_values.h.

#include <array>
#include <string_view>

namespace semcheck {

inline constexpr std::array<std::string_view, 14> kRelations = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "equ",
                                                                "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};
inline constexpr std::array<std::string_view, 2> kGradientSources = {"input", "output"};

}  // namespace semcheck
