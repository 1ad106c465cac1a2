#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace semcheck {

/// How wide help and explanations are written, whatever the terminal's width, so that they can be compared.
inline constexpr std::size_t kLineWidth = 100;

/// Text broken into lines of at most `width` characters, at spaces; a longer word stays whole.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// `  name   text` lines with the texts aligned and wrapped.
std::string aligned(const std::vector<std::pair<std::string, std::string>>& lines);

}  // namespace semcheck
