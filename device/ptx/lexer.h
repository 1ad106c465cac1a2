#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "device/ptx/domain.h"

namespace semcheck::ptx {

enum class TokenKind : std::uint8_t { end, word, dot_word, integer, single, real, string, symbol };

/// A piece of PTX text. `value` is a number's integer, or the bits of an f32 (single) or f64 (real).
struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;
  std::size_t line = 1;
  Word value = 0;
};

/// A place in a PTX text.
struct Cursor {
  std::string_view text;
  std::size_t position = 0;
  std::size_t line = 1;
};

/// Reads the next token, comments skipped. Throws PtxError for a character or number that PTX does not have.
Token next_token(Cursor& cursor);

/// Ends with a PtxError at what stands at a place of the text.
[[noreturn]] void fail(std::string_view text, std::string_view at, std::size_t line, const std::string& message);

}  // namespace semcheck::ptx
