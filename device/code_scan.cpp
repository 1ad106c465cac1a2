#include "device/code_scan.h"

#include <array>
#include <vector>

namespace semcheck {
namespace {

constexpr std::string_view kOpening = "([{";
constexpr std::string_view kClosing = ")]}";
constexpr std::string_view kSpaces = " \t\r\v\f";

/// A bracket spelt with two characters (C++17, lex.digraph), as the one it stands for.
struct Digraph {
  std::string_view text;
  char bracket;
};
constexpr std::array kDigraphs = {Digraph{"<%", '{'}, Digraph{"%>", '}'}, Digraph{"<:", '['}, Digraph{":>", ']'}};

bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Reads code from its start to its end, one comment, literal or other character at a time.
class Scan {
 public:
  explicit Scan(std::string_view code) : code_(code) {}

  std::optional<CodeFault> run() {
    while (position_ < code_.size() && !fault_) step();
    if (!fault_ && !open_.empty())
      fail(open_.back(), std::string("this '") + shown(open_.back()) + "' is never closed");
    return fault_;
  }

 private:
  bool at(std::string_view text) const { return code_.substr(position_).starts_with(text); }

  void step() {
    const char c = code_[position_];
    if (c == '\0') return fail(position_, "a zero byte is not allowed here");
    if (at("//")) return line_comment();
    if (at("/*")) return block_comment();
    if (c == '"') return is_raw() ? raw_string() : literal('"', "string");
    // A ' between digits separates them.
    if (c == '\'') return in_number() ? advance(1) : literal('\'', "character");
    if (line_start_ && (c == '#' || at("%:"))) return fail(position_, "a preprocessing directive is not allowed here");
    if (c == '\\') return backslash();
    if (c == '\n')
      line_start_ = true;
    else if (kSpaces.find(c) == std::string_view::npos)
      line_start_ = false;
    bracket_or_other();
  }

  void bracket_or_other() {
    for (const Digraph& digraph : kDigraphs) {
      // C++17, lex.pptoken: `<::` is `<` and `::` unless `:` or `>` follows.
      if (!at(digraph.text) || (at("<::") && !at("<:::") && !at("<::>"))) continue;
      bracket(digraph.bracket);
      return advance(2);
    }
    bracket(code_[position_]);
    advance(1);
  }

  void bracket(char c) {
    if (kOpening.find(c) != std::string_view::npos) open_.push_back(position_);
    const std::size_t kind = kClosing.find(c);
    if (kind == std::string_view::npos) return;
    if (open_.empty()) return fail(position_, std::string("this '") + c + "' has no opening '" + kOpening[kind] + "'");
    if (shown(open_.back()) != kOpening[kind])
      return fail(position_, std::string("this '") + c + "' does not match '" + shown(open_.back()) + "'");
    open_.pop_back();
  }

  /// The bracket that stands at an offset, digraphs as what they mean.
  char shown(std::size_t offset) const {
    for (const Digraph& digraph : kDigraphs)
      if (code_.substr(offset).starts_with(digraph.text)) return digraph.bracket;
    return code_[offset];
  }

  void line_comment() {
    while (position_ < code_.size() && code_[position_] != '\n') {
      if (code_[position_] == '\\')
        backslash();
      else
        advance(1);
      if (fault_) return;
    }
  }

  void block_comment() {
    const std::size_t end = code_.find("*/", position_ + 2);
    if (end == std::string_view::npos) return fail(position_, "this comment has no end");
    position_ = end + 2;
  }

  void literal(char quote, const char* what) {
    const std::size_t start = position_;
    line_start_ = false;
    advance(1);
    while (position_ < code_.size() && code_[position_] != quote && code_[position_] != '\n')
      advance(code_[position_] == '\\' ? 2 : 1);
    if (position_ >= code_.size() || code_[position_] != quote)
      return fail(start, std::string("this ") + what + " has no end");
    advance(1);
  }

  /// Whether the quote at the current position follows R, LR, uR, UR or u8R as a word of its own.
  bool is_raw() const {
    std::size_t start = position_;
    while (start > 0 && is_word(code_[start - 1])) --start;
    const std::string_view prefix = code_.substr(start, position_ - start);
    return prefix == "R" || prefix == "LR" || prefix == "uR" || prefix == "UR" || prefix == "u8R";
  }

  void raw_string() {
    const std::size_t start = position_;
    const std::size_t open = code_.find('(', start);
    if (open == std::string_view::npos) return fail(start, "this string has no end");
    const std::string close = ")" + std::string(code_.substr(start + 1, open - start - 1)) + "\"";
    const std::size_t end = code_.find(close, open);
    if (end == std::string_view::npos) return fail(start, "this string has no end");
    line_start_ = false;
    position_ = end + close.size();
  }

  /// Whether the ' at the current position stands inside a number such as 1'000.
  bool in_number() const {
    std::size_t start = position_;
    while (start > 0 && (is_word(code_[start - 1]) || code_[start - 1] == '\'')) --start;
    return start < position_ && code_[start] >= '0' && code_[start] <= '9';
  }

  /// A backslash before a line end joins two lines; at the end of the code it would join the line that follows it.
  void backslash() {
    const std::size_t next = code_.find_first_not_of(kSpaces, position_ + 1);
    if (next == std::string_view::npos || (code_[next] == '\n' && next + 1 == code_.size()))
      return fail(position_, "this backslash joins the code to the line after it");
    position_ = code_[next] == '\n' ? next + 1 : position_ + 1;
  }

  void advance(std::size_t count) { position_ += count; }
  void fail(std::size_t offset, std::string message) { fault_ = CodeFault{offset, std::move(message)}; }

  std::string_view code_;
  std::size_t position_ = 0;
  bool line_start_ = true;
  std::vector<std::size_t> open_;
  std::optional<CodeFault> fault_;
};

}  // namespace

std::optional<CodeFault> find_fault(std::string_view code) {
  return Scan(code).run();
}

Span locate(std::string_view code, std::size_t offset, Span start) {
  Span span{start.line, start.column, 1};
  for (char c : code.substr(0, offset)) {
    if (c == '\n') {
      ++span.line;
      span.column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) {  // not the middle of a UTF-8 character
      ++span.column;
    }
  }
  return span;
}

}  // namespace semcheck
