#include "core/report/columns.h"

#include <algorithm>

namespace semcheck {
namespace {

bool begins_character(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
}

std::string line_of(const std::vector<std::string>& cells, const std::vector<Align>& align,
                    const std::vector<std::size_t>& widths) {
  std::string line;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (c > 0) line += "  ";
    const std::string blanks(widths[c] - width_of(cells[c]), ' ');
    line += align[c] == Align::right ? blanks + cells[c] : cells[c] + blanks;
  }
  return line.substr(0, line.find_last_not_of(' ') + 1);
}

}  // namespace

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

std::string fitted(std::string_view text, std::size_t width) {
  const std::size_t have = width_of(text);
  if (have <= width) return std::string(text) + std::string(width - have, ' ');
  if (width == 0) return "";
  std::size_t end = 0;
  for (std::size_t left = width; end < text.size(); ++end)
    if (begins_character(text[end]) && left-- == 1) break;
  return std::string(text.substr(0, end)) + "…";
}

std::vector<std::string> aligned_columns(const std::vector<std::string_view>& titles, const std::vector<Align>& align,
                                         const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::vector<std::string>> all = {{titles.begin(), titles.end()}};
  all.insert(all.end(), rows.begin(), rows.end());
  std::vector<std::size_t> widths(titles.size(), 0);
  for (const auto& row : all)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], width_of(row[c]));
  std::vector<std::string> lines;
  lines.reserve(all.size());
  for (const auto& row : all) lines.push_back(line_of(row, align, widths));
  return lines;
}

}  // namespace semcheck
