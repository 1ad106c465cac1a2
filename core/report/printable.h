#pragma once

#include <string>
#include <string_view>

namespace semcheck {

/// Text from outside (a path, a compiler's message) made safe for terminals, XML and JSON: bytes that are not UTF-8,
/// control characters other than newline and tab, and characters that XML 1.0 forbids are written as `\x1b`, `\ufffe`.
std::string printable(std::string_view text);

}  // namespace semcheck
