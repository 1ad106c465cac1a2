#include "device/ptx_items.h"

#include <algorithm>
#include <array>
#include <optional>

namespace semcheck {
namespace {

/// What ends with its line, for want of a semicolon.
constexpr std::array<std::string_view, 5> kLineDirectives = {".version", ".target", ".address_size", ".file", ".loc"};
/// What ends with its closing brace.
constexpr std::array<std::string_view, 3> kBraced = {".entry", ".func", ".section"};
/// What tells a debugger about the code, and the machine nothing.
constexpr std::array<std::string_view, 3> kForDebuggers = {".file", ".section", ".loc"};

template <std::size_t N>
bool is_among(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// PTX ISA, Identifiers.
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_word(char c) {
  return is_letter(c) || is_digit(c);
}

enum class TokenKind { space, comment, string, directive, identifier, number, other, end };
struct Token {
  TokenKind kind;
  std::string_view text;
};

/// Cuts a text into tokens, without judging it: an instruction's type is a directive of its own.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {}

  Token next() {
    const std::string_view rest = text_.substr(position_);
    if (rest.empty()) return {TokenKind::end, rest};
    const char c = rest.front();
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
      return take(TokenKind::space, std::min(rest.find_first_not_of(" \t\n\r"), rest.size()));
    if (rest.starts_with("//")) return take(TokenKind::comment, std::min(rest.find('\n'), rest.size()));
    if (rest.starts_with("/*")) return take(TokenKind::comment, behind(rest, "*/", 2));
    if (c == '"') return take(TokenKind::string, behind(rest, "\"", 1));
    if (c == '.' && rest.size() > 1 && is_letter(rest[1])) return take(TokenKind::directive, word_length(rest, 1));
    if (is_letter(c)) return take(TokenKind::identifier, word_length(rest, 1));
    if (is_digit(c)) return take(TokenKind::number, word_length(rest, 1));
    return take(TokenKind::other, 1);
  }

  /// The place of the next token.
  std::size_t position() const { return position_; }
  void skip_line() { position_ = std::min(text_.find('\n', position_), text_.size()); }

 private:
  static std::size_t behind(std::string_view rest, std::string_view mark, std::size_t from) {
    const std::size_t at = rest.find(mark, from);
    return at == std::string_view::npos ? rest.size() : at + mark.size();
  }
  static std::size_t word_length(std::string_view rest, std::size_t from) {
    return static_cast<std::size_t>(
        std::find_if_not(rest.begin() + static_cast<std::ptrdiff_t>(from), rest.end(), is_word) - rest.begin());
  }
  Token take(TokenKind kind, std::size_t length) {
    const Token token{kind, text_.substr(position_, length)};
    position_ += length;
    return token;
  }

  std::string_view text_;
  std::size_t position_ = 0;
};

/// One item of the top level.
struct Item {
  std::string_view text;
  std::string_view keyword;  ///< its first directive
  std::string_view name;     ///< "" of a directive that names nothing
};

/// How deep a text stands in brackets of any kind.
int depth_change(std::string_view token) {
  if (token == "{" || token == "(" || token == "[") return 1;
  return token == "}" || token == ")" || token == "]" ? -1 : 0;
}

/// The next item, or nothing at the end.
std::optional<Item> next_item(std::string_view text, Tokens& tokens) {
  Item item;
  std::size_t start = tokens.position();
  bool braced = false;
  int depth = 0;
  for (;;) {
    const std::size_t at = tokens.position();
    const Token token = tokens.next();
    if (token.kind == TokenKind::end) break;
    if (token.kind == TokenKind::space || token.kind == TokenKind::comment) continue;
    if (item.text.empty()) start = at;
    item.text = text.substr(start, tokens.position() - start);
    if (item.keyword.empty() && is_among(token.text, kLineDirectives)) {
      tokens.skip_line();
      return Item{text.substr(start, tokens.position() - start), token.text, ""};
    }
    if (item.keyword.empty()) item.keyword = token.text;
    if (is_among(token.text, kBraced) && depth == 0) braced = true;
    if (token.text == ".section" && depth == 0) item.keyword = token.text;
    if (token.kind == TokenKind::identifier && depth == 0 && item.name.empty()) item.name = token.text;
    depth = std::max(0, depth + depth_change(token.text));
    if (depth == 0 && (token.text == ";" || (token.text == "}" && braced))) break;
  }
  if (item.text.empty()) return std::nullopt;
  return item;
}

/// `word` without the digits behind `prefix`, which count functions: `$L__BB3_2`, `__local_depot3`.
std::optional<std::string> uncounted(std::string_view word) {
  for (std::string_view prefix : {"$L__BB", "__local_depot"}) {
    if (!word.starts_with(prefix)) continue;
    const std::string_view rest = word.substr(prefix.size());
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    return std::string(prefix) + std::string(rest.substr(digits));
  }
  return std::nullopt;
}

/// Writes items in the form that depends on nothing but what they do.
class Writer {
 public:
  using Named = std::multimap<std::string_view, std::string_view>;
  explicit Writer(const Named& named) : named_(named) {}

  std::string write(const std::vector<std::string_view>& headers, std::string_view entry) {
    for (std::string_view header : headers) write_item(header, "");
    number_of(entry);
    for (std::size_t i = 0; i < reached_.size(); ++i) {
      const std::string_view name = reached_[i];
      const auto [first, last] = named_.equal_range(name);
      for (auto item = first; item != last; ++item) write_item(item->second, name);
    }
    return std::move(text_);
  }

 private:
  std::string number_of(std::string_view name) {
    const auto known = std::find(reached_.begin(), reached_.end(), name);
    if (known == reached_.end()) reached_.push_back(name);
    return "#" + std::to_string(std::find(reached_.begin(), reached_.end(), name) - reached_.begin());
  }

  void write_identifier(std::string_view word, std::string_view owner) {
    if (named_.contains(word))
      text_ += number_of(word);
    else if (!owner.empty() && word.starts_with(owner) && word.substr(owner.size()).starts_with("_param_"))
      text_ += number_of(owner) + std::string(word.substr(owner.size()));
    else
      text_ += uncounted(word).value_or(std::string(word));
  }

  void write_item(std::string_view item, std::string_view owner) {
    Tokens tokens(item);
    for (Token token = tokens.next(); token.kind != TokenKind::end; token = tokens.next()) {
      if (token.text == ".loc") {
        tokens.skip_line();
      } else if (token.kind == TokenKind::space || token.kind == TokenKind::comment) {
        if (!text_.ends_with(' ')) text_ += ' ';
      } else if (token.kind == TokenKind::identifier) {
        write_identifier(token.text, owner);
      } else {
        text_ += token.text;
      }
    }
    text_ += '\n';
  }

  const Named& named_;
  std::vector<std::string_view> reached_;  ///< names in the order in which they were met
  std::string text_;
};

}  // namespace

PtxItems::PtxItems(std::string_view text) : text_(text) {
  Tokens tokens(text_);
  while (const auto item = next_item(text_, tokens)) {
    if (is_among(item->keyword, kForDebuggers)) continue;
    if (item->name.empty())
      headers_.push_back(item->text);
    else
      named_.emplace(item->name, item->text);
  }
}

std::string PtxItems::reachable(std::string_view entry) const {
  if (!named_.contains(entry)) return "";
  return Writer(named_).write(headers_, entry);
}

}  // namespace semcheck
