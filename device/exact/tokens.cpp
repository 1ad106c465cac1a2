#include "device/exact/tokens.h"

#include <algorithm>
#include <string>

namespace semcheck {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Reads a text from its start to its end.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::vector<Token> run() {
    while (at_ < text_.size()) step();
    return tokens_;
  }

 private:
  bool starts(std::string_view what) const { return text_.substr(at_).starts_with(what); }
  char next() const { return at_ + 1 < text_.size() ? text_[at_ + 1] : '\0'; }
  std::size_t end_of(std::size_t found, std::size_t size) const {
    return found == std::string_view::npos ? text_.size() : found + size;
  }

  void step() {
    const char c = text_[at_];
    if (starts("//"))
      at_ = end_of(text_.find('\n', at_), 0);
    else if (starts("/*"))
      at_ = end_of(text_.find("*/", at_ + 2), 2);
    else if (c == '"' || c == '\'')
      quoted(c);
    else if (is_digit(c) || (c == '.' && is_digit(next())))
      take(Token::Kind::number, number_end());
    else if (is_word(c))
      word();
    else
      ++at_;
  }

  // C++17, lex.ppnumber: digits, letters, points, separated digits, and a sign after an exponent's letter.
  std::size_t number_end() const {
    const bool hexadecimal = starts("0x") || starts("0X");
    std::size_t end = at_;
    for (; end < text_.size(); ++end) {
      const char c = text_[end];
      const bool separated = c == '\'' && end + 1 < text_.size() && is_word(text_[end + 1]);
      if (is_word(c) || c == '.' || separated) continue;
      const std::string_view exponent = hexadecimal ? "pP" : "eE";
      if ((c != '+' && c != '-') || exponent.find(text_[end - 1]) == std::string_view::npos) break;
    }
    return end;
  }

  void word() {
    std::size_t end = at_;
    while (end < text_.size() && is_word(text_[end])) ++end;
    const std::string_view prefix = text_.substr(at_, end - at_);
    const bool raw = end < text_.size() && text_[end] == '"' && prefix.ends_with('R') && prefix.size() <= 3;
    if (raw) return raw_string(end);
    take(Token::Kind::word, end);
  }

  void raw_string(std::size_t quote) {
    const std::size_t open = std::min(text_.find('(', quote), text_.size());
    const std::string close = ")" + std::string(text_.substr(quote + 1, open - quote - 1)) + "\"";
    at_ = end_of(text_.find(close, open), close.size());
  }

  void quoted(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_)
      if (text_[at_] == '\\') ++at_;
    ++at_;
  }

  void take(Token::Kind kind, std::size_t end) {
    tokens_.push_back({kind, text_.substr(at_, end - at_), at_});
    at_ = end;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text) {
  return Reader(text).run();
}

}  // namespace semcheck
