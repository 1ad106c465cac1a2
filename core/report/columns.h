#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace semcheck {

/// Characters of a text: code points, which for what reports write are columns of a terminal.
std::size_t width_of(std::string_view text);

/// A text of exactly `width` characters: filled with blanks behind it, or cut and ended by `…`.
std::string fitted(std::string_view text, std::size_t width);

enum class Align : std::uint8_t { left, right };

/// Lines of cells under titles, each column as wide as its widest cell. Cells are separated by two blanks; nothing is
/// filled behind the last.
/// @param rows  each with as many cells as there are titles
/// @return      a line for the titles and one for each row, without line ends
std::vector<std::string> aligned_columns(const std::vector<std::string_view>& titles, const std::vector<Align>& align,
                                         const std::vector<std::vector<std::string>>& rows);

}  // namespace semcheck
