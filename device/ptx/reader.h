#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "device/ptx/lexer.h"
#include "device/ptx/syntax.h"

namespace semcheck::ptx {

/// A text being read, one token ahead.
class Reader {
 public:
  explicit Reader(std::string_view text) : cursor_{text}, token_(next_token(cursor_)) {}

  const Token& token() const { return token_; }
  std::string_view text() const { return cursor_.text; }

  Token take() {
    Token taken = token_;
    token_ = next_token(cursor_);
    return taken;
  }
  bool at(std::string_view spelling) const { return token_.text == spelling && token_.kind != TokenKind::string; }
  bool at(TokenKind kind) const { return token_.kind == kind; }
  bool accept(std::string_view spelling) {
    const bool there = at(spelling);
    if (there) take();
    return there;
  }
  void expect(std::string_view spelling) {
    if (!accept(spelling)) unexpected(fmt::format("`{}`", spelling));
  }
  Token expect(TokenKind kind, std::string_view what) {
    if (!at(kind)) unexpected(std::string(what));
    return take();
  }
  [[noreturn]] void error(const Token& at, const std::string& message) const {
    fail(cursor_.text, at.text, at.line, message);
  }
  [[noreturn]] void unexpected(const std::string& wanted) const {
    constexpr std::size_t kLongest = 40;
    const std::string found =
        at(TokenKind::end) ? "the text ends" : fmt::format("`{}` stands", token_.text.substr(0, kLongest));
    error(token_, found + " where " + wanted + " should be");
  }

 private:
  Cursor cursor_;
  Token token_;
};

/// Reads an operand of an instruction.
Operand read_operand(Reader& reader);

/// Reads the rest of `.reg`, `.local`, `.shared`, `.global`, `.const` or `.param` up to its semicolon.
void read_declarations(Reader& reader, std::vector<Declaration>& declarations, bool external);

/// Reads one parameter of an entry or function.
Declaration read_parameter(Reader& reader);

/// Whether a token begins a declaration.
bool begins_declaration(const Token& token);

/// Reads the items between the braces of a function.
void read_body(Reader& reader, FunctionText& function);

/// Skips `.loc` and `.file`, which end with their line, and `.pragma`, which ends with a
/// semicolon; false where neither stands.
bool skip_remark(Reader& reader);

}  // namespace semcheck::ptx
