#pragma once

#include <string_view>
#include <vector>

namespace semcheck {

/// A word or a number of a C++ text, outside of its comments, strings and characters.
struct Token {
  enum class Kind { word, number };
  Kind kind = Kind::word;
  std::string_view text;
  std::size_t offset = 0;
};

/// The words and numbers of a text, in order.
std::vector<Token> tokens_of(std::string_view text);

}  // namespace semcheck
