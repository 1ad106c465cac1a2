#include "device/ptx/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "device/ptx/decimal.h"
#include "device/ptx/interpreter.h"

namespace semcheck::ptx {

namespace {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%';
}
constexpr bool is_word(char c) {
  return is_letter(c) || is_digit(c);
}

constexpr int digit_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 16;
}

char peek(const Cursor& cursor, std::size_t ahead = 0) {
  return cursor.position + ahead < cursor.text.size() ? cursor.text[cursor.position + ahead] : '\0';
}

bool starts_with(const Cursor& cursor, std::string_view prefix) {
  return cursor.text.substr(cursor.position, prefix.size()) == prefix;
}

[[noreturn]] void fail_here(const Cursor& cursor, const std::string& message) {
  fail(cursor.text, cursor.text.substr(std::min(cursor.position, cursor.text.size())), cursor.line, message);
}

void step(Cursor& cursor) {
  if (peek(cursor) == '\n') ++cursor.line;
  ++cursor.position;
}

void skip_comment(Cursor& cursor) {
  const bool block = starts_with(cursor, "/*");
  const std::size_t line = cursor.line;
  const std::string_view start = cursor.text.substr(cursor.position);
  const std::string_view end = block ? "*/" : "\n";
  cursor.position += 2;
  while (cursor.position < cursor.text.size() && !starts_with(cursor, end)) step(cursor);
  if (!block) return;
  if (cursor.position >= cursor.text.size()) fail(cursor.text, start, line, "this comment has no end");
  cursor.position += 2;
}

void skip_blanks(Cursor& cursor) {
  while (cursor.position < cursor.text.size()) {
    const char c = peek(cursor);
    if (starts_with(cursor, "//") || starts_with(cursor, "/*")) {
      skip_comment(cursor);
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v') {
      step(cursor);
    } else {
      return;
    }
  }
}

Token finish(const Cursor& cursor, TokenKind kind, std::size_t start) {
  return {kind, cursor.text.substr(start, cursor.position - start), cursor.line, 0};
}

/// The digits at the cursor in a base; fails when there are none or 64 bits do not hold them.
Word read_digits(Cursor& cursor, unsigned base) {
  const std::size_t start = cursor.position;
  Word value = 0;
  for (; static_cast<unsigned>(digit_value(peek(cursor))) < base; ++cursor.position) {
    const Word digit = static_cast<Word>(digit_value(peek(cursor)));
    if (value > (~Word{0} - digit) / base) fail_here(cursor, "this number does not fit into 64 bits");
    value = value * base + digit;
  }
  if (cursor.position == start) fail_here(cursor, "this number has no digits");
  return value;
}

Token read_float_bits(Cursor& cursor, std::size_t start, TokenKind kind) {
  cursor.position += 2;
  const std::size_t digits = cursor.position;
  const Word value = read_digits(cursor, 16);
  Token token = finish(cursor, kind, start);
  const std::size_t wanted = kind == TokenKind::single ? 8 : 16;
  if (cursor.position - digits != wanted) {
    fail_here(cursor, fmt::format("`{}` needs {} hexadecimal digits", token.text, wanted));
  }
  token.value = value;
  return token;
}

/// A number with a point or an exponent: the digits as an integer, and the power of ten that it is to be multiplied by.
Token read_decimal(Cursor& cursor, std::size_t start) {
  while (is_digit(peek(cursor)) || peek(cursor) == '.') ++cursor.position;
  if (peek(cursor) == 'e' || peek(cursor) == 'E') {
    ++cursor.position;
    if (peek(cursor) == '+' || peek(cursor) == '-') ++cursor.position;
    while (is_digit(peek(cursor))) ++cursor.position;
  }
  Token token = finish(cursor, TokenKind::real, start);
  const std::optional<Word> bits = f64_from_decimal(token.text);
  if (!bits) {
    fail_here(cursor, fmt::format("`{}` is too long for a decimal; write its bits as 0d and 16 digits", token.text));
  }
  token.value = *bits;
  return token;
}

bool is_decimal(const Cursor& cursor) {
  std::size_t ahead = 0;
  while (is_digit(peek(cursor, ahead))) ++ahead;
  return peek(cursor, ahead) == '.' || peek(cursor, ahead) == 'e' || peek(cursor, ahead) == 'E';
}

Token read_number(Cursor& cursor) {
  const std::size_t start = cursor.position;
  const char mark = peek(cursor) == '0' ? peek(cursor, 1) : '\0';
  if (mark == 'f' || mark == 'F') return read_float_bits(cursor, start, TokenKind::single);
  if (mark == 'd' || mark == 'D') return read_float_bits(cursor, start, TokenKind::real);
  unsigned base = 10;
  if (mark == 'x' || mark == 'X') base = 16;
  if (mark == 'b' || mark == 'B') base = 2;
  if (base != 10) cursor.position += 2;
  if (base == 10 && is_decimal(cursor)) return read_decimal(cursor, start);
  if (is_digit(mark)) base = 8;
  const Word value = read_digits(cursor, base);
  if (peek(cursor) == 'U') ++cursor.position;
  if (is_word(peek(cursor))) fail_here(cursor, "this number goes on with a letter or digit that it cannot have");
  Token token = finish(cursor, TokenKind::integer, start);
  token.value = value;
  return token;
}

Token read_string(Cursor& cursor) {
  const std::size_t start = cursor.position++;
  while (peek(cursor) != '"') {
    if (cursor.position >= cursor.text.size() || peek(cursor) == '\n') fail_here(cursor, "this string has no end");
    ++cursor.position;
  }
  ++cursor.position;
  return finish(cursor, TokenKind::string, start);
}

/// `.f32`, `.global`, and names with a sub-qualifier such as `.shared::cta`.
Token read_dot_word(Cursor& cursor) {
  const std::size_t start = cursor.position++;
  while (is_word(peek(cursor)) || starts_with(cursor, "::")) cursor.position += peek(cursor) == ':' ? 2U : 1U;
  if (cursor.position == start + 1) fail_here(cursor, "a name should follow this point");
  return finish(cursor, TokenKind::dot_word, start);
}

}  // namespace

Token next_token(Cursor& cursor) {
  skip_blanks(cursor);
  const std::size_t start = cursor.position;
  const char c = peek(cursor);
  if (cursor.position >= cursor.text.size()) return finish(cursor, TokenKind::end, start);
  if (is_digit(c)) return read_number(cursor);
  if (c == '.') return read_dot_word(cursor);
  if (c == '"') return read_string(cursor);
  ++cursor.position;
  if (is_letter(c)) {
    while (is_word(peek(cursor))) ++cursor.position;
    return finish(cursor, TokenKind::word, start);
  }
  if (std::string_view("@!{}()[],;:+-|=<>").find(c) == std::string_view::npos) {
    fail_here(cursor, "PTX has no such character here");
  }
  return finish(cursor, TokenKind::symbol, start);
}

void fail(std::string_view text, std::string_view at, std::size_t line, const std::string& message) {
  constexpr std::size_t kLongestLine = 200;
  const auto position = static_cast<std::size_t>(at.data() - text.data());
  const std::size_t before = text.substr(0, position).rfind('\n');
  const std::size_t start = before == std::string_view::npos ? 0 : before + 1;
  const std::size_t end = std::min(text.find('\n', position), text.size());
  throw PtxError(line, std::string(text.substr(start, std::min(end - start, kLongestLine))), message);
}

}  // namespace semcheck::ptx
