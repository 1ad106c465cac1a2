#pragma once

#include <string>
#include <string_view>

namespace semcheck {

/// Why a variant cannot be compiled over exact types, as far as its code tells, or "".
std::string why_not_carried(std::string_view code);

/// The same of a variant that NVRTC did not compile over exact types, from the first error of its log.
std::string why_not_carried(std::string_view code, std::string_view log);

/// Whether a program in PTX computes with floating-point instructions, which exact types never do.
bool has_floating_instructions(std::string_view ptx);

}  // namespace semcheck
