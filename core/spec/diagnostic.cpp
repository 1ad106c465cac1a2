#include "core/spec/diagnostic.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/spec/characters.h"

namespace semcheck {
namespace {

/// The widest excerpt, and how much of the line it keeps in front of the span, in characters.
constexpr std::size_t kExcerptWidth = 110;
constexpr std::size_t kContext = 30;

/// Line `number` of a text, counted from 1, without its line break; "" past the end.
std::string_view line_of(std::string_view text, std::uint32_t number) {
  for (std::uint32_t i = 1; i < number; ++i) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return "";
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

/// The characters of a line that are shown, from and to, counted from 0.
struct Window {
  std::size_t from = 0;
  std::size_t to = 0;
};

Window window_around(std::size_t column, std::size_t width) {
  if (width <= kExcerptWidth) return {0, width};
  const std::size_t from = std::min(column > kContext ? column - kContext : 0, width - kExcerptWidth);
  return {from, from + kExcerptWidth};
}

/// The characters within a window, each a printable string of one column (or a tab), so that carets stand under them.
std::vector<std::string> columns_of(std::string_view line, const Window& window) {
  std::vector<std::string> columns;
  for (std::size_t i = 0, count = 0; i < line.size() && count < window.to; ++count) {
    const std::string_view character = line.substr(i, std::max<std::size_t>(1, sequence_length(line.substr(i))));
    const bool shown = character == "\t" || displayed(character) == character;
    if (count >= window.from) columns.emplace_back(shown ? character : "\u00b7");
    i += character.size();
  }
  return columns;
}

/// The source line and the line of carets below it.
std::string excerpt(const Span& span, std::string_view source) {
  const std::string_view line = line_of(source, span.line);
  const std::size_t width = count_characters(line);
  const std::size_t start = std::min<std::size_t>(std::max<std::uint32_t>(span.column, 1) - 1, width);
  const Window window = window_around(start, width);
  std::string text = window.from > 0 ? "…" : "";
  std::string carets = window.from > 0 ? " " : "";
  std::size_t at = window.from;
  for (const std::string& column : columns_of(line, window)) {
    text += column;
    if (at++ < start) carets += column == "\t" ? '\t' : ' ';
  }
  if (window.to < width) text += "…";
  const std::size_t end = std::min<std::size_t>(start + std::max<std::uint32_t>(span.length, 1), window.to);
  carets += '^' + std::string(end > start + 1 ? end - start - 1 : 0, '~');
  return fmt::format("{:5} | {}\n{:5} | {}\n", span.line, text, "", carets);
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other, letters of either
/// case being equal.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  std::iota(previous.begin(), previous.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) current[j] = std::min(current[j], before[j - 2] + 1);
    }
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

}  // namespace

Span span_at(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const std::size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  Span span{1, 1, 1};
  for (char c : before) span.line += c == '\n' ? 1 : 0;
  span.column += static_cast<std::uint32_t>(count_characters(before.substr(line_start)));
  return span;
}

std::string render(const Diagnostic& d, std::string_view source) {
  std::string text = displayed(d.file, 4096);
  if (d.span.line > 0) text += fmt::format(":{}:{}", d.span.line, std::max<std::uint32_t>(d.span.column, 1));
  text += fmt::format(": error: {}\n", d.message);
  if (d.span.line > 0 && !source.empty()) text += excerpt(d.span, source);
  if (!d.help.empty()) text += fmt::format("help: {}\n", d.help);
  return text;
}

std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates) {
  constexpr std::size_t kLongestWord = 64;
  if (word.empty() || word.size() > kLongestWord) return "";
  std::string_view best;
  // A third of the word may be wrong: `ignor`, `proagate`, `fist`, but not `no` for `nan`.
  std::size_t limit = std::max<std::size_t>(1, word.size() / 3);
  for (std::string_view candidate : candidates) {
    if (candidate.size() > word.size() + limit || word.size() > candidate.size() + limit) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance > limit || distance >= word.size() || (!best.empty() && distance == limit)) continue;
    best = candidate;
    limit = distance;
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates) {
  const std::string_view candidate = nearest(word, candidates);
  return candidate.empty() ? "" : fmt::format("did you mean \"{}\"?", candidate);
}

std::string suggest(std::string_view word, const std::vector<std::string_view>& candidates) {
  constexpr std::size_t kLongestList = 24;
  std::string help = did_you_mean(word, candidates);
  if (!help.empty() || candidates.empty() || candidates.size() > kLongestList) return help;
  return fmt::format("{}{}", candidates.size() == 1 ? "expected " : "expected one of ", list_of(candidates));
}

std::string list_of(const std::vector<std::string_view>& words) {
  std::string text;
  for (std::string_view word : words) text += fmt::format("{}\"{}\"", text.empty() ? "" : ", ", word);
  return text;
}

}  // namespace semcheck
