#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace semcheck {

/// A place in a text file. Lines and columns count from 1, columns in characters; line 0 means "the file as a whole".
struct Span {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t length = 1;
};

/// The place of a byte of a text.
Span span_at(std::string_view text, std::size_t offset);

/// One thing wrong with a file: what it is, where, and how to mend it.
struct Diagnostic {
  std::string file;
  Span span;
  std::string message;  ///< lower case, no full stop
  std::string help;     ///< "" when there is nothing to suggest
};

/// `file:line:column: error: message`, the source line, a caret span and `help: …`, each line ended by '\n'.
/// `source` is the whole text of the file the span points into ("" leaves out the excerpt).
std::string render(const Diagnostic& diagnostic, std::string_view source);

/// The candidate nearest to `word` by edit distance, or "" when none is near enough to suggest.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates);

/// `did you mean "…"?` for the nearest candidate, or "".
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates);

/// did_you_mean(), or else `expected one of …` when the candidates are few.
std::string suggest(std::string_view word, const std::vector<std::string_view>& candidates);

/// `"a", "b", "c"`.
std::string list_of(const std::vector<std::string_view>& words);

}  // namespace semcheck
