#include "cli/wrap.h"

#include <fmt/format.h>

#include <algorithm>

namespace semcheck {

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (text.size() > width) {
    const std::size_t before = text.rfind(' ', width);
    const std::size_t space = before == std::string_view::npos ? text.find(' ', width) : before;
    if (space == std::string_view::npos) break;
    lines.emplace_back(text.substr(0, space));
    text.remove_prefix(space + 1);
  }
  lines.emplace_back(text);
  return lines;
}

std::string aligned(const std::vector<std::pair<std::string, std::string>>& lines) {
  std::size_t width = 0;
  for (const auto& line : lines) width = std::max(width, line.first.size());
  std::string result;
  for (const auto& [name, text] : lines) {
    std::string_view shown = name;
    for (const std::string& line : wrapped(text, kLineWidth - width - 4)) {
      result += fmt::format("  {:<{}}  {}\n", shown, width, line);
      shown = "";
    }
  }
  return result;
}

}  // namespace semcheck
