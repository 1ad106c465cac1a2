#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace semcheck {

/// The number of bytes of the UTF-8 sequence at the front of a text, or 0 when there is none: overlong forms,
/// surrogates and numbers above U+10FFFF are not UTF-8.
std::size_t sequence_length(std::string_view text);

/// The offset of the first byte that is not UTF-8, or nothing.
std::optional<std::size_t> find_invalid_utf8(std::string_view text);

/// Characters (code points) of a text; a byte that is not UTF-8 counts as one.
std::size_t count_characters(std::string_view text);

/// The text with control characters and bytes that are not UTF-8 written as `\x1b`, cut after `limit` characters.
std::string displayed(std::string_view text, std::size_t limit = 80);

}  // namespace semcheck
