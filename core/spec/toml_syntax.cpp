#include <fmt/format.h>

#include <algorithm>

#include "core/spec/characters.h"
#include "core/spec/toml_reader.h"

namespace semcheck {
namespace {

/// Keys with more parts (`a.b.c` has 3) are refused before parsing: each part is a table in a table, and tables are
/// destroyed by recursion.
constexpr int kMostKeyParts = 16;

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/// The offset behind the string that begins at `i`, in any of TOML's four quotations.
std::size_t skip_string(std::string_view text, std::size_t i) {
  const char quote = text[i];
  const std::string triple(3, quote);
  const bool several_lines = text.substr(i).starts_with(triple);
  for (i += several_lines ? 3 : 1; i < text.size(); ++i) {
    if (text[i] == '\\' && quote == '"') {
      ++i;
    } else if (!several_lines && (text[i] == quote || text[i] == '\n')) {
      return i + 1;
    } else if (several_lines && text.substr(i).starts_with(triple)) {
      // Up to two quotes may stand directly before the closing three.
      const std::size_t end = std::min(text.find_first_not_of(quote, i), text.size());
      return std::min(end, i + 5);
    }
  }
  return text.size();
}

/// What must not reach the parser, and where it stands.
struct Refusal {
  std::size_t offset = 0;
  std::string message;
  std::string help;
};

Refusal refuse_character(std::string_view text, std::size_t offset) {
  const std::string_view character = text.substr(offset, sequence_length(text.substr(offset)));
  return {offset, fmt::format("`{}` stands outside of quotes", displayed(character)),
          "keys and values with such characters stand in double quotes: \"…\""};
}

/// The first key of too many parts, or the first character beyond ASCII outside of strings and comments, where TOML has
/// no place for it: what a word processor makes of quotes.
std::optional<Refusal> find_refusal(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  int dots = 0;
  for (std::size_t i = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0; i < text.size();) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      i = skip_string(text, i);
      continue;
    }
    if (c == '#') i = std::min(text.find('\n', i), text.size() - 1);
    if (c == '.' && ++dots >= kMostKeyParts)
      return Refusal{i, fmt::format("a key of more than {} parts", kMostKeyParts), ""};
    if ((static_cast<unsigned char>(c) & 0x80) != 0) return refuse_character(text, i);
    if (c != '.' && c != ' ' && c != '\t' && !is_word(c)) dots = 0;
    ++i;
  }
  return std::nullopt;
}

std::string_view line_at(std::string_view text, std::uint32_t number) {
  for (std::uint32_t i = 1; i < number; ++i) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  return text.substr(0, text.find('\n'));
}

/// A word of a line and where it begins, in bytes.
struct Word {
  std::string_view text;
  std::size_t begin = 0;
};

/// The word that holds or ends at character `column`.
Word word_at(std::string_view line, std::uint32_t column) {
  std::size_t at = 0;
  for (std::uint32_t i = 1; i < column && at < line.size(); ++i)
    at += std::max<std::size_t>(1, sequence_length(line.substr(at)));
  const auto part = [&](std::size_t i) { return is_word(line[i]) || line[i] == '.' || line[i] == '+'; };
  std::size_t begin = at;
  std::size_t end = at;
  while (begin > 0 && part(begin - 1)) --begin;
  while (end < line.size() && part(end)) ++end;
  return {line.substr(begin, end - begin), begin};
}

/// True when the word stands where a value is expected and begins like a name: a string without its quotes.
bool lacks_quotes(std::string_view line, const Word& word) {
  if (word.text.empty() || (word.text.front() >= '0' && word.text.front() <= '9') || word.text.front() == '-')
    return false;
  const std::size_t before = line.substr(0, word.begin).find_last_not_of(" \t");
  return before != std::string_view::npos && (line[before] == '=' || line[before] == '[' || line[before] == ',') &&
         line.find_first_not_of(" \t") != before;
}

/// `Error while parsing array: encountered end-of-file` in the words of our own messages.
std::string reworded(std::string_view description) {
  constexpr std::string_view kPrefix = "Error while parsing ";
  if (description.starts_with(kPrefix))
    return fmt::format("invalid TOML in {}", displayed(description.substr(kPrefix.size()), 300));
  return fmt::format("invalid TOML: {}", displayed(description, 300));
}

/// The first word of a line, which is where a key or a table is defined twice.
Span first_word(std::string_view line, std::uint32_t number) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  const std::size_t end = std::min(line.find_first_of(" \t=#\r", begin), line.size());
  return {number, static_cast<std::uint32_t>(count_characters(line.substr(0, begin)) + 1),
          static_cast<std::uint32_t>(std::max<std::size_t>(1, count_characters(line.substr(begin, end - begin))))};
}

/// What toml++ says of a key or table that is there already: `cannot redefine existing array 'variant' as table`.
void report_duplicate(const TomlReader& reader, std::string_view description, const Span& span) {
  const std::size_t begin = std::min(description.find('\''), description.size() - 1) + 1;
  const std::size_t end = std::max(description.rfind('\''), begin);
  const std::string name = displayed(description.substr(begin, end - begin));
  const bool lacks_brackets = description.find("array") != std::string_view::npos && description.ends_with(" as table");
  reader.report(span, fmt::format("`{}` is defined twice", name),
                lacks_brackets ? fmt::format("write [[{}]] above each entry", name) : "keep one of the two");
}

void report_syntax_error(const TomlReader& reader, const toml::parse_error& error) {
  const toml::source_position at = error.source().begin;
  const std::string_view line = line_at(reader.file.text, at.line);
  const std::string_view description = error.description();
  const Word word = word_at(line, at.column);
  const bool at_end_of_line = at.column > count_characters(line.substr(0, line.find('\r')));
  if (description.find("cannot redefine") != std::string_view::npos) {
    report_duplicate(reader, description, first_word(line, at.line));
  } else if (at_end_of_line && description.find("parsing string") != std::string_view::npos) {
    reader.report({at.line, at.column, 1}, "the string has no closing quote");
  } else if (lacks_quotes(line, word)) {
    const auto column = static_cast<std::uint32_t>(count_characters(line.substr(0, word.begin)) + 1);
    reader.report({at.line, column, static_cast<std::uint32_t>(count_characters(word.text))},
                  fmt::format("`{}` is not a value", displayed(word.text)),
                  fmt::format("a string stands in quotes: \"{}\"", displayed(word.text)));
  } else {
    reader.report({at.line, at.column, 1}, reworded(description));
  }
}

}  // namespace

std::optional<toml::table> parse_toml(const TomlReader& reader) {
  if (!check_text(reader.file, reader.diagnostics)) return std::nullopt;
  const std::string& text = reader.file.text;
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
    reader.report({}, "the file is empty");
    return std::nullopt;
  }
  if (const auto refusal = find_refusal(text)) {
    reader.report(span_at(text, refusal->offset), refusal->message, refusal->help);
    return std::nullopt;
  }
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    report_syntax_error(reader, error);
    return std::nullopt;
  }
}

}  // namespace semcheck
